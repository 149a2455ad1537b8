/** An owner closes the company: what must be settled first, the days in which it can be canceled, and what is deleted after them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import { dealSummary } from '#server/deals/list/deal-summary.ts'
import { askToClose } from '#server/sellers/closing/closing.ts'
import type { MemberRole } from '#shared/contract/member-roles.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { tablesWith } from '#tests/support/tables-with.ts'
import { handIn, PNG } from '#tests/support/uploads.ts'
import { addStaff } from '../../admin/staff.ts'
import { addBuyer, addSeller, type SellerSide, sendOffer } from '../../offers/offers/scene.ts'

const DAY_MS = 86_400_000
const PATH = '/company/closing'
const COMPANY = 'Bluebonnet Homes'
let server: TestServer
let owner: SellerSide
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  owner = await addSeller(server, COMPANY)
})

let added = 0
async function addMember(
  role: MemberRole,
  { word = 'Somebody', phone = '+17135550101', ip = '198.51.100.1' } = {},
) {
  const email = `${word.toLowerCase()}${++added}@example.com`
  const { db } = server.database
  const { id } = await db
    .insertInto('account_members')
    .values({ account_id: owner.id, name: `Mo ${word}`, email, role, phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wanted = { kind: 'member', purpose: 'desk', lifetimeMs: 3_600_000 } as const
  const { token } = await issue(db, { ...wanted, principalId: id, ip, userAgent: 'Moz' })
  return { id, email, token }
}
const close = (token: string, confirmation = COMPANY) =>
  server.call('POST', `/account/api${PATH}`, { token, body: { confirmation } })
const keep = (token: string) => server.call('DELETE', `/account/api${PATH}`, { token })
/** As the job does it, so many days from now. */
const runAfter = (days: number) =>
  server.jobs.rules
    .find(({ name }) => name === 'closing-companies')
    ?.run(Date.now() + days * DAY_MS, new AbortController().signal)
const subjectsTo = async (email: string) =>
  (await sentTo(server, 'mail', email)).map(({ subject }) => subject)
const NO_MAILS = { deliveries: sql<boolean>`false` }
const accountRow = () =>
  server.database.db.selectFrom('accounts').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow()

it('cannot be asked for by a call that was let in before staff suspended the company', async () => {
  const { db } = server.database
  await db.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', owner.id).execute()
  const me = {
    kind: 'account',
    scope: 'desk',
    memberId: 1,
    accountId: owner.id,
    role: 'administrator',
  } as const
  const asked = askToClose(db, me as never, { confirmation: COMPANY, nowMs: Date.now(), ip: '198.51.100.1' })
  await expect(asked).rejects.toMatchObject({ status: 409 })
  expect(await accountRow()).toMatchObject({ closes_at: null })
})

it('is an owner’s alone, who types its name', async () => {
  for (const role of ['manager', 'agent', 'read_only'] as const) {
    const { token } = await addMember(role)
    expect((await close(token)).body.code).toBe('administrators_only')
    expect((await keep(token)).body.code).toBe('administrators_only')
  }
  const other = await close(owner.token, 'Another company')
  expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['confirmation']])
  await server.database.db
    .updateTable('access_tokens')
    .set({ confirmed_at: new Date(Date.now() - 3_600_000) })
    .where('principal_id', '=', owner.memberId)
    .where('principal_kind', '=', 'member')
    .execute()
  expect((await close(owner.token)).body.code).toBe('confirm_identity')
  expect((await accountRow()).closes_at).toBe(null)
})

