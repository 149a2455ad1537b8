/** What the members of a seller's account hear of: one mail each with the link to the place, as each of them wants it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import { receiveReply } from '#server/accounts/phones/replies.ts'
import { publishDue } from '#server/sellers/reviews/publish.ts'
import { zonedDay } from '#shared/format/visit-time.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, sendOffer } from '../../offers/offers/scene.ts'
import { addOpenHouse, createMailServer, HOUR_MS, MINUTE_MS, notificationScene } from './scene.ts'

let server: TestServer
let seller: SellerSide
let buyer: Buyer
let scene: ReturnType<typeof notificationScene>
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
})
beforeEach(async () => {
  seller = await addSeller(server)
  buyer = await addBuyer(server)
  scene = notificationScene(server)
  scene.clock.nowMs = Date.now() + MINUTE_MS
})
afterAll(() => server.close())

interface Member {
  id: number
  email: string
  token: string
}

let added = 0
async function addMember(phone: string | null = null): Promise<Member> {
  const { db } = server.database
  const email = `colleague${++added}@example.com`
  const { id } = await db
    .insertInto('account_members')
    .values({ account_id: seller.id, name: 'Ruth Abara', email, phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  const login = { kind: 'member', principalId: id, purpose: 'desk', lifetimeMs: HOUR_MS } as const
  return { id, email, token: (await issue(db, login)).token }
}

const PREFERENCES = '/account/api/notification-preferences'
const set = async (who: { token: string }, body: object) =>
  server.call('PUT', PREFERENCES, { token: who.token, body })
const turn = (who: { token: string }, type: string, [channel, frequency]: [string, string]) =>
  set(who, { cells: [{ type, channel, frequency }] })
const mailsTo = ({ email }: { email: string }) => sentTo(server, 'mail', email)
const subjectsTo = async (who: { email: string }) => (await mailsTo(who)).map(({ subject }) => subject)
const offerFrom = async (one: Buyer) => sendOffer(one, await server.addProperty(seller.id))

test('a new offer reaches each member who wants it by one mail whose link opens it in the seller’s app', async () => {
  const [colleague, quiet] = [await addMember(), await addMember()]
  expect((await turn(quiet, 'offer', ['email', 'off'])).status).toBe(200)
  const { id } = await offerFrom(buyer)
  const down = createMailServer(server)
  await scene.deliver({ parts: down.parts })
  scene.clock.nowMs += HOUR_MS
  await Promise.all([scene.deliver(), scene.deliver()])
  for (const member of [seller, colleague]) {
    const mails = await mailsTo(member)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'New offer: $150,000 on 412 Live Oak St, Waco, TX 76701',
    ])
    expect(mails[0]?.body_text).toContain(`https://plat.test/seller/#offers/all/${id}`)
    expect(mails[0]?.headers).not.toHaveProperty('List-Unsubscribe')
  }
  expect(await mailsTo(quiet)).toEqual([])
})

test('who turns a kind off while its mail waits does not get it', async () => {
  await offerFrom(buyer)
  await turn(seller, 'offer', ['email', 'off'])
  await scene.deliver()
  expect(await mailsTo(seller)).toEqual([])
})

test('members of a suspended account get nothing', async () => {
  await offerFrom(buyer)
  const { db } = server.database
  await db.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', seller.id).execute()
  await scene.deliver()
  expect(await mailsTo(seller)).toEqual([])
})

test('a text waits for the end of the member’s own quiet hours and links to the offer', async () => {
  const phone = '+18082840152'
  const texted = await addMember(phone)
  const hours = { quiet_hours: { from: '00:00', until: '23:30' }, time_zone: 'Pacific/Honolulu' }
  expect((await set(texted, hours)).body.data).toMatchObject({ ...hours, can_text: true })
  await turn(texted, 'offer', ['sms', 'instant'])
  // At any hour of this run the text is due between three and half past.
  await set(texted, { quiet_hours: { from: '15:30', until: '15:00' } })
  const { id } = await offerFrom(buyer)
  const due = await server.database.db
    .selectFrom('deliveries')
    .select('due_at')
    .where('member_id', '=', texted.id)
    .where('channel', '=', 'sms')
    .executeTakeFirstOrThrow()
  const hour = (at: Date) =>
    Number(
      new Intl.DateTimeFormat('en-US', {
        hour: 'numeric',
        hourCycle: 'h23',
        timeZone: 'Pacific/Honolulu',
      }).format(at),
    )
  expect(hour(due.due_at)).toBe(15)
  scene.clock.nowMs = due.due_at.getTime() + 1000
  await scene.deliver()
  expect((await sentTo(server, 'sms', phone)).map((text) => text.body_text)).toEqual([
    `Plat: New offer: $150,000 on 412 Live Oak St, Waco, TX 76701 https://plat.test/seller/#offers/all/${id} Reply STOP to end.`,
  ])
})

test('a text goes only while it is day where the member lives and where the number is from', async () => {
  const phone = '+12122840152'
  const texted = await addMember(phone)
  await set(texted, { quiet_hours: { from: null, until: null }, time_zone: 'Pacific/Honolulu' })
  await turn(texted, 'offer', ['sms', 'instant'])
  await offerFrom(buyer)
  const textsAt = async (iso: string) => {
    scene.clock.nowMs = Date.parse(iso)
    await scene.deliver()
    return (await sentTo(server, 'sms', phone)).length
  }
  // 8 PM in New York, then a minute before 8 AM and 8 AM in Honolulu.
  expect(await textsAt('2031-03-06T20:00:00-05:00')).toBe(0)
  expect(await textsAt('2031-03-07T07:59:00-10:00')).toBe(0)
  expect(await textsAt('2031-03-07T08:00:00-10:00')).toBe(1)
})

test('texts are off without a number, and STOP ends them', async () => {
  expect((await turn(seller, 'offer', ['sms', 'instant'])).status).toBe(422)
  const texted = await addMember('+17132840153')
  await turn(texted, 'offer', ['sms', 'instant'])
  await receiveReply({ ...server, db: server.database.db }, { from: '+17132840153', body: 'STOP' })
  const { cells } = (await server.call('GET', PREFERENCES, { token: texted.token })).body.data
  expect(cells).toContainEqual({ type: 'offer', channel: 'sms', frequency: 'off' })
})

test('a request for an address, a question and a registration reach the members, with links to their places', async () => {
  const { db } = server.database
  const propertyId = await server.addProperty(seller.id)
  await db.updateTable('properties').set({ address_rule: 'manual' }).where('id', '=', propertyId).execute()
  const ask = (type: string) =>
    buyer.post('/inquiry', { type, property_id: propertyId, message: 'Is it vacant?' })
  expect((await ask('address_request')).status).toBe(200)
  expect((await ask('inquiry')).status).toBe(200)
  const openHouse = await addOpenHouse(server, propertyId)
  for (let n = 0; n < 2; n++) await buyer.put(`/open-houses/${openHouse}`)
  await scene.deliver()
  const mails = await mailsTo(seller)
  const house412 = '412 Live Oak St, Waco, TX 76701'
  const messages = `https://plat.test/seller/#messages/${buyer.id}`
  const expected = [
    [`Dana Whitfield asks for the address of ${house412}`, messages],
    [`Dana Whitfield has a question about ${house412}`, 'Is it vacant?', messages],
    [
      `Dana Whitfield is coming to your open house at ${house412}`,
      `https://plat.test/seller/#deals/${propertyId}`,
    ],
  ]
  // Several are sent at a time, so that their order is not said.
  expect(mails.map(({ subject }) => subject).sort()).toEqual(expected.map(([subject]) => subject))
  for (const [subject, ...contents] of expected)
    for (const content of contents)
      expect(mails.find((mail) => mail.subject === subject)?.body_text).toContain(content)
})

test('a message is mailed once it was unread for ten minutes, and those after it are not', async () => {
  await server.introduce(buyer, seller)
  const say = (body: string) =>
    buyer.post(`/customers/${buyer.id}/accounts/${seller.id}/text-messages`, { message: body })
  expect((await say('Hello')).status).toBeLessThan(300)
  await say('Are you there?')
  await scene.deliver()
  expect(await mailsTo(seller)).toEqual([])
  scene.clock.nowMs += 10 * MINUTE_MS
  await scene.deliver()
  expect(await subjectsTo(seller)).toEqual(['Dana Whitfield wrote to you'])
})

test('a message that was read in time is not mailed', async () => {
  await server.introduce(buyer, seller)
  await buyer.post(`/customers/${buyer.id}/accounts/${seller.id}/text-messages`, { message: 'Hello' })
  await seller.put(`/customers/${buyer.id}/read-state`)
  scene.clock.nowMs += 10 * MINUTE_MS
  await scene.deliver()
  expect(await mailsTo(seller)).toEqual([])
})

test('daily mails come together at eight in the morning where the member lives, each thing once', async () => {
  await set(seller, { time_zone: 'Pacific/Honolulu', cells: [] })
  await turn(seller, 'offer', ['email', 'daily'])
  const { id } = await offerFrom(buyer)
  await offerFrom(await addBuyer(server))
  await scene.deliver()
  expect(await mailsTo(seller)).toEqual([])
  scene.clock.nowMs += 25 * HOUR_MS
  await Promise.all([scene.deliver(), scene.deliver()])
  const mails = await mailsTo(seller)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your daily summary'])
  expect(mails[0]?.body_text.match(/New offer: \$150,000/g)).toHaveLength(2)
  expect(mails[0]?.body_text).toContain(`https://plat.test/seller/#offers/all/${id}`)
  const { due_at } = await server.database.db
    .selectFrom('deliveries')
    .select('due_at')
    .where('member_id', '=', seller.memberId)
    .executeTakeFirstOrThrow()
  expect(due_at.toISOString()).toContain('T18:00:00')
})

test('a review is mailed to the members once it is shown', async () => {
  const { db } = server.database
  await db
    .insertInto('reviews')
    .values({
      about: 'account',
      account_id: seller.id,
      customer_id: buyer.id,
      rating: 4,
      scores: '{}',
      content: 'They answered within the hour.',
      published_at: new Date(Date.now() - MINUTE_MS),
    })
    .execute()
  const background = { run: (_what: string, work: () => Promise<unknown>) => void work() }
  for (let n = 0; n < 2; n++) await publishDue({ ...scene.deps, parts: server.parts, background }, Date.now())
  await scene.deliver()
  expect(await subjectsTo(seller)).toEqual(['A buyer reviewed you'])
  expect((await mailsTo(seller))[0]?.body_text).toContain('https://plat.test/seller/#reviews')
})

const reviewedSubjects = async (who: { email: string }) =>
  (await subjectsTo(who)).filter((subject) => subject?.includes('reviewed you'))
const STARS_AND_WORDS = { rating: 4, content: 'They answered within the hour.' }
const writeReview = (of: object) =>
  buyer.post(`/customers/${buyer.id}/written-reviews`, { account_id: seller.id, ...STARS_AND_WORDS, ...of })

test('a review that waits reaches the members at once without its words, and again once it is shown', async () => {
  const [daily, quiet] = [await addMember(), await addMember()]
  await turn(daily, 'review', ['email', 'daily'])
  await turn(quiet, 'review', ['email', 'off'])
  const { id, version } = await offerFrom(buyer)
  await seller.put(`/offers/${id}`, { action: 'decline', version })
  const written = await writeReview({ offer_id: id })
  expect(written.status).toBe(201)
  await scene.deliver()
  for (const member of [daily, quiet]) expect(await reviewedSubjects(member)).toEqual([])
  expect(await reviewedSubjects(seller)).toEqual(['Dana Whitfield reviewed you'])
  const mail = (await mailsTo(seller)).find(({ subject }) => subject === 'Dana Whitfield reviewed you')
  const day = zonedDay(Date.parse(written.body.data.published_at), 'UTC')
  expect(mail?.body_text).toContain(
    `You can read the review once you have reviewed the buyer too, or else on ${day}.`,
  )
  expect(mail?.body_text).toContain('https://plat.test/seller/#reviews')
  expect(mail?.body_text).not.toMatch(/answered within the hour|star/)

  expect(
    (await seller.post('/reviews', { ...STARS_AND_WORDS, customer_id: buyer.id, offer_id: id })).status,
  ).toBe(201)
  await scene.deliver()
  expect(await reviewedSubjects(seller)).toEqual(['Dana Whitfield reviewed you', 'A buyer reviewed you'])
  scene.clock.nowMs += 25 * HOUR_MS
  await scene.deliver()
  const [summary] = (await mailsTo(daily)).filter(({ subject }) => subject === 'Your daily summary')
  expect(summary?.body_text).toContain('Dana Whitfield reviewed you')
})

test('a review of a conversation asks for none in return, as there is no deal to review the buyer for', async () => {
  await server.introduce(buyer, seller)
  await buyer.post(`/customers/${buyer.id}/accounts/${seller.id}/text-messages`, { message: 'Hello' })
  await server.messenger.sendFromAccount({ accountId: seller.id, customerId: buyer.id, body: 'Hello Dana' })
  const { body } = await writeReview({})
  await scene.deliver()
  const [mail] = await mailsTo(seller)
  expect(mail?.subject).toBe('Dana Whitfield reviewed you')
  expect(mail?.body_text).toContain(
    `You can read the review on ${zonedDay(Date.parse(body.data.published_at), 'UTC')}.`,
  )
  expect(mail?.body_text).not.toContain('once you have reviewed')
})

test('a review that answers the seller’s is shown at once, with one notification', async () => {
  const { id, version } = await offerFrom(buyer)
  await seller.put(`/offers/${id}`, { action: 'decline', version })
  await seller.post('/reviews', { ...STARS_AND_WORDS, customer_id: buyer.id, offer_id: id })
  await writeReview({ offer_id: id })
  await scene.deliver()
  expect(await reviewedSubjects(seller)).toEqual(['A buyer reviewed you'])
})

test('each member’s settings are their own, and kinds that sellers have none of are refused', async () => {
  const colleague = await addMember()
  await turn(seller, 'review', ['email', 'off'])
  const of = async ({ token }: { token: string }) =>
    (await server.call('GET', PREFERENCES, { token })).body.data.cells
  const review = (frequency: string) => ({ type: 'review', channel: 'email', frequency })
  expect(await of(seller)).toContainEqual(review('off'))
  expect(await of(colleague)).toContainEqual(review('instant'))
  expect((await turn(seller, 'wallet', ['email', 'instant'])).status).toBe(422)
  expect((await set(seller, { time_zone: 'Mars/Olympus' })).status).toBe(422)
  expect((await server.call('GET', PREFERENCES, { token: buyer.token })).status).toBe(403)
})
