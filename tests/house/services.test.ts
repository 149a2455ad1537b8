/** The run against real services leaves out what reaches no database, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { WITHOUT_DATABASE } from '../vitest.config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const REACHES_DATABASE = /#tests\/support\/(world|server|database|served)\.ts|#server\/database\//

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
