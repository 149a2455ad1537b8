/** Whom a blast reaches besides: who made an account since they were imported, devices; and that one blast that fails stops no other. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PLAN_AHEAD_DAYS } from '#shared/contract/campaign-limits.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notificationScene } from '../../notifications/centre/scene.ts'
import { campaignScene, NOON_MS } from './scene.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let server: TestServer
let scene: ReturnType<typeof campaignScene>
let homes: Seller
let rival: Seller
beforeAll(async () => {
  server = await startTestServer({ limits: { campaignsPerMinute: 1000 } })
  scene = campaignScene(server)
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  ;({ homes, rival } = await scene.begin())
})

describe('who was imported with consent', () => {
  it('gets what was planned before they made their account, and who did not agree gets nothing', async () => {
    const [dana, erin] = [await scene.buyer(), await scene.buyer()]
    const { db } = server.database
    const row = { account_id: homes.id, source: 'import' } as const
    await db
      .insertInto('account_buyers')
      .values([
        { ...row, email: dana.email, has_consent: true },
        { ...row, email: erin.email, has_consent: false },
      ])
      .execute()
    const counted = await scene.post(homes, '/campaigns/audience', { channel: 'email', audience: {} })
    expect(counted.body.data).toMatchObject({ count: 1, reachable: 1 })
    await db.updateTable('account_buyers').set({ customer_id: null }).execute()
    const blast = await scene.blast(homes)
    await scene.sendDue()
    expect((await scene.campaign(homes, blast)).stats).toMatchObject({ audience: 1, sent: 1 })
    expect((await scene.deliveries()).map(({ customer_id }) => customer_id)).toEqual([dana.id])
  })
})

it('a seller’s digest, which is in Messages alone, goes to nobody who stopped blasts', async () => {
  const [dana, erin] = [await scene.buyer(homes), await scene.buyer(homes)]
  const off = { customer_id: erin.id, type: 'blast', is_subscribed: false }
  await server.database.db.insertInto('mail_preferences').values(off).execute()
  const property_ids = [await server.addProperty(homes.id)]
  const { body } = await scene.post(homes, '/deals-digests', { property_ids })
  await scene.sendDue()
  expect((await scene.campaign(homes, body.data)).stats).toMatchObject({
    sent: 1,
    left_out: { opted_out: 1 },
  })
  expect([await scene.thread(homes, dana), await scene.thread(homes, erin)]).toMatchObject([[{}], []])
})

describe('a blast on devices', () => {
  it('is shown where one asked for it, out of the quiet hours, and nowhere else', async () => {
    const [dana, erin] = [await scene.buyer(homes), await scene.buyer(homes)]
    const { db } = server.database
    const wanted = { type: 'blast', channel: 'push', frequency: 'instant' } as const
    await db
      .insertInto('notification_preferences')
      .values({ customer_id: dana.id, ...wanted })
      .execute()
    for (const { id } of [dana, erin]) {
      const session = await db
        .selectFrom('access_tokens')
        .select('id')
        .where('principal_kind', '=', 'customer')
        .where('principal_id', '=', id)
        .executeTakeFirstOrThrow()
      const device = { endpoint: `https://push.example/${id}`, p256dh: 'B', auth: 'a' }
      await db
        .insertInto('push_devices')
        .values({ customer_id: id, session_id: session.id, ...device })
        .execute()
    }
    await scene.blast(homes, { message: `Come and see. ${'It is a good house. '.repeat(20)}` })
    await scene.sendDue(Date.parse('2031-03-06T05:00:00Z'))
    const notices = (await scene.deliveries()).filter(({ channel }) => channel === 'push')
    expect(notices).toMatchObject([{ customer_id: dana.id, due_at: new Date('2031-03-06T13:00:00Z') }])
    const [notice] = notices.map(({ content }) => content as { title: string; body: string; url: string })
    expect([notice?.title, notice?.url]).toEqual([
      'A message from Bluebonnet Homes',
      `/messenger?account=${homes.id}`,
    ])
    expect(notice?.body).toMatch(/^Come and see\..{1,130}…$/)
  })
})

describe('the clock of blasts', () => {
  it('after a month a house may come from another seller, and after a day the same words again', async () => {
    await scene.buyer(homes, rival)
    const [ours, theirs] = [
      await server.addProperty(homes.id, '9 Cedar St'),
      await server.addProperty(rival.id, '9 Cedar St'),
    ]
    const sentOf = async (seller: Seller, body: Record<string, unknown>, atMs: number) => {
      const blast = await scene.blast(seller, body)
      await scene.sendDue(atMs)
      return (await scene.campaign(seller, blast)).stats.sent
    }
    const house = { property_id: theirs, message: 'Ours now' }
    expect(await sentOf(homes, { property_id: ours }, NOON_MS)).toBe(1)
    expect(await sentOf(rival, house, NOON_MS + 30 * DAY_MS - HOUR_MS)).toBe(0)
    expect(await sentOf(rival, house, NOON_MS + 30 * DAY_MS + HOUR_MS)).toBe(1)
    expect(await sentOf(rival, house, NOON_MS + 31 * DAY_MS)).toBe(0)
    expect(await sentOf(rival, house, NOON_MS + 31 * DAY_MS + 2 * HOUR_MS)).toBe(1)
  })

  it('is set two months ahead at most, and to no time that is past', async () => {
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
    const plan = (days: number) =>
      scene.post(homes, '/blasts', { channel: 'email', message: 'x', send_at: at(days) })
    expect((await plan(PLAN_AHEAD_DAYS - 0.1)).status).toBe(201)
    const late = await plan(PLAN_AHEAD_DAYS + 0.1)
    expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['send_at']])
    // A minute is what clocks differ by; a day was a slip, and it would go out at once.
    expect((await plan(-1 / 1440)).status).toBe(201)
    const past = await plan(-1)
    expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ['send_at']])
  })
})

it('while the mail server is down its seller sees what waits, and an hour later what arrived, once', async () => {
  const dana = await scene.buyer(homes)
  const { clock, deliver, mails } = notificationScene(server)
  const blast = await scene.blast(homes)
  await scene.sendDue()
  const resultsOf = async () => (await scene.campaign(homes, blast)).results
  const send = () => Promise.reject(new Error('The mail server did not take the mail (ECONNREFUSED)'))
  const down = { ...server.parts, mailer: { ...server.parts.mailer, send } }
  const begin = Date.now() + 1000
  for (clock.nowMs = begin; clock.nowMs < begin + HOUR_MS; clock.nowMs += HOUR_MS / 12)
    await deliver({ parts: down })
  expect(await resultsOf()).toMatchObject({ pending: 1, delivered: 0, failed: 0 })
  clock.nowMs += HOUR_MS
  await deliver()
  await deliver()
  expect(await resultsOf()).toMatchObject({ pending: 0, delivered: 1, failed: 0 })
  expect(await mails(dana)).toHaveLength(1)
})

it('a blast that cannot be sent keeps no later one back', async () => {
  await scene.buyer(homes, rival)
  const broken = await scene.blast(homes)
  const { db } = server.database
  // As no version of ours writes it.
  const audience = JSON.stringify({ query: 'price=cheap' })
  await db.updateTable('campaigns').set({ audience }).where('id', '=', broken.id).execute()
  const good = await scene.blast(rival)
  await scene.sendDue()
  expect((await scene.campaign(rival, good)).stats.sent).toBe(1)
})
