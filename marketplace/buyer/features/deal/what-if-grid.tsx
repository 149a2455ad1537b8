/** Profit over two figures at once: the price down the side, ARV or repairs across. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { shortMoney } from '#shared/format/money.ts'
import type { Assumptions } from '#shared/rules/deals/assumptions.ts'
import { calculate } from '#shared/rules/deals/calculator.ts'
import { classNames } from '#shared/ui/class-names.ts'
import type { CalculatorModel } from './calculator-model.ts'

type Across = 'arv' | 'repairs'
const STEPS = [-0.1, -0.05, 0, 0.05, 0.1] as const
/** Repairs go wrong by more. */
const REPAIR_STEPS = [-0.2, 0, 0.2, 0.5, 1] as const

export default function WhatIfGrid({ model }: { model: CalculatorModel }) {
  useSignals()
  const [across, setAcross] = useState<Across>('arv')
  const base = model.assumptions.value
  const grid = gridOf(base, across)
  return (
    <div className="overflow-x-auto px-4 pb-3.5">
      <label className="mb-2 flex items-center gap-1.5 text-sm text-text-2">
        Profit by price and
        <select
          value={across}
          onChange={(event) => setAcross(event.target.value === 'repairs' ? 'repairs' : 'arv')}
          className="h-8 rounded-md border border-line-strong bg-surface px-2 text-text"
        >
          <option value="arv">ARV</option>
          <option value="repairs">repairs</option>
        </select>
      </label>
      <table className="num w-full text-right text-sm">
        <caption className="sr-only">Profit by price and {across === 'arv' ? 'ARV' : 'repairs'}</caption>
        <thead>
          <tr>
            <th scope="col" className="data-label py-1.5 text-left font-regular">
              Price
            </th>
            {grid.columns.map((value) => (
              <th key={value} scope="col" className="data-label py-1.5 pl-2 font-regular">
                {shortMoney(value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map(({ price, cells }) => (
            <tr key={price} className="border-line border-t">
              <th scope="row" className="py-1.5 text-left font-label">
                {shortMoney(price)}
              </th>
              {cells.map(({ key, profit, isBase }) => (
                <td
                  key={key}
                  className={classNames(
                    'py-1.5 pl-2',
                    profit < 0 ? 'text-danger-text' : 'text-gain-text',
                    isBase && 'bg-active font-semibold',
                  )}
                >
                  {shortMoney(profit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Five by five; a figure that several steps round to stands once. */
function gridOf(base: Assumptions, across: Across) {
  const columns = steps(base[across], across === 'repairs' ? REPAIR_STEPS : STEPS)
  const rows = steps(base.price, STEPS).map((price) => ({
    price,
    cells: columns.map((value) => ({
      key: value,
      profit: calculate({ ...base, price, [across]: value }).profit.value ?? 0,
      isBase: price === base.price && value === base[across],
    })),
  }))
  return { columns, rows }
}

const ROUND_TO = 500

function steps(value: number, by: readonly number[]): number[] {
  const found = by.map((step) =>
    step === 0 ? value : Math.round((value * (1 + step)) / ROUND_TO) * ROUND_TO,
  )
  return [...new Set(found)]
}
