/** How many deals each choice would give beside the other filters (checklist BRW-25). */
import { DEAL_CONDITIONS, DEAL_STATUSES, type DealStatus, OCCUPANCIES } from '#shared/contract/properties.ts'
import { PARKING_TYPES, PROPERTY_TAGS, PROPERTY_TYPES } from '../dictionaries.ts'
import { countBits, countBoth } from './bitset.ts'
import { CHOICE_KEYS, type ChoiceKey, type DealFilter, FLAG_KEYS, type FlagKey } from './filter.ts'
import type { DealContext, PartBits, Passing } from './part-bits.ts'

export interface Facets {
  /** Deals that pass the filter as it is. */
  readonly count: number
  readonly status: Readonly<Record<DealStatus, number>>
  /** By id or index. Of `tags`, how many have it besides those chosen; of the others, how many have it instead of those. */
  readonly choices: Readonly<Record<ChoiceKey, ReadonlyMap<number, number>>>
  readonly flags: Readonly<Record<FlagKey, number>>
}

interface Question {
  readonly filter: DealFilter
  readonly context: DealContext
  readonly parts: PartBits
  readonly passing: Passing
}

export const CHOICE_IDS: Readonly<Record<ChoiceKey, readonly number[]>> = {
  types: PROPERTY_TYPES.map(({ id }) => id),
  parking: PARKING_TYPES.map(({ id }) => id),
  tags: PROPERTY_TAGS.map(({ id }) => id),
  condition: DEAL_CONDITIONS.map((_, index) => index),
  occupancy: OCCUPANCIES.map((_, index) => index),
}

export function countFacets({ filter, context, parts, passing }: Question): Facets {
  const all = passing(filter, context)
  const byStatus = filter.status.length > 0 ? passing(filter, context, 'status') : all
  const choices = (key: ChoiceKey): ReadonlyMap<number, number> => {
    const isNarrowed = key !== 'tags' && (filter.choices[key]?.length ?? 0) > 0
    const others = isNarrowed ? passing(filter, context, key) : all
    return new Map(CHOICE_IDS[key].map((id) => [id, countBoth(others, parts.ofChoice(key, id))]))
  }
  return {
    count: countBits(all),
    status: recordOf(DEAL_STATUSES, (status) =>
      countBoth(byStatus, parts.ofChoice('status', DEAL_STATUSES.indexOf(status))),
    ),
    choices: recordOf(CHOICE_KEYS, choices),
    flags: recordOf(FLAG_KEYS, (key) => countBoth(all, parts.ofFlag(key, context))),
  }
}

const recordOf = <K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>