it('is refused while an offer is accepted or an open house is planned, with what to do', async () => {
  const { db } = server.database
  const dana = await addBuyer(server)
  const deal = await server.addProperty(owner.id)
  const { id, version } = await sendOffer(dana, deal)
  expect((await owner.put(`/offers/${id}`, { action: 'accept', version })).status).toBe(200)
  await db
    .insertInto('open_houses')
    .values({
      property_id: deal,
      time_zone: 'America/Chicago',
      starts_at: new Date(Date.now() + DAY_MS),
      ends_at: new Date(Date.now() + 2 * DAY_MS),
    })
    .execute()
  const { body } = await owner.get(PATH)
  expect(body.data).toMatchObject({ closes_at: null, name: COMPANY })
  expect(body.data.unsettled.map(({ kind }: { kind: string }) => kind)).toEqual(['offers', 'deals'])
  const refused = await close(owner.token)
  expect([refused.status, refused.body.code]).toEqual([409, 'unsettled'])
  expect(refused.body.message).toContain('One offer is accepted or under contract.')
  expect(refused.body.message).toContain('One open house is planned.')
  expect((await accountRow()).suspended_at).toBe(null)
})

it('shuts out buyers and sites at once and lets the company only read, until another owner cancels it', async () => {
  const second = await addMember('administrator')
  const [dana, deal] = [await addBuyer(server), await server.addProperty(owner.id)]
  const { id, version } = await sendOffer(dana, deal)
  const counter = await owner.put(`/offers/${id}`, {
    action: 'counter',
    version,
    terms: { price_cents: 16_000_000 },
  })
  expect(counter.status).toBe(200)
  const key = await owner.post('/keys', { name: 'Site' })
  const thread = `/customers/${dana.id}/accounts/${owner.id}/text-messages`
  const outside = async () => {
    const company = await server.call('GET', `/customer/api/accounts/${owner.id}`)
    const site = await server.call('GET', `/customer/api/site-keys/${key.body.data.publishable_key}`)
    const list = await server.call('GET', '/customer/api/properties')
    return [company.status, site.status, list.body.data.some((row: unknown[]) => row[0] === deal)]
  }
  expect(await outside()).toEqual([200, 200, true])
  const { db } = server.database
  await db.updateTable('properties').set({ is_street_shown: true }).where('id', '=', deal).execute()
  const head = async () => {
    const summary = await dealSummary(db, deal)
    return [summary?.isListed, summary?.street === null]
  }
  expect(await head()).toEqual([true, false])

  expect((await close(owner.token, ' bluebonnet homes ')).status).toBe(200)
  expect(await head()).toEqual([false, true])
  const closesAt = (await accountRow()).closes_at?.getTime() ?? 0
  expect(Math.round((closesAt - Date.now()) / DAY_MS)).toBe(14)
  const write = await dana.post(thread, { message: 'Hello?' })
  expect([write.status, write.body.code, write.body.message]).toEqual([
    409,
    'company_closed',
    'This company is closed, so nobody would read your message.',
  ])
  expect((await dana.get(`/customers/${dana.id}/text-messages?filter[account_id]=${owner.id}`)).status).toBe(
    200,
  )
  const accept = await dana.put(`/offer/${id}`, { action: 'accept', version: counter.body.data.version })
  expect([accept.status, accept.body.code]).toEqual([409, 'company_closed'])
  expect(await outside()).toEqual([404, 404, false])
  // Its people log in, read and take the data along.
  const body = { email: owner.email, password: PASSWORD }
  const login = await server.call('POST', '/account/api/auth/login', { body })
  expect(login.body.data.user.account.closes_at).toBe(new Date(closesAt).toISOString())
  expect((await owner.get('/chats')).status).toBe(200)
  for (const refused of [
    await owner.post(`/customers/${dana.id}/text-messages`, { message: 'Hello' }),
    await owner.put('/company', { about: 'New' }),
    await owner.post('/keys', { name: 'Another' }),
    await owner.put(`/offers/${id}`, { action: 'decline', version: counter.body.data.version }),
  ])
    expect([refused.status, refused.body.code]).toEqual([409, 'company_closing'])
  for (const { email } of [owner, second])
    await expect.poll(() => subjectsTo(email)).toContain(`${COMPANY} will be closed`)

  await runAfter(13)
  expect((await accountRow()).closed_at).toBe(null)
  expect((await keep(second.token)).status).toBe(200)
  for (const { email } of [owner, second])
    await expect.poll(() => subjectsTo(email)).toContain(`${COMPANY} stays open`)
  await runAfter(15)
  expect(await accountRow()).toMatchObject({ suspended_at: null, closes_at: null, closed_at: null })
  expect((await dana.post(thread, { message: 'Hello!' })).status).toBe(201)
  expect(
    (await dana.put(`/offer/${id}`, { action: 'accept', version: counter.body.data.version })).status,
  ).toBe(200)
})

