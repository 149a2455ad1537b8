/** The server writes links to the seller's app and the console with the route tables of shared/contract alone: no text of its has such an address. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../../server/', import.meta.url)
/** Calls and files of the console are no pages. Imports and comments are no links. */
const ADDRESS =
  /['"`}]\/(?:seller|admin)\/(?!api\b|files\b)[^'"`]*['"`]|['"`]#(?:reset-password|join|start)\b/
const ALLOWED = new Map([
  // What search engines may not read.
  ['deals/list/share-routes.ts', 1],
])

const found = (code: string) =>
  code.split('\n').filter((line) => !/^\s*(\*|\/\*|\/\/|import |\} from )/.test(line) && ADDRESS.test(line))

test('no text of the server is an address of the seller’s app or the console', () => {
  const wrong = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const lines = found(readFileSync(new URL(path, ROOT), 'utf8'))
      return lines.length === (ALLOWED.get(path) ?? 0) ? [] : lines.map((line) => `${path}: ${line.trim()}`)
    })
  expect(wrong).toEqual([])
})

test.each([
  "const page = '/seller/#join'",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source text
  'const url = `${origin}/seller/#join/${token}`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source text
  'return `${origin}/admin/setup#${token}`',
  "staff: '/admin/',",
])('the finder sees %s', (line) => expect(found(line)).toHaveLength(1))

test.each(["path: '/admin/api',", "app.get('/admin/files/proofs/:proof', {"])(
  'the finder lets %s be',
  (line) => expect(found(line)).toEqual([]),
)
