/**
 * The offer that is being written: price and terms, funds, review, sent. One model for the dialog on a deal and the page of its
 * own. What is typed is kept by draft-saver.ts; it is sent under one key, however often somebody presses.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { OffersStore } from '#marketplace/buyer/platform/offers-store.ts'
import { isRefused } from '#marketplace/buyer/platform/presses.ts'
import { attempt } from '#marketplace/kit/attempt.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  createOffer,
  type OfferDetailWire,
  type OfferGateWire,
  removeDraftOffer,
} from '#shared/contract/offers.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { createDealNow, type DealNow } from './deal-now.ts'
import { createDraftSaver, type DraftSaver } from './draft-saver.ts'
import { createDraftKeeper, type DraftKeeper } from './local-draft.ts'
import { emptyForm, errorsOf, formOf, type OfferForm, type OfferFormErrors, termsOf } from './offer-form.ts'
import { loadGate, type OfferSetup } from './offer-setup.ts'
import { createProofOfFunds, type ProofOfFundsModel } from './proof-of-funds.ts'
import { type Refusal, refusalOf, refusedTerms } from './refusal.ts'

export type OfferStage = 'terms' | 'funds' | 'review' | 'sent'

export interface OfferDraftModel extends Omit<DealNow, 'forget'>, ProofOfFundsModel {
  readonly gate: ReadonlySignal<OfferGateWire | null>
  readonly setup: OfferSetup
  readonly form: ReadonlySignal<OfferForm>
  readonly stage: ReadonlySignal<OfferStage>
  /** Shown once somebody wanted to go on. */
  readonly errors: ReadonlySignal<OfferFormErrors>
  /** Something is written that is not sent. */
  readonly isTouched: ReadonlySignal<boolean>
  readonly isSending: ReadonlySignal<boolean>
  readonly refusal: ReadonlySignal<Refusal | null>
  /** The refused terms by field, and what was refused beside them. */
  readonly refused: ReadonlySignal<ReturnType<typeof refusedTerms>>
  readonly sent: ReadonlySignal<OfferDetailWire | null>
  readonly saver: DraftSaver
  set(part: Partial<OfferForm>): void
  goTo(stage: Exclude<OfferStage, 'sent'>): void
  /** Saves what the step asks for and goes on; stays where something is missing or was not saved, and says what. */
  next(): Promise<void>
  send(): Promise<void>
  /** Something before the offer was done, e.g. the deposit paid. */
  refreshGate(): Promise<void>
  /** Rejects with `ApiError` when the server could not be told; then the draft stays as it is. */
  discard(): Promise<void>
}

export interface OfferDraftDeps {
  api: Api
  clock: Clock
  offers: Pick<OffersStore, 'put' | 'drop' | 'tell'>
  storage: () => Storage
  customerId: number
  propertyId: number
  makeKey: () => string
}

export function createOfferDraftModel(deps: OfferDraftDeps, setup: OfferSetup): OfferDraftModel {
  const empty = emptyForm(deps.clock.now(), setup.subject.earnestMoneyUsd)
  const keeper = createDraftKeeper(deps.storage, deps, empty)
  // Who has connected an LLC or trust buys with it.
  const blank = { ...empty, entityId: setup.entities?.[0]?.id ?? null }
  return draftModel(deps, setup, { keeper, start: beginningOf(keeper, blank, setup) })
}