it('leaves nothing of its people after 14 days: buyers keep the thread and the offer, to read', async () => {
  const { db } = server.database
  await db
    .updateTable('account_members')
    .set({ name: 'Sam Unmistakable' })
    .where('id', '=', owner.memberId)
    .execute()
  const agent = await addMember('agent', { word: 'Unmistakable', phone: '+17135550142', ip: '198.51.100.77' })
  const staff = await addStaff(server, 'Vera')
  const [dana, deal] = [await addBuyer(server), await server.addProperty(owner.id)]
  await db
    .updateTable('properties')
    .set({ description: 'Ask for unmistakable Sam', manager_id: agent.id })
    .where('id', '=', deal)
    .execute()
  const bare = await server.addProperty(owner.id, '9 Bare St')
  const path = `/account/api/deals/${bare}/images`
  const photo = { path, token: owner.token, field: 'photo', bytes: PNG, name: 'front.png' }
  expect((await handIn(server, photo)).status).toBe(201)
  const image = await db
    .selectFrom('property_images')
    .select('url')
    .where('property_id', '=', bare)
    .executeTakeFirstOrThrow()
  expect((await server.call('GET', image.url)).status).toBe(200)
  const { id } = await sendOffer(dana, deal)
  const reply = { message: 'It has a new roof.' }
  expect((await owner.post(`/customers/${dana.id}/text-messages`, reply)).status).toBe(201)
  await owner.post('/keys', { name: 'Unmistakable site', origins: ['https://unmistakable.example'] })
  await owner.post('/saved-replies', { title: 'Unmistakable', body: 'Unmistakable greetings' })
  await owner.post(`/customers/${dana.id}/notes`, { text: 'Unmistakable buyer' })
  await owner.post('/members', {
    name: 'Ina Unmistakable',
    email: 'ina.unmistakable@example.com',
    role: 'agent',
  })
  await db
    .insertInto('account_buyers')
    .values({
      account_id: owner.id,
      email: 'unmistakable@contact.example',
      name: 'A Contact',
      source: 'import',
      tags: '[]',
      has_consent: true,
    })
    .execute()
  await sql`update account_buyers set consents = ${JSON.stringify({ email: { how: 'A form', at: '2026-01-05', by: owner.memberId } })}::jsonb,
    name = 'Unmistakable note' where account_id = ${owner.id} and customer_id = ${dana.id}`.execute(db)
  await db
    .insertInto('campaigns')
    .values({
      account_id: owner.id,
      member_id: owner.memberId,
      kind: 'blast',
      channel: 'email',
      body: 'Unmistakable news',
      words: 'w',
      property_ids: '[]',
      audience: '{}',
      state: 'scheduled',
      send_at: new Date(Date.now() + DAY_MS),
    })
    .execute()
  const words = /unmistakable|7135550142|198\.51\.100\.77/i
  expect(await tablesWith(db, words, NO_MAILS)).toEqual(
    expect.arrayContaining([
      'account_buyers',
      'account_members',
      'campaigns',
      'conversation_notes',
      'properties',
      'saved_replies',
      'server_keys',
    ]),
  )

  expect((await close(owner.token)).status).toBe(200)
  const state = () => db.selectFrom('campaigns').select('state').where('account_id', '=', owner.id).execute()
  expect(await state()).toEqual([{ state: 'cancelled' }])
  await runAfter(15)
  expect(await tablesWith(db, words, NO_MAILS)).toEqual([])
  expect(await tablesWith(db, new RegExp(`"${owner.email}"`), NO_MAILS)).toEqual([])

  const chats = await dana.get(`/customers/${dana.id}/chats`)
  expect(JSON.stringify(chats.body)).toContain('Closed company')
  expect(JSON.stringify(chats.body)).not.toContain(COMPANY)
  const thread = `/customers/${dana.id}/accounts/${owner.id}/text-messages`
  expect(
    JSON.stringify(
      (await dana.get(`/customers/${dana.id}/text-messages?filter[account_id]=${owner.id}`)).body,
    ),
  ).toContain(reply.message)
  expect((await dana.post(thread, { message: 'Hello?' })).body.code).toBe('company_closed')
  expect((await dana.get(`/offer/${id}`)).body.data).toMatchObject({ state: 'expired' })
  const shown = await server.call('GET', `/customer/api/properties/${deal}`)
  expect(shown.body.data?.description ?? null).toBe(null)
  expect((await server.call('GET', image.url)).status).toBe(404)
  expect((await owner.get('/chats')).status).toBe(401)
  const login = { email: owner.email, password: PASSWORD }
  expect((await server.call('POST', '/account/api/auth/login', { body: login })).status).toBe(422)
  const kept = await sql<{
    consents: unknown
  }>`select consents from account_buyers where account_id = ${owner.id}`.execute(db)
  expect(kept.rows).toEqual([{ consents: { email: { how: 'A form', at: '2026-01-05', by: null } } }])
  const waiting = await db
    .selectFrom('deliveries')
    .select(['recipient', 'content'])
    .where('recipient', '=', owner.email)
    .execute()
  expect(JSON.stringify(waiting)).toContain(`${COMPANY} is closed`)
  const log = await db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_kind', '=', 'account')
    .where('subject_id', '=', owner.id)
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action)).toEqual(['account.close', 'account.closed'])
  const console = await server.call('GET', '/admin/api/accounts?q=Closed', staff)
  expect(console.body.data).toContainEqual(
    expect.objectContaining({ id: owner.id, title: 'Closed company', closed_at: expect.any(String) }),
  )
  const again = await server.call('PUT', `/admin/api/accounts/${owner.id}/suspension`, {
    ...staff,
    body: { is_suspended: false, reason: 'By mistake.' },
  })
  expect([again.status, (await accountRow()).suspended_at !== null]).toEqual([200, true])
})

