/** Two sellers who write to the same buyers in the same moment: nobody gets more than they may, whoever comes first. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { preferencesOf } from '#server/notifications/centre/recipient-preferences.ts'
import { readAudience } from '#server/outreach/blasts/audience.ts'
import { campaignOf } from '#server/outreach/blasts/campaigns.ts'
import { findRecipients } from '#server/outreach/blasts/send-campaigns.ts'
import { sendToOne } from '#server/outreach/blasts/send-to-one.ts'
import { BLASTS_PER_BUYER } from '#shared/contract/campaign-limits.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { campaignScene } from './scene.ts'

const BUYERS = 8

let server: TestServer
let scene: ReturnType<typeof campaignScene>
beforeAll(async () => {
  server = await startTestServer({ limits: { campaignsPerMinute: 1000 } })
  scene = campaignScene(server)
})
afterAll(() => server.close({ graceMs: 0 }))

/** A blast whose buyers are found and who all still wait for it. */
async function ready(seller: Seller, message: string) {
  const { db } = server.database
  const { id } = await scene.blast(seller, { message })
  await db.updateTable('campaigns').set({ state: 'sending' }).where('id', '=', id).execute()
  await findRecipients(
    db,
    id,
    await readAudience(scene.deps(), { accountId: seller.id, audience: {}, channel: 'email' }),
  )
  const row = await campaignOf(db, seller.id, id)
  const words = { postalAddress: null, accountTitle: 'Homes', subject: null, body: message, property: null }
  const outgoing = {
    row,
    isOffMarket: false,
    words,
    cap: BLASTS_PER_BUYER,
    origin: 'https://plat.example',
    by: 'Plat',
  }
  return async ({ id: customerId }: Person) => {
    const recipientPreferences = (await preferencesOf(db, [customerId])).get(customerId)
    return sendToOne({ db, nowMs: Date.now }, outgoing, { customerId, recipientPreferences })
  }
}

it('of two sellers at the last blast of the week one alone gets it through', async () => {
  const [homes, rival] = [await server.addAccount(), await server.addAccount()]
  const buyers: Person[] = []
  for (let n = 0; n < BUYERS; n++) buyers.push(await scene.buyer(homes, rival))
  for (let n = 1; n < BLASTS_PER_BUYER; n++) {
    await scene.blast(homes, { message: `Word ${n}` })
    await scene.sendDue()
  }
  const both = [await ready(homes, 'One more'), await ready(rival, 'And one of ours')]
  await Promise.all(buyers.flatMap((buyer) => both.map((send) => send(buyer))))
  const { rows } = await sql<{ sent: number; capped: number }>`
    select count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where reason = 'cap')::int as capped
    from campaign_recipients group by customer_id`.execute(server.database.db)
  expect(rows).toEqual(buyers.map(() => ({ sent: BLASTS_PER_BUYER, capped: 1 })))
})
