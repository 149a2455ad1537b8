/** A buyer who is elsewhere hears that a seller wrote, by mail once it was unread for ten minutes, and in the bell where they want to. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMessenger } from '#server/messaging/messenger.ts'
import { links } from '#shared/contract/pages.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { MINUTE_MS, notificationScene } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof notificationScene>
let homes: Seller
let dana: Person
beforeAll(async () => {
  server = await startTestServer()
  scene = notificationScene(server)
  homes = await server.addAccount('Bluebonnet Homes')
})
beforeEach(async () => {
  dana = await server.addCustomer()
  await server.introduce(dana, homes)
})
afterAll(() => server.close())

/** The seller writes while so many pages of hers are open. */
async function write(pages: number, more: { action?: string; body?: string } = {}): Promise<void> {
  const broadcaster = { ...server.broadcaster, occupancy: async () => pages }
  const secret = 'a secret for tests only'
  const messenger = createMessenger({ ...scene.deps, broadcaster, secret, log: server.app.log })
  const words = { customerId: dana.id, accountId: homes.id, body: 'The gate code is 4471' }
  await messenger.sendFromAccount({ ...words, ...more })
}
const want = (channel: 'in_app' | 'email', frequency = 'instant') =>
  scene.set(dana, { cells: [{ type: 'message', channel, frequency }] })
const own = () => {
  const mine = server.database.db.updateTable('customers').set({ email_confirmed_at: new Date(0) })
  return mine.where('id', '=', dana.id).execute()
}
const awake = () => scene.set(dana, { quiet_hours: { from: null, until: null } })
const later = async (minutes: number) => {
  scene.clock.nowMs = Date.now() + minutes * MINUTE_MS
  await scene.deliver()
}
const read = async () => {
  const { body } = await server.call(
    'GET',
    `/customer/api/customers/${dana.id}/text-messages?filter[account_id]=${homes.id}`,
    { token: dana.token },
  )
  const text_messages_ids = body.data.map(({ id }: { id: number }) => id)
  await server.call('PUT', `/customer/api/customers/${dana.id}/text-message-service/read-state`, {
    token: dana.token,
    body: { is_read: true, text_messages_ids },
  })
}

it('a message that is unread for ten minutes is mailed with its words and the way to answer', async () => {
  await Promise.all([own(), awake()])
  await write(1)
  await write(1, { body: 'Ring twice.\nThe dog is friendly.' })
  await later(9)
  expect(await scene.mails(dana)).toEqual([])
  await later(11)
  await write(1, { body: 'Are you coming?' })
  await later(22)
  const mails = await scene.mails(dana)
  expect(mails.map(({ subject }) => subject)).toEqual(['Bluebonnet Homes wrote to you'])
  for (const words of ['The gate code is 4471', 'Ring twice.', 'The dog is friendly.'])
    expect(mails[0]?.body_text).toContain(words)
  expect(mails[0]?.body_text).toContain(`https://plat.test${links.conversation(homes.id)}`)
  expect(mails[0]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
})

it('a message that was read in time is not mailed, and the next one is', async () => {
  await Promise.all([own(), awake()])
  await write(0)
  await read()
  await later(11)
  expect(await scene.mails(dana)).toEqual([])
  await write(0, { body: 'Still there?' })
  await later(11)
  const [mail, ...more] = await scene.mails(dana)
  expect(more).toEqual([])
  expect(mail?.body_text).toContain('Still there?')
  expect(mail?.body_text).not.toContain('4471')
  await read()
  await write(0)
  await later(11)
  expect(await scene.mails(dana)).toHaveLength(2)
})

it('the mail waits for the end of the quiet hours', async () => {
  await own()
  const all = { from: '00:00', until: '23:59' }
  expect((await scene.set(dana, { quiet_hours: all })).status).toBe(200)
  await write(0)
  const [waiting] = await scene.states(dana)
  const time = new Date(waiting?.due ?? 0).toLocaleTimeString('en-US', { timeZone: 'America/Chicago' })
  expect(time).toMatch(/^11:59:00\sPM$/)
})

it('who turned the mails off, or unsubscribed from them, gets none', async () => {
  await Promise.all([own(), awake()])
  await want('email', 'off')
  await write(0)
  expect(await scene.states(dana)).toEqual([])
  await want('email')
  await write(0)
  await server.database.db
    .updateTable('mail_preferences')
    .set({ is_subscribed: false })
    .where('customer_id', '=', dana.id)
    .where('type', '=', 'messages')
    .execute()
  await later(11)
  expect(await scene.mails(dana)).toEqual([])
})

it('nothing is said in the bell until it is asked for', async () => {
  await write(0)
  expect((await scene.list(dana)).data).toEqual([])
})

it('who asked for it is told in the bell who wrote, without the words, and led there', async () => {
  await want('in_app')
  await write(0)
  const { data } = await scene.list(dana)
  expect(data).toMatchObject([{ title: 'Bluebonnet Homes wrote to you', url: links.conversation(homes.id) }])
  expect(JSON.stringify(data)).not.toContain('4471')
})

it('what has a label of its own is told by who sends it', async () => {
  await want('in_app')
  await write(0, { action: 'blast' })
  expect([(await scene.list(dana)).data, await scene.states(dana)]).toEqual([[], []])
})
