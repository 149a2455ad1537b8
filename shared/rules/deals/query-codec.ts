/**
 * The browse page's address (checklist BRW-30): readable, versioned, and never wrong for long, since what makes no sense is
 * left out and named. `price=100000-250000`, `status=available,pending`, `place=city:Houston,TX`, `map=29.76,-95.37,10`.
 */
import { COMPARE_MAX, POLYGON_MAX_POINTS } from '#shared/contract/limits.ts'
import { DEAL_CONDITIONS, DEAL_STATUSES, OCCUPANCIES } from '#shared/contract/properties.ts'
import { type Option, PARKING_TYPES, PROPERTY_TAGS, PROPERTY_TYPES } from '../dictionaries.ts'
import { foldText } from '../fold-text.ts'
import {
  CHOICE_KEYS,
  type ChoiceKey,
  DEFAULT_QUERY,
  type DealFilter,
  type DealQuery,
  FLAG_KEYS,
  type MapView,
  type PlaceFilter,
  RANGE_KEYS,
  SORT_KEYS,
} from './filter.ts'
import { decodeLine, encodeLine } from './polyline.ts'
import { readRange, writeRange } from './range-text.ts'

const VERSION = '1'
const DISPLAYS = ['map', 'list', 'grid', 'table'] as const
const PLACE_KINDS = ['state', 'county', 'city', 'zip'] as const
export const AREAS_MAX = 10
export const PLACES_MAX = 20
const TEXT_MAX = 200
/** About a meter. */
const DEGREE_DIGITS = 5

export interface ReadQuery {
  readonly query: DealQuery
  /** What was left out or put right, in words for a person. */
  readonly problems: readonly string[]
}

/** Never fails. Keys it does not know are other people's and are not spoken of. */
export function readQuery(search: URLSearchParams): ReadQuery {
  const problems: string[] = []
  const given = (name: string): string | null => search.get(name)
  const { filter } = DEFAULT_QUERY
  const query: DealQuery = {
    filter: {
      ...filter,
      status: readStatus(given('status'), problems),
      ranges: readRanges(search, problems),
      choices: readChoices(search, problems),
      flags: readList(given('only'), FLAG_KEYS, 'only', problems),
      account: readAccount(given('seller'), problems),
      places: search
        .getAll('place')
        .slice(0, PLACES_MAX)
        .flatMap((text) => readPlace(text, problems)),
      bounds: readBounds(given('bounds'), problems),
      areas: search
        .getAll('area')
        .slice(0, AREAS_MAX)
        .flatMap((text) => readArea(text, problems)),
      text: (given('q') ?? '').trim().slice(0, TEXT_MAX).trim(),
    },
    sort: readSort(given('sort'), problems),
    view: readView(given('map'), problems),
    display: readOne(given('view'), DISPLAYS, 'view', problems) ?? DEFAULT_QUERY.display,
    isMapSearch: given('mapsearch') !== 'off',
    compare: readIds(given('compare')).slice(0, COMPARE_MAX),
  }
  return { query, problems }
}

/** The query of a call: each part with all that the address says of it, e.g. of several places. */
export type QueryInput = Readonly<Record<string, readonly string[]>>

export function queryInput(query: DealQuery): QueryInput {
  const written = writeQuery(query)
  return Object.fromEntries([...written.keys()].map((key) => [key, written.getAll(key)]))
}

/** What is as by default is left out; an address without any is the default page. */
export function writeQuery({
  filter,
  sort,
  view,
  display,
  isMapSearch,
  compare,
}: DealQuery): URLSearchParams {
  const pairs: [string, string][] = [...writeFilter(filter)]
  if (sort.key !== DEFAULT_QUERY.sort.key || sort.descending !== DEFAULT_QUERY.sort.descending)
    pairs.push(['sort', `${sort.key}-${sort.descending ? 'desc' : 'asc'}`])
  if (view)
    pairs.push(['map', [degrees(view.lat), degrees(view.lng), Math.round(view.zoom * 100) / 100].join(',')])
  if (display !== DEFAULT_QUERY.display) pairs.push(['view', display])
  if (!isMapSearch) pairs.push(['mapsearch', 'off'])
  if (compare.length > 0) pairs.push(['compare', compare.join(',')])
  return new URLSearchParams(pairs.length > 0 ? [['v', VERSION], ...pairs] : [])
}

