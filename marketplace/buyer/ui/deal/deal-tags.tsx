/** The marks of a deal on its card: status, match score, hidden address. */
import type { ReactNode } from 'react'
import { HiddenAddressTag, StatusTag } from '#marketplace/kit/ui/tag.tsx'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { STATUS_WORDS } from '#shared/rules/deals/filter-labels.ts'
import { CardMatch } from '../match/card-match.tsx'
import { FilterValue } from './filter-value.tsx'

/** `match` in the place of the score, where nobody's scores are known yet. */
export function DealTags({ deal, match }: { deal: DealFacts; match?: ReactNode }) {
  return (
    <>
      {deal.status === null ? null : (
        <FilterValue
          isBox
          {...(deal.status === 'available' ? { className: IF_ROOM } : {})}
          value={{ kind: 'status', status: deal.status }}
          hint={`${STATUS_WORDS[deal.status]}: show only these`}
        >
          <StatusTag status={deal.status} />
        </FilterValue>
      )}
      {match ?? <CardMatch deal={deal} />}
      {deal.isAddressHidden ? <HiddenAddressTag /> : null}
    </>
  )
}

/** What most deals are goes first where there is no room for the score and its reason as well. */
const IF_ROOM = '@max-[12rem]/tags:hidden'
