/** What only the filter panels say; what chips and sentences say too is in shared/rules/deals/filter-labels.ts. Pure. */
import { DEAL_STATUSES, type DealStatus } from '#shared/contract/properties.ts'
import type { ChoiceKey, Range, RangeKey } from '#shared/rules/deals/filter.ts'
import { rangeLabel, STATUS_WORDS } from '#shared/rules/deals/filter-labels.ts'

export const CHOICE_LABELS: Readonly<Record<ChoiceKey, string>> = {
  types: 'Property type',
  parking: 'Parking',
  tags: 'Has all of these',
  condition: 'Condition',
  occupancy: 'Occupancy',
}

/** Values that no deal is above. */
export const LARGEST: Readonly<Partial<Record<RangeKey, number>>> = { score: 100, rating: 5 }

/** `Available`, `Available, Pending`, `Any status`. */
export function statusText(status: readonly DealStatus[]): string {
  if (status.length === 0 || status.length === DEAL_STATUSES.length) return 'Any status'
  return DEAL_STATUSES.filter((one) => status.includes(one))
    .map((one) => STATUS_WORDS[one])
    .join(', ')
}

/** On a button that stands for one range: the range, or the name while it bounds nothing. */
export const buttonText = (key: RangeKey, range: Range | undefined, name: string): string =>
  range === undefined ? name : rangeLabel(key, range)
