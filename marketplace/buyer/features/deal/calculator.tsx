/** The deal's numbers by the reader's own figures, each with its formula, and what if they were others (DEAL-20…22). */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { useSavingWhile, useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import { type AssumptionKey, OUTPUT_KEYS, type OutputKey } from '#shared/rules/deals/calculator.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { AmountField } from './amount-field.tsx'
import type { CalculatorModel } from './calculator-model.ts'
import type { Deal } from './deal.ts'
import { Fold } from './fold.tsx'
import { Section } from './section.tsx'
import { useCalculator } from './use-calculator.ts'

type Unit = 'usd' | 'percent' | 'months' | 'years'
type FieldOf = readonly [key: AssumptionKey, label: string, unit: Unit]

const FIRST: readonly FieldOf[] = [
  ['price', 'Price', 'usd'],
  ['arv', 'ARV', 'usd'],
  ['repairs', 'Repairs', 'usd'],
  ['rule_percent', 'Rule', 'percent'],
]
const COSTS: readonly FieldOf[] = [
  ['contingency_percent', 'Contingency', 'percent'],
  ['closing_percent', 'Purchase closing', 'percent'],
  ['holding_months', 'Holding', 'months'],
  ['monthly_cost', 'Cost per month', 'usd'],
  ['selling_percent', 'Selling costs', 'percent'],
  ['platform_fee', 'Platform fee', 'usd'],
  ['entry_fee', 'Entry fee', 'usd'],
]
const LOAN: readonly FieldOf[] = [
  ['ltv_percent', 'Loan to price', 'percent'],
  ['points_percent', 'Points', 'percent'],
  ['rate_percent', 'Rate a year', 'percent'],
  ['loan_years', 'Term', 'years'],
]
const RENT: readonly FieldOf[] = [
  ['rent', 'Rent per month', 'usd'],
  ['vacancy_percent', 'Vacancy', 'percent'],
  ['taxes', 'Taxes a year', 'usd'],
  ['insurance', 'Insurance a year', 'usd'],
  ['management_percent', 'Management', 'percent'],
]
const GROUPS = [
  ['Costs', COSTS],
  ['Financing', LOAN],
  ['If you rent it out', RENT],
] as const

export function Calculator({ deal }: { deal: Deal }) {
  useSignals()
  const model = useCalculator(deal)
  useEffect(() => {
    void model.loadDefaults()
    return () => void model.flush()
  }, [model])
  useEffect(() => model.follow(deal), [model, deal])
  const saving = model.saving.value
  useUnsavedWhile(saving === 'waiting' || saving === 'saving' || saving === 'failed')
  useSavingWhile(saving === 'waiting' || saving === 'saving')
  return (
    <Section
      title="Calculator"
      action={
        model.isChanged.value ? (
          <Button variant="ghost" size="sm" className="print:hidden" onClick={model.reset}>
            Reset
          </Button>
        ) : null
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The fields inside it are saved when they are left. */}
      <div className="rounded-lg border border-line" onBlur={() => void model.flush()}>
        <Fields model={model} fields={FIRST} />
        {GROUPS.map(([name, fields]) => (
          <details key={name} className="group border-line border-t print:hidden">
            <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 px-4 font-label text-sm hover:bg-hover">
              <Fold />
              {name}
            </summary>
            <Fields model={model} fields={fields} />
          </details>
        ))}
        <Outputs model={model} />
        <WhatIf model={model} />
        <Kept model={model} isUser={deal.own !== null} />
      </div>
    </Section>
  )
}

function Fields({ model, fields }: { model: CalculatorModel; fields: readonly FieldOf[] }) {
  useSignals()
  const values = model.assumptions.value
  const shown = model.isFeeKnown.value ? fields : fields.filter(([key]) => key !== 'platform_fee')
  return (
    <div className="grid print:hidden grid-cols-2 gap-3 px-4 py-3.5 broad:grid-cols-4">
      {shown.map(([key, label, unit]) => (
        <AmountField
          key={key}
          label={label}
          unit={unit}
          value={values[key]}
          onChange={(value) => model.set(key, value)}
        />
      ))}
    </div>
  )
}

/** Each opens its formula with the numbers in it. */
function Outputs({ model }: { model: CalculatorModel }) {
  useSignals()
  const outputs = model.outputs.value
  const shown = OUTPUT_KEYS.filter((key) => outputs[key].value !== null || ALWAYS.includes(key))
  return (
    <ul aria-label="Results" className="grid gap-x-6 border-line border-t px-4 py-2 desk:grid-cols-2">
      {shown.map((key) => {
        const { label, text, formula, value } = outputs[key]
        const isLoss = value !== null && value < 0
        return (
          <li key={key} className="border-line border-b py-1 last:border-b-0">
            <details className="group">
              <summary className="flex min-h-9 cursor-pointer items-center gap-1.5">
                <Fold />
                <span className="mr-auto text-text-2">{label}</span>
                <b className={classNames('num font-semibold', isLoss && 'text-danger-text')}>{text}</b>
              </summary>
              <p className="num pb-1.5 text-text-3 text-xs">{formula}</p>
            </details>
          </li>
        )
      })}
    </ul>
  )
}

const ALWAYS: readonly OutputKey[] = ['all_in', 'profit', 'mao', 'cash_needed']

function Kept({ model, isUser }: { model: CalculatorModel; isUser: boolean }) {
  useSignals()
  const saving = model.saving.value
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-1.5 text-sm text-text-3 print:hidden">
      <p role="status">{isUser ? WORDS[saving] : 'Log in to keep your figures.'}</p>
      {saving === 'failed' ? (
        <Button size="sm" onClick={() => void model.flush()}>
          Try again
        </Button>
      ) : null}
      {isUser && model.isChanged.value ? (
        <Button variant="ghost" size="sm" className="ml-auto" onClick={() => void model.keepAsDefaults()}>
          Keep as my defaults
        </Button>
      ) : null}
    </div>
  )
}

const WORDS = {
  none: 'Your figures are saved with this deal.',
  waiting: 'Not saved yet',
  saving: 'Saving',
  saved: 'Saved',
  failed: 'Not saved.',
} as const

const WhatIfGrid = lazyPart(() => import('./what-if-grid.tsx'), Nothing)

/** Profit by price and ARV or repairs; its code comes when somebody opens it. */
function WhatIf({ model }: { model: CalculatorModel }) {
  useSignals()
  const [isOpen, setOpen] = useState(false)
  const { price, arv } = model.assumptions.value
  if (price <= 0 || arv <= 0 || !model.isFeeKnown.value) return null
  return (
    <details
      className="group border-line border-t print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 px-4 font-label text-sm hover:bg-hover">
        <Fold />
        What if
      </summary>
      {isOpen ? (
        <Suspense>
          <WhatIfGrid model={model} />
        </Suspense>
      ) : null}
    </details>
  )
}
