/** A buyer who is elsewhere hears that a seller wrote, where they want to; one who has a page open sees it there. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMessenger } from '#server/messenger/messenger.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notificationScene } from './scene.ts'

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
async function write(pages: number, more: { action?: string } = {}): Promise<void> {
  const broadcaster = { ...server.broadcaster, occupancy: async () => pages }
  const messenger = createMessenger({ ...scene.deps, broadcaster, log: server.app.log })
  const words = { customerId: dana.id, accountId: homes.id, body: 'The gate code is 4471' }
  await messenger.sendFromAccount({ ...words, ...more })
}
const want = (channel: 'in_app' | 'email') =>
  scene.set(dana, { cells: [{ type: 'message', channel, frequency: 'instant' }] })

it('nothing is said in the bell or by mail until it is asked for', async () => {
  await write(0)
  expect([(await scene.list(dana)).data, await scene.states(dana)]).toEqual([[], []])
})

it('who asked for it is told who wrote, and the words stay in the thread', async () => {
  await want('in_app')
  await want('email')
  await write(0)
  const { data } = await scene.list(dana)
  expect(data).toMatchObject([{ title: 'Bluebonnet Homes wrote to you', url: '/messenger' }])
  expect(JSON.stringify(data)).not.toContain('4471')
  expect(await scene.states(dana)).toMatchObject([{ channel: 'email', state: 'waiting' }])
})

it('who has a page open gets no mail besides, and what has a label of its own is told by who sends it', async () => {
  await want('in_app')
  await want('email')
  await write(1)
  await write(0, { action: 'blast' })
  expect((await scene.list(dana)).data).toHaveLength(1)
  expect(await scene.states(dana)).toEqual([])
})
