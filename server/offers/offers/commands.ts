/** Each thing that can be done with an offer as one transaction, and what it left to say said after its commit. */
import type { Transaction } from 'kysely'
import { lockCustomer } from '#server/core/database/lock-customer.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { lockCurrentDeposit } from '#server/payments/deposits.ts'
import type { DraftTerms } from '#shared/contract/offer-terms.ts'
import { isOverdue } from '#shared/rules/offers/offer-clock.ts'
import { nextState } from '#shared/rules/offers/offer-graph.ts'
import { type PendingEffectsDeps, runPendingEffects } from './after-commit.ts'
import { askForDocuments, type DocumentRequest } from './ask-for-documents.ts'
import { type Confirmation, confirmOffer } from './confirm.ts'
import { removeDraft, saveDraft, type Typed, writeDraft } from './draft.ts'
import { type Move, moveOffer } from './move-offer.ts'
import { queueAccepted } from './notices.ts'
import { lockOffer, offerRow } from './offer-row.ts'
import { noPendingEffects, type PendingEffects } from './pending-effects.ts'
import { notNow, offerExists, stale } from './refusals.ts'
import { activeOfferOn, type NewOffer, type OldOffer, sendNewOffer, sendOldOffer } from './send-offer.ts'
import { changeStep, type StepAct } from './steps.ts'
import { expireOffer } from './sweep.ts'

export type Acts = ReturnType<typeof createActs>

export type SendAgain = Omit<OldOffer, 'row' | 'hasDeposit' | 'terms'> & {
  offerId: number
  version: number
  terms: DraftTerms | undefined
}

/** `except` is the socket of who acts. */
export function createActs(deps: PendingEffectsDeps) {
  const { db } = deps

  const act = async <Done>(
    work: (trx: Transaction<Schema>, pendingEffects: PendingEffects) => Promise<Done>,
    except: string | null = null,
  ): Promise<Done> => {
    const pendingEffects = noPendingEffects()
    const done = await db.transaction().execute((trx) => work(trx, pendingEffects))
    await runPendingEffects(deps, pendingEffects, except)
    return done
  }

  /** Its time may be up since the clock last looked: then it has run out, whoever is faster. */
  const expireFirst = async (offerId: number, nowMs: number) => {
    const row = await offerRow(db, offerId)
    if (row && isOverdue(row.state, row.expires_at?.getTime() ?? null, nowMs))
      await expireOffer(deps, offerId, nowMs)
  }

  return {
    keepDraft: (typed: Typed) =>
      act(async (trx) => {
        await lockCustomer(trx, typed.customerId)
        const active = await activeOfferOn(trx, typed.customerId, typed.propertyId)
        if (active) throw offerExists(active)
        return (await writeDraft(trx, typed)).id
      }),
    saveDraft: (typed: Parameters<typeof saveDraft>[1]) => act((trx) => saveDraft(trx, typed)),
    removeDraft: (of: Parameters<typeof removeDraft>[1]) => act((trx) => removeDraft(trx, of)),
    sendNew: (wanted: NewOffer, except: string | null) =>
      act(async (trx, pendingEffects) => {
        await lockCustomer(trx, wanted.customerId)
        return sendNewOffer(trx, wanted, pendingEffects)
      }, except),
    sendOld: (wanted: SendAgain, except: string | null) =>
      act((trx, pendingEffects) => sendAgain(trx, wanted, pendingEffects), except),
    async move(move: Move, except: string | null): Promise<void> {
      await expireFirst(move.offerId, move.nowMs)
      await act(async (trx, pendingEffects) => {
        const row = await moveOffer(trx, move, pendingEffects)
        if (move.kind === 'accept') await queueAccepted(trx, row, move.nowMs)
      }, except)
    },
    async confirm(confirmation: Confirmation, except: string | null): Promise<void> {
      await expireFirst(confirmation.offerId, confirmation.nowMs)
      await act((trx, pendingEffects) => confirmOffer(trx, confirmation, pendingEffects), except)
    },
    askForDocuments: (asked: DocumentRequest, except: string | null) =>
      act((trx, pendingEffects) => askForDocuments(trx, asked, pendingEffects), except),
    step: ({ offerId, isOwn, ...change }: StepAct & Pick<Move, 'offerId' | 'isOwn'>) =>
      act(async (trx, pendingEffects) => {
        const row = await lockOffer(trx, offerId)
        if (!row || row.state === 'draft' || !isOwn(row)) throw notFound()
        await changeStep(trx, row, change)
        pendingEffects.offerIds.add(offerId)
      }),
  }
}

/** The customer first: other transactions that send their offers or delete the account wait there. */
async function sendAgain(
  trx: Transaction<Schema>,
  { offerId, version, terms, ...wanted }: SendAgain,
  pendingEffects: PendingEffects,
): Promise<void> {
  await lockCustomer(trx, wanted.customerId)
  const deposit = await lockCurrentDeposit(trx, wanted.customerId)
  const row = await lockOffer(trx, offerId)
  if (!row || row.customer_id !== wanted.customerId) throw notFound()
  if (nextState(row.state, 'buyer', wanted.kind) === null) throw notNow(row)
  if (row.version !== version) throw stale(row)
  const hasDeposit = deposit !== null
  await sendOldOffer(trx, { ...wanted, row, terms: terms ?? {}, hasDeposit }, pendingEffects)
}
