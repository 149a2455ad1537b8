/** All that making an offer begins with, asked for at once. The deal and the fee are required; anything else may be missing. */
import { type Attempt, attempt } from '#marketplace/kit/attempt.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { getSmartBuyBox, type LinkedEntityWire } from '#shared/contract/buy-box.ts'
import { dealDefaults } from '#shared/contract/deal-notes.ts'
import { getOffer, getOfferGate, type OfferDetailWire, type OfferGateWire } from '#shared/contract/offers.ts'
import { listProofsOfFunds, type ProofOfFundsWire } from '#shared/contract/proof-of-funds.ts'
import { showProperty } from '#shared/contract/properties.ts'
import { getConfigs } from '#shared/contract/site-config.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { type OfferSubject, subjectOf } from './offer-subject.ts'

export interface OfferSetup {
  readonly subject: OfferSubject
  readonly feeUsd: number
  /** Null: could not be asked. */
  readonly gate: OfferGateWire | null
  readonly entities: readonly LinkedEntityWire[] | null
  readonly proofs: readonly ProofOfFundsWire[] | null
  /** The calculator's inputs this customer keeps for every deal. */
  readonly defaults: Readonly<Record<string, number>>
  /** This customer's own on the deal: a draft, or one that is under way. */
  readonly offer: OfferDetailWire | null
}

export type SetupOutcome =
  | { readonly kind: 'ready'; readonly setup: OfferSetup }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly failure: Failure }

export async function loadSetup(api: Api, propertyId: number): Promise<SetupOutcome> {
  const [deal, gate, fee, entities, proofs, defaults] = await Promise.all([
    attempt(api(showProperty, { params: { property: propertyId }, query: {} })),
    loadGate(api, propertyId),
    loadFee(api),
    attempt(api(getSmartBuyBox, {})),
    attempt(api(listProofsOfFunds, {})),
    attempt(api(dealDefaults, {})),
  ])
  if (deal.kind === 'failed') return { ...dealFailed(deal.failure) }
  if (fee.kind === 'failed') return fee
  const offerId = gate?.offer_id ?? null
  const own = offerId === null ? null : await attempt(api(getOffer, { params: { offer: offerId } }))
  return {
    kind: 'ready',
    setup: {
      subject: subjectOf(deal.value.data),
      feeUsd: fee.value,
      gate,
      entities: answered(entities)?.entities ?? null,
      proofs: answered(proofs)?.data ?? null,
      defaults: answered(defaults)?.assumptions ?? {},
      offer: own === null ? null : (answered(own)?.data ?? null),
    },
  }
}

const askGate = async (api: Api, propertyId: number): Promise<OfferGateWire> =>
  (await api(getOfferGate, { query: { property_id: propertyId } })).data

export const loadGate = async (api: Api, propertyId: number): Promise<OfferGateWire | null> =>
  answered(await attempt(askGate(api, propertyId)))

/** For a page that stays. */
export const createGate = (api: Api, propertyId: number, clock?: Clock): Resource<OfferGateWire> =>
  createResource(() => askGate(api, propertyId), clock)

/** In units of the currency, as the server says now. */
export const loadFee = (api: Api): Promise<Attempt<number>> =>
  attempt(api(getConfigs, {}).then(({ platform_fee }) => platform_fee))

export async function loadSubject(api: Api, propertyId: number): Promise<OfferSubject | 'missing' | null> {
  const deal = await attempt(api(showProperty, { params: { property: propertyId }, query: {} }))
  if (deal.kind === 'done') return subjectOf(deal.value.data)
  return dealFailed(deal.failure).kind === 'missing' ? 'missing' : null
}

/** Null for a call that failed. */
export const answered = <T>(given: Attempt<T>): T | null => (given.kind === 'done' ? given.value : null)

const dealFailed = (failure: Failure) =>
  failure.kind === 'refused' && failure.status === 404
    ? ({ kind: 'missing' } as const)
    : ({ kind: 'failed', failure } as const)