function draftModel(
  deps: OfferDraftDeps,
  setup: OfferSetup,
  { keeper, start }: { keeper: DraftKeeper; start: Beginning },
): OfferDraftModel {
  const { api, clock, propertyId } = deps
  const key = start.key ?? deps.makeKey()
  const form = signal(start.form)
  const gate = signal(setup.gate)
  const stage = signal<OfferStage>('terms')
  const hasTried = signal(false)
  const isTouched = signal(start.isOwn)
  const saver = createDraftSaver({ api, clock, keeper, propertyId, key: () => key, offer: setup.offer })
  const deal = createDealNow(api, setup, clock)
  const funds = createProofOfFunds({
    api,
    clock,
    saver,
    setup,
    gate,
    chosen: start.proofId,
    keep,
    draft: () => draft(),
  })

  const draft = () => ({ form: form.peek(), proofId: funds.proofId.peek() })
  function keep() {
    isTouched.value = true
    sending.refusal.value = null
    saver.keep(draft())
  }
  const isFilled = () => {
    hasTried.value = true
    if (Object.keys(errorsOf(form.peek(), clock.now())).length === 0) return true
    stage.value = 'terms'
    return false
  }
  async function remove(offer: number): Promise<void> {
    try {
      await api(removeDraftOffer, { params: { offer } })
    } catch (error) {
      // Another page may have discarded it.
      if (error instanceof ApiError && isRefused(error.failure, 404)) return
      // The saver was stopped before it had sent the latest words.
      saver.keep(draft())
      throw error
    }
  }
  const refreshGate = async () => {
    gate.value = (await loadGate(api, propertyId)) ?? gate.peek()
  }
  const sending = createSending(deps, {
    key,
    keeper,
    saver,
    deal,
    draft,
    refreshGate,
    onSent() {
      isTouched.value = false
      stage.value = 'sent'
    },
  })
  const { isSending, refusal, sent } = sending
  const refused = computed(() => refusedTerms(refusal.value))

  return {
    setup,
    gate,
    form,
    stage,
    isTouched,
    isSending,
    refusal,
    refused,
    sent,
    saver,
    ...deal,
    ...funds,
    errors: computed(() =>
      hasTried.value ? { ...refused.value.fields, ...errorsOf(form.value, clock.now()) } : {},
    ),
    set(part) {
      form.value = { ...form.peek(), ...part }
      keep()
    },
    goTo(to) {
      if (stage.peek() !== 'sent') stage.value = to
    },
    async next() {
      const from = stage.peek()
      if (!isFilled()) return
      if (from === 'funds' && (!(await funds.saveProofs()) || stage.peek() !== from)) return
      stage.value = from === 'terms' ? 'funds' : 'review'
    },
    async refreshGate() {
      await refreshGate()
      refusal.value = null
    },
    async send() {
      if (isSending.peek() || sent.peek() !== null || !isFilled()) return
      await sending.send()
      if (Object.keys(refused.peek().fields).length > 0) stage.value = 'terms'
    },
    async discard() {
      await saver.stop()
      const id = saver.offer.peek()?.id
      if (id !== undefined) {
        await remove(id)
        deps.offers.drop(id)
        deps.offers.tell(id)
      }
      keeper.clear()
      isTouched.value = false
    },
  }
}

interface SendingDeps {
  readonly key: string
  readonly keeper: DraftKeeper
  readonly saver: DraftSaver
  readonly deal: ReturnType<typeof createDealNow>
  draft(): { form: OfferForm; proofId: number | null }
  refreshGate(): Promise<void>
  onSent(): void
}

/** The call that makes the offer, and its result. */
function createSending({ api, clock, offers, propertyId }: OfferDraftDeps, own: SendingDeps) {
  const { key, keeper, saver, deal } = own
  const isSending = signal(false)
  const refusal = signal<Refusal | null>(null)
  const sent = signal<OfferDetailWire | null>(null)

  async function post(): Promise<void> {
    const terms = termsOf(own.draft().form, clock.now())
    if (terms === null) return
    // A draft that is saved later would remain in addition to the offer.
    await saver.stop()
    const seen = { expected_price: deal.subject.peek().askUsd, expected_fee: deal.feeUsd.peek() }
    const body = { property_id: propertyId, terms, proof_id: own.draft().proofId, ...seen }
    const answer = await attempt(api(createOffer, { body }, { headers: { 'Idempotency-Key': key } }))
    if (answer.kind === 'failed') return refused(answer.failure)
    keeper.clear()
    sent.value = answer.value.data
    own.onSent()
    offers.put(answer.value.data)
  }
  async function refused(failure: Failure): Promise<void> {
    const why = refusalOf(failure)
    await Promise.all([
      own.refreshGate(),
      why.code === 'changed' || why.step === 'deal' ? deal.refreshDeal() : null,
    ])
    // What changed is shown with both values, and sent with another press.
    if (why.code !== 'changed' || deal.changed.peek() === null) refusal.value = why
  }

  return {
    isSending,
    refusal,
    sent,
    async send(): Promise<void> {
      isSending.value = true
      refusal.value = null
      // What is shown is what is sent now.
      deal.forget()
      await post().finally(() => {
        isSending.value = false
      })
    },
  }
}

interface Beginning {
  readonly form: OfferForm
  readonly proofId: number | null
  /** Null: a new one is made. */
  readonly key: string | null
  /** Written before. */
  readonly isOwn: boolean
}

/** What the form begins with: the newer of what this browser and the server kept, else nothing typed. */
function beginningOf(keeper: DraftKeeper, blank: OfferForm, { offer }: Pick<OfferSetup, 'offer'>): Beginning {
  const local = keeper.read()
  const remoteMs = offer === null ? Number.NEGATIVE_INFINITY : Date.parse(offer.updated_at)
  if (local !== null && local.savedAtMs >= remoteMs)
    return { form: local.form, proofId: local.proofId, key: local.key, isOwn: true }
  const key = local?.key ?? null
  if (offer === null) return { form: blank, proofId: null, key, isOwn: false }
  return {
    form: formOf(offer.terms, blank),
    proofId: offer.proof_of_funds?.id ?? null,
    key,
    isOwn: true,
  }
}
