/**
 * The demo world's provider: cards that were made for an outcome, a bank whose books are a table, and signed webhooks as a real
 * service sends them. The pages with the fields and with the bank's step are not here; they make tokens and post decisions.
 */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import type { DeclineCode } from '#shared/contract/money.ts'
import type { BillingProvider, Charge, Outcome } from './billing-provider.ts'
import { findCharge, isRefunded, openCharge, refundCharge, refundPartOf } from './embedded-bank.ts'
import { isSignedNotice, markOf, SIGNATURE_HEADER, sealed, unsealed } from './signed-notice.ts'
import { CARD_OUTCOMES, type CardOutcome, type TestCard } from './test-cards.ts'

export interface EmbeddedDeps {
  db: Database
  secret: string
  nowMs?: () => number
}

/** Of the same site, so that the page may be framed by whatever name the site is reached. */
export const FIELDS_PATH = '/billing/fields'
export const CHALLENGE_PATH = '/billing/challenge'
const NONCE_BYTES = 9

export function createEmbeddedBilling({ db, secret, nowMs = Date.now }: EmbeddedDeps): BillingProvider {
  const outcomeOf = (row: Awaited<ReturnType<typeof findCharge>>): Outcome | null => {
    if (!row) return null
    const { ref, state, decline_code, refunded_at } = row
    if (refunded_at) return { state: 'reversed', ref }
    if (state === 'declined') return { state, ref, code: (decline_code ?? 'declined') as DeclineCode }
    if (state === 'requires_action') return { state, ref, action: { url: `${CHALLENGE_PATH}/${ref}` } }
    return { state, ref }
  }
  const found = async (ref: string) => outcomeOf(await findCharge(db, ref))
  return {
    name: 'embedded',
    fields: () => ({ driver: 'embedded', fields_url: FIELDS_PATH, public_key: null }),
    async addCard(_payer, token) {
      const card = cardOfToken(secret, token)
      if (!card) throw invalid({ token: ['The card could not be read. Enter it again.'] })
      return { ref: token, ...card }
    },
    removeCard: async () => {},
    async charge(charge) {
      const ref = refOf(secret, charge)
      await openCharge(
        db,
        { ref, outcome: outcomeOfCard(secret, charge), amountCents: charge.amountCents },
        nowMs(),
      )
      const outcome = await found(ref)
      if (!outcome || outcomeOfCard(secret, charge) === 'no_answer')
        throw new Error('The bank did not answer.')
      return outcome
    },
    async complete({ ref }) {
      const outcome = await found(ref)
      if (!outcome) throw new Error('The bank does not know this charge.')
      return outcome
    },
    find: (charge) => found(charge.ref ?? refOf(secret, charge)),
    refund: ({ ref }) => refundCharge(db, ref, nowMs()),
    async refundPart({ ref, withdrawalId, amountCents }) {
      const isPaid = await refundPartOf(db, { ref: refundRef(withdrawalId), charge: ref, amountCents })
      return isPaid ? 'paid' : 'refused'
    },
    findRefund: async ({ withdrawalId }) => ((await isRefunded(db, refundRef(withdrawalId))) ? 'paid' : null),
    readWebhook(request, rawBody) {
      if (!isSignedNotice(secret, request.headers[SIGNATURE_HEADER.toLowerCase()], rawBody, nowMs()))
        return 'forged'
      const notice = bankNotice.safeParse(parsedJson(rawBody))
      return notice.success ? { eventRef: notice.data.event_id, payload: notice.data } : 'irrelevant'
    },
    async resolve(payload) {
      const notice = bankNotice.safeParse(payload)
      if (!notice.success) return null
      const { charge, state, decline_code } = notice.data
      if (state === 'declined') return about(charge, { state, ref: charge, code: decline_code ?? 'declined' })
      return about(charge, { state, ref: charge })
    },
  }
}

/** A token that the fields' page makes. One use of a card makes one token. */
export const cardToken = (secret: string, card: TestCard): string =>
  sealed(secret, [
    card.outcome,
    card.brand,
    card.lastFour,
    card.expMonth,
    card.expYear,
    randomBytes(NONCE_BYTES).toString('base64url'),
  ])

const sealedCard = z.tuple([
  z.enum(CARD_OUTCOMES),
  z.string(),
  z.string(),
  z.number(),
  z.number(),
  z.string(),
])

function cardOfToken(secret: string, token: string): TestCard | null {
  const read = sealedCard.safeParse(unsealed(secret, token))
  if (!read.success) return null
  const [outcome, brand, lastFour, expMonth, expYear] = read.data
  return { outcome, brand, lastFour, expMonth, expYear }
}

/** Of a card that was typed in, and of one that a demo world begins with. */
function outcomeOfCard(secret: string, { cardRef }: Charge): CardOutcome {
  const seeded = CARD_OUTCOMES.find((outcome) => cardRef.startsWith(seededCardRef(outcome, '')))
  return seeded ?? cardOfToken(secret, cardRef)?.outcome ?? 'declined'
}

/** How a demo world names the cards it begins with. Nobody can add one by this name: it is no token. */
export const seededCardRef = (outcome: CardOutcome, name: string): string => `seeded:${outcome}:${name}`

/** The same for the same payment, and guessed by nobody: whoever knows it may open the bank's page. */
const refOf = (secret: string, { paymentId }: { paymentId: number }) =>
  `plat-${paymentId}-${markOf(secret, String(paymentId))}`

const refundRef = (withdrawalId: number) => `plat-withdrawal-${withdrawalId}`

const about = (ref: string, outcome: Outcome) => ({
  ref,
  outcome,
  paymentId: Number(/^plat-(\d+)-/.exec(ref)?.[1] ?? 0) || null,
})

const bankNotice = z.object({
  event_id: z.string().check(z.minLength(1), z.maxLength(100)),
  charge: z.string().check(z.minLength(1), z.maxLength(100)),
  state: z.enum(['succeeded', 'declined', 'pending', 'reversed']),
  decline_code: z.optional(
    z.enum(['declined', 'insufficient_funds', 'expired_card', 'incorrect_cvc', 'fraud', 'action_failed']),
  ),
})

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
