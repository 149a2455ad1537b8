/** What is behind each button of the filter bar, and all of it in one sheet. */
import type { ChoiceKey, RangeKey } from '#shared/rules/deals/filter.ts'
import { AtLeastFilter } from './at-least-filter.tsx'
import { ChoiceFilter, FlagFilter, StatusFilter } from './choice-filters.tsx'
import type { PanelKeys } from './filter-changes.ts'
import { KeywordFilter } from './keyword-filter.tsx'
import { RangeFilter } from './range-filter.tsx'

/** Behind `More filters`. */
export const MORE = {
  ranges: [
    'spread',
    'spread_percent',
    'arv',
    'sqft',
    'year',
    'lot',
    'ppsf',
    'units',
    'repairs',
    'entry_fee',
    'days',
    'closing',
    'rating',
  ],
  choices: ['condition', 'occupancy', 'parking', 'tags'],
} as const satisfies PanelKeys

export function BedsAndBaths() {
  return (
    <div className="grid gap-4">
      <AtLeastFilter range="beds" />
      <AtLeastFilter range="baths" />
    </div>
  )
}

export function MorePanels() {
  return (
    <>
      <KeywordFilter />
      <FlagFilter isHeaded />
      <div className="grid gap-x-6 gap-y-4 sheet:grid-cols-2">
        {MORE.ranges.map((range: RangeKey) => (
          <RangeFilter key={range} range={range} isHeaded />
        ))}
      </div>
      <div className="grid gap-x-8 gap-y-5 sheet:grid-cols-2">
        {MORE.choices.map((choice: ChoiceKey) => (
          <ChoiceFilter key={choice} choice={choice} isHeaded />
        ))}
      </div>
    </>
  )
}

/** On phones: what the bar has no room for comes after what it has. */
export function AllPanels() {
  return (
    <>
      <StatusFilter isHeaded />
      <RangeFilter range="price" isHeaded hasHistogram />
      <RangeFilter range="arv_percent" isHeaded hasHistogram />
      <BedsAndBaths />
      <ChoiceFilter choice="types" isHeaded />
      <RangeFilter range="score" isHeaded hasHistogram />
      <MorePanels />
    </>
  )
}
