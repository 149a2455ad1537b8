/** Joining as a seller, call by call: by setting, by the mailed link, and without telling who has a login. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addStaff } from '#tests/server/admin/staff.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const DETAILS = {
  company: 'Lone Star Dispositions',
  name: 'Carla Reyes',
  phone: '(281) 443-0175',
  kind: 'wholesaler',
  accepts_terms: true,
}
const PASSWORD = 'plum orbit lantern 7'
let server: TestServer
let staff: string
let email: string
let count = 0
beforeAll(async () => {
  server = await startTestServer({
    publicUrl: 'https://plat.example',
    limits: { sendsPerIpPerHour: 1000 },
  })
  staff = (await addStaff(server, 'Avery')).token
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(() => {
  email = `carla${++count}@lonestar.example`
})

const post = (path: string, body: unknown) => server.call('POST', `/account/api/join${path}`, { body })
const asStaff = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  server.call(method, `/admin/api${path}`, { token: staff, ...(body === undefined ? {} : { body }) })
const setMode = (value: number) => asStaff('PUT', '/settings/sellers_join', { value })
const mails = () => sentTo(server, 'mail', email)
/** Mails go out after the answer. */
const tokenOf = async (nth: number): Promise<string> => {
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(nth)
  const { body_text = '' } = (await mails()).at(-1) ?? {}
  return /https:\/\/plat\.example\/seller\/join#([\w-]+)/.exec(body_text)?.[1] ?? ''
}
const finish = (token: string) => post('/finish', { ...DETAILS, token, password: PASSWORD })
const waiting = async () =>
  (await asStaff('GET', '/seller-applications')).body.data.find(
    (row: { email: string }) => row.email === email,
  )

it('is by invitation until staff set it otherwise; the link works once and makes the owner of a new account', async () => {
  expect((await server.call('GET', '/account/api/join')).body.data.mode).toBe('invitation')
  expect((await post('', { ...DETAILS, email })).body.code).toBe('join_by_invitation')
  expect((await asStaff('POST', '/seller-applications', { email })).status).toBe(201)
  const token = await tokenOf(1)
  expect((await post('/check', { token })).body.data).toMatchObject({ email, company: null })
  expect((await post('/finish', { ...DETAILS, token, password: 'short' })).status).toBe(422)
  expect((await finish(token)).status).toBe(201)
  expect((await finish(token)).body.code).toBe('join_over')
  const login = await server.call('POST', '/account/api/auth/login', { body: { email, password: PASSWORD } })
  expect(login.body.data.user).toMatchObject({ role: 'administrator', account: { title: DETAILS.company } })
  expect(await waiting()).toBeUndefined()
})

it('where it is open mails the link at once, and only the owner of an existing login learns of it', async () => {
  await setMode(2)
  const first = await post('', { ...DETAILS, email })
  await finish(await tokenOf(1))
  const second = await post('', { ...DETAILS, email })
  expect([second.status, second.body]).toEqual([first.status, first.body])
  await expect
    .poll(async () => (await mails()).at(-1)?.subject, { timeout: 10_000 })
    .toBe('You already have a seller login')
})

it('with approval waits for staff, who approve or decline with a reason', async () => {
  await setMode(1)
  await post('', { ...DETAILS, email })
  expect(await tokenOf(1)).toBe('')
  const { id, state, phone } = await waiting()
  expect([state, phone]).toEqual(['waiting', DETAILS.phone])
  const decide = (body: unknown) => asStaff('PUT', `/seller-applications/${id}`, body)
  await decide({ is_approved: true })
  const token = await tokenOf(2)
  expect((await decide({ is_approved: false })).status).toBe(422)
  expect((await decide({ is_approved: false, reason: 'The company does not exist.' })).status).toBe(200)
  expect((await finish(token)).body.code).toBe('join_over')
  expect((await mails()).at(-1)?.body_text).toContain('The company does not exist.')
  expect(await waiting()).toBeUndefined()
})

it('of two members of staff who decide at the same moment, one does: one mail, one entry in the log', async () => {
  await setMode(1)
  await post('', { ...DETAILS, email })
  await tokenOf(1)
  const { id } = await waiting()
  const blake = (await addStaff(server, 'Blake')).token
  const decide = (token: string, body: unknown) =>
    server.call('PUT', `/admin/api/seller-applications/${id}`, { token, body })
  const both = await Promise.all([
    decide(staff, { is_approved: true, state: 'waiting' }),
    decide(blake, { is_approved: false, state: 'waiting', reason: 'The company does not exist.' }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.message).toBe(
    'Another member of staff has decided on this application.',
  )
  const { body } = await asStaff('GET', `/audit?subject_kind=seller%20application&subject_id=${id}`)
  expect(body.data).toHaveLength(1)
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(2)
})

it('needs the terms, a phone that can be called, and what the person is', async () => {
  await setMode(1)
  const wrong = await post('', { ...DETAILS, email, accepts_terms: false, kind: 'pirate' })
  expect(Object.keys(wrong.body.errors).sort()).toEqual(['accepts_terms', 'kind'])
  expect((await post('', { ...DETAILS, email, phone: '12' })).body.errors).toHaveProperty('phone')
})

it('shows staff’s check of the company', async () => {
  const seller = await server.addAccount()
  const reason = 'Secretary of State, active since 2016.'
  const verify = (is_verified: boolean) =>
    asStaff('PUT', `/accounts/${seller.id}/verification`, { is_verified, reason })
  expect((await verify(true)).body.data.is_verified).toBe(true)
  const own = await server.call('GET', '/account/api/company', { token: seller.token })
  expect(own.body.data.is_verified).toBe(true)
  expect((await verify(false)).body.data.is_verified).toBe(false)
})
