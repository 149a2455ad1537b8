/** A deal's numbers beside the talk about it: price against ARV, what it would bring, its facts (checklist MSG-05). */
import { useSignals } from '@preact/signals-react/runtime'
import { StatusTag } from '#marketplace/kit/ui/tag.tsx'
import type { OutputKey } from '#shared/rules/deals/calculator.ts'
import type { Deal, Fact } from './deal.ts'
import { PriceAgainstArv } from './price-against-arv.tsx'
import { useCalculator } from './use-calculator.ts'

const SHOWN: readonly OutputKey[] = ['all_in', 'profit', 'roi', 'mao']

export function DealNumbers({ deal }: { deal: Deal }) {
  useSignals()
  const outputs = useCalculator(deal).outputs.value
  return (
    <section aria-label="The deal’s numbers" className="p-4">
      <StatusTag status={deal.status} />
      <h2 className="mt-1 font-semibold text-lg tracking-tight">{deal.headline}</h2>
      <p className="text-sm text-text-2">{deal.place}</p>
      <PriceAgainstArv priceUsd={deal.priceUsd} arvUsd={deal.arvUsd} />
      <Lines lines={SHOWN.map((key) => ({ name: outputs[key].label, value: outputs[key].text }))} />
      <Lines lines={deal.facts.slice(0, 6)} />
    </section>
  )
}

/** One below the other: beside a thread there is no room for columns. */
function Lines({ lines }: { lines: readonly Fact[] }) {
  return (
    <dl className="mt-4 grid gap-1.5 border-line border-t pt-3">
      {lines.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-3">
          <dt className="flex-none text-text-2">{name}</dt>
          <dd className="num text-end font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