/** For others to open: without what only this person has. */
export const sharedQuery = (query: DealQuery): DealQuery => ({
  ...query,
  filter: { ...query.filter, flags: query.filter.flags.filter((flag) => flag !== 'favourites') },
})

/** Which deals and in which order, without how they are shown: two queries with the same text have the same deals. */
export const questionOf = ({ filter, sort, view }: DealQuery): string =>
  writeQuery({ ...DEFAULT_QUERY, filter, sort, view: sort.key === 'distance' ? view : null }).toString()

function writeFilter(filter: DealFilter): [string, string][] {
  const isDefaultStatus = filter.status.join() === DEFAULT_QUERY.filter.status.join()
  return [
    ...(isDefaultStatus ? [] : [['status', filter.status.join(',') || 'any'] as [string, string]]),
    ...filter.places.map((place): [string, string] => ['place', writePlace(place)]),
    ...RANGE_KEYS.flatMap((key) => {
      const text = writeRange(filter.ranges[key] ?? {})
      return text ? [[key, text] as [string, string]] : []
    }),
    ...CHOICE_KEYS.flatMap((key) => {
      const chosen = filter.choices[key] ?? []
      return chosen.length > 0 ? [[key, choiceNames(key, chosen).join(',')] as [string, string]] : []
    }),
    ...(filter.flags.length > 0 ? [['only', filter.flags.join(',')] as [string, string]] : []),
    ...(filter.account === null ? [] : [['seller', String(filter.account)] as [string, string]]),
    ...(filter.text.trim() ? [['q', filter.text.trim()] as [string, string]] : []),
    ...(filter.bounds ? [['bounds', writeBounds(filter.bounds)] as [string, string]] : []),
    ...filter.areas.map((area): [string, string] => ['area', encodeLine(area)]),
  ]
}

type Problems = string[]

const readStatus = (text: string | null, problems: Problems): DealFilter['status'] => {
  if (text === null) return DEFAULT_QUERY.filter.status
  if (text === 'any') return []
  const status = readList(text, DEAL_STATUSES, 'status', problems)
  return status.length > 0 ? status : DEFAULT_QUERY.filter.status
}

function readRanges(search: URLSearchParams, problems: Problems): DealFilter['ranges'] {
  const entries = RANGE_KEYS.flatMap((key) => {
    const text = search.get(key)
    const range = text === null ? null : readRange(key, text, problems)
    return range ? [[key, range] as const] : []
  })
  return Object.fromEntries(entries)
}

function readChoices(search: URLSearchParams, problems: Problems): DealFilter['choices'] {
  const entries = CHOICE_KEYS.flatMap((key) => {
    const text = search.get(key)
    if (text === null) return []
    const { ids, unknown } = choicesOfNames(key, text.split(','))
    for (const name of unknown) problems.push(`“${name}” is no choice of ${key}.`)
    return ids.length > 0 ? [[key, ids] as const] : []
  })
  return Object.fromEntries(entries)
}

function readList<T extends string>(
  text: string | null,
  known: readonly T[],
  name: string,
  problems: Problems,
): readonly T[] {
  const asked = (text ?? '').split(',').filter(Boolean)
  for (const word of asked)
    if (!known.some((one) => one === word)) problems.push(`“${word}” is no choice of ${name}.`)
  return known.filter((one) => asked.includes(one))
}

function readOne<T extends string>(
  text: string | null,
  known: readonly T[],
  name: string,
  problems: Problems,
): T | null {
  return text === null ? null : (readList(text, known, name, problems)[0] ?? null)
}

function readAccount(text: string | null, problems: Problems): number | null {
  if (text === null) return null
  const [account = null] = readIds(text)
  if (account === null) problems.push(`“${text}” is no seller.`)
  return account
}

const readIds = (text: string | null): readonly number[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .filter((id) => /^[1-9]\d{0,14}$/.test(id))
      .map(Number),
  ),
]

function readSort(text: string | null, problems: Problems): DealQuery['sort'] {
  if (text === null) return DEFAULT_QUERY.sort
  const [, name, direction] = /^([a-z_]+)-(asc|desc)$/.exec(text) ?? []
  const key = SORT_KEYS.find((one) => one === name)
  if (key) return { key, descending: direction === 'desc' }
  problems.push(`“${text}” is no order.`)
  return DEFAULT_QUERY.sort
}

