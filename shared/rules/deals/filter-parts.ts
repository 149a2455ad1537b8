/** A filter taken apart into what can be set and removed by itself. */
import {
  CHOICE_KEYS,
  type ChoiceKey,
  type DealFilter,
  FLAG_KEYS,
  type FlagKey,
  RANGE_KEYS,
  type RangeKey,
} from './filter.ts'

export type PartKey =
  | 'status'
  | RangeKey
  | ChoiceKey
  | FlagKey
  | 'account'
  | 'places'
  | 'bounds'
  | 'areas'
  | 'text'

export const isRangeKey = (key: string): key is RangeKey => (RANGE_KEYS as readonly string[]).includes(key)
export const isChoiceKey = (key: string): key is ChoiceKey => (CHOICE_KEYS as readonly string[]).includes(key)
export const isFlagKey = (key: string): key is FlagKey => (FLAG_KEYS as readonly string[]).includes(key)

/** The parts that let fewer deals through, in the order in which they are shown. */
export function activeParts(filter: DealFilter): readonly PartKey[] {
  return [
    ...(filter.status.length > 0 ? (['status'] as const) : []),
    ...(filter.places.length > 0 ? (['places'] as const) : []),
    ...(filter.areas.length > 0 ? (['areas'] as const) : []),
    ...(filter.bounds ? (['bounds'] as const) : []),
    ...(filter.text.trim() ? (['text'] as const) : []),
    ...RANGE_KEYS.filter((key) => {
      const range = filter.ranges[key]
      return range?.min !== undefined || range?.max !== undefined
    }),
    ...CHOICE_KEYS.filter((key) => (filter.choices[key]?.length ?? 0) > 0),
    ...FLAG_KEYS.filter((key) => filter.flags.includes(key)),
    ...(filter.account === null ? [] : (['account'] as const)),
  ]
}

export function withoutPart(filter: DealFilter, key: PartKey): DealFilter {
  if (isRangeKey(key)) return { ...filter, ranges: omit(filter.ranges, key) }
  if (isChoiceKey(key)) return { ...filter, choices: omit(filter.choices, key) }
  if (isFlagKey(key)) return { ...filter, flags: filter.flags.filter((flag) => flag !== key) }
  switch (key) {
    case 'bounds':
      return { ...filter, bounds: null }
    case 'account':
      return { ...filter, account: null }
    case 'text':
      return { ...filter, text: '' }
    default:
      return { ...filter, [key]: [] }
  }
}

function omit<T extends object>(record: T, key: keyof T): T {
  const { [key]: _, ...rest } = record
  return rest as T
}
