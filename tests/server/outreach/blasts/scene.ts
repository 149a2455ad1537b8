/** A seller with buyers, and campaigns that go out when a test says so. */

import { createListedDeals } from '#server/deals/list/listed-deals.ts'
import { createMessenger } from '#server/messaging/messenger.ts'
import { campaignsDueSince, type SendDeps, sendDueCampaigns } from '#server/outreach/blasts/send-campaigns.ts'
import { createSettingsReader } from '#server/site/settings/settings-reader.ts'
import type { CampaignWire } from '#shared/contract/campaigns.ts'
import type { Person, Seller, TestServer } from '#tests/support/server.ts'
import { AGREED_TO_TEXTS } from '#tests/support/text-consents.ts'

/** Two in the afternoon in Texas. */
export const NOON_MS = Date.parse('2031-03-05T20:00:00Z')

export function campaignScene(server: TestServer) {
  const { db } = server.database
  const site = { origin: 'https://plat.example' }
  const signed = { secret: 'a secret for tests only', nowMs: Date.now }
  const listed = createListedDeals({ db, ...signed })
  const broadcaster = { ...server.broadcaster }
  const messenger = createMessenger({ db, broadcaster, prefix: 'App', site, ...signed, log: server.app.log })
  const settings = createSettingsReader(db)
  const deps = (nowMs = Date.now()): SendDeps => ({
    db,
    listed,
    messenger,
    settings,
    site,
    nowMs: () => nowMs,
  })
  const post = (seller: Seller, path: string, body: unknown) =>
    server.call('POST', `/account/api${path}`, { token: seller.token, body })
  return {
    deps,
    post,
    /** Nothing was sent yet, and there are two sellers nobody talks with. */
    async begin(): Promise<{ homes: Seller; rival: Seller }> {
      for (const table of ['deliveries', 'campaigns', 'account_buyers', 'chats'] as const)
        await db.deleteFrom(table).execute()
      return {
        homes: await server.addAccount('Bluebonnet Homes'),
        rival: await server.addAccount('Rival Realty'),
      }
    },
    /** As the rule of the clock does it. */
    /** A moment later than any clock: what was just planned is due. */
    async sendDue(nowMs = Date.now() + 1000): Promise<void> {
      if ((await campaignsDueSince(db, nowMs)) !== null) await sendDueCampaigns(deps(nowMs))
    },
    async buyer(...sellers: Seller[]): Promise<Person> {
      const person = await server.addCustomer()
      await db
        .updateTable('customers')
        .set({ email_confirmed_at: new Date(), time_zone: 'America/Chicago' })
        .where('id', '=', person.id)
        .execute()
      for (const seller of sellers) await server.introduce(person, seller)
      return person
    },
    /** A confirmed number that agreed to texts. */
    async phoneOf({ id }: Person): Promise<string> {
      const phone = `+1713284${String(2000 + id)}`
      await db
        .insertInto('customer_phones')
        .values({ customer_id: id, phone, confirmed_at: new Date(), is_default: true, ...AGREED_TO_TEXTS })
        .execute()
      return phone
    },
    async blast(seller: Seller, body: Record<string, unknown> = {}): Promise<CampaignWire> {
      const answer = await post(seller, '/blasts', { channel: 'email', message: 'New in Waco', ...body })
      if (answer.status !== 201)
        throw new Error(`A blast answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body.data
    },
    async campaign(seller: Seller, { id }: { id: number }): Promise<CampaignWire> {
      const answer = await server.call('GET', `/account/api/campaigns/${id}`, { token: seller.token })
      return answer.body.data
    },
    /** Bodies of the thread, the latest first. */
    async thread(seller: Seller, { id }: Person) {
      const path = `/account/api/customers/${id}/text-messages`
      const { body } = await server.call('GET', path, { token: seller.token })
      return (body.data ?? []) as Record<string, unknown>[]
    },
    deliveries: () => db.selectFrom('deliveries').selectAll().orderBy('id').execute(),
  }
}
