/** The server takes every link to the three apps from the route tables of shared/contract: no string in it is such an address. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGES } from '#shared/contract/pages.ts'

const ROOT = new URL('../../server/', import.meta.url)
const PAGE_NAMES = [...new Set(PAGES.flatMap((page) => page.split('/')[1] || []))]
/** Calls and files of the console are no pages. Imports and comments are no links. */
const ADDRESSES = [
  /['"`}]\/(?:seller|admin)\/(?!api\b|files\b)[^'"`]*['"`]|['"`]#(?:reset-password|join|start)\b/,
  new RegExp(`['"\`}]/(?:${PAGE_NAMES.join('|')})(?=[/?#'"\`$])`),
]
/** Lines with the path of a page that are no links. */
const ALLOWED = new Map([
  // What search engines may read, and what not.
  ['deals/list/share-routes.ts', 6],
  // The kinds of pages that it serves with their title. The compiler compares them with `PAGES`.
  ['site/app-document.ts', 3],
  // Where a view of a buyer begins. The compiler compares it with `PAGES`.
  ['admin/view-as.ts', 1],
  // The call behind the button of a mail service.
  ['accounts/profile/unsubscribe-routes.ts', 1],
])

const found = (code: string) =>
  code
    .split('\n')
    .filter(
      (line) =>
        !/^\s*(\*|\/\*|\/\/|import |\} from )/.test(line) && ADDRESSES.some((address) => address.test(line)),
    )

test('no text of the server is an address of a page', () => {
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
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source text
  'const url = `${origin}/profile/offers?offer=${id}`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source text
  'return `${site.origin}/property/${id}`',
  "url: '/messenger',",
  "link('/help#wallet')",
])('the finder sees %s', (line) => expect(found(line)).toHaveLength(1))

test.each([
  "path: '/admin/api',",
  "app.get('/admin/files/proofs/:proof', {",
  "const LINK = '/customer/api/auth/view'",
  "import { offerRow } from './offer/rows.ts'",
])('the finder lets %s be', (line) => expect(found(line)).toEqual([]))
