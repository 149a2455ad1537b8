/** A company with double opt-in: what it imports waits until the person who owns the address has confirmed it by a mailed link. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sentTo } from '#tests/support/outbox.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { campaignScene } from '../blasts/scene.ts'

const DAY_MS = 86_400_000
let server: TestServer
let scene: ReturnType<typeof campaignScene>
let homes: Seller
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example' })
  scene = campaignScene(server)
  ;({ homes } = await scene.begin())
  await save({ postal_address: '12 Oak St, Houston, TX 77002', has_double_opt_in: true })
})
afterAll(() => server.close({ graceMs: 0 }))

const FORM = { how: 'form on our site', at: '2026-03-01' }
const save = (body: Record<string, unknown>, seller = homes) =>
  server.call('PUT', '/account/api/company', { token: seller.token, body })
const bring = async (email: string, row: Record<string, unknown> = { consents: { email: FORM } }) =>
  (await scene.post(homes, '/buyers/import', { rows: [{ line: 2, email, has_consent: false, ...row }] })).body
    .data
const kept = async (email: string) => {
  const query = { token: homes.token, query: { q: email } }
  return (await server.call('GET', '/account/api/buyers', query)).body.data[0]
}
/** As the job does it, so many days from now. */
const ask = (days = 0) =>
  server.jobs.rules
    .find(({ name }) => name === 'contact-confirmations')
    ?.run(Date.now() + days * DAY_MS, new AbortController().signal)
const mailsTo = (email: string) => sentTo(server, 'mail', email)
async function tokenOf(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  return /user\/confirm\/(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
}
const API = '/customer/api/auth/confirmation'
const show = (token: string) => server.call('POST', API, { body: { token } })
const answer = (token: string, channels: string[]) => server.call('PUT', API, { body: { token, channels } })
/** Whether a blast by this channel reaches somebody with an account and this address. */
async function audience(channel: 'email' | 'sms'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from account_buyers b
    where b.account_id = ${homes.id} and b.consents ? ${channel}`.execute(server.database.db)
  return rows[0]?.count ?? 0
}

it('nothing goes to an address before its owner has confirmed by the link, for the channels they choose', async () => {
  const email = 'ann@contacts.example'
  const both = { phone: '(713) 284-0142', consents: { email: FORM, sms: FORM } }
  expect(await bring(email, both)).toMatchObject({ added: 1, unconfirmed: 1, skipped: [] })
  expect(await kept(email)).toMatchObject({ has_consent: false, consents: {}, is_unconfirmed: true })
  await ask()
  await ask()
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body_text).toContain('Bluebonnet Homes, 12 Oak St, Houston, TX 77002')
  const token = await tokenOf(email)
  expect((await show(token)).body.data).toEqual({
    company: 'Bluebonnet Homes',
    phone: '+17132840142',
    waiting: { email: FORM, sms: FORM },
    confirmed: [],
  })
  expect(await kept(email)).toMatchObject({ has_consent: false })
  expect((await answer(token, ['email'])).body.data).toMatchObject({ waiting: {}, confirmed: ['email'] })
  const today = new Date().toISOString().slice(0, 10)
  expect(await kept(email)).toMatchObject({
    has_consent: true,
    is_unconfirmed: false,
    consents: { email: { ...FORM, confirmed_at: today } },
  })
  expect([await audience('email'), await audience('sms')]).toEqual([1, 0])
  expect(await bring(email, both)).toMatchObject({ updated: 1, unconfirmed: 0, skipped: [] })
  await ask()
  expect(await mailsTo(email)).toHaveLength(1)
})

it('who declines, before or after confirming, gets nothing, and the company cannot ask again', async () => {
  const email = 'bea@contacts.example'
  await bring(email)
  await ask()
  const token = await tokenOf(email)
  await answer(token, ['email'])
  expect((await answer(token, [])).body.data).toMatchObject({ waiting: {}, confirmed: [] })
  expect(await kept(email)).toMatchObject({ has_consent: false, consents: {} })
  const row = server.database.db.deleteFrom('account_buyers').where('email', '=', email)
  await row.execute()
  const again = await bring(email)
  expect(again).toMatchObject({ added: 0, updated: 0, unconfirmed: 0 })
  expect(again.skipped).toEqual([
    { line: 2, reason: 'You asked them to confirm, and they declined or did not answer.' },
  ])
  expect((await show(token)).status).toBe(422)
})

it('without an answer within 30 days nothing of what the company says is kept', async () => {
  const email = 'cal@contacts.example'
  await bring(email)
  await ask()
  await ask(29)
  expect(await kept(email)).toMatchObject({ is_unconfirmed: true })
  await ask(31)
  expect(await kept(email)).toMatchObject({ is_unconfirmed: false, has_consent: false, consents: {} })
  expect(await mailsTo(email)).toHaveLength(1)
})

it('needs the company’s postal address, and a link that is forged does nothing', async () => {
  const other = await server.addAccount('No Address Homes')
  await save({ postal_address: '' }, other)
  const refused = await save({ has_double_opt_in: true }, other)
  expect(refused.status).toBe(422)
  expect(refused.body.errors.postal_address[0]).toMatch(/postal address/)
  expect((await save({ postal_address: '' })).status).toBe(422)
  expect((await show('none')).status).toBe(422)
  expect((await answer('none', ['email'])).status).toBe(422)
})

it('contacts that have not confirmed are counted and named among whom a blast does not reach', async () => {
  const rows = ['new1', 'new2'].map((name, line) => ({
    line,
    email: `${name}@waiting.example`,
    has_consent: false,
    tags: ['waiting'],
    consents: { email: FORM },
  }))
  await scene.post(homes, '/buyers/import', { rows })
  const counted = async (channel: string) =>
    (await scene.post(homes, '/campaigns/audience', { audience: { tags: ['waiting'] }, channel })).body.data
  expect(await counted('email')).toEqual({ count: 2, reachable: 0, left_out: { unconfirmed: 2 } })
  expect(await counted('sms')).toEqual({ count: 0, reachable: 0, left_out: {} })
  const blast = await scene.blast(homes, { audience: { tags: ['waiting'] } })
  await scene.sendDue()
  expect((await scene.campaign(homes, blast)).stats).toMatchObject({
    audience: 2,
    sent: 0,
    left_out: { unconfirmed: 2 },
  })
  await ask()
  await answer(await tokenOf('new1@waiting.example'), ['email'])
  expect(await counted('email')).toEqual({ count: 1, reachable: 0, left_out: { unconfirmed: 1 } })
})
