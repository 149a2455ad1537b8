/** A deal of the feed: its row, why it is here, and the way to hide it in place. */
import { useSignals } from '@preact/signals-react/runtime'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useInView } from '#marketplace/buyer/platform/use-in-view.ts'
import { dealName, grantedAddress, withAddress } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { DealRow } from '#marketplace/buyer/ui/deal/deal-row.tsx'
import { HeartButton } from '#marketplace/buyer/ui/deal/heart-button.tsx'
import { HiddenWhy } from '#marketplace/buyer/ui/match/hidden-why.tsx'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { FeedEntryWire } from '#shared/contract/feed.ts'
import { SCORE_SCALE } from '#shared/contract/limits.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import { bestSentences } from '#shared/rules/matching/match-labels.ts'
import { Button } from '#shared/ui/button.tsx'
import type { FeedModel } from './feed-model.ts'

export interface FeedRowProps {
  model: FeedModel
  entry: FeedEntryWire
  /** Counted as new when this page was opened. */
  isFresh: boolean
}

/** Nothing for a deal that left the list meanwhile. */
export function FeedRow({ model, entry, isFresh }: FeedRowProps) {
  useSignals()
  const { marks } = useDealServices()
  const deal = useListedDeal(entry)
  const isHidden = marks.hidden.value.has(entry.property_id)
  const button = useSwapFocus(isHidden)
  if (deal === null) return null
  return isHidden ? (
    <HiddenRow deal={deal} button={button} />
  ) : (
    <ShownRow model={model} entry={entry} deal={deal} isFresh={isFresh} button={button} />
  )
}

interface SwappedProps {
  deal: DealFacts
  /** Hides it, or brings it back. */
  button: RefObject<HTMLButtonElement | null>
}

function ShownRow({ model, entry, deal, isFresh, button }: FeedRowProps & SwappedProps) {
  useSignals()
  const element = useRef<HTMLLIElement>(null)
  const putAway = usePutAway()
  const { id } = deal
  const isNew = isFresh && !model.seen.value.has(id)
  const onSeen = useMemo(() => (isNew ? () => model.saw(id) : null), [isNew, model, id])
  useInView(element, onSeen)
  const name = dealName(deal)
  return (
    <li ref={element}>
      <DealRow deal={deal} corner={<HeartButton propertyId={id} name={name} />} />
      <div className="flex items-center gap-x-3 px-4 pb-3 text-sm text-text-2 roomy:px-5">
        {isNew ? <Tag tone="accent">New</Tag> : null}
        <p className="min-w-0 flex-1">
          <span className="font-label text-text">{entry.box.name}</span> · {bestSentences(entry.reasons, 1)}
        </p>
        <Button
          ref={button}
          size="sm"
          variant="ghost"
          className="pointer-coarse:h-11"
          aria-label={`Hide ${name}`}
          onClick={() => void putAway(id, true)}
        >
          Hide
        </Button>
      </div>
    </li>
  )
}

function HiddenRow({ deal, button }: SwappedProps) {
  const putAway = usePutAway()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 text-sm text-text-2 roomy:px-5">
      <p role="status" className="min-w-0 flex-1">
        {deal.address} is hidden.
      </p>
      <Button
        ref={button}
        size="sm"
        className="pointer-coarse:h-11"
        onClick={() => void putAway(deal.id, false)}
      >
        Undo
      </Button>
      <HiddenWhy propertyId={deal.id} />
    </li>
  )
}

function usePutAway(): (id: number, isHidden: boolean) => Promise<void> {
  const { marks } = useDealServices()
  return async (id, isHidden) => {
    if (!(await marks.hide(id, isHidden))) toast('That could not be saved. Try again.')
  }
}

function useListedDeal(entry: FeedEntryWire): DealFacts | null {
  useSignals()
  const { deals, addresses } = useDealServices()
  const state = deals.state.value
  const table = state.phase === 'ready' ? state.table : null
  const deal = useMemo(() => {
    const row = table?.rowOf(entry.property_id) ?? -1
    return table === null || row < 0 ? null : dealAt(table, row, entry.score / SCORE_SCALE)
  }, [table, entry])
  return deal && withAddress(deal, grantedAddress(addresses.requests.value.get(deal.id)))
}

/**
 * A row that becomes another one under the keyboard: the focus goes on to the button that takes the place of the pressed
 * one. For the button of whichever row is shown. A row that changes for another reason takes the focus from nowhere.
 */
function useSwapFocus(isSwapped: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(isSwapped)
  useEffect(() => {
    const hasChanged = before.current !== isSwapped
    before.current = isSwapped
    if (hasChanged && (document.activeElement ?? document.body) === document.body)
      button.current?.focus({ preventScroll: true })
  }, [isSwapped])
  return button
}
