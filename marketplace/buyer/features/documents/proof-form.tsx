/** What a proof of funds shows: amount, bank, the last day it is good. */
import { type FormEvent, useState } from 'react'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { ProofOfFundsWire } from '#shared/contract/proof-of-funds.ts'
import { formatNumber } from '#shared/format/count.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { focusOnce } from '#shared/ui/focus-once.ts'
import type { ProofsModel } from './proofs-model.ts'

export interface ProofFormProps {
  proof: ProofOfFundsWire
  model: ProofsModel
  onDone: () => void
}

const CENTS = 100
const BANK_MAX_LENGTH = 120
const NO_AMOUNT = { fields: { amount_cents: 'Enter an amount, like 250,000 or 250k.' }, message: null }

export function ProofForm({ proof, model, onDone }: ProofFormProps) {
  const typed = useTypedInput()
  const [amount, setAmount] = useState(amountText(proof))
  const [bank, setBank] = useState(proof.bank ?? '')
  const [until, setUntil] = useState(proof.valid_until ?? '')
  const { isBusy, errorMessage, run, refuse, errorOf } = useAction(['amount_cents', 'bank', 'valid_until'])

  async function save(event: FormEvent) {
    event.preventDefault()
    const cents = centsOf(amount)
    if (isBusy) return
    if (cents === undefined) return refuse(NO_AMOUNT)
    const changes = { amount_cents: cents, bank: bank.trim() || null, valid_until: until || null }
    if (!(await run(() => model.save(proof.id, changes)))) return
    toast('Details saved')
    onDone()
  }
  return (
    <form
      ref={typed}
      aria-label={`Details of ${proof.file_name}`}
      className="grid gap-3"
      onSubmit={(event) => void save(event)}
    >
      <div className="grid gap-3 sheet:grid-cols-3">
        <Field
          ref={focusOnce}
          label="Amount it shows"
          isMoney
          value={amount}
          error={errorOf('amount_cents')}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
        <Field
          label="Bank"
          value={bank}
          maxLength={BANK_MAX_LENGTH}
          error={errorOf('bank')}
          onChange={({ currentTarget }) => setBank(currentTarget.value)}
        />
        <Field
          label="Good until"
          type="date"
          value={until}
          error={errorOf('valid_until')}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </div>
      {proof.review === 'approved' ? (
        <p className="text-sm text-text-2">Changed details are reviewed again.</p>
      ) : null}
      <FormProblem message={errorMessage} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Save
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const amountText = ({ amount_cents: cents }: ProofOfFundsWire): string =>
  cents === null || cents === undefined ? '' : formatNumber(cents / CENTS)

/** Null for nothing typed, undefined for no amount. */
function centsOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const amount = parseMoney(text)
  if (amount === null || Number.isNaN(amount) || amount <= 0) return undefined
  return Math.round(amount * CENTS)
}
