/** The rows that pass one part of a filter, each part worked out once and kept until that part changes. */
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { PROPERTY_TAGS } from '../dictionaries.ts'
import { boundsOfPoints, inArea, inBounds } from './area.ts'
import { andInto, type Bits, bitsWhere, emptyBits, orInto } from './bitset.ts'
import type { ChoiceKey, DealFilter, FlagKey, RangeKey } from './filter.ts'
import { isChoiceKey, isFlagKey, isRangeKey, type PartKey } from './filter-parts.ts'
import { findTerm, foldKeywords, parseKeywords, type Term } from './keywords.ts'
import { placeTest } from './location.ts'
import { goesByTime, type MeasureContext, minuteOf, rangeValues, type Values } from './measures.ts'
import type { DealTable, NumberColumn } from './table.ts'
import { createTextSearch } from './text-search.ts'

/** What a result depends on besides the filter. Hand the same set and map again as long as they hold the same. */
export interface DealContext extends PartContext {}

/** The rows that pass all parts of a filter but one. The caller may write into them. */
export type Passing = (filter: DealFilter, context: DealContext, except?: PartKey) => Bits

export interface PartContext extends MeasureContext {
  readonly favourites: ReadonlySet<number>
}

export interface PartBits {
  /** Rows that pass this part of the filter. Do not write into them. */
  of(filter: DealFilter, key: PartKey, context: PartContext): Bits
  /** Rows with one choice, whatever is filtered. */
  ofChoice(key: ChoiceKey | 'status', choice: number): Bits
  ofFlag(key: FlagKey, context: PartContext): Bits
  values(key: RangeKey, context: MeasureContext): Values
}

/** An open house that has begun this long ago is still on. */
const OPEN_HOUSE_S = 3 * 3600
const WEEK_S = 7 * 86_400

const CHOICE_COLUMN: Readonly<Record<Exclude<ChoiceKey, 'tags'> | 'status', NumberColumn>> = {
  status: 'status',
  types: 'property_type_id',
  parking: 'parking_type_id',
  condition: 'condition',
  occupancy: 'occupancy',
}
const FLAG_COLUMN: Readonly<Partial<Record<FlagKey, NumberColumn>>> = {
  verified: 'is_verified',
  address_shown: 'street_address_show',
  video: 'has_video',
  comps: 'has_comps',
}

export function createPartBits(table: DealTable): PartBits {
  const { count, numbers } = table
  const keep = createKeeper()
  const search = createTextSearch(table)

  const ofChoice: PartBits['ofChoice'] = (key, choice) =>
    keep.bits(`choice ${key} ${choice}`, [], () => {
      if (key === 'tags') return bitsWhere(count, (row) => hasTag(numbers.tags[row], choice))
      const column = numbers[CHOICE_COLUMN[key]]
      return bitsWhere(count, (row) => column[row] === choice)
    })

  const ofFlag: PartBits['ofFlag'] = (key, { favourites, nowMs }) => {
    const column = FLAG_COLUMN[key]
    if (column) return keep.bits(key, [], () => bitsWhere(count, (row) => numbers[column][row] === 1))
    if (key === 'favourites')
      return keep.bits(key, [favourites, favourites.size], () => rowsOfIds(table, favourites))
    if (key === 'reduced')
      return keep.bits(key, [], () => bitsWhere(count, (row) => (numbers.price_drop[row] ?? 0) > 0))
    const nowS = minuteOf(nowMs)
    return keep.bits(key, [nowS], () => bitsWhere(count, (row) => isSoon(numbers.open_house_at[row], nowS)))
  }

  const values: PartBits['values'] = (key, context) =>
    keep.values(
      `values ${key}`,
      [goesByTime(key) && minuteOf(context.nowMs), key === 'score' && context.scores],
      () => rangeValues(table, key, context),
    )

  const ofRange = (filter: DealFilter, key: RangeKey, context: PartContext): Bits => {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = filter.ranges[key] ?? {}
    const column = values(key, context)
    return keep.bits(key, [column, min, max], () => bitsInRange(column, count, min, max))
  }

  const ofText = (text: string): Bits =>
    keep.bits('text', [text], () =>
      search.find(parseKeywords(text), (term) => tagsWith(term).map((id) => ofChoice('tags', id))),
    )

  const of: PartBits['of'] = (filter, key, context) => {
    if (isRangeKey(key)) return ofRange(filter, key, context)
    if (isFlagKey(key)) return ofFlag(key, context)
    if (isChoiceKey(key)) {
      const chosen = filter.choices[key] ?? []
      return keep.bits(key, chosen, () =>
        together(
          count,
          chosen.map((choice) => ofChoice(key, choice)),
          key === 'tags',
        ),
      )
    }
    switch (key) {
      case 'status':
        return keep.bits(key, filter.status, () =>
          together(
            count,
            filter.status.map((status) => ofChoice('status', DEAL_STATUSES.indexOf(status))),
            false,
          ),
        )
      case 'account':
        return keep.bits(key, [filter.account], () =>
          bitsWhere(count, (row) => numbers.account_id[row] === filter.account),
        )
      case 'places':
        return keep.bits(key, [filter.places], () => bitsWhere(count, placeTest(table, filter.places)))
      case 'bounds':
        return keep.bits(key, [filter.bounds], () => rowsInBounds(table, filter))
      case 'areas':
        return keep.bits(key, [filter.areas], () => rowsInAreas(table, filter))
      case 'text':
        return ofText(filter.text)
    }
  }
  return { of, ofChoice, ofFlag, values }
}

