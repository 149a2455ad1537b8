/** The help contact: set by staff at the console, named wherever somebody is sent for help, and the environment's until then. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EMBEDDED_PARTS } from '#server/providers/providers.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from './staff.ts'

const PRESET = { email: 'env@plat.example', phone: null, hours: null }
const SET = { email: 'help@plat.example', phone: '+1 713 555 0199', hours: 'Weekdays' }
const ASK = 'write to help@plat.example or call +1 713 555 0199'
let server: TestServer
let avery: Awaited<ReturnType<typeof addStaff>>

beforeAll(async () => {
  const parts = {
    ...EMBEDDED_PARTS,
    ...({ support: PRESET, identity: { driver: 'none' }, billing: { driver: 'none' } } as const),
  }
  server = await startTestServer({ parts })
  avery = await addStaff(server, 'Avery')
})
afterAll(() => server?.close())

const put = (body: object) => server.call('PUT', '/admin/api/support', { token: avery.token, body })
const shown = async () => (await server.call('GET', '/customer/api/configs')).body.support

it('is the environment’s until staff set it, and again when they empty it; the log says who', async () => {
  expect(await shown()).toEqual(PRESET)
  const { body } = await server.call('GET', '/admin/api/support', { token: avery.token })
  expect(body.data).toEqual({ ...PRESET, is_preset: true })
  expect((await put({ ...SET, email: 'nobody' })).body.errors.email).toBeDefined()
  expect((await put({ ...SET, phone: 'call me' })).body.errors.phone).toBeDefined()
  expect((await put(SET)).body.data).toEqual({ ...SET, is_preset: false })
  expect(await shown()).toEqual(SET)
  expect((await put({ email: '', phone: ' ', hours: '' })).body.data).toEqual({ ...PRESET, is_preset: true })
  expect(await shown()).toEqual(PRESET)
  const log = await server.call('GET', '/admin/api/audit', { token: avery.token })
  expect(log.body.data.slice(0, 2)).toMatchObject([
    { action: 'support.change', actor: 'Avery', before: SET, after: null },
    { action: 'support.change', actor: 'Avery', before: null, after: SET },
  ])
})

it('is named where an account is blocked, identity cannot be checked and cards are not taken', async () => {
  await put(SET)
  const dana = await server.addCustomer()
  const card = await server.call('POST', '/api/recurly-accounts/billing-info', {
    token: dana.token,
    body: { token: 'approved' },
  })
  expect([card.status, card.body.message]).toEqual([409, `Cards are not taken here yet. To pay, ${ASK}.`])
  const identity = await server.call('POST', '/customer/api/plaid/idv/link-token', { token: dana.token })
  expect(identity.body.message).toBe(`Identity verification is not set up here yet. To be verified, ${ASK}.`)
  const { db } = server.database
  await db.updateTable('customers').set({ blocked_at: new Date() }).where('id', '=', dana.id).execute()
  const blocked = await server.call('POST', '/login', { body: { email: dana.email, password: PASSWORD } })
  expect([blocked.body.code, blocked.body.message]).toEqual([
    'blocked',
    `This account is blocked. To have it reviewed, ${ASK}.`,
  ])
})
