/**
 * The file `places.bin.br`: every place of the US and Puerto Rico in columns, the names they are found by, and the outlines of
 * the counties. `compile/write-places.ts` writes it; the server reads it into memory as it is, without an object a place.
 */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

export const KINDS = ['state', 'county', 'city', 'neighborhood', 'zip'] as const
export type Kind = (typeof KINDS)[number]

/** Degrees are stored as whole numbers of this many parts: about 10 cm. */
export const DEGREE = 1e6
/** In a column of `Int32Array`: there is none. */
export const NONE = 0x7fffffff
/** A place lies in a state, a county and a city at most. */
export const WITHIN_MAX = 3

/** Places in the order of their kinds. Columns of several numbers a place have them side by side. */
export interface PlaceColumns {
  /** UTF-8, one behind the other; `labelAt` has where each begins, and the end. */
  labels: Uint8Array
  labelAt: Uint32Array
  /** Positions in `KINDS`. */
  kind: Uint8Array
  /** Positions in the list of states, `shared/rules/states.ts`. */
  state: Uint8Array
  /** The last part of the id: FIPS, GeoNames id or ZIP; the state's two FIPS digits of a state. */
  number: Uint32Array
  people: Uint32Array
  lat: Int32Array
  lng: Int32Array
  /** South, west, north, east; `NONE` without a box. */
  box: Int32Array
  /** Positions of the places around it, outermost first; `NONE` where there are fewer than three. */
  within: Int32Array
  /** UTF-8, sorted by their bytes. */
  keys: Uint8Array
  keyAt: Uint32Array
  /** Twice the place's position, and one more when the key is only a part of its name. */
  keyPlace: Uint32Array
  /** Latitude, longitude of foreign towns near our border. */
  abroad: Int32Array
  countyFips: Uint32Array
  /** South, west, north, east of each county; over the 180th meridian west > east. */
  countyBox: Int32Array
  /** Which polygon is each county's first; then the end. Likewise rings of a polygon and points of a ring. */
  polygonAt: Uint32Array
  ringAt: Uint32Array
  pointAt: Uint32Array
  /** Column, row of each point of an outline, in steps of `grid`. */
  points: Int32Array
  /** West, south, and the width and height of a step. */
  grid: Float64Array
}

const TYPES = { Uint8Array, Uint32Array, Int32Array, Float64Array }
type Section = { name: keyof PlaceColumns; type: keyof typeof TYPES; at: number; length: number }

const ALIGNMENT = 8
const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

/** Not compressed yet: the length of a JSON header, the header, the columns. */
export function packColumns(columns: PlaceColumns): Buffer {
  let at = 0
  const sections = Object.entries(columns).map(([name, column]): Section => {
    const section = { name, type: column.constructor.name, at, length: column.length } as Section
    at = aligned(at + column.byteLength)
    return section
  })
  const header = Buffer.from(JSON.stringify(sections))
  const begin = aligned(Uint32Array.BYTES_PER_ELEMENT + header.length)
  const file = Buffer.alloc(begin + at)
  file.writeUInt32LE(header.length)
  header.copy(file, Uint32Array.BYTES_PER_ELEMENT)
  for (const { name, at } of sections) {
    const { buffer, byteOffset, byteLength } = columns[name]
    file.set(new Uint8Array(buffer, byteOffset, byteLength), begin + at)
  }
  return file
}

/** Views into one block of memory. */
export function unpackColumns(file: Buffer): PlaceColumns {
  const headerLength = file.readUInt32LE()
  const headerEnd = Uint32Array.BYTES_PER_ELEMENT + headerLength
  const sections = JSON.parse(file.toString('utf8', Uint32Array.BYTES_PER_ELEMENT, headerEnd)) as Section[]
  // Numbers of several bytes must be aligned, which a view into somebody else's block may not be.
  const begin = aligned(headerEnd)
  const memory = new Uint8Array(file.subarray(begin)).buffer
  return Object.fromEntries(
    sections.map(({ name, type, at, length }) => [name, new TYPES[type](memory, at, length)]),
  ) as unknown as PlaceColumns
}

export const PLACES_FILE = new URL('./places.bin.br', import.meta.url)

export const readColumns = async (): Promise<PlaceColumns> =>
  unpackColumns(await promisify(brotliDecompress)(await readFile(PLACES_FILE)))
