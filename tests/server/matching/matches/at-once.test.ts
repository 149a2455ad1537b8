/** Boxes that change while they are matched: neither waits for the other in a ring. On a server with one connection nothing is at once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteCustomer } from '#server/accounts/profile/delete-customer.ts'
import { createLeaving } from '#server/customer-leaving.ts'
import { relearn } from '#server/matching/buy-box/learn.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { IN_WACO, matchingScene, upTo } from './scene.ts'

const ROUNDS = 25
const DEALS = 40

let server: TestServer
let scene: ReturnType<typeof matchingScene>
beforeAll(async () => {
  server = await startTestServer()
  scene = matchingScene(server)
  const { id } = await server.addAccount()
  for (let n = 0; n < DEALS; n++) await scene.deals.add(id, IN_WACO)
})
afterAll(() => server.close({ graceMs: 0 }))

it('a box is learned, changed, made and deleted while it is matched, and all of it is done', async () => {
  const dana = await scene.buyer([upTo(900_000)])
  const { db } = server.database
  for (let round = 0; round < ROUNDS; round++) {
    const { data } = await scene.call(dana, 'POST', '/buy-boxes', { name: `Box ${round}` })
    await scene.addArea(dana, { buy_box_id: data.id })
    await Promise.all([
      scene.matchBoxes(),
      relearn(db, dana.id, Date.now()),
      scene.call(dana, 'PUT', `/buy-boxes/${dana.boxId}`, { name: `Renamed ${round}` }),
      scene.call(dana, 'DELETE', `/buy-boxes/${data.id}`),
      scene.matchBoxes(),
    ])
  }
  await scene.matchBoxes()
  expect(await scene.ids(dana)).not.toEqual([])
})

it('a customer is deleted while their boxes are matched', async () => {
  const { db } = server.database
  for (let round = 0; round < ROUNDS; round++) {
    const dana = await scene.buyer([upTo(900_000)])
    const row = await db
      .selectFrom('customers')
      .selectAll()
      .where('id', '=', dana.id)
      .executeTakeFirstOrThrow()
    await Promise.all([
      scene.matchBoxes(),
      deleteCustomer(
        { db, nowMs: Date.now, leaving: createLeaving({ secret: '', parts: server.parts }) },
        row,
      ),
    ])
    expect(
      await db.selectFrom('matches').select('property_id').where('customer_id', '=', dana.id).execute(),
    ).toEqual([])
  }
})
