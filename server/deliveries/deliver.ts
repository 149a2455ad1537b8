/**
 * Hands over what is due: mails, texts, and notices on devices. What a service does not take stays and is tried again with growing
 * pauses. Before something goes, it is asked once more whether it is still wanted. Done at least once; each carries a key by which
 * the embedded outbox, a mail program or a text-message service knows it again.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/open.ts'
import type { Site } from '#server/http/site.ts'
import { type Wishes, wishesOf } from '#server/notifications/wishes.ts'
import type { Parts } from '#server/parts.ts'
import { frequencyOf } from '#shared/rules/notifications/preferences.ts'
import { claimDue, type DeliveryRow, type Outcome, writeOutcome } from './claim.ts'
import { sendMail } from './send-mail.ts'
import { sendPush } from './send-push.ts'
import { sendText } from './send-text.ts'

export interface DeliverDeps {
  db: Database
  parts: Pick<Parts, 'mailer' | 'sms' | 'push'>
  site: Site
  /** Signs the links by which mails are unsubscribed from. */
  secret: string
  log: Pick<FastifyBaseLogger, 'warn'>
  nowMs: () => number
  /** Aborted: the rest is left for later. */
  closing?: AbortSignal
}

/** What is told of one delivery to the file that sends it. */
export interface Going {
  row: DeliveryRow
  /** Null for who has no customer's account. */
  wishes: Wishes | null
}

const CLAIMED_AT_ONCE = 20
const AT_ONCE = 4

/** Until nothing is due, or nothing of what was tried could be handed over. Resolves with how many were sent. */
export async function deliverDue(deps: DeliverDeps): Promise<number> {
  let sent = 0
  for (;;) {
    if (deps.closing?.aborted) return sent
    const rows = await claimDue(deps.db, deps.nowMs(), CLAIMED_AT_ONCE)
    if (rows.length === 0) return sent
    const ids = rows.flatMap(({ customer_id: id }) => (id === null ? [] : [id]))
    const wishes = await wishesOf(deps.db, ids)
    const waiting = rows.map(
      (row): Going => ({
        row,
        wishes: row.customer_id === null ? null : (wishes.get(row.customer_id) ?? null),
      }),
    )
    const outcomes: Outcome[] = []
    const work = async () => {
      for (let going = waiting.shift(); going; going = waiting.shift())
        outcomes.push(await deliver(deps, going))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    sent += outcomes.filter(({ kind }) => kind === 'sent').length
    if (outcomes.every(({ kind }) => kind === 'failed')) return sent
  }
}

/** Never rejects because of the service. */
async function deliver(deps: DeliverDeps, going: Going): Promise<Outcome> {
  // The embedded database answers without ever leaving this turn of the event loop.
  await turn()
  const { row } = going
  const outcome = (isUnwanted(going) ?? (await send(deps, going))) satisfies Outcome
  if (outcome.kind === 'failed')
    deps.log.warn({ delivery: row.id, channel: row.channel, why: outcome.why }, 'something was not delivered')
  await writeOutcome(deps.db, row, { outcome, nowMs: deps.nowMs() })
  return outcome
}

function isUnwanted({ row, wishes }: Going): Outcome | null {
  if (row.customer_id === null) return null
  if (!wishes) return { kind: 'dropped', why: 'nobody may be reached there' }
  const { preferences } = wishes
  const isOff =
    frequencyOf(preferences, row.type, row.channel) === 'off' ||
    (row.mail_type !== null && preferences.mailTypesOff.has(row.mail_type))
  return isOff ? { kind: 'dropped', why: 'turned off' } : null
}

async function send(deps: DeliverDeps, going: Going): Promise<Outcome> {
  try {
    switch (going.row.channel) {
      case 'email':
        return await sendMail(deps, going)
      case 'sms':
        return await sendText(deps, going)
      case 'push':
        return await sendPush(deps, going)
    }
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) }
  }
}
