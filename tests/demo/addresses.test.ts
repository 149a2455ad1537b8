import { expect, it } from 'vitest'
import { addressTable } from '#demo/addresses.ts'
import { HOST_PAGES } from '#demo/host-pages.ts'
import { DEMO_LOGINS } from '#demo/seed/logins.ts'

const table = addressTable('http://127.0.0.1:4400')

it.each([
  '/',
  '/messenger',
  '/seller/',
  '/hosts/',
  '/demo/outbox',
  '/docs',
  '/openapi.json',
  ...HOST_PAGES.map((name) => `/hosts/${name}/`),
])('the printed table leads to %s', (path) => {
  expect(table.split(/\s+/)).toContain(`http://127.0.0.1:4400${path}`)
})

it('the printed table has three buyers and two sellers with their passwords', () => {
  expect(DEMO_LOGINS.map(({ role }) => role).sort()).toEqual([
    'buyer',
    'buyer',
    'buyer',
    'seller',
    'seller',
    'staff',
    'staff',
  ])
  for (const { name, email, password } of DEMO_LOGINS)
    expect(table).toMatch(new RegExp(`${email}\\s+${password}\\s+${name}`))
})
