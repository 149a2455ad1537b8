/** Small changes of a filter, as its controls make them. A part that narrows nothing is left out. Pure. */
import type { ChoiceKey, DealFilter, Range, RangeKey } from '#shared/rules/deals/filter.ts'

export function withRange(filter: DealFilter, key: RangeKey, range: Range | undefined): Partial<DealFilter> {
  const { [key]: _, ...others } = filter.ranges
  const isOpen = range === undefined || (range.min === undefined && range.max === undefined)
  return { ranges: isOpen ? others : { ...others, [key]: range } }
}

/** In ascending order, so that the same choices are the same address. */
export function withChoices(filter: DealFilter, key: ChoiceKey, ids: readonly number[]): Partial<DealFilter> {
  const { [key]: _, ...others } = filter.choices
  return { choices: ids.length === 0 ? others : { ...others, [key]: [...ids].sort((a, b) => a - b) } }
}

/** The list with an item put in when it is not there, else taken out. */
export const toggled = <T>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item]

/** How many filters of a panel are on. */
export const countIn = (
  { ranges, choices, flags, text }: DealFilter,
  { ranges: rangeKeys, choices: choiceKeys }: PanelKeys,
): number =>
  rangeKeys.filter((key) => key in ranges).length +
  choiceKeys.filter((key) => key in choices).length +
  flags.length +
  (text === '' ? 0 : 1)

export interface PanelKeys {
  readonly ranges: readonly RangeKey[]
  readonly choices: readonly ChoiceKey[]
}
