/** What a buyer hears of an offer besides its moves: a request for documents, and that it becomes a backup or stops being one. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { links } from '#shared/contract/pages.ts'
import { MINUTE_MS, notificationScene } from '#tests/server/notifications/centre/scene.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, sendOffer } from './scene.ts'

const PLACE = '412 Live Oak St, Waco, TX 76701'
const BACKUP = {
  title: `Your offer on ${PLACE} is now a backup offer`,
  body: 'Another offer on this deal was accepted. Yours is a backup: we notify you if that one falls through.',
}
const FREE = {
  title: `Your offer on ${PLACE} is no longer a backup offer`,
  body: 'The deal is available again, so this is no longer a backup offer.',
}

let server: TestServer
let seller: SellerSide
let scene: ReturnType<typeof notificationScene>
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
})
beforeEach(async () => {
  seller = await addSeller(server)
  scene = notificationScene(server)
  scene.clock.nowMs = Date.now() + MINUTE_MS
})
afterAll(() => server.close())

const bellOf = async (buyer: Buyer) => (await scene.list(buyer)).data as { title: string }[]
const mailsTo = async ({ email }: Buyer) => {
  await scene.deliver()
  return sentTo(server, 'mail', email)
}
const textsFor = async (buyer: Buyer) =>
  (await scene.states(buyer)).filter(({ channel }) => channel === 'sms').length
const ask = (id: number, message: string) => seller.post(`/offers/${id}/document-requests`, { message })

test('each request for documents is in the buyer’s bell and mail, and texted where they agreed to texts', async () => {
  const [buyer, texted] = [await addBuyer(server), await addBuyer(server, 'Marcus Reyes')]
  const text_consents = JSON.stringify({ service: '2026-06-01T12:00:00.000Z' })
  const numbers = server.database.db.updateTable('customer_phones').set({ opted_in: true, text_consents })
  await numbers.where('customer_id', '=', texted.id).execute()
  const propertyId = await server.addProperty(seller.id)
  const { id } = await sendOffer(buyer, propertyId)
  const other = await sendOffer(texted, propertyId)
  const words = ['The operating agreement, please.', 'And the bank letter.']
  for (const message of words) expect((await ask(id, message)).status).toBe(204)
  await ask(other.id, 'A bank letter, please.')
  const title = `The seller asks for documents for your offer on ${PLACE}`
  expect(await bellOf(buyer)).toMatchObject(
    words.toReversed().map((body) => ({ type: 'offer', title, body, url: links.offer(id) })),
  )
  const mails = await mailsTo(buyer)
  expect(mails.map(({ subject }) => subject)).toEqual([title, title])
  const texts = mails.map(({ body_text }) => body_text).join('\n')
  for (const expected of [...words, `https://plat.test${links.offer(id)}`]) expect(texts).toContain(expected)
  expect([await textsFor(buyer), await textsFor(texted)]).toEqual([0, 1])
})

test('the request for documents on an offer that ended tells nobody', async () => {
  const buyer = await addBuyer(server)
  const { id, version } = await sendOffer(buyer, await server.addProperty(seller.id))
  await seller.put(`/offers/${id}`, { action: 'decline', version })
  expect((await ask(id, 'Papers?')).status).toBe(409)
  expect((await bellOf(buyer)).map(({ title }) => title)).toEqual([`Your offer on ${PLACE} was declined`])
})

test('a buyer hears each time that their offer becomes a backup offer, and that it stops being one', async () => {
  const propertyId = await server.addProperty(seller.id)
  const backup = await addBuyer(server, 'Marcus Reyes')
  const waiting = await sendOffer(backup, propertyId)
  const url = links.offer(waiting.id)
  const takeAndFree = async () => {
    const { id, version } = await sendOffer(await addBuyer(server), propertyId)
    const { body } = await seller.put(`/offers/${id}`, { action: 'accept', version })
    await seller.put(`/offers/${id}`, { action: 'fall_through', version: body.data.version })
  }
  await takeAndFree()
  const told = [FREE, BACKUP].map((news) => ({ ...news, type: 'offer', url }))
  expect(await bellOf(backup)).toMatchObject(told)
  await takeAndFree()
  expect(await bellOf(backup)).toMatchObject([...told, ...told])
  const mails = await mailsTo(backup)
  // Several are sent at a time, so that their order is not fixed.
  expect(mails.map(({ subject }) => subject).sort()).toEqual(
    [FREE, FREE, BACKUP, BACKUP].map(({ title }) => title),
  )
  for (const { body_text } of mails) expect(body_text).toContain(`https://plat.test${url}`)
})
