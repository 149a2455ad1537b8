/** A figure that is typed as people write it: `150k`, `$1.2m`, `7.5`. What is no amount is said, and nothing changes. */
import { useEffect, useRef, useState } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { formatNumber } from '#shared/format/count.ts'
import { currencySign } from '#shared/format/currency.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import { notValid } from '#shared/rules/validation.ts'
import { MoneyInput } from '#shared/ui/money-input.tsx'

export interface AmountFieldProps {
  label: string
  unit: 'usd' | 'percent' | 'months' | 'years'
  value: number
  onChange: (value: number) => void
}

const AFTER = { usd: '', percent: '%', months: 'mo', years: 'yr' } as const

export function AmountField({ label, unit, value, onChange }: AmountFieldProps) {
  const [text, setText] = useState(() => formatNumber(value))
  const isTyping = useRef(false)
  // Another hand changed it, e.g. a reset.
  useEffect(() => {
    if (!isTyping.current) setText(formatNumber(value))
  }, [value])
  const typed = parseMoney(text)
  const isWrong = typed !== null && (Number.isNaN(typed) || typed < 0)
  return (
    <label className="grid min-w-0 gap-1 text-sm">
      <span className="font-label">{label}</span>
      <span className="flex h-10 items-center gap-1 rounded-md border border-field bg-surface px-2.5 focus-within:border-accent focus-within:shadow-[inset_0_0_0_1px_var(--color-accent)]">
        {unit === 'usd' ? (
          <span aria-hidden="true" className="text-text-3">
            {currencySign()}
          </span>
        ) : null}
        <MoneyInput
          value={text}
          aria-invalid={isWrong || undefined}
          onFocus={(event) => {
            isTyping.current = true
            event.target.select()
          }}
          onChange={({ target: { value: typedNow } }) => {
            setText(typedNow)
            const next = parseMoney(typedNow)
            if (next === null) onChange(0)
            else if (next >= 0) onChange(next)
          }}
          onBlur={() => {
            isTyping.current = false
            setText(formatNumber(value))
          }}
          className="num h-full w-full min-w-0 bg-transparent text-base outline-none max-desk:text-[1rem]"
        />
        <span aria-hidden="true" className="text-text-3">
          {AFTER[unit]}
        </span>
      </span>
      <FormProblem message={isWrong && notValid(label)} />
    </label>
  )
}
