/** The marks of a deal on its card: status, match score, hidden address, and that it was looked at. */
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { STATUS_WORDS } from '#shared/rules/deals/filter-words.ts'
import { CardMatch } from '../match/card-match.tsx'
import { FilterValue } from './filter-value.tsx'
import { HiddenAddressTag, StatusTag, Tag } from './tag.tsx'

export function DealTags({ deal, isViewed = false }: { deal: DealFacts; isViewed?: boolean }) {
  return (
    <>
      {deal.status === null ? null : (
        <FilterValue
          isBox
          value={{ kind: 'status', status: deal.status }}
          hint={`Only ${STATUS_WORDS[deal.status].toLowerCase()} deals`}
        >
          <StatusTag status={deal.status} />
        </FilterValue>
      )}
      <CardMatch deal={deal} />
      {deal.isAddressHidden ? <HiddenAddressTag /> : null}
      {isViewed ? <Tag>Viewed</Tag> : null}
    </>
  )
}
