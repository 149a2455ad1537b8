/** Old records are deleted after the days of the installation, and not a day before. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from '../admin/staff.ts'

const DAY_MS = 86_400_000
let server: TestServer
let dana: Person
let homes: Seller
beforeAll(async () => {
  server = await startTestServer()
  dana = await server.addCustomer()
  homes = await server.addAccount()
})
afterAll(() => server.close())

/** As the job does it, so many days from now. */
const runAfter = (days: number) =>
  server.jobs.rules
    .find(({ name }) => name === 'delete-old')
    ?.run(Date.now() + days * DAY_MS, new AbortController().signal)

async function addOne(): Promise<void> {
  const { db } = server.database
  const property = await server.addProperty(homes.id)
  await sql`insert into ui_events (event_type_slug, session_id, property_id, activity_start, last_activity, seen_at)
    values ('property_viewed', 'one', ${property}, now(), now(), now())`.execute(db)
  await sql`insert into notifications (customer_id, type, key, title, url) values (${dana.id}, 'wallet', 'one', 'Your wallet', '/')`.execute(
    db,
  )
  await sql`insert into audit_log (actor_kind, action, subject_kind) values ('system', 'secret.rotate', 'secret')`.execute(
    db,
  )
  await sql`insert into account_buyers (account_id, email, source) values (${homes.id}, 'rosa@example.com', 'import')`.execute(
    db,
  )
  await server.introduce(dana, homes)
}

const TABLES = ['ui_events', 'notifications', 'audit_log', 'account_buyers'] as const
const counts = async () => {
  const found: number[] = []
  for (const table of TABLES) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
      server.database.db,
    )
    found.push(rows[0]?.n ?? -1)
  }
  return found
}

it('views go after 395 days, notifications after 90, imported contacts after 730, the audit log after 7 years', async () => {
  await addOne()
  // The buyer whom the seller talks with is no imported contact and stays.
  expect(await counts()).toEqual([1, 1, 1, 2])
  const steps: [number, number[]][] = [
    [89, [1, 1, 1, 2]],
    [91, [1, 0, 1, 2]],
    [394, [1, 0, 1, 2]],
    [396, [0, 0, 1, 2]],
    [729, [0, 0, 1, 2]],
    [731, [0, 0, 1, 1]],
    [2554, [0, 0, 1, 1]],
    [2556, [0, 0, 0, 1]],
  ]
  for (const [days, left] of steps) {
    await runAfter(days)
    expect(await counts(), `${days} days`).toEqual(left)
  }
})

it('days that staff set hold for the next run', async () => {
  const avery = await addStaff(server, 'Avery')
  const { data } = (await server.call('GET', '/admin/api/installation', avery)).body
  const words = { accent: '', accent_dark: '', sender_name: '', sender_address: '' }
  const body = { name: '', ...words, markets: [], currency: data.currency, terms: '', privacy: '' }
  const set = await server.call('PUT', '/admin/api/installation', {
    token: avery.token,
    body: { ...body, retention: { views: 40 } },
  })
  expect(set.status).toBe(200)
  await sql`insert into ui_events (event_type_slug, session_id, property_id, activity_start, last_activity, seen_at)
    select 'property_viewed', 'many ' || n, properties.id, now(), now(), now() from properties, generate_series(1, 1200) n`.execute(
    server.database.db,
  )
  await runAfter(39)
  expect((await counts())[0]).toBe(1200)
  await runAfter(41)
  expect((await counts())[0]).toBe(0)
})
