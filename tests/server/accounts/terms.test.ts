/** The terms of service: the server knows the version in force, keeps who accepted it, and asks again when it has changed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { addStaff } from '#tests/server/admin/staff.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close({ graceMs: 0 }))

let last = 0
const register = async (given: object) => {
  last += 1
  const person = { first_name: 'Dana', last_name: 'Whitfield', password: 'a door in the hill' }
  const body = { ...person, email: `terms${last}@example.com`, ...given }
  const { data } = (await server.call('POST', '/register', { body })).body
  return { id: Number(data.user.id), token: String(data.token), due: data.user.terms_due ?? null }
}
const due = async (token: string) =>
  (await server.call('GET', '/customer/api/auth/user', { token })).body.data.terms_due ?? null
const accept = (token: string, terms_version: string) =>
  server.call('PUT', '/customer/api/auth/terms', { token, body: { terms_version } })
const stored = (id: number) =>
  server.database.db
    .selectFrom('customers')
    .select(['terms_version', 'terms_accepted_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const NOT_ACCEPTED = { terms_version: null, terms_accepted_at: null }

it('are accepted by a registration that showed the version in force', async () => {
  const dana = await register({ terms_version: TERMS_VERSION })
  expect(dana.due).toBe(null)
  expect(await stored(dana.id)).toEqual({
    terms_version: TERMS_VERSION,
    terms_accepted_at: expect.any(Date),
  })
})

it.each([{}, { terms_version: '1999-01-01' }, { terms_version: 'mine' }])(
  'are asked for after a registration with %o, and are accepted once',
  async (given) => {
    const dana = await register(given)
    expect(dana.due).toBe(TERMS_VERSION)
    expect(await stored(dana.id)).toEqual(NOT_ACCEPTED)
    const answer = await accept(dana.token, TERMS_VERSION)
    expect([answer.status, answer.body.data.terms_due ?? null]).toEqual([200, null])
    const first = await stored(dana.id)
    expect(first.terms_version).toBe(TERMS_VERSION)
    await accept(dana.token, TERMS_VERSION)
    expect(await stored(dana.id)).toEqual(first)
  },
)

it('of another version cannot be accepted', async () => {
  const dana = await register({})
  const answer = await accept(dana.token, '1999-01-01')
  expect([answer.status, answer.body.code]).toEqual([409, 'terms_changed'])
  expect(await stored(dana.id)).toEqual(NOT_ACCEPTED)
})

let staff: Awaited<ReturnType<typeof addStaff>> | undefined
/** As staff set the installation's own text. */
async function setText(text: string): Promise<string> {
  staff ??= await addStaff(server, 'Avery')
  const body = {
    name: '',
    accent: '',
    accent_dark: '',
    sender_name: '',
    sender_address: '',
    markets: [],
    currency: 'USD',
    terms: text,
    privacy: '',
  }
  const { status } = await server.call('PUT', '/admin/api/installation', { token: staff.token, body })
  expect(status).toBe(200)
  return (await server.call('GET', '/customer/api/configs')).body.terms_version
}

it('are asked for again when the installation has changed them', async () => {
  const dana = await register({ terms_version: TERMS_VERSION })
  const version = await setText('# Rules\n\nBe kind.')
  expect(version).not.toBe(TERMS_VERSION)
  expect(await due(dana.token)).toBe(version)
  expect((await accept(dana.token, TERMS_VERSION)).status).toBe(409)
  expect((await accept(dana.token, version)).status).toBe(200)
  expect(await due(dana.token)).toBe(null)
})

it('have a version for each text of a day, and an accepted one stays that of its text', async () => {
  const first = await setText('# Rules\n\nBe brave.')
  const dana = await register({ terms_version: first })
  expect(dana.due).toBe(null)
  const second = await setText('# Rules\n\nBe brave and kind.')
  const day = new Date().toISOString().slice(0, 10)
  for (const version of [first, second]) expect(version.slice(0, 10)).toBe(day)
  expect(second).not.toBe(first)
  expect(await due(dana.token)).toBe(second)
  expect((await stored(dana.id)).terms_version).toBe(first)
  expect(await setText('# Rules\n\nBe brave and kind.')).toBe(second)
  expect(await setText('')).toBe(TERMS_VERSION)
})

it('are kept per member of a company, who is asked again when they have changed', async () => {
  const seller = await server.addAccount()
  const { token, memberId } = seller
  const ofMember = async () =>
    (await server.call('GET', '/account/api/auth/user', { token })).body.data.terms_due ?? null
  const agree = (terms_version: string) =>
    server.call('PUT', '/account/api/auth/terms', { token, body: { terms_version } })
  const kept = () =>
    server.database.db
      .selectFrom('account_members')
      .select(['terms_version', 'terms_accepted_at'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
  await setText('')
  expect(await ofMember()).toBe(TERMS_VERSION)
  expect((await agree('1999-01-01')).body.code).toBe('terms_changed')
  expect(await kept()).toEqual(NOT_ACCEPTED)
  expect((await agree(TERMS_VERSION)).body.data.terms_due ?? null).toBe(null)
  expect(await kept()).toEqual({ terms_version: TERMS_VERSION, terms_accepted_at: expect.any(Date) })
  const version = await setText('# Rules\n\nPay on time.')
  expect(await ofMember()).toBe(version)
  expect((await agree(version)).status).toBe(200)
  expect(await ofMember()).toBe(null)
  expect((await kept()).terms_version).toBe(version)
  await setText('')
})
