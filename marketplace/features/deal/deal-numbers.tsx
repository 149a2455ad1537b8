/** A deal's numbers beside the talk about it: price against ARV, what it would bring, its facts (checklist MSG-05). */
import { useState } from 'react'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { StatusTag } from '#marketplace/ui/deal/tag.tsx'
import type { OutputKey } from '#shared/rules/deals/calculator.ts'
import { createCalculatorModel } from './calculator-model.ts'
import type { Deal } from './deal.ts'
import { Facts } from './facts.tsx'
import { PriceAgainstArv } from './price-against-arv.tsx'

const SHOWN: readonly OutputKey[] = ['all_in', 'profit', 'roi', 'mao']

export function DealNumbers({ deal }: { deal: Deal }) {
  const { api, clock } = useServices()
  const [outputs] = useState(() => createCalculatorModel({ api, clock, deal }).outputs.peek())
  return (
    <section aria-label="The deal’s numbers" className="p-4">
      <StatusTag status={deal.status} />
      <h2 className="mt-1 font-semibold text-lg tracking-tight">{deal.headline}</h2>
      <p className="text-sm text-text-2">{deal.place}</p>
      <PriceAgainstArv priceUsd={deal.priceUsd} arvUsd={deal.arvUsd} />
      <dl className="mt-5 grid gap-1.5 border-line border-t pt-3">
        {SHOWN.map((key) => (
          <div key={key} className="flex justify-between gap-3">
            <dt className="text-text-2">{outputs[key].label}</dt>
            <dd className="num font-semibold">{outputs[key].text}</dd>
          </div>
        ))}
      </dl>
      <Facts facts={deal.facts.slice(0, 6)} />
    </section>
  )
}
