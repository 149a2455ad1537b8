/** A placeholder never looks like something that is typed already: an amount, a code or an address. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PLACEHOLDER = /\bplaceholder(?:=|: )(?:"([^"]*)"|'([^']*)')/g
const LOOKS_TYPED = /^[$\d\s.,kKmM%-]+$|^https?:\/\/\S+|@/

test('no placeholder looks like a value', () => {
  const found = ['marketplace', 'widget'].flatMap((room) =>
    readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx'))
      .flatMap((path) =>
        [...readFileSync(`${ROOT}${room}/${path}`, 'utf8').matchAll(PLACEHOLDER)].map(
          ([, double, single]) => ({ path, words: double ?? single ?? '' }),
        ),
      ),
  )
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(({ words }) => LOOKS_TYPED.test(words))).toEqual([])
})
