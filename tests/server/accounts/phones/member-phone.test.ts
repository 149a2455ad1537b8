/** The phone of a member of a company: confirmed with a code that was texted to it, and to nobody else's. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { lastCode, notThis, sentTo } from '#tests/support/outbox.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const TYPED = '(281) 443-0175'
const PHONE = '+12814430175'
const OTHER = '+17132840142'
let server: TestServer
let seller: Seller
let passedMs = 0
beforeAll(async () => {
  const database = await openTestDatabase()
  const clock = { ...database.clock, now: () => database.clock.now() + passedMs }
  server = await startTestServer({ database: { ...database, clock } })
})
afterAll(() => server.close())
beforeEach(async () => {
  seller = await server.addAccount()
})

const ask = (method: 'GET' | 'POST' | 'PUT', path = '', body?: object, { token } = seller) =>
  server.call(method, `/account/api/phone${path}`, { token, ...(body ? { body } : {}) })
const own = async () => (await ask('GET')).body.data.phone

it('is kept once the texted code came back, and not before', async () => {
  expect(await own()).toBeNull()
  expect((await ask('POST', '/code', { phone: TYPED })).status).toBe(200)
  expect(await own()).toBeNull()
  const code = await lastCode(server, 'sms', PHONE)
  const confirmed = await ask('PUT', '', { phone: TYPED, code })
  expect([confirmed.status, confirmed.body.data, await own()]).toEqual([200, { phone: PHONE }, PHONE])
})

it('takes no code of another number, of another member, or a guessed one', async () => {
  await ask('POST', '/code', { phone: TYPED })
  const code = await lastCode(server, 'sms', PHONE)
  const other = await server.addAccount()
  const answers = await Promise.all([
    ask('PUT', '', { phone: '(713) 284-0142', code }),
    ask('PUT', '', { phone: TYPED, code: notThis(code) }),
    ask('PUT', '', { phone: TYPED, code }, other),
  ])
  expect(answers.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual(
    Array(3).fill([422, ['code']]),
  )
  expect(await own()).toBeNull()
})

it('is tried five times in ten minutes, then not even with the right code', async () => {
  await ask('POST', '/code', { phone: TYPED })
  const code = await lastCode(server, 'sms', PHONE)
  for (let tries = 0; tries < 5; tries++)
    expect((await ask('PUT', '', { phone: TYPED, code: notThis(code) })).status).toBe(422)
  expect((await ask('PUT', '', { phone: TYPED, code })).status).toBe(429)
})

it('texts nothing to a number that can get no texts', async () => {
  const refused = await ask('POST', '/code', { phone: '(800) 443-0175' })
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['phone']])
  expect(await sentTo(server, 'sms', '+18004430175')).toEqual([])
})

it('is not changed back by a code that was used, nor by one that is a quarter of an hour old', async () => {
  const confirm = async (phone: string, code: string) => (await ask('PUT', '', { phone, code })).status
  const codeFor = async (typed: string, phone: string) => {
    expect((await ask('POST', '/code', { phone: typed })).status).toBe(200)
    return lastCode(server, 'sms', phone)
  }
  const first = await codeFor(TYPED, PHONE)
  expect(await confirm(TYPED, first)).toBe(200)
  expect(await confirm(OTHER, await codeFor(OTHER, OTHER))).toBe(200)
  expect([await confirm(TYPED, first), await own()]).toEqual([422, OTHER])
  const second = await codeFor(TYPED, PHONE)
  passedMs += 15 * 60_000
  expect([await confirm(TYPED, second), await own()]).toEqual([422, OTHER])
})

it('is noted with who changed it, without the number', async () => {
  await ask('POST', '/code', { phone: TYPED })
  await ask('PUT', '', { phone: TYPED, code: await lastCode(server, 'sms', PHONE) })
  const rows = await server.database.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'actor_id', 'action', 'subject_kind', 'subject_id', 'after'])
    .where('action', '=', 'member.phone')
    .where('actor_id', '=', seller.memberId)
    .execute()
  expect(rows).toMatchObject([
    { actor_kind: 'member', subject_kind: 'member', subject_id: seller.memberId, after: null },
  ])
})

it('texts ten codes in an hour for one member, whatever the numbers are', async () => {
  const numbers = Array.from({ length: 11 }, (_, n) => `(281) 443-01${20 + n}`)
  const statuses: number[] = []
  for (const phone of numbers) statuses.push((await ask('POST', '/code', { phone })).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})
