/** Where money of the wallet goes, and the fields of a bank account when no card takes all of it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { PasswordField } from '#marketplace/buyer/ui/password-field.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { createPayout, type PayoutModel } from './payout-model.ts'

export function usePayout(customer: number): PayoutModel {
  const { api } = useServices()
  const [payout] = useState(() => createPayout(api, customer))
  useEffect(() => void payout.routes.load(), [payout])
  return payout
}

/** One line for each card and the bank account. */
export function PayoutPlan({ payout, amountCents }: { payout: PayoutModel; amountCents: number }) {
  useSignals()
  const split = payout.split(amountCents)
  if (split === null || amountCents <= 0) return null
  const lines = new Map<string, number>()
  for (const { route, amountCents: cents } of split.cards) {
    // Of several payments by one card.
    const to = `${route.name.brand} ending ${route.name.last_four}`
    lines.set(to, (lines.get(to) ?? 0) + cents)
  }
  if (split.bankCents > 0) lines.set('Your bank account', split.bankCents)
  return (
    <div>
      <p className="mb-1.5 font-label text-sm">Where it goes</p>
      <ul
        aria-label="Where the money goes"
        className="rounded-md border border-line text-sm [&>li+li]:border-line [&>li+li]:border-t"
      >
        {[...lines].map(([to, cents]) => (
          <li key={to} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
            <span className="num">{to}</span>
            <span className="num font-semibold">{formatCents(cents)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-text-3 text-xs">
        Money goes back to the cards that paid it in, for up to 180 days; banks show it within 10 days. The
        rest goes to your bank account.
      </p>
    </div>
  )
}

export interface BankFieldsProps {
  payout: PayoutModel
  amountCents: number
  /** By the wire's names. */
  errors: Readonly<Record<string, string>>
  /** The form asks for the password itself. */
  hasPasswordField?: boolean
}

const isToBank = (payout: PayoutModel, amountCents: number): boolean =>
  (payout.split(amountCents)?.bankCents ?? 0) > 0

/** The fields of `BankFields` that have an error line, by the wire's names. */
export const bankFields = (payout: PayoutModel, amountCents: number): readonly string[] =>
  isToBank(payout, amountCents) ? ['bank', 'password', 'code'] : []

/** Nothing when cards take all of it. */
export function BankFields({ payout, amountCents, errors, hasPasswordField = false }: BankFieldsProps) {
  useSignals()
  if (!isToBank(payout, amountCents)) return null
  const { holder, routing_number, account_number } = payout.bank
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-label text-sm">Bank account (US)</legend>
      <FormProblem message={errors.bank ?? null} />
      <Field
        label="Account holder"
        name="holder"
        autoComplete="name"
        value={holder.value}
        error={errors['bank.holder'] ?? null}
        onChange={(event) => {
          holder.value = event.currentTarget.value
        }}
      />
      <div className="grid items-start gap-4 desk:grid-cols-2">
        <Field
          label="Routing number"
          name="routing_number"
          inputMode="numeric"
          autoComplete="off"
          help="9 digits"
          value={routing_number.value}
          error={errors['bank.routing_number'] ?? null}
          onChange={(event) => {
            routing_number.value = event.currentTarget.value
          }}
        />
        <Field
          label="Account number"
          name="account_number"
          inputMode="numeric"
          autoComplete="off"
          value={account_number.value}
          error={errors['bank.account_number'] ?? null}
          onChange={(event) => {
            account_number.value = event.currentTarget.value
          }}
        />
      </div>
      <Confirmation payout={payout} errors={errors} hasPasswordField={hasPasswordField} />
    </fieldset>
  )
}

/** A bank account could be anybody's, so being logged in is not enough. */
function Confirmation({
  payout,
  errors,
  hasPasswordField,
}: Required<Pick<BankFieldsProps, 'payout' | 'errors' | 'hasPasswordField'>>) {
  useSignals()
  const state = payout.routes.state.value
  if (state.phase !== 'ready') return null
  if (state.value.confirmBy === 'password')
    return hasPasswordField ? null : (
      <PasswordField
        kind="current"
        value={payout.password.value}
        error={errors.password ?? null}
        onChange={(event) => {
          payout.password.value = event.currentTarget.value
        }}
      />
    )
  return (
    <div className="grid gap-2">
      <Button
        className="justify-self-start pointer-coarse:h-11"
        isBusy={payout.isSendingCode.value}
        onClick={() => void payout.sendCode()}
      >
        {payout.isCodeSent.value ? 'Email another code' : 'Email me a code'}
      </Button>
      <FormProblem message={payout.codeProblem.value} />
      <Field
        label="Code from the email"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={payout.code.value}
        error={errors.code ?? null}
        onChange={(event) => {
          payout.code.value = event.currentTarget.value
        }}
      />
    </div>
  )
}
