import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DIGEST_DEALS_MAX } from '#shared/contract/digest-limits.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { upTo } from '../../matching/matches/scene.ts'
import { DAY_MS, digestScene } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof digestScene>
let seller: Seller

beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.db.deleteFrom('matched_customers').execute()
  await server.database.db.deleteFrom('properties').execute()
  scene = digestScene(server)
})

const someone = async () => {
  const [buyer] = await scene.waiting()
  if (!buyer) throw new Error('There is no buyer.')
  return buyer
}

describe('a digest', () => {
  it('comes at 8 in the morning with what fits and was not seen, each with its reason', async () => {
    const buyer = await someone()
    const id = await scene.deal(seller.id, { beds: 3 })
    expect(await scene.send()).toBe(0)
    await scene.morning()
    expect(new Date(scene.now()).toLocaleTimeString('en-US', { timeZone: 'America/Chicago' })).toBe(
      '8:00:00 AM',
    )
    expect(await scene.send()).toBe(1)
    const [mail] = await scene.mails(buyer)
    expect(mail?.content).toMatchObject({
      subject: 'One deal fits your buy boxes',
      items: [
        { title: expect.stringContaining('$180,000 · 3 bd'), url: `https://plat.example/property/${id}` },
      ],
    })
    expect(mail?.content.items[0]?.text).toMatch(/^\d+ of 100 for “.+”\. .*\.$/)
    expect(mail?.content.items[0]?.title).not.toContain('Live Oak')
  })

  it('is sent once a morning, however often it is looked after', async () => {
    const buyer = await someone()
    await scene.deal(seller.id)
    await scene.morning()
    await Promise.all([scene.send(), scene.send(), scene.send()])
    await scene.send()
    expect(await scene.mails(buyer)).toHaveLength(1)
  })

  it('waits for the next worker when the server is being closed', async () => {
    const buyer = await someone()
    await scene.deal(seller.id)
    await scene.morning()
    expect(await scene.send({ closing: AbortSignal.abort() })).toBe(0)
    expect(await scene.mails(buyer)).toEqual([])
    expect(await scene.send()).toBe(1)
  })

  it('never comes empty, and never with a deal that was in one before', async () => {
    const buyer = await someone()
    await scene.morning()
    expect(await scene.send()).toBe(0)
    const first = await scene.deal(seller.id)
    await scene.morning()
    await scene.send()
    await scene.morning()
    await scene.send()
    const second = await scene.deal(seller.id)
    await scene.morning()
    await scene.send()
    expect(await scene.told(buyer)).toEqual([[first], [second]])
  })

  it('leaves out what was seen or hidden meanwhile, what is sold, and what nobody shows any more', async () => {
    const buyer = await someone()
    const [seen, hidden] = [await scene.deal(seller.id), await scene.deal(seller.id)]
    await scene.call(buyer, 'PUT', '/auth/feed/seen', { property_ids: [seen] })
    await scene.call(buyer, 'PUT', `/auth/hidden-deals/${hidden}`)
    const sold = await scene.deal(seller.id)
    const shown = await scene.deal(seller.id)
    await scene.deals.change(sold, { status: 2 })
    await scene.morning()
    await scene.send()
    expect(await scene.told(buyer)).toEqual([[shown]])
  })

  it('has ten deals at most, the best ones; the others come the next morning', async () => {
    const buyer = await someone()
    for (let i = 0; i < DIGEST_DEALS_MAX + 2; i++) await scene.deal(seller.id)
    await scene.morning()
    await scene.send()
    const [mail] = await scene.mails(buyer)
    expect(mail?.content.items).toHaveLength(DIGEST_DEALS_MAX)
    expect(mail?.content.button.label).toBe('See these and 2 more')
    await scene.morning()
    await scene.send()
    const told = await scene.told(buyer)
    expect(told.map(({ length }) => length)).toEqual([DIGEST_DEALS_MAX, 2])
    expect(new Set(told.flat()).size).toBe(DIGEST_DEALS_MAX + 2)
  })

  it('a weekly box waits for Monday', async () => {
    const buyer = await someone()
    await scene.call(buyer, 'PUT', `/buy-boxes/${buyer.boxId}`, {
      criteria: [upTo(200_000)],
      notify: 'weekly',
    })
    await scene.matchBoxes()
    const id = await scene.deal(seller.id)
    const days: string[] = []
    for (let day = 0; day < 8; day++) {
      await scene.morning()
      if ((await scene.send()) > 0)
        days.push(
          new Date(scene.now()).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'America/Chicago' }),
        )
    }
    expect(days).toEqual(['Monday'])
    expect(await scene.told(buyer)).toEqual([[id]])
  })

  it('has a box that asks for fewer mails than its owner, and none that was mailed at once', async () => {
    const [atOnce, weekly] = await scene.waiting(2)
    if (!atOnce || !weekly) throw new Error('There are no buyers.')
    const { db } = server.database
    for (const { id } of [atOnce, weekly]) {
      const instant = { type: 'new_match', channel: 'email', frequency: 'instant' } as const
      await db
        .insertInto('notification_preferences')
        .values({ customer_id: id, ...instant })
        .execute()
    }
    await db.updateTable('buy_boxes').set({ notify: 'weekly' }).where('id', '=', weekly.boxId).execute()
    const id = await scene.deal(seller.id)
    for (let day = 0; day < 8; day++) {
      await scene.morning()
      await scene.send()
    }
    expect([await scene.told(atOnce), await scene.told(weekly)]).toEqual([[], [[id]]])
  })

  it('is for nobody who turned it off, at the box or at all', async () => {
    const [atBox, atAll, blocked] = await scene.waiting(3)
    if (!atBox || !atAll || !blocked) throw new Error('There are no buyers.')
    await scene.call(atBox, 'PUT', `/buy-boxes/${atBox.boxId}`, { criteria: [upTo(200_000)], notify: 'off' })
    const off = { customer_id: atAll.id, type: 'new_match', channel: 'email', frequency: 'off' } as const
    await server.database.db.insertInto('notification_preferences').values(off).execute()
    await server.database.db
      .updateTable('customers')
      .set({ blocked_at: new Date() })
      .where('id', '=', blocked.id)
      .execute()
    await scene.matchBoxes()
    await scene.deal(seller.id)
    await scene.morning()
    expect(await scene.send()).toBe(0)
    // Asked again the next day all the same.
    expect(await scene.send()).toBe(0)
    scene.setNow(scene.now() + DAY_MS)
    await scene.send()
    for (const buyer of [atBox, atAll, blocked]) expect(await scene.mails(buyer)).toEqual([])
  })

  it('goes to no address that nobody said is theirs', async () => {
    const buyer = await someone()
    const change = { email_confirmed_at: null }
    await server.database.db.updateTable('customers').set(change).where('id', '=', buyer.id).execute()
    await scene.deal(seller.id)
    await scene.morning()
    expect(await scene.send()).toBe(0)
  })

  it('that fails for one buyer comes to the others, and to that one when it can', async () => {
    const [dana, erin] = await scene.waiting(2)
    if (!dana || !erin) throw new Error('There are no buyers.')
    await scene.deal(seller.id)
    const { db } = server.database
    const own = db.selectFrom('matches').select('reasons').where('customer_id', '=', dana.id)
    const { reasons } = await own.executeTakeFirstOrThrow()
    const setReasons = (to: unknown) =>
      sql`update matches set reasons = ${JSON.stringify(to)}::jsonb where customer_id = ${dana.id}`.execute(
        db,
      )
    // As no version of ours writes it.
    await setReasons({})
    await scene.morning()
    expect(await scene.send()).toBe(1)
    expect([(await scene.mails(dana)).length, (await scene.mails(erin)).length]).toEqual([0, 1])
    await setReasons(reasons)
    scene.setNow(scene.now() + 3_600_000)
    expect(await scene.send()).toBe(1)
    expect(await scene.mails(dana)).toHaveLength(1)
  })

  it('leaves out what was found more than a month ago', async () => {
    const buyer = await someone()
    const id = await scene.deal(seller.id)
    await scene.morning()
    const longAgo = new Date(scene.now() - 30 * DAY_MS - 1)
    const { db } = server.database
    await db.updateTable('matches').set({ found_at: longAgo }).where('property_id', '=', id).execute()
    expect(await scene.send()).toBe(0)
    expect(await scene.mails(buyer)).toEqual([])
  })

  it('follows who moves: at 8 in the new place, and one a day', async () => {
    const buyer = await someone()
    const move = (zone: string) =>
      server.database.db
        .updateTable('customers')
        .set({ time_zone: zone })
        .where('id', '=', buyer.id)
        .execute()
    await scene.deal(seller.id)
    await scene.morning()
    await move('America/Los_Angeles')
    expect(await scene.send()).toBe(0)
    await scene.morning()
    expect(new Date(scene.now()).toLocaleTimeString('en-US', { timeZone: 'America/Los_Angeles' })).toBe(
      '8:00:00 AM',
    )
    expect(await scene.send()).toBe(1)
  })
})

describe('a digest in the messenger', () => {
  it('is a message for each deal in the thread with its seller, where there is one', async () => {
    const stranger = await server.addAccount('Stranger Homes')
    const buyer = await someone()
    await server.introduce(buyer, seller)
    const known = await scene.deal(seller.id)
    await scene.deal(stranger.id)
    await scene.morning()
    const announced: unknown[] = []
    const announce = async (message: unknown) => {
      announced.push(message)
      return {} as never
    }
    await scene.send({ messenger: { announce } })
    const rows = await server.database.db
      .selectFrom('messages')
      .select(['account_id', 'action', 'property_id', 'type', 'body'])
      .where('customer_id', '=', buyer.id)
      .execute()
    expect(rows).toEqual([
      {
        account_id: seller.id,
        action: 'deals_digest',
        property_id: known,
        type: 'outbound',
        // Its seller reads it too: how well it fits, and nothing of what the buyer asks for.
        body: expect.stringMatching(
          /^Fits a buy box, \d+ of 100: location \d+ of 35, price and spread \d+ of 25\.$/,
        ),
      },
    ])
    expect(announced).toHaveLength(1)
    expect((await scene.told(buyer))[0]).toHaveLength(2)
  })
})
