/** What the form begins with: the newer of what this browser and the server kept, else nothing typed. */
import type { DraftKeeper } from './local-draft.ts'
import { formOf, type OfferForm } from './offer-form.ts'
import type { OfferSetup } from './offer-setup.ts'

export interface Beginning {
  readonly form: OfferForm
  readonly proofId: number | null
  /** Null: a new one is made. */
  readonly key: string | null
  /** Written before. */
  readonly isOwn: boolean
}

export function beginningOf(
  keeper: DraftKeeper,
  blank: OfferForm,
  { offer }: Pick<OfferSetup, 'offer'>,
): Beginning {
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
