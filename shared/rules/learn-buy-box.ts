/**
 * What purchases say about what somebody buys (BOX-26, 27): bands from the 10th to the 90th percentile, property types,
 * areas, each with a sentence of evidence. Knows no clock; the order of the purchases does not matter.
 */
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { PURCHASES_TO_LEARN } from '#shared/contract/limits.ts'
import { formatMoney } from '#shared/format/money.ts'
import { PROPERTY_TYPES } from './dictionaries.ts'

export interface Purchase {
  /** `YYYY-MM-DD` */
  purchasedOn: string
  priceUsd: number
  arvUsd: number | null
  sqft: number | null
  beds: number | null
  yearBuilt: number | null
  /** Id of `PROPERTY_TYPES`. */
  typeId: number | null
  zip: string
  /** Five digits. */
  countyFips: string
}

export interface LearnedArea {
  kind: 'county' | 'zip'
  /** FIPS code or ZIP. */
  code: string
  purchases: number
  evidence: string
}

export interface Learned {
  purchases: number
  /** Day of the oldest purchase; null without any. */
  since: string | null
  /** False: too few to say anything, and nothing is said. */
  isEnough: boolean
  criteria: CriterionWire[]
  /** Counties, then ZIPs, each with the most purchases first. */
  areas: LearnedArea[]
}

const LOW = 0.1
const HIGH = 0.9
/** Prices are widened to whole thousands, sizes to tens. */
const PRICE_STEP = 1000
const SQFT_STEP = 10
/** A type bought less often than this is an exception. */
const TYPE_SHARE = 0.1
const COUNTIES_MAX = 5
const ZIPS_MAX = 8
/** ZIPs named in the price's evidence, each bought in more than once. */
const ZIPS_NAMED = 2

export function learnFrom(purchases: readonly Purchase[]): Learned {
  const since = purchases.map(({ purchasedOn }) => purchasedOn).sort()[0] ?? null
  const isEnough = purchases.length >= PURCHASES_TO_LEARN
  const known = { purchases: purchases.length, since, isEnough }
  if (!isEnough || !since) return { ...known, criteria: [], areas: [] }
  const sinceYear = since.slice(0, 4)
  const criteria = [
    priceOf(purchases, sinceYear),
    arvShareOf(purchases),
    typesOf(purchases),
    bedsOf(purchases),
    sqftOf(purchases),
    yearOf(purchases),
  ].filter((criterion) => criterion !== null)
  return { ...known, criteria, areas: areasOf(purchases, sinceYear) }
}

function priceOf(purchases: readonly Purchase[], sinceYear: string): CriterionWire | null {
  const zips = counted(purchases.map(({ zip }) => zip))
    .filter(([, count]) => count > 1)
    .slice(0, ZIPS_NAMED)
  const inZips = zips.reduce((sum, [, count]) => sum + count, 0)
  const names = zips.map(([zip]) => zip).sort()
  const where = names.length > 0 ? `, ${inZips} in ${names.join(' and ')}` : ''
  return banded('price', {
    values: purchases.map(({ priceUsd }) => priceUsd),
    step: PRICE_STEP,
    say: (low, high) =>
      `${purchases.length} purchases since ${sinceYear}${where}, ${span(formatMoney(low), formatMoney(high))}`,
  })
}

const arvShareOf = (purchases: readonly Purchase[]): CriterionWire | null =>
  banded('arv_percent', {
    values: purchases.flatMap(({ priceUsd, arvUsd }) => (arvUsd ? [(100 * priceUsd) / arvUsd] : [])),
    say: (low, high, count) => `${count} purchases with a known ARV, at ${span(low, high)}% of it`,
  })

const bedsOf = (purchases: readonly Purchase[]): CriterionWire | null =>
  banded('beds', {
    values: purchases.flatMap(({ beds }) => beds ?? []),
    say: (low, high, count) => {
      const noun = low === high && high === 1 ? 'bedroom' : 'bedrooms'
      return `${span(low, high)} ${noun} in ${count} purchases with a known number`
    },
  })

const sqftOf = (purchases: readonly Purchase[]): CriterionWire | null =>
  banded('sqft', {
    values: purchases.flatMap(({ sqft }) => sqft ?? []),
    step: SQFT_STEP,
    say: (low, high, count) =>
      `${count} purchases with a known size, ${span(grouped(low), grouped(high))} sq ft`,
  })

const yearOf = (purchases: readonly Purchase[]): CriterionWire | null =>
  banded('year', {
    values: purchases.flatMap(({ yearBuilt }) => yearBuilt ?? []),
    say: (low, high, count) => `${count} purchases with a known year, built ${span(low, high)}`,
  })

interface Band {
  values: number[]
  /** Bounds are widened to whole multiples of it; 1 when left out. */
  step?: number
  say: (low: number, high: number, count: number) => string
}

/** Null when too few purchases tell this number. */
function banded(key: CriterionWire['key'], { values, step = 1, say }: Band): CriterionWire | null {
  if (values.length < PURCHASES_TO_LEARN) return null
  const sorted = values.toSorted((a, b) => a - b)
  const min = Math.floor(percentile(sorted, LOW) / step) * step
  const max = Math.ceil(percentile(sorted, HIGH) / step) * step
  return { ...learned(key), min, max, evidence: say(min, max, values.length) }
}

/** The nearest rank: always a value that occurred. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0

function typesOf(purchases: readonly Purchase[]): CriterionWire | null {
  const known = purchases.flatMap(({ typeId }) => (typeId === null ? [] : [String(typeId)]))
  if (known.length < PURCHASES_TO_LEARN) return null
  const usual = counted(known).filter(([, count]) => count >= TYPE_SHARE * known.length)
  const words = usual.map(([id, count]) => `${count} ${labelOf(id).toLowerCase()}`)
  const evidence = `Of ${known.length} purchases with a known type, ${listed(words)}`
  return { ...learned('property_types'), any_of: usual.map(([id]) => id), evidence }
}

const labelOf = (id: string) => PROPERTY_TYPES.find((type) => String(type.id) === id)?.label ?? 'other'

function areasOf(purchases: readonly Purchase[], sinceYear: string): LearnedArea[] {
  const most = (kind: LearnedArea['kind'], codes: string[], max: number): LearnedArea[] =>
    counted(codes)
      .slice(0, max)
      .map(([code, count]) => ({
        kind,
        code,
        purchases: count,
        evidence: `${count} of ${purchases.length} purchases since ${sinceYear}`,
      }))
  return [
    ...most(
      'county',
      purchases.map(({ countyFips }) => countyFips),
      COUNTIES_MAX,
    ),
    ...most(
      'zip',
      purchases.map(({ zip }) => zip),
      ZIPS_MAX,
    ),
  ]
}

const learned = (key: CriterionWire['key']): CriterionWire => ({
  key,
  min: null,
  max: null,
  any_of: null,
  is_hard: false,
  is_locked: false,
  source: 'learned',
  evidence: null,
})

/** Most frequent first, equal ones in the order of their codes. */
function counted(codes: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}

const grouped = (value: number) => value.toLocaleString('en-US')
const span = (low: string | number, high: string | number) => (low === high ? `${low}` : `${low}–${high}`)
const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
