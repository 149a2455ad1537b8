/** The run against real services leaves out what reaches no database and what only looks at pages, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LOOKS, WITHOUT_DATABASE } from '../vitest.config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const REACHES_DATABASE = /#tests\/support\/(world|server|database|served)\.ts|#server\/database\//

/** Rows of its own, a server that stops and comes back. */
const ASKS_MORE = /\bdatabase\b|world\.(server|down|up|restart)\b/

const TESTS = readdirSync(`${ROOT}tests`, { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
const leftOutBy = (starts: readonly string[]) =>
  TESTS.filter((file) => starts.some((start) => file.startsWith(start)))
const textOf = (file: string) => readFileSync(ROOT + file, 'utf8')

test('no test that is left out of the services run opens a database', () => {
  const left = leftOutBy(WITHOUT_DATABASE)
  expect(left.length).toBeGreaterThan(50)
  expect(left.filter((file) => REACHES_DATABASE.test(textOf(file)))).toEqual([])
})

test('what only looks at pages is there, reads no rows and stops no server', () => {
  const left = leftOutBy(LOOKS)
  expect(left).toHaveLength(LOOKS.length)
  expect(left.filter((file) => ASKS_MORE.test(textOf(file)))).toEqual([])
})
