/** An owner closes the company: what must be settled first, what is deleted and what stays, and the name to confirm. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { TypedConfirm } from '#marketplace/seller/ui/typed-confirm.tsx'
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

function Question({ store, onClose }: { store: SellerStore; onClose: () => void }) {
  useSignals()
  const { call } = store
  const [closing] = useState(() => createResource(async () => (await call(sellerClosing, {})).data))
  useEffect(() => void closing.load(), [closing])
  const state = closing.state.value
  const known = state.phase === 'ready' ? state.value : null
  const isSettled = known?.unsettled.length === 0
  return (
    <TypedConfirm
      title="Close the company"
      confirmLabel="Close the company"
      expected={known && isSettled ? known.name : null}
      label="Name of the company"
      problem={state.phase === 'failed' ? sayFailure(state.failure).message : null}
      send={(confirmation) => call(sellerCloseCompany, { body: { confirmation } })}
      onDone={({ data }) => {
        onClose()
        store.closesAt.value = data.closes_at ?? null
      }}
      onCancel={onClose}
    >
      {known === null || isSettled ? <Consequences /> : <Unsettled closing={known} onLeave={onClose} />}
    </TypedConfirm>
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