it('goes on where it was interrupted', async () => {
  const { db } = server.database
  await server.addProperty(owner.id)
  await server.addProperty(owner.id, '9 Second St')
  expect((await close(owner.token)).status).toBe(200)
  await sql`create function refuse_closing() returns trigger language plpgsql as $$
    begin raise exception 'The node died'; end $$`.execute(db)
  await sql`create trigger refuse_closing before update on accounts for each row when (new.closed_at is not null)
    execute function refuse_closing()`.execute(db)
  const listed = async () =>
    (await db.selectFrom('properties').select('listing').where('account_id', '=', owner.id).execute()).map(
      ({ listing }) => listing,
    )
  const people = () =>
    db.selectFrom('account_members').select('id').where('account_id', '=', owner.id).execute()
  await runAfter(15)
  expect([await listed(), (await people()).length]).toEqual([['removed', 'removed'], 1])
  await sql`drop trigger refuse_closing on accounts`.execute(db)
  await sql`drop function refuse_closing()`.execute(db)
  await runAfter(16)
  expect([(await accountRow()).title, (await people()).length]).toEqual(['Closed company', 0])
})

it('is ended by staff who suspend the company, which keeps its data', async () => {
  const staff = await addStaff(server, 'Ida')
  const { token } = owner
  expect((await close(token)).status).toBe(200)
  const suspend = (is_suspended: boolean) =>
    server.call('PUT', `/admin/api/accounts/${owner.id}/suspension`, {
      ...staff,
      body: { is_suspended, reason: 'An investigation.' },
    })
  expect((await suspend(false)).body.data.closes_at).not.toBe(null)
  expect((await suspend(true)).body.data).toMatchObject({ closes_at: null, suspended_at: expect.any(String) })
  await runAfter(15)
  expect((await accountRow()).title).toBe(COMPANY)
  expect((await keep(token)).status).toBe(401)
})
