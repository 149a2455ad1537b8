/** A blast with one copy that cannot be sent: all others get it, the seller sees who does not, and retries only those. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CampaignWire } from '#shared/contract/campaigns.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Trap, trap } from '../../core/jobs/poison.ts'
import { campaignScene } from './scene.ts'

const MINUTE_MS = 60_000
let server: TestServer
let scene: ReturnType<typeof campaignScene>
let homes: Seller
beforeAll(async () => {
  server = await startTestServer({ limits: { campaignsPerMinute: 1000 } })
  scene = campaignScene(server)
})
beforeEach(async () => {
  await server.database.db.deleteFrom('failed_work').execute()
  homes = (await scene.begin()).homes
})
afterAll(() => server.close())

const refuse = ({ id }: Person): Promise<Trap> =>
  trap(server.database.db, {
    table: 'campaign_recipients',
    on: 'update',
    when: `new.customer_id = ${id} and new.state = 'sent'`,
  })

/** Like the scheduled job, until every try is used up. */
async function sendForAnHour(): Promise<void> {
  const begin = Date.now()
  for (let minutes = 0; minutes <= 60; minutes += 5) await scene.sendDue(begin + minutes * MINUTE_MS)
}
const resend = (blast: CampaignWire, by = homes) =>
  server.call('POST', `/account/api/campaigns/${blast.id}/retry`, { token: by.token })

it('reaches all others, is finished after the last failed try, and lists whom it did not reach', async () => {
  const [dana, ...others] = [await scene.buyer(homes), await scene.buyer(homes), await scene.buyer(homes)]
  if (!dana) throw new Error('There is no buyer.')
  const blast = await scene.blast(homes)
  const trapped = await refuse(dana)
  await scene.sendDue()
  expect(await scene.campaign(homes, blast)).toMatchObject({
    state: 'sending',
    failed_at: null,
    failed_buyers: [],
    stats: { audience: 3, sent: 2, waiting: 1, failed: 0 },
  })
  await sendForAnHour()
  const failed = await scene.campaign(homes, blast)
  expect(failed).toMatchObject({ state: 'sent', stats: { audience: 3, sent: 2, waiting: 0, failed: 1 } })
  expect(failed.failed_buyers).toEqual([{ id: dana.id, name: 'Dana Whitfield' }])

  await trapped.heal()
  const again = await resend(blast)
  expect(again.body.data).toMatchObject({ state: 'sending', stats: { sent: 2, waiting: 1, failed: 0 } })
  await scene.sendDue()
  expect(await scene.campaign(homes, blast)).toMatchObject({
    state: 'sent',
    failed_buyers: [],
    stats: { audience: 3, sent: 3, waiting: 0, failed: 0 },
  })
  for (const buyer of [dana, ...others]) expect(await scene.thread(homes, buyer)).toHaveLength(1)
  // A repeat changes nothing.
  expect((await resend(blast)).body.data.state).toBe('sent')
})

it('that cannot be sent at all is given up, reported, and retried when the seller says so', async () => {
  const dana = await scene.buyer(homes)
  const blast = await scene.blast(homes)
  const { db } = server.database
  const setAudience = (audience: object) =>
    db
      .updateTable('campaigns')
      .set({ audience: JSON.stringify(audience) })
      .where('id', '=', blast.id)
      .execute()
  // A value that no version of ours writes.
  await setAudience({ query: 'price=cheap' })
  const begin = Date.now()
  for (let hours = 0; hours <= 8; hours++) await scene.sendDue(begin + hours * 60 * MINUTE_MS)
  expect(await scene.campaign(homes, blast)).toMatchObject({
    state: 'sending',
    failed_at: expect.any(String),
  })
  await setAudience({})
  expect((await resend(blast)).body.data.failed_at).toBeNull()
  await scene.sendDue()
  expect(await scene.campaign(homes, blast)).toMatchObject({ state: 'sent', stats: { sent: 1 } })
  expect(await scene.thread(homes, dana)).toHaveLength(1)
})

it('is not retried after it was canceled', async () => {
  const dana = await scene.buyer(homes)
  const blast = await scene.blast(homes)
  const trapped = await refuse(dana)
  await scene.sendDue()
  await server.call('PUT', `/account/api/campaigns/${blast.id}/cancel`, { token: homes.token })
  await trapped.heal()
  await resend(blast)
  await sendForAnHour()
  expect(await scene.thread(homes, dana)).toEqual([])
  const { rows } = await sql`select 1 from failed_work`.execute(server.database.db)
  expect(rows).toEqual([])
})

it('of another account cannot be retried', async () => {
  const blast = await scene.blast(homes)
  const rival = await server.addAccount('Rival Realty')
  expect((await resend(blast, rival)).status).toBe(404)
})
