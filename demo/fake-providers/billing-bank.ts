/** The bank behind the embedded card provider: says in its own time what became of charges that were pending, some twice and some late. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import {
  type BankCharge,
  decideCharge,
  dueCharges,
  noteNotice,
} from '#server/providers/billing/embedded-bank.ts'
import { signNotice } from '#server/providers/billing/signed-notice.ts'
import { CARD_OUTCOMES, laterOf } from '#server/providers/billing/test-cards.ts'

export interface BillingRoutes {
  db: Database
  /** The world's, which signs tokens and webhooks. */
  secret: string
}

const WEBHOOK = '/webhooks/billing/embedded'
const LOOK_MS = 1000
/** Everything below is a success. */
const REDIRECTS = 300

/** Posts what a charge has come to. The same event id is the same news. False when Plat did not take it. */
export type NotifyBank = (charge: BankCharge, eventId: string) => Promise<boolean>

export function createBank(app: FastifyInstance, { db, secret }: BillingRoutes): { tell: NotifyBank } {
  const tell: NotifyBank = async ({ ref, state, decline_code }, eventId) => {
    const { body, headers } = signNotice(secret, {
      event_id: eventId,
      charge: ref,
      state,
      ...(decline_code === null ? {} : { decline_code }),
    })
    const answer = await app.inject({ method: 'POST', url: WEBHOOK, headers, payload: body })
    return answer.statusCode < REDIRECTS
  }

  /** One that was not taken is said again at the next look. */
  const settle = async (due: BankCharge) => {
    const later = laterOf(CARD_OUTCOMES.find((outcome) => outcome === due.outcome) ?? 'declined')
    if (!later) return noteNotice(db, due.ref, true)
    await decideCharge(db, due.ref, { isPaid: later.isPaid })
    const isTold = await tell(
      {
        ...due,
        state: later.isPaid ? 'succeeded' : 'declined',
        decline_code: later.isPaid ? null : 'declined',
      },
      `${due.ref}-settled`,
    )
    if (isTold) await noteNotice(db, due.ref, due.notices + 1 >= later.notices)
  }

  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const look = async () => {
    for (const due of await dueCharges(db, Date.now())) await settle(due)
  }
  app.addHook('onListen', async () => {
    timer = setInterval(() => {
      running = running
        .then(look)
        .catch((error: unknown) => app.log.error({ err: error }, 'the bank could not say what is due'))
    }, LOOK_MS).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
  return { tell }
}
