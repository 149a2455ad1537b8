/** The heading of a card and its one link: it covers the whole card, so that a press anywhere opens the deal. */
import type { MouseEvent } from 'react'
import { FROM_LIST } from '#marketplace/buyer/platform/deal-trail.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useLinkTabIndex } from './card-stop.ts'
import { headlineOf } from './deal-labels.ts'

export interface DealLinkProps {
  deal: Pick<DealFacts, 'id' | 'address' | 'isAddressHidden'>
  /** In a list: before the page changes. Not called for a press that opens a new tab. */
  onOpen?: (id: number) => void
  className?: string
}

export const dealPath = (id: number): string => `/property/${id}`

export function DealLink({ deal, onOpen, className }: DealLinkProps) {
  function press(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
    onOpen?.(deal.id)
  }
  return (
    <Link
      tabIndex={useLinkTabIndex()}
      href={dealPath(deal.id)}
      onClick={press}
      {...(onOpen ? { state: FROM_LIST } : {})}
      data-deal={deal.id}
      className={classNames(
        'truncate slim:text-wrap font-semibold text-md tracking-[-0.008em] outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2',
        className,
      )}
    >
      {headlineOf(deal)}
    </Link>
  )
}
