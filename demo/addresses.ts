/** The table that the start command prints: where everything is and who can log in. */

import { HOST_PAGES } from './host-pages.ts'
import { DEMO_LOGINS } from './seed/logins.ts'

const WHAT_HOSTS_SHOW: Record<(typeof HOST_PAGES)[number], string> = {
  'seller-site': 'a seller’s site with the tag',
  partner: 'one script line, launcher in a corner',
  'two-buyers': 'two buyers side by side',
  'strict-csp': 'strict policy and Trusted Types',
  'hostile-css': 'a stylesheet that breaks everything else',
  theming: 'colors, shapes and parts, with the CSS to copy',
}

const ROLES = { buyer: 'Buyer', seller: 'Seller', staff: 'Staff' } as const

export function addressTable(url: string, consoleOrigin = url): string {
  const addresses: [string, string, string][] = [
    ['Marketplace', `${url}/`, ''],
    ['Messenger', `${url}/messenger`, 'log in as a buyer'],
    ['Seller app', `${url}/seller/`, 'log in as a seller'],
    ['Console', `${consoleOrigin}/admin/`, 'log in as staff'],
    ['Outbox', `${url}/demo/outbox`, 'every mail and text message that was sent'],
    ['Host pages', `${url}/hosts/`, ''],
    ...HOST_PAGES.map((name): [string, string, string] => [
      `  ${name}`,
      `${url}/hosts/${name}/`,
      WHAT_HOSTS_SHOW[name],
    ]),
    ['API', `${url}/docs`, 'readable'],
    ['', `${url}/openapi.json`, 'OpenAPI 3.1'],
    ['Metrics', `${url}/metrics`, ''],
  ]
  const longest = Math.max(...DEMO_LOGINS.map(({ email }) => email.length))
  const logins = DEMO_LOGINS.map(
    ({ role, name, email, password, account, note }): [string, string, string] => [
      ROLES[role],
      `${email.padEnd(longest)}  ${password}`,
      [name, account, note].filter((part) => part !== null).join(', '),
    ],
  )
  return `\n${columns(addresses)}\n\n${columns(logins)}\n`
}

function columns(rows: readonly (readonly [string, string, string])[]): string {
  const width = (index: 0 | 1) => Math.max(...rows.map((row) => row[index].length))
  const [first, second] = [width(0), width(1)]
  return rows.map(([a, b, c]) => `  ${a.padEnd(first)}  ${b.padEnd(second)}  ${c}`.trimEnd()).join('\n')
}
