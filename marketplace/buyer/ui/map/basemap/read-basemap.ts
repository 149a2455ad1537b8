/** Fetches and reads the files of marketplace/kit/build/basemap.ts: outlines as lines of whole steps, places as lists. */
import citiesUrl from 'virtual:basemap/cities'
import countiesUrl from 'virtual:basemap/counties'
import statesUrl from 'virtual:basemap/states'
import townsUrl from 'virtual:basemap/towns'
import type { Feature, FeatureCollection, LineString, MultiLineString, MultiPolygon } from 'geojson'

interface OutlineFile {
  steps: number
  land?: number[][][]
  borders: number[][]
}
interface PlacesFile {
  steps: number
  names: string[]
  /** Longitude, latitude, longitude … */
  at: number[]
  /** In thousands. */
  population: number[]
}

export interface PlaceName {
  name: string
  lat: number
  lng: number
  population: number
}

/** The land of the US and Puerto Rico, and the borders between states. */
export async function readStates(): Promise<{
  land: Feature<MultiPolygon>
  borders: Feature<MultiLineString>
}> {
  const { steps, land = [], borders } = await read<OutlineFile>(statesUrl)
  return {
    land: feature({
      type: 'MultiPolygon',
      coordinates: land.map((rings) => rings.map((ring) => lineOf(ring, steps))),
    }),
    borders: feature({ type: 'MultiLineString', coordinates: borders.map((line) => lineOf(line, steps)) }),
  }
}

/** Borders between the counties of a state. */
export async function readCounties(): Promise<Feature<MultiLineString>> {
  const { steps, borders } = await read<OutlineFile>(countiesUrl)
  return feature({ type: 'MultiLineString', coordinates: borders.map((line) => lineOf(line, steps)) })
}

/** The most populous first. Cities of 100,000 people and more, or the towns besides. */
export async function readPlaces(kind: 'cities' | 'towns'): Promise<PlaceName[]> {
  const { steps, names, at, population } = await read<PlacesFile>(kind === 'cities' ? citiesUrl : townsUrl)
  return names.map((name, place) => ({
    name,
    lng: (at[2 * place] ?? 0) / steps,
    lat: (at[2 * place + 1] ?? 0) / steps,
    population: (population[place] ?? 0) * 1000,
  }))
}

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return (await answer.json()) as T
}

/** Points as degrees, from steps that each count from the one before. */
export function lineOf(flat: readonly number[], steps: number): LineString['coordinates'] {
  const line: LineString['coordinates'] = []
  let [x, y] = [0, 0]
  for (let at = 0; at + 1 < flat.length; at += 2) {
    x += flat[at] ?? 0
    y += flat[at + 1] ?? 0
    line.push([x / steps, y / steps])
  }
  return line
}

const feature = <G extends Feature['geometry']>(geometry: G): Feature<G> => ({
  type: 'Feature',
  properties: {},
  geometry,
})

export const pointsOf = (places: readonly PlaceName[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: places.map(({ name, lat, lng, population }) => ({
    type: 'Feature',
    properties: { name, population },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
})
