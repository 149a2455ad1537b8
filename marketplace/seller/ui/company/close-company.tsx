/** An owner closes the company: what must be settled first, what is deleted and what stays, and the name to confirm. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { attempt, type FormErrors, sayFailure } from '#marketplace/kit/attempt.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { type ClosingWire, sellerCloseCompany, sellerClosing } from '#shared/contract/seller-closing.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { COMPANY_CLOSING_DAYS } from '#shared/rules/site/retention.ts'
import { Button } from '#shared/ui/button.tsx'

export function CloseCompany({ store }: { store: SellerStore }) {
  useSignals()
  const [isAsking, setAsking] = useState(false)
  if (store.closesAt.value !== null) return null
  return (
    <Section
      title="Close the company"
      intro={`Your company is closed for buyers at once. Its data and the logins of its people are deleted after ${COMPANY_CLOSING_DAYS} days; until then an owner can cancel that.`}
    >
      <Button className="justify-self-start pointer-coarse:h-11" onClick={() => setAsking(true)}>
        Close the company
      </Button>
      {isAsking ? <Question store={store} onClose={() => setAsking(false)} /> : null}
    </Section>
  )
}

const NOTHING: FormErrors = { fields: {}, message: null }

function Question({ store, onClose }: { store: SellerStore; onClose: () => void }) {
  useSignals()
  const { call } = store
  const [closing, setClosing] = useState<ClosingWire | null>(null)
  const [confirmation, setConfirmation] = useState('')
  const [said, setSaid] = useState(NOTHING)
  const { isBusy, during } = useBusy()
  useEffect(() => {
    void attempt(call(sellerClosing, {})).then((result) =>
      result.kind === 'failed' ? setSaid(sayFailure(result.failure)) : setClosing(result.value.data),
    )
  }, [call])
  const name = closing?.name ?? ''
  const isSettled = closing !== null && closing.unsettled.length === 0
  async function close() {
    setSaid(NOTHING)
    const result = await during(attempt(call(sellerCloseCompany, { body: { confirmation } })))
    if (result.kind === 'failed') return setSaid(sayFailure(result.failure))
    onClose()
    store.closesAt.value = result.value.data.closes_at ?? null
  }
  return (
    <ConfirmDialog
      title="Close the company"
      confirmLabel="Close the company"
      isDanger
      isBusy={isBusy}
      canConfirm={isSettled && confirmation.trim().toLowerCase() === name.toLowerCase()}
      error={said.message}
      onConfirm={() => void close()}
      onCancel={onClose}
    >
      {closing === null || isSettled ? <Consequences /> : <Unsettled closing={closing} onLeave={onClose} />}
      {isSettled ? (
        <>
          <p>
            To go on, type <span className="wrap-anywhere font-label text-text">{name}</span>.
          </p>
          <Field
            label="Name of the company"
            name="confirmation"
            autoComplete="off"
            spellCheck={false}
            value={confirmation}
            error={said.fields.confirmation ?? null}
            onChange={(event) => setConfirmation(event.currentTarget.value)}
          />
        </>
      ) : null}
    </ConfirmDialog>
  )
}

function Unsettled({ closing, onLeave }: { closing: ClosingWire; onLeave: () => void }) {
  return (
    <>
      <p>Settle this first:</p>
      <ul className="grid list-disc gap-2 ps-5">
        {closing.unsettled.map(({ kind, text }) => (
          <li key={kind}>
            {text}{' '}
            <a
              className="text-link"
              href={kind === 'offers' ? hashOf(OFFERS) : hashOf({ kind: 'deals' })}
              onClick={onLeave}
            >
              {kind === 'offers' ? 'Open the offers' : 'Open the deals'}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

const OFFERS = { kind: 'offers', propertyId: null, offerId: null } as const

function Consequences() {
  return (
    <>
      <p>
        At once, buyers no longer see your deals and cannot send messages or offers; your keys stop working,
        and scheduled blasts are canceled for good.
      </p>
      <p>
        After {COMPANY_CLOSING_DAYS} days we take your deals down and end open offers, which their buyers are
        notified of. We delete all logins, photos and documents of deals, imported contacts, saved replies and
        the texts of blasts. Download your data before that.
      </p>
      <p>
        Offers, messages that buyers received, documents of offers, and proofs of consent stay, without the
        names of your people and under the name Closed company.
      </p>
    </>
  )
}
