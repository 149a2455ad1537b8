/** A storm of everything that can be done with money, by a few customers at once, with what goes wrong in between. Reproducible by its seed. */
import type { Database } from '#server/core/database/open.ts'
import { endDeposit, holdFromWallet, lockOpenDeposit, refundDeposit } from '#server/payments/deposits.ts'
import { chargePlatformFee, refundPlatformFee } from '#server/payments/fees.ts'
import { beginPayment } from '#server/payments/payments.ts'
import { type SendDeps, sendWithdrawals } from '#server/payments/send-withdrawal.ts'
import { type Ending, settlePayment } from '#server/payments/settle.ts'
import { beginWithdrawal } from '#server/payments/withdraw.ts'

export interface Storm {
  db: Database
  customers: readonly number[]
  /** Offers of each, for fees. */
  offers: ReadonlyMap<number, readonly number[]>
  cards: ReadonlyMap<number, number>
  operations: number
  /** How many are under way at once. */
  width: number
  seed: number
}

export interface Tally {
  done: number
  /** Said no in words, e.g. because a wallet was short. */
  refused: number
  /** Broken on purpose in the middle of a transaction. */
  broken: number
}

const NOW_MS = Date.UTC(2025, 5, 10)
const DEPOSIT = 50_000
const FEE = 99_700
/** So few that the same key, the same payment and the same offer come again and again. */
const KEYS = 40
const PAYMENTS_EACH = 60

class OnPurpose extends Error {}

export async function runStorm(storm: Storm): Promise<Tally> {
  const random = randomOf(storm.seed)
  const tally: Tally = { done: 0, refused: 0, broken: 0 }
  let left = storm.operations
  const worker = async () => {
    while (left > 0) {
      left -= 1
      tally[await endOf(nextOf(storm, random))] += 1
    }
  }
  await Promise.all(Array.from({ length: storm.width }, worker))
  return tally
}

async function endOf(operation: () => Promise<unknown>): Promise<keyof Tally> {
  try {
    await operation()
    return 'done'
  } catch (error) {
    if (error instanceof OnPurpose) return 'broken'
    if (isRefusal(error)) return 'refused'
    throw error
  }
}

const isRefusal = (error: unknown) => (error as { name?: string }).name === 'Refusal'

type Random = (below: number) => number

function nextOf(storm: Storm, random: Random): () => Promise<unknown> {
  const { db, customers, offers, cards } = storm
  const customerId = pick(customers, random)
  const idempotencyKey = `key-${random(KEYS)}`
  const breaks = random(12) === 0
  const within = (work: (trx: Database) => Promise<unknown>) => () =>
    db.transaction().execute(async (trx) => {
      await work(trx)
      if (breaks) throw new OnPurpose()
    })
  const offerId = pick(offers.get(customerId) ?? [], random)
  switch (random(17)) {
    case 0: {
      const amountCents = 50_000 + random(5) * 60_000
      const payment = { customerId, amountCents, idempotencyKey: `${idempotencyKey}-${amountCents}` }
      const card = { billingInfoId: cards.get(customerId) ?? 0 }
      return within((trx) =>
        beginPayment(trx, { ...payment, ...card, purpose: 'top_up', provider: 'embedded' }),
      )
    }
    case 1: {
      const wanted = { customerId, amountCents: DEPOSIT, expectedCents: DEPOSIT, idempotencyKey }
      return within((trx) => holdFromWallet(trx, wanted))
    }
    case 2:
      return within(async (trx) => {
        const open = await lockOpenDeposit(trx, customerId)
        if (open) await refundDeposit(trx, { customerId, depositId: open.id, nowMs: NOW_MS })
      })
    case 3: {
      const as = pick(['applied', 'forfeited', 'refunded'] as const, random)
      return within(async (trx) => {
        const open = await lockOpenDeposit(trx, customerId)
        if (open) await endDeposit(trx, open, { as, nowMs: NOW_MS })
      })
    }
    case 4:
      return within((trx) =>
        chargePlatformFee(trx, { customerId, offerId, amountCents: FEE, description: 'Fee' }),
      )
    case 5:
      return within((trx) => refundPlatformFee(trx, { offerId }))
    case 6: {
      const wanted = { customerId, amountCents: 10_000 + random(9) * 10_000, idempotencyKey, bank: BANK }
      const by = { secret: 'a secret for tests only', provider: 'embedded', nowMs: NOW_MS }
      return within((trx) => beginWithdrawal(trx, wanted, by))
    }
    case 7:
      return () => sendOne(storm, pick(['paid', 'refused', 'lost'] as const, random))
    default:
      return notifyOf(storm, random)
  }
}

const BANK = { holder: 'Dana Whitfield', routing_number: '021000021', account_number: '000123456789' }

/** The card service answers about a withdrawal, refuses it, or says nothing. */
async function sendOne({ db }: Storm, end: 'paid' | 'refused' | 'lost'): Promise<void> {
  const row = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('state', '=', 'sending')
    .orderBy('asked_at', (order) => order.asc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  const refundPart = async () => {
    if (end === 'lost') throw new Error('The line was cut.')
    return end
  }
  const billing = { name: 'embedded', refundPart, find: async () => null }
  const deps = {
    db,
    parts: { billing },
    broadcaster: { broadcast: async () => {} },
    prefix: 'App',
    site: { origin: '' },
    nowMs: () => NOW_MS,
    log: { warn: () => {} },
  }
  await sendWithdrawals(deps as unknown as SendDeps, [row])
}

const ENDINGS: readonly Ending[] = [
  { state: 'succeeded', ref: '' },
  { state: 'succeeded', ref: '' },
  { state: 'pending', ref: '' },
  { state: 'declined', code: 'declined', ref: null },
  { state: 'cancelled' },
  { state: 'reversed', ref: '' },
]

/** What a provider says of any payment, early, late and again: most of what it says has been said before. */
function notifyOf({ db, customers }: Storm, random: Random): () => Promise<unknown> {
  const paymentId = 1 + random(PAYMENTS_EACH * customers.length)
  const ending = named(pick(ENDINGS, random), paymentId)
  return () => settlePayment(db, paymentId, ending, NOW_MS)
}

/** As a provider would: one name per payment. */
const named = (ending: Ending, paymentId: number): Ending =>
  'ref' in ending && ending.ref !== null ? { ...ending, ref: `ref-${paymentId}` } : ending

function pick<T>(list: readonly T[], random: Random): T {
  const found = list[random(list.length)]
  if (found === undefined) throw new Error('There is nothing to pick from.')
  return found
}

/** mulberry32: small, and the same everywhere. */
function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