/** Keeps the last answer to each question while what it was asked with is the same. */
function createKeeper() {
  const kept = new Map<string, { asked: readonly unknown[]; answer: unknown }>()
  function answer<T>(name: string, asked: readonly unknown[], work: () => T): T {
    const known = kept.get(name)
    if (
      known &&
      known.asked.length === asked.length &&
      known.asked.every((value, at) => Object.is(value, asked[at]))
    )
      return known.answer as T
    const fresh = work()
    kept.set(name, { asked: [...asked], answer: fresh })
    return fresh
  }
  return {
    bits: (name: string, asked: readonly unknown[], work: () => Bits): Bits =>
      answer(`bits ${name}`, asked, work),
    values: (name: string, asked: readonly unknown[], work: () => Values): Values =>
      answer(name, asked, work),
  }
}

/** Written out, because it runs while a slider is dragged. Nothing is known of NaN, so it is in no range. */
function bitsInRange(values: Values, count: number, min: number, max: number): Bits {
  const bits = emptyBits(count)
  for (let row = 0; row < count; row++) {
    const value = values[row] ?? Number.NaN
    if (value >= min && value <= max) bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31))
  }
  return bits
}

function together(count: number, sets: readonly Bits[], isEvery: boolean): Bits {
  const bits = emptyBits(count)
  const [first, ...rest] = sets
  if (!first) return bits
  orInto(bits, first)
  for (const other of rest) (isEvery ? andInto : orInto)(bits, other)
  return bits
}

const hasTag = (bits: number | undefined, tag: number): boolean =>
  tag < 32 && (((bits ?? 0) >>> tag) & 1) === 1

const isSoon = (time: number | undefined, nowS: number): boolean =>
  time !== undefined && time >= nowS - OPEN_HOUSE_S && time <= nowS + WEEK_S

function rowsOfIds(table: DealTable, ids: ReadonlySet<number>): Bits {
  const bits = emptyBits(table.count)
  for (const id of ids) {
    const row = table.rowOf(id)
    if (row >= 0) bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31))
  }
  return bits
}

function rowsInBounds({ count, numbers }: DealTable, { bounds }: DealFilter): Bits {
  if (!bounds) return emptyBits(count)
  const { latitude, longitude } = numbers
  return bitsWhere(count, (row) =>
    inBounds(bounds, latitude[row] ?? Number.NaN, longitude[row] ?? Number.NaN),
  )
}

function rowsInAreas({ count, numbers }: DealTable, { areas }: DealFilter): Bits {
  const { latitude, longitude } = numbers
  const framed = areas.map((area) => ({ area, frame: boundsOfPoints(area) }))
  return bitsWhere(count, (row) => {
    const lat = latitude[row] ?? Number.NaN
    const lng = longitude[row] ?? Number.NaN
    return framed.some(
      ({ area, frame }) => frame !== null && inBounds(frame, lat, lng) && inArea(area, lat, lng),
    )
  })
}

/** Tags whose label has the term: a search for `pool` finds what is tagged so. */
const tagsWith = (term: Term): readonly number[] =>
  PROPERTY_TAGS.filter(({ label }) => findTerm(foldKeywords(label), term)).map(({ id }) => id)
