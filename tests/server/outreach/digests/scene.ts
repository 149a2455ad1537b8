/** Buyers in Waco with deals that fit them, and a clock: the digests are sent when a test says so. */
import { sql } from 'kysely'
import { digestsDueSince } from '#server/outreach/digests/due-digests.ts'
import { type DigestDeps, sendDueDigests } from '#server/outreach/digests/send-digests.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { Fields } from '../../deals/list/scene.ts'
import { type Buyer, IN_WACO, matchingScene, upTo } from '../../matching/matches/scene.ts'

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export interface DigestMail {
  key: string
  state: string
  content: {
    subject: string
    items: { title: string; text: string; url: string }[]
    button: { label: string }
  }
}

export function digestScene(server: TestServer) {
  const { db } = server.database
  const scene = matchingScene(server)
  let nowMs = Date.now()
  const deps = (more: Partial<DigestDeps> = {}): DigestDeps => ({
    db,
    site: { origin: 'https://plat.example' },
    nowMs: () => nowMs,
    messenger: { announce: async () => ({}) as never },
    ...more,
  })
  return {
    ...scene,
    now: () => nowMs,
    setNow(ms: number) {
      nowMs = ms
    },
    /** As the rule of the clock does it. */
    send: async (more: Partial<DigestDeps> = {}) =>
      (await digestsDueSince(db, nowMs)) === null ? 0 : sendDueDigests(deps(more)),
    /** A deal in Waco that fits everybody here who pays so much. */
    async deal(sellerId: number, fields: Fields = {}): Promise<number> {
      const id = await scene.deals.add(sellerId, { ...IN_WACO, price: 180_000, ...fields })
      await scene.matchDeals()
      return id
    },
    /** Who buys up to 200,000 in Waco, in Chicago's time. Their first morning is known. */
    async waiting(count = 1): Promise<Buyer[]> {
      const buyers: Buyer[] = []
      for (let i = 0; i < count; i++) buyers.push(await scene.buyer([upTo(200_000)]))
      await db.updateTable('customers').set({ email_confirmed_at: new Date() }).execute()
      await scene.matchBoxes()
      await sendDueDigests(deps())
      return buyers
    },
    /** The next 8 in the morning of whoever is next. */
    async morning(): Promise<void> {
      const { rows } = await sql<{ at: Date }>`select min(digest_at) as at from matched_customers`.execute(db)
      nowMs = (rows[0]?.at ?? new Date(0)).getTime()
    },
    async mails(who: { id: number }): Promise<DigestMail[]> {
      const { rows } = await sql<DigestMail>`
        select key, state, content from deliveries where customer_id = ${who.id} order by id`.execute(db)
      return rows
    },
    async told(who: { id: number }): Promise<number[][]> {
      const { rows } = await sql<DigestMail>`
        select key, state, content from deliveries where customer_id = ${who.id} order by id`.execute(db)
      return rows.map(({ content }) => content.items.map(({ url }) => Number(url.split('/').at(-1))))
    },
  }
}
