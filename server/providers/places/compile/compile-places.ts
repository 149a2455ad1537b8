/** Makes the columns of `gazetteer/places.bin.br` from the packages that `sources.ts` reads. */

import { STATE_BY_FIPS, STATES } from '#shared/rules/states.ts'
import { FOREIGN_TOWN_KM, SHORE_KM } from '../gazetteer/gazetteer.ts'
import { createGrid, kmBetween } from '../gazetteer/grid.ts'
import { DEGREE, KINDS, NONE, type PlaceColumns, WITHIN_MAX } from '../gazetteer/places-file.ts'
import { type Entry, makeEntries } from './entries.ts'
import { keysOf } from './entry-keys.ts'
import { type Box, type CountyAtlas, type Outlines, readOutlines } from './outlines.ts'
import { readSources } from './sources.ts'

export async function compilePlaces(): Promise<PlaceColumns> {
  const { atlas, ...lists } = await readSources()
  const outlines = readOutlines(atlas, (fips) => STATE_BY_FIPS.has(fips.slice(0, 2)))
  const { all } = makeEntries(lists, outlines)
  return {
    ...columnsOf(all),
    ...keyColumns(all),
    ...outlineColumns(outlines, atlas),
    abroad: nearAbroad(all, lists.abroad),
  }
}

function columnsOf(all: readonly Entry[]) {
  const position = new Map(all.map(({ id }, at) => [id, at]))
  const states = new Map(STATES.map(({ abbr }, at) => [abbr, at]))
  return {
    ...texts(
      'labels',
      'labelAt',
      all.map(({ label }) => label),
    ),
    kind: Uint8Array.from(all, ({ kind }) => KINDS.indexOf(kind)),
    state: Uint8Array.from(all, ({ state }) => states.get(state) ?? 0),
    number: Uint32Array.from(all, numberOf),
    people: Uint32Array.from(all, ({ population }) => population),
    lat: Int32Array.from(all, ({ lat }) => parts(lat)),
    lng: Int32Array.from(all, ({ lng }) => parts(lng)),
    box: Int32Array.from(all.flatMap(({ box }) => (box ? corners(box) : [NONE, NONE, NONE, NONE]))),
    within: Int32Array.from(
      all.flatMap(({ within }) =>
        Array.from({ length: WITHIN_MAX }, (_, at) => position.get(within[at] ?? '') ?? NONE),
      ),
    ),
  }
}

const numberOf = ({ id, kind, state }: Entry): number =>
  Number(kind === 'state' ? STATES.find(({ abbr }) => abbr === state)?.fips : id.split(':').at(-1))

function keyColumns(all: readonly Entry[]) {
  const position = new Map(all.map((entry, at) => [entry, at]))
  const keys = all
    .flatMap(keysOf)
    .map((key) => ({ ...key, bytes: Buffer.from(key.text) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
  return {
    ...texts(
      'keys',
      'keyAt',
      keys.map(({ text }) => text),
    ),
    keyPlace: Uint32Array.from(
      keys,
      ({ entry, isInner }) => (position.get(entry) ?? 0) * 2 + Number(isInner),
    ),
  }
}

function outlineColumns({ shapes }: Outlines, { transform }: CountyAtlas) {
  if (!transform) throw new Error('The outlines of the counties are not in whole steps.')
  const [width, height] = transform.scale
  const [west, south] = transform.translate
  const polygons = shapes.flatMap((shape) => shape.polygons)
  const rings = polygons.flat()
  return {
    countyFips: Uint32Array.from(shapes, ({ fips }) => Number(fips)),
    countyBox: Int32Array.from(shapes.flatMap(({ box }) => corners(box))),
    polygonAt: ends(shapes.map((shape) => shape.polygons.length)),
    ringAt: ends(polygons.map((polygon) => polygon.length)),
    pointAt: ends(rings.map((ring) => ring.length / 2)),
    points: Int32Array.from(
      rings.flatMap((ring) =>
        Array.from(ring, (value, at) =>
          Math.round(at % 2 === 0 ? (value - west) / width : (value - south) / height),
        ),
      ),
    ),
    grid: Float64Array.of(west, south, width, height),
  }
}

/** Only those that can lie near a point that is near a ZIP of ours. */
function nearAbroad(all: readonly Entry[], towns: readonly { lat: number; lng: number }[]): Int32Array {
  const zips = createGrid(all.filter(({ kind }) => kind === 'zip'))
  const near = towns.filter((town) => {
    const zip = zips.nearest(town.lat, town.lng)
    return zip !== null && kmBetween(zip, town) <= (SHORE_KM + FOREIGN_TOWN_KM) * 1.1
  })
  return Int32Array.from(near.flatMap(({ lat, lng }) => [parts(lat), parts(lng)]))
}

const parts = (degrees: number) => Math.round(degrees * DEGREE)
const corners = ({ south, west, north, east }: Box) => [south, west, north, east].map(parts)

/** Where each begins, and the end of the last. */
function ends(lengths: readonly number[]): Uint32Array {
  const at = new Uint32Array(lengths.length + 1)
  lengths.forEach((length, index) => {
    at[index + 1] = (at[index] ?? 0) + length
  })
  return at
}

function texts<Bytes extends string, At extends string>(bytes: Bytes, at: At, all: readonly string[]) {
  const parts = all.map((text) => Buffer.from(text))
  return {
    [bytes]: new Uint8Array(Buffer.concat(parts)),
    [at]: ends(parts.map(({ length }) => length)),
  } as Record<Bytes, Uint8Array> & Record<At, Uint32Array>
}
