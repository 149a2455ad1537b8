/**
 * Sends the digests that are due: one transaction for each buyer, in which what is told, the mail, the messages and the next morning
 * are written together. Whoever dies in between leaves all of it or nothing; two workers at it take different buyers.
 */
import type { Transaction } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import type { Site } from '#server/core/http/site.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { type Inserted, insertMessageIn, type NewMessage } from '#server/messaging/insert-message.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import {
  preferencesForEach,
  type RecipientPreferences,
  USUAL_ZONE,
} from '#server/notifications/centre/recipient-preferences.ts'
import { queueDeliveries } from '#server/notifications/deliveries/queue.ts'
import { DIGEST_DEALS_MAX } from '#shared/contract/digest-limits.ts'
import { wallOf } from '#shared/rules/deals/wall-time.ts'
import { type DigestFrequency, digestOfBox, digestTurn } from '#shared/rules/matching/digest-turn.ts'
import { wantsDigest } from '#shared/rules/notifications/preferences.ts'
import { digestDeals, noteDigested } from './digest-deals.ts'
import { type DigestDeal, digestMail, threadWords } from './digest-mail.ts'
import { DIGESTS, dueCustomers, setNextTurn, takeTurn } from './due-digests.ts'

export interface DigestDeps extends WorkDeps {
  messenger: Pick<Messenger, 'announce'>
  site: Site
  nowMs: () => number
  /** Aborted: the rest is left for later. */
  closing?: AbortSignal
}

/** Buyers whose wishes are read together. */
const PORTION = 20

/** Until nobody is due but those another worker has. Resolves with how many buyers got one. */
export async function sendDueDigests(deps: DigestDeps): Promise<number> {
  let sent = 0
  for (let taken = PORTION; taken > 0 && !deps.closing?.aborted; ) {
    const nowMs = deps.nowMs()
    const items = await dueCustomers(deps.db, nowMs, PORTION)
    const recipientPreferences = await preferencesForEach(deps.db, items)
    taken = 0
    await workThrough(deps, DIGESTS, {
      nowMs,
      items,
      keyOf: String,
      isOver: () => deps.closing?.aborted ?? false,
      async run([customerId]) {
        const done = await digestFor(deps, customerId, (await recipientPreferences(customerId)) ?? null)
        if (done !== 'left') taken += 1
        if (done === 'sent') sent += 1
      },
    })
  }
  return sent
}

interface Posted {
  message: NewMessage
  written: Inserted
}

/** `left`: to another worker. Null wishes: who is gone or blocked gets nothing. */
async function digestFor(
  deps: DigestDeps,
  customerId: number,
  recipientPreferences: RecipientPreferences | null,
): Promise<'left' | 'nothing' | 'sent'> {
  const nowMs = deps.nowMs()
  const posted = await deps.db.transaction().execute(async (trx): Promise<Posted[] | 'left' | 'nothing'> => {
    const turn = await takeTurn(trx, customerId, nowMs)
    if (!turn) return 'left'
    const zone = recipientPreferences?.zone ?? USUAL_ZONE
    const { due, nextMs } = digestTurn(nowMs, zone)
    await setNextTurn(trx, customerId, nextMs)
    if (turn.isFirst || !recipientPreferences) return 'nothing'
    const boxIds = await boxesDue(trx, customerId, {
      due,
      wanted: wantsDigest(recipientPreferences.preferences),
    })
    const found = await digestDeals(trx, { customerId, nowMs, boxIds, most: DIGEST_DEALS_MAX })
    if (found.deals.length === 0) return 'nothing'
    return writeDigest(trx, { ...found, customerId, nowMs, zone, origin: deps.site.origin })
  })
  if (typeof posted === 'string') return posted
  for (const { message, written } of posted) await deps.messenger.announce(message, written)
  return 'sent'
}

/** None of who never said that the address is theirs: a stranger's words would go there. By buy_boxes_customer. */
async function boxesDue(
  trx: Database,
  customerId: number,
  { due, wanted }: { due: readonly DigestFrequency[]; wanted: ReturnType<typeof wantsDigest> },
): Promise<number[]> {
  if (wanted === null || due.length === 0) return []
  const boxes = await trx
    .selectFrom('buy_boxes')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .select(['buy_boxes.id', 'notify'])
    .where('email_confirmed_at', 'is not', null)
    .where('customer_id', '=', customerId)
    .where('is_paused', '=', false)
    .execute()
  return boxes.flatMap(({ id, notify }) => {
    const own = digestOfBox(notify, wanted)
    return own !== null && due.includes(own) ? [id] : []
  })
}

interface Digest {
  customerId: number
  deals: readonly DigestDeal[]
  all: number
  nowMs: number
  zone: string
  origin: string
}

async function writeDigest(trx: Transaction<Schema>, digest: Digest): Promise<Posted[]> {
  const { customerId, deals, nowMs } = digest
  const queued = await queueDeliveries(trx, [
    {
      customerId,
      channel: 'email',
      type: 'new_match',
      mailType: 'deals_digest',
      dueAtMs: nowMs,
      key: `digest ${customerId} ${wallOf(nowMs, digest.zone).slice(0, 10)}`,
      content: digestMail(deals, { origin: digest.origin, more: digest.all - deals.length }),
    },
  ])
  // One a day, wherever they move.
  if (queued.length === 0) return []
  await noteDigested(trx, { customerId, nowMs, deals })
  const posted: Posted[] = []
  // Only where the two talk already: a conversation that nobody began would show the buyer to a stranger.
  for (const deal of deals.filter(({ is_known_seller }) => is_known_seller)) {
    const message = messageOf(customerId, deal)
    posted.push({ message, written: await insertMessageIn(trx, message) })
  }
  return posted
}

const messageOf = (customerId: number, deal: DigestDeal): NewMessage => ({
  customerId,
  accountId: deal.account_id,
  type: 'outbound',
  action: 'deals_digest',
  propertyId: deal.property_id,
  body: threadWords(deal),
})
