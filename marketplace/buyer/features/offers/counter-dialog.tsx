/** Other terms in an offer that is under way: an answer to the seller's, or better words while they have not answered (OFR-32). */
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import type { NamedEntity } from '#marketplace/kit/offer-labels.ts'
import { DialogActions } from '#marketplace/kit/ui/dialog-actions.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import type { OfferTerms } from '#shared/contract/offer-terms.ts'
import type { OfferDetailWire } from '#shared/contract/offers.ts'
import { termChanges } from '#shared/rules/offers/terms.ts'
import { emptyForm, errorsOf, formOf, termsOf } from './offer-form.ts'
import { PriceField } from './price-field.tsx'
import { type Refusal, refusedTerms } from './refusal.ts'
import { TermDifferences } from './term-differences.tsx'
import { EntityField, TermsFields } from './terms-fields.tsx'
import { useOfferMath } from './use-offer-math.ts'

export interface CounterDialogProps {
  kind: 'counter' | 'revise'
  offer: OfferDetailWire
  entities: readonly NamedEntity[] | null
  /** Of what was sent last; null while nothing was refused. */
  refusal: Refusal | null
  isBusy: boolean
  /** What was refused is being changed. */
  onForget: () => void
  onSend: (terms: OfferTerms) => void
  onClose: () => void
}

const WORDS = {
  counter: { title: 'Counter', label: 'Send counteroffer' },
  revise: { title: 'Change your offer', label: 'Send the change' },
} as const

export function CounterDialog(props: CounterDialogProps) {
  const { kind, offer, entities, refusal, isBusy, onForget, onSend, onClose } = props
  const { clock } = useServices()
  // The words of the last move; its note was that move's.
  const [form, setForm] = useState(() => formOf({ ...offer.terms, note: '' }, emptyForm(clock.now(), null)))
  const [hasTried, setTried] = useState(false)
  const { math, maoUsd } = useOfferMath(offer, form)
  const terms = termsOf(form, clock.now())
  const changes = terms === null ? [] : termChanges({ ...offer.terms, note: '' }, terms)
  const refused = refusedTerms(refusal)
  const errors = hasTried ? { ...refused.fields, ...errorsOf(form, clock.now()) } : {}
  const { title, label } = WORDS[kind]

  function send() {
    setTried(true)
    if (terms === null) return focusWrong()
    if (changes.length > 0) onSend(terms)
  }
  const onChange = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part })
    onForget()
  }
  const fields = { form, errors, onChange }
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={<DialogActions label={label} isBusy={isBusy} onCancel={onClose} onConfirm={send} />}
    >
      <div className="grid gap-4.5">
        <div role="alert" className="empty:sr-only">
          {refused.words === null ? null : <Note tone="bad">{refused.words}</Note>}
        </div>
        <PriceField
          value={form.price}
          error={errors.price ?? null}
          deal={{ askUsd: offer.property.price ?? null, arvUsd: offer.property.arv_estimate ?? null }}
          math={math}
          maoUsd={maoUsd}
          onChange={(price) => onChange({ price })}
        />
        <EntityField {...fields} entities={entities} />
        <TermsFields {...fields} sellerEarnestUsd={offer.snapshot?.earnest_money ?? null} />
        {changes.length > 0 ? (
          <div>
            <p className="mb-1 font-label text-sm">What you change</p>
            <TermDifferences changes={changes} entities={entities ?? []} />
          </div>
        ) : null}
        <FormProblem
          message={
            hasTried &&
            terms !== null &&
            changes.length === 0 &&
            'These are the current terms. Change at least one.'
          }
        />
      </div>
    </Modal>
  )
}
