/** The deals as this customer may see them on a map: those whose address was granted stand at their true place. Pure. */
import type { AddressRequestWire } from '#shared/contract/inquiries.ts'
import type { DealTable, Dictionary } from '#shared/rules/deals/table.ts'

/** The same table while nothing was granted: what is drawn from it need not be worked out again. */
export function withGranted(table: DealTable, requests: ReadonlyMap<number, AddressRequestWire>): DealTable {
  const places = [...requests.values()].flatMap((request) => placeOf(table, request))
  if (places.length === 0) return table
  const latitude = Float64Array.from(table.numbers.latitude)
  const longitude = Float64Array.from(table.numbers.longitude)
  for (const { row, lat, lng } of places) {
    latitude[row] = lat
    longitude[row] = lng
  }
  return {
    ...table,
    numbers: { ...table.numbers, latitude, longitude },
    texts: { ...table.texts, full_address: withWords(table.texts.full_address, places) },
  }
}

interface GrantedPlace {
  readonly row: number
  readonly address: string
  readonly lat: number
  readonly lng: number
}

function placeOf(table: DealTable, request: AddressRequestWire): GrantedPlace[] {
  const { state, address, latitude: lat, longitude: lng } = request
  const row = table.rowOf(request.property_id)
  if (row < 0 || state !== 'granted' || !address) return []
  return typeof lat === 'number' && typeof lng === 'number' ? [{ row, address, lat, lng }] : []
}

function withWords({ codes, words }: Dictionary, places: readonly GrantedPlace[]): Dictionary {
  const next = codes.slice()
  for (const [index, { row }] of places.entries()) next[row] = words.length + index
  return { codes: next, words: [...words, ...places.map(({ address }) => address)] }
}
