/** What a proof of funds shows: amount, bank, the last day it is good. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Field } from '#marketplace/ui/field.tsx'
import { toast } from '#marketplace/ui/toast.ts'
import type { ProofOfFundsWire } from '#shared/contract/funds.ts'
import { formatNumber } from '#shared/format/count.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import { Button } from '#shared/ui/button.tsx'
import type { ProofsModel } from './proofs-model.ts'

export interface ProofFormProps {
  proof: ProofOfFundsWire
  model: ProofsModel
  onDone: () => void
}

const CENTS = 100
const BANK_MAX_LENGTH = 120

export function ProofForm({ proof, model, onDone }: ProofFormProps) {
  useSignals()
  const form = useRef<HTMLFormElement>(null)
  const [amount, setAmount] = useState(amountText(proof))
  const [bank, setBank] = useState(proof.bank ?? '')
  const [until, setUntil] = useState(proof.valid_until ?? '')
  const [isWrong, setWrong] = useState(false)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function save(event: FormEvent) {
    event.preventDefault()
    const cents = centsOf(amount)
    setWrong(cents === undefined)
    if (cents === undefined) return
    const changes = { amount_cents: cents, bank: bank.trim() || null, valid_until: until || null }
    if (!(await model.save(proof.id, changes))) return
    toast('Details saved')
    onDone()
  }
  return (
    <form
      ref={form}
      aria-label={`Details of ${proof.file_name}`}
      className="grid gap-3"
      onSubmit={(event) => void save(event)}
    >
      <div className="grid gap-3 sheet:grid-cols-3">
        <Field
          label="Amount it shows"
          inputMode="decimal"
          value={amount}
          error={isWrong ? 'Enter an amount, like 250,000 or 250k.' : null}
          leading={<span className="text-text-3">$</span>}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
        <Field
          label="Bank"
          value={bank}
          maxLength={BANK_MAX_LENGTH}
          error={null}
          onChange={({ currentTarget }) => setBank(currentTarget.value)}
        />
        <Field
          label="Good until"
          type="date"
          value={until}
          error={null}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={model.busyIds.value.has(proof.id)}>
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
  const usd = parseMoney(text)
  if (usd === null || Number.isNaN(usd) || usd <= 0) return undefined
  return Math.round(usd * CENTS)
}
