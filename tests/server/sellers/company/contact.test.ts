/** The company behind an account, as a first message to it is offered. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { LAUNCHER_DEFAULTS } from '#shared/contract/launcher.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let seller: Seller
let buyer: Person
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount('Sabine Ridge')
  buyer = await server.addCustomer()
})
afterAll(() => server.close({ graceMs: 0 }))

const contact = (accountId: number, { id, token }: Person = buyer) =>
  server.call('GET', `/customer/api/customers/${id}/accounts/${accountId}/contact`, { token })

it('has its face, and hours as one of its keys says them', async () => {
  expect((await contact(seller.id)).body.data).toEqual({
    account: {
      id: seller.id,
      title: 'Sabine Ridge',
      deals_site_settings: { deals_emails_logo: expect.any(String) },
    },
    answers: null,
    hours: null,
  })
  const { token } = seller
  const { body } = await server.call('POST', '/account/api/keys', {
    token,
    body: { name: 'Site', origins: ['https://acme.example'] },
  })
  const always = { from: 0, to: 24 * 60 }
  const hours = { time_zone: 'America/Chicago', days: Array(7).fill(always) }
  const saved = await server.call('PUT', `/account/api/keys/${body.data.id}`, {
    token,
    body: { launcher: { ...LAUNCHER_DEFAULTS, hours } },
  })
  expect(saved.status).toBe(200)
  expect((await contact(seller.id)).body.data.hours).toMatch(/^Open now, until 12 AM C[DS]T\.$/)
})

it('is announced to a messenger, whose bearer may ask', async () => {
  const issued = await server.call('POST', '/customer/api/auth/token', { token: buyer.token, body: {} })
  const { token } = issued.body.data
  const me = await server.call('GET', '/customer/api/auth/user', { token })
  expect(me.body.meta).toEqual({ first_contact: true, features: ['attachments'] })
  expect((await contact(seller.id, { ...buyer, token })).body.data.account.title).toBe('Sabine Ridge')
})

it('is nothing for an account that is not there or takes no first messages', async () => {
  expect((await contact(999_999)).body).toEqual({ data: null })
  const shy = await server.addAccount()
  await server.call('PUT', '/account/api/company', {
    token: shy.token,
    body: { accepts_first_contact: false },
  })
  expect((await contact(shy.id)).body).toEqual({ data: null })
})

it('is for oneself', async () => {
  const other = await server.addCustomer()
  expect((await contact(seller.id, { ...buyer, token: other.token })).status).toBe(404)
})
