/** The deals chosen to be compared, at the bottom of the list, and the way to them side by side. */
import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import { dealName } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { DealPhoto } from '#marketplace/buyer/ui/deal/deal-photo.tsx'
import { Button } from '#shared/ui/button.tsx'
import { useBrowse } from '../browse-context.tsx'
import { compare } from './compare-switch.tsx'
import { COMPARED_MIN } from './compared.ts'
import { useCompared } from './use-compared.ts'

export function CompareTray({ onCompare }: { onCompare: () => void }) {
  useSignals()
  const model = useBrowse()
  const deals = useCompared()
  if (deals.length === 0) return null
  const missing = COMPARED_MIN - deals.length
  return (
    <section
      aria-label="Deals to compare"
      className="flex flex-none flex-wrap items-center gap-2 border-line border-t bg-overlay px-4 py-2.5 roomy:px-5"
    >
      <ul className="flex gap-1.5">
        {deals.map((deal) => (
          <li key={deal.id}>
            <button
              type="button"
              aria-label={`Take out ${dealName(deal)}`}
              title={dealName(deal)}
              onClick={() => compare(model, deal.id)}
              className="group relative block cursor-pointer rounded-md"
            >
              <DealPhoto src={deal.image} className="h-9 w-13" />
              <span className="absolute -top-1.5 -right-1.5 grid size-4.5 place-items-center rounded-full border border-line-strong bg-overlay text-text-2 group-hover:text-text">
                <X size={11} strokeWidth={2} aria-hidden="true" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <span className="ml-auto flex items-center gap-2">
        {missing > 0 ? <span className="text-sm text-text-3">Choose one more</span> : null}
        <Button size="sm" variant="ghost" onClick={() => model.change({ compare: [] }, 'replace')}>
          Clear
        </Button>
        <Button
          size="sm"
          data-opens-comparison=""
          aria-disabled={missing > 0}
          onClick={missing > 0 ? undefined : onCompare}
        >
          Compare {deals.length} {deals.length === 1 ? 'deal' : 'deals'}
        </Button>
      </span>
    </section>
  )
}
