/** Places of a location search as the deals know them: by their columns, never by a circle (checklist BRW-33). */
import type { PlaceWire } from '#shared/contract/places.ts'
import { foldCounty, foldText } from '../fold-text.ts'
import { STATE_BY_ABBR, STATES } from '../states.ts'
import type { PlaceFilter } from './filter.ts'
import type { DealTable, Dictionary } from './table.ts'

/** Says of a row whether it lies in any of the places. Distinct names are compared once. */
export function placeTest(table: DealTable, places: readonly PlaceFilter[]): (row: number) => boolean {
  const tests = places.map((place) => oneTest(table, place))
  return (row) => tests.some((test) => test(row))
}

function oneTest({ texts }: DealTable, { kind, name, state }: PlaceFilter): (row: number) => boolean {
  if (kind === 'state') return named(texts.state_code, name, foldText)
  if (kind === 'zip') return named(texts.zip, name, foldText)
  const isInState = state === '' ? () => true : named(texts.state_code, state, foldText)
  const isThere = kind === 'city' ? named(texts.city, name, foldText) : named(texts.county, name, foldCounty)
  return (row) => isThere(row) && isInState(row)
}

function named(
  { codes, words }: Dictionary,
  name: string,
  fold: (text: string) => string,
): (row: number) => boolean {
  const wanted = fold(name)
  const isWanted = Uint8Array.from(words, (word) => (word !== null && fold(word) === wanted ? 1 : 0))
  return (row) => isWanted[codes[row] ?? 0] === 1
}

/** What of a place the deals can be filtered by; null for a neighborhood or a whole country, which are only looked at. */
export function placeFilterOf(place: PlaceWire): PlaceFilter | null {
  const [name = ''] = place.formatted_address.split(',')
  const state = stateOf(place)
  if (place.types.includes('postal_code')) {
    const zip = /\b\d{5}\b/.exec(place.formatted_address)?.[0]
    return zip ? { kind: 'zip', name: zip, state: '' } : null
  }
  if (place.types.includes('administrative_area_level_1'))
    return state ? { kind: 'state', name: state, state } : null
  if (place.types.includes('administrative_area_level_2'))
    return state ? { kind: 'county', name: name.trim(), state } : null
  if (place.types.includes('locality')) return state ? { kind: 'city', name: name.trim(), state } : null
  return null
}

/** From our gazetteer's ids, else from the end of the address: `Austin, TX`, `Houston, Texas`, `Texas, USA`. */
function stateOf({ place_id, within, formatted_address }: PlaceWire): string | null {
  const given = [place_id, ...(within ?? [])].map((id) => /^gaz:state:([A-Z]{2})$/.exec(id)?.[1])
  const parts = formatted_address.split(',').map((part) => part.replace(/\d{5}(-\d{4})?/, '').trim())
  const named = parts.toReversed().map((part) => codeOfState(part))
  return [...given, ...named].find((code) => code !== undefined) ?? null
}

const codeOfState = (name: string): string | undefined =>
  STATE_BY_ABBR.has(name) ? name : STATES.find((state) => foldText(state.name) === foldText(name))?.abbr
