/** A counter: the terms that a seller most often changes; what is left alone stays as the buyer said. */
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import type { OfferDetail } from '#marketplace/seller/offers/offer-rows.ts'
import { OFFER_NOTE_MAX_LENGTH } from '#shared/contract/limits.ts'
import type { DraftTerms } from '#shared/contract/offer-terms.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { MoneyInput } from '#shared/ui/money-input.tsx'

interface CounterFormProps {
  offer: OfferDetail
  /** Rejects with `ApiError`. */
  onSend: (terms: DraftTerms) => Promise<void>
  onClose: () => void
}

interface Typed {
  price: string
  earnest: string
  inspection: string
  closing: string
  hours: string
  note: string
}

export function CounterForm({ offer, onSend, onClose }: CounterFormProps) {
  const [begun] = useState(() => beginWith(offer))
  const [typed, setTyped] = useState(begun)
  useUnsavedWhile(typed !== begun)
  const { isBusy, errorMessage, run, refuse, marks, problemId } = useAction()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.select(), [])
  const field = (name: keyof Typed) => ({
    ...marks(`terms.${TERMS[name]}`),
    value: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
    className: 'field-box num font-regular',
  })
  const send = () => {
    if (isBusy) return
    const read = termsOf(typed)
    if ('wrong' in read) refuse({ fields: { [`terms.${TERMS[read.wrong]}`]: read.text }, message: null })
    else void run(() => onSend(read.terms))
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Counter"
      className="grid gap-3 rounded-lg border border-line-strong p-3.5 text-sm [&_label]:grid [&_label]:gap-1 [&_label]:font-medium"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label>
        Your price
        <MoneyInput {...field('price')} />
      </label>
      <div className="grid gap-3 sheet:max-duo:grid-cols-2 min-[56rem]:grid-cols-2">
        <label>
          Earnest money
          <MoneyInput {...field('earnest')} />
        </label>
        <label>
          Inspection, days
          <input inputMode="numeric" {...field('inspection')} />
        </label>
        <label>
          Closing
          <input type="date" {...field('closing')} />
        </label>
        <label>
          Hours to answer
          <input inputMode="numeric" {...field('hours')} />
        </label>
      </div>
      <label>
        Note (optional)
        <input maxLength={OFFER_NOTE_MAX_LENGTH} {...field('note')} />
      </label>
      <FormProblem id={problemId} message={errorMessage} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Send counter
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  )
}

const CENTS = 100

const beginWith = ({ terms, price }: OfferDetail): Typed => ({
  price: price == null ? '' : String(price),
  earnest: terms.earnest_money_cents === undefined ? '' : String(terms.earnest_money_cents / CENTS),
  inspection: String(terms.inspection_days ?? ''),
  closing: terms.closing_on ?? '',
  hours: String(terms.answer_hours ?? 48),
  note: '',
})

/** Their names on the wire. */
const TERMS = {
  price: 'price_cents',
  earnest: 'earnest_money_cents',
  inspection: 'inspection_days',
  closing: 'closing_on',
  hours: 'answer_hours',
  note: 'note',
} as const satisfies Record<keyof Typed, keyof DraftTerms>

type Reading = { terms: DraftTerms } | { wrong: keyof Typed; text: string }

/** The terms that were typed, or what is wrong with the first that is wrong. */
function termsOf({ price, earnest, inspection, closing, hours, note }: Typed): Reading {
  const priceUsd = parseMoney(price)
  if (priceUsd === null || !(priceUsd > 0))
    return { wrong: 'price', text: 'Enter a price above zero, like 150,000 or 150k.' }
  const earnestUsd = parseMoney(earnest)
  if (earnestUsd !== null && !(earnestUsd >= 0))
    return { wrong: 'earnest', text: 'Enter the earnest money as an amount.' }
  const [days, answer] = [countOf(inspection), countOf(hours)]
  if (days === null || days > 90) return { wrong: 'inspection', text: 'Enter 0 to 90 days of inspection.' }
  if (answer === null || answer < 1 || answer > 24 * 14)
    return { wrong: 'hours', text: 'Enter 1 to 336 hours to answer.' }
  const terms = {
    price_cents: Math.round(priceUsd * CENTS),
    ...(earnestUsd === null ? {} : { earnest_money_cents: Math.round(earnestUsd * CENTS) }),
    inspection_days: days,
    answer_hours: answer,
    note: note.trim(),
    ...(closing === '' ? {} : { closing_on: closing }),
  }
  return { terms }
}

/** Nothing typed is none. */
const countOf = (text: string): number | null => {
  const count = Number(text.trim())
  return Number.isInteger(count) && count >= 0 ? count : null
}
