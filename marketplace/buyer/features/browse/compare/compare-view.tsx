/** Two to five deals side by side, over the list and the map; the address of the page brings them again (checklist BRW-43). */
import { useSignals } from '@preact/signals-react/runtime'
import { Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { dealName, placeOf } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { DealLink } from '#marketplace/buyer/ui/deal/deal-link.tsx'
import { DealPhoto } from '#marketplace/buyer/ui/deal/deal-photo.tsx'
import { HeartButton } from '#marketplace/buyer/ui/deal/heart-button.tsx'
import { CardMatch } from '#marketplace/buyer/ui/match/card-match.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'
import { useBrowse } from '../browse-context.tsx'
import { useBrowsePage } from '../list/page-context.ts'
import { compare } from './compare-switch.tsx'
import { COMPARED_ROWS, type ComparedRow } from './compared-rows.ts'
import { useCompared } from './use-compared.ts'

export function CompareView({ onClose }: { onClose: () => void }) {
  useSignals()
  const model = useBrowse()
  const deals = useCompared()
  const isLoading = model.shown.value === null
  useEscape(onClose)
  useEffect(() => {
    if (!isLoading && deals.length === 0) onClose()
  }, [isLoading, deals.length, onClose])
  return (
    <section aria-label="Comparison" className="absolute inset-0 z-(--z-sticky) flex flex-col bg-surface">
      <div className="flex flex-none flex-wrap items-center gap-2 border-line border-b px-4 py-2.5 desk:px-5">
        {/* A heading of its own for each count: what had the focus may have been taken out. */}
        <h1
          key={deals.length}
          ref={takeFocus}
          tabIndex={-1}
          className="mr-auto font-semibold text-lg tracking-[-0.012em]"
        >
          {deals.length === 1 ? '1 deal' : `${deals.length} deals side by side`}
        </h1>
        <Button size="sm" onClick={() => void copyAddress()}>
          Copy link
        </Button>
        <Button size="sm" onClick={onClose}>
          Back to the list
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Deals side by side" className="min-h-0 flex-1 overflow-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="align-top">
              <td className={classNames(FIRST, 'border-line border-b')} />
              {deals.map((deal) => (
                <th
                  key={deal.id}
                  scope="col"
                  className="min-w-60 border-line border-b p-3 text-left font-regular max-desk:min-w-44"
                >
                  <ComparedDeal deal={deal} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {COMPARED_ROWS.map((row) => (
              <tr key={row.label}>
                <th
                  scope="row"
                  className={classNames(FIRST, 'data-label border-line border-b py-2 text-left font-medium')}
                >
                  {row.label}
                </th>
                {deals.map((deal) => (
                  <td key={deal.id} className="num border-line border-b px-3 py-2">
                    {row.isBest?.(deal, deals) ? (
                      <mark className="inline-flex flex-wrap items-center gap-x-1.5 rounded-xs bg-gain-soft px-1.5 py-0.5 font-semibold text-gain-text">
                        <Value row={row} deal={deal} nowMs={model.context.value.nowMs} />
                        <Check size={13} strokeWidth={2.25} aria-hidden="true" className="flex-none" />
                        <span className="sr-only">best</span>
                      </mark>
                    ) : (
                      <Value row={row} deal={deal} nowMs={model.context.value.nowMs} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function Value({ row, deal, nowMs }: { row: ComparedRow; deal: DealFacts; nowMs: number }) {
  useSignals()
  const hasBox = useDealServices().matches.profile.value !== null
  const text = row.text(deal, nowMs)
  // Who has a box is told of each deal why, also of one that is no match.
  if (text === '' && !(row.isMatch && hasBox)) return <span className="text-text-3">Not known</span>
  if (!row.isMatch) return text
  return (
    <span className="flex flex-wrap items-center gap-1.25">
      <CardMatch deal={deal} />
    </span>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Wherever the focus is: what had it may have been taken out. */
function useEscape(run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

/** Labels stay in view while the deals scroll sideways. */
const FIRST = 'sticky left-0 z-1 w-36 bg-surface pr-3 pl-4 max-desk:w-26 desk:pl-5'

function ComparedDeal({ deal }: { deal: DealFacts }) {
  const model = useBrowse()
  const { open } = useBrowsePage()
  const name = dealName(deal)
  return (
    <span className="grid gap-1">
      <span className="relative mb-1 block">
        <DealPhoto src={deal.image} isLarge className="h-30" />
        <span className="absolute top-1.5 right-1.5">
          <HeartButton propertyId={deal.id} name={name} />
        </span>
      </span>
      <SpreadBar priceUsd={deal.price} arvUsd={deal.arv} />
      <span className="relative flex items-start gap-1">
        <span className="grid min-w-0 flex-1">
          <DealLink deal={deal} onOpen={open} className="text-sm" />
          <span className="truncate text-text-2 text-xs">{placeOf(deal)}</span>
        </span>
        <IconButton
          size="sm"
          aria-label={`Take out ${name}`}
          onClick={() => compare(model, deal.id)}
          className="relative z-1"
        >
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </span>
    </span>
  )
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href)
    toast('Link copied')
  } catch {
    toast('The browser did not allow copying. The link is the address of this page.')
  }
}
