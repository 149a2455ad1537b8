/** How many a campaign would reach and why others are left out, before it is sent. Asked in portions: nobody waits behind it. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '#server/core/database/open.ts'
import { wishesOf } from '#server/notifications/centre/wishes.ts'
import type { LeftOut } from '#shared/contract/campaigns.ts'
import { buyersAfter, type ReadAudience } from './audience.ts'
import { factsOf, leftOutBecause, type Sent } from './left-out.ts'

export interface Reach {
  count: number
  reachable: number
  left_out: Partial<Record<LeftOut, number>>
}

const PORTION = 200

export async function reachOf(
  db: Database,
  audience: ReadAudience,
  { sent, cap, nowMs }: { sent: Sent; cap: number; nowMs: number },
): Promise<Reach> {
  const reach: Reach = { count: 0, reachable: 0, left_out: {} }
  for (let after = 0; ; ) {
    const buyers = await buyersAfter(db, audience, { after, limit: PORTION })
    const last = buyers.at(-1)
    if (!last) return reach
    after = last.id
    const ids = buyers.map(({ customer_id }) => customer_id)
    const wishes = await wishesOf(db, ids)
    const facts = await factsOf(db, ids, { sent, nowMs })
    for (const id of ids) {
      reach.count++
      const reason = leftOutBecause(facts.get(id), wishes.get(id), { channel: sent.channel, cap })
      if (reason === null) reach.reachable++
      else reach.left_out[reason] = (reach.left_out[reason] ?? 0) + 1
    }
    await turn()
  }
}