function readPlace(text: string, problems: Problems): readonly PlaceFilter[] {
  const at = text.indexOf(':')
  const kind = PLACE_KINDS.find((one) => one === text.slice(0, at))
  const rest = text.slice(at + 1).trim()
  const comma = rest.lastIndexOf(',')
  const name = (comma < 0 ? rest : rest.slice(0, comma)).trim()
  const state =
    comma < 0
      ? ''
      : rest
          .slice(comma + 1)
          .trim()
          .toUpperCase()
  if (kind === 'zip' && /^\d{5}$/.test(rest)) return [{ kind, name: rest, state: '' }]
  if (kind === 'state' && /^[a-z]{2}$/i.test(rest))
    return [{ kind, name: rest.toUpperCase(), state: rest.toUpperCase() }]
  if ((kind === 'city' || kind === 'county') && name && name.length <= 80 && /^[A-Z]{2}$/.test(state))
    return [{ kind, name, state }]
  problems.push(`“${text}” is no place.`)
  return []
}

const writePlace = ({ kind, name, state }: PlaceFilter): string =>
  kind === 'city' || kind === 'county' ? `${kind}:${name},${state}` : `${kind}:${name}`

function readNumbers(text: string | null, count: number): readonly number[] | null {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null
}

function readBounds(text: string | null, problems: Problems): DealFilter['bounds'] {
  if (text === null) return null
  const [south = 99, west = 999, north = 99, east = 999] = readNumbers(text, 4) ?? []
  const isOnEarth = south >= -90 && north <= 90 && Math.abs(west) <= 180 && Math.abs(east) <= 180
  // Bounds without an area, as addresses of earlier versions have them, are those of a hidden map.
  if (isOnEarth && (south === north || west === east)) return null
  if (isOnEarth && south < north) return { south, west, north, east }
  problems.push('The bounds are not valid.')
  return null
}

const degrees = (value: number): number => Number(value.toFixed(DEGREE_DIGITS)) + 0
const writeBounds = ({ south, west, north, east }: NonNullable<DealFilter['bounds']>): string =>
  [south, west, north, east].map(degrees).join(',')

function readArea(text: string, problems: Problems): DealFilter['areas'] {
  const points = decodeLine(text)
  if (points && points.length >= 3 && points.length <= POLYGON_MAX_POINTS) return [points]
  problems.push('A drawn area could not be read.')
  return []
}

function readView(text: string | null, problems: Problems): MapView | null {
  if (text === null) return null
  const [lat = 99, lng = 999, zoom = 99] = readNumbers(text, 3) ?? []
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && zoom >= 0 && zoom <= 24) return { lat, lng, zoom }
  problems.push('The map’s place is not valid.')
  return null
}

type Names = ReadonlyMap<number, string>

const byLabel = (options: readonly Option[]): Names =>
  new Map(options.map(({ id, label }) => [id, foldText(label).replaceAll(' ', '-')]))
const byIndex = (words: readonly string[]): Names =>
  new Map(words.map((word, index) => [index, word.replaceAll('_', '-')]))

const NAMES: Readonly<Record<ChoiceKey, Names>> = {
  types: byLabel(PROPERTY_TYPES),
  parking: byLabel(PARKING_TYPES),
  tags: byLabel(PROPERTY_TAGS),
  condition: byIndex(DEAL_CONDITIONS),
  occupancy: byIndex(OCCUPANCIES),
}

/** Choices in an address: words made from their labels. Their ids are read as well. */
const choiceNames = (key: ChoiceKey, ids: readonly number[]): readonly string[] =>
  ids.map((id) => NAMES[key].get(id) ?? String(id))

/** In the order of the dictionary, each once. */
function choicesOfNames(
  key: ChoiceKey,
  names: readonly string[],
): { readonly ids: readonly number[]; readonly unknown: readonly string[] } {
  const asked = names.map((name) => name.trim().toLowerCase()).filter(Boolean)
  const isAsked = ([id, name]: readonly [number, string]): boolean =>
    asked.includes(name) || asked.includes(String(id))
  const found = [...NAMES[key]].filter(isAsked)
  const isKnown = (text: string): boolean => found.some(([id, name]) => text === name || text === String(id))
  return { ids: found.map(([id]) => id), unknown: asked.filter((text) => !isKnown(text)) }
}
