/** Amount, bank and last day of a proof of funds: what the seller reads before they open it. */
import { type FormEvent, useState } from 'react'
import { attempt, sayFailure } from '#marketplace/platform/attempt.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { Field } from '#marketplace/ui/field.tsx'
import { FormProblem } from '#marketplace/ui/form-problem.tsx'
import { type ProofOfFundsWire, updateProofOfFunds } from '#shared/contract/funds.ts'
import { Button } from '#shared/ui/button.tsx'
import { centsOf, usdText } from './offer-form.ts'
import { answered } from './offer-setup.ts'

export interface ProofDetailsProps {
  proof: ProofOfFundsWire
  /** What the server answered. */
  onSaved: (reply: unknown) => void
}

export function ProofDetails({ proof, onSaved }: ProofDetailsProps) {
  const { api } = useServices()
  const [amount, setAmount] = useState(proof.amount_cents ? usdText(proof.amount_cents) : '')
  const [bank, setBank] = useState(proof.bank ?? '')
  const [until, setUntil] = useState(proof.valid_until ?? '')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const cents = centsOf(amount)
  const isWrong = amount.trim() !== '' && (cents === null || cents === 0)
  const isChanged =
    cents !== (proof.amount_cents ?? null) ||
    bank !== (proof.bank ?? '') ||
    until !== (proof.valid_until ?? '')

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isWrong) return
    setBusy(true)
    const body = { amount_cents: cents, bank: bank.trim() || null, valid_until: until || null }
    const saved = await attempt(api(updateProofOfFunds, { params: { proof: proof.id }, body }))
    setBusy(false)
    if (saved.kind === 'done') onSaved(answered(saved))
    const said = saved.kind === 'failed' ? sayFailure(saved.failure) : null
    setProblem(said && (said.message ?? Object.values(said.fields).join(' ')))
  }
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-3">
      <div className="grid gap-3 sheet:grid-cols-3">
        <Field
          label="Amount it shows"
          inputMode="decimal"
          value={amount}
          error={isWrong ? 'Enter an amount, like 250k.' : null}
          leading={
            <span aria-hidden="true" className="text-text-3">
              $
            </span>
          }
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <Field
          label="Bank"
          value={bank}
          maxLength={120}
          error={null}
          onChange={(event) => setBank(event.currentTarget.value)}
        />
        <Field
          label="Good until"
          type="date"
          value={until}
          error={null}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </div>
      <FormProblem message={problem} />
      {isChanged ? (
        <Button type="submit" size="sm" className="justify-self-start pointer-coarse:h-11" isBusy={isBusy}>
          Save details
        </Button>
      ) : null}
    </form>
  )
}
