/** What is checked of a new company: the email, the phone and the ID of the member who is logged in, and the company. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { identityState } from '#marketplace/kit/identity/identity-states.ts'
import { createVerificationModel } from '#marketplace/kit/identity/verification-model.ts'
import { VerificationProblem } from '#marketplace/kit/identity/verification-problem.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { CheckRow } from '#marketplace/seller/ui/check-row.tsx'
import { PhoneCheck } from '#marketplace/seller/ui/phone-check.tsx'
import type { SellerCompanyWire } from '#shared/contract/seller-company.ts'
import { type SellerIdentityWire, sellerStartIdentity } from '#shared/contract/seller-identity.ts'
import { STATE_BY_ABBR } from '#shared/rules/states.ts'
import { Button } from '#shared/ui/button.tsx'

interface ChecksProps {
  store: SellerStore
  company: SellerCompanyWire
}

export function IdentityChecks({ store, company }: ChecksProps) {
  useSignals()
  const isVerified = company.is_verified === true
  const state = store.company.identity.state.value
  const known = state.phase === 'ready' && state.value.is_offered ? state.value : null
  return (
    <ul className="divide-y divide-line border-line border-y">
      <CheckRow title="Email" text="The address that you log in with" state="Confirmed" isDone />
      <PhoneCheck store={store} />
      {known ? <IdentityRow store={store} identity={known} /> : null}
      <CheckRow
        title="Company record"
        text={recordText(company)}
        state={isVerified ? 'Verified' : 'Waiting for staff'}
        isDone={isVerified}
      />
    </ul>
  )
}

function recordText({ registration_state: state, ein, is_verified }: SellerCompanyWire): string {
  const where = state ? STATE_BY_ABBR.get(state)?.name : null
  if (is_verified) return 'Checked by our staff'
  if (where && ein) return `${where}, EIN ${ein}. Our staff check it.`
  return 'Our staff check it. Add the state of registration and the EIN under Company.'
}

/** What it is for; the buyers' words are about buyers. */
const VERIFIED_TEXT = 'Our staff see it when they check your company.'

function IdentityRow({ store, identity }: { store: SellerStore; identity: SellerIdentityWire }) {
  useSignals()
  const [model] = useState(() =>
    createVerificationModel({
      begin: () => store.call(sellerStartIdentity, {}).then(({ data }) => data),
      refresh: store.company.identity.refresh,
    }),
  )
  const { title, text, action } = identityState(identity.status)
  const isDone = identity.status === 'success'
  return (
    <CheckRow
      title="Your ID"
      text={isDone ? VERIFIED_TEXT : (identity.reason ?? text)}
      state={title}
      isDone={isDone}
    >
      {action === null ? null : (
        <Button size="sm" isBusy={model.isBusy.value} onClick={() => void model.start()}>
          {action}
        </Button>
      )}
      <div className="contents *:basis-full">
        <VerificationProblem model={model} />
      </div>
    </CheckRow>
  )
}
