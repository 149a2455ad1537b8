/** Puts states, counties, cities, neighborhoods and ZIPs together: what lies in what, how many people, how each is called. */
import { foldText } from '#shared/rules/fold-text.ts'
import { STATE_BY_ABBR, STATE_BY_FIPS, STATES } from '#shared/rules/states.ts'
import { createGrid, type Grid } from '../gazetteer/grid.ts'
import { type Box, type County, centerOf, type Outlines, rounded, unionOf } from './outlines.ts'
import type { CitySource, Sources, ZipSource } from './sources.ts'

export interface Entry {
  /** `gaz:county:48201` */
  id: string
  kind: 'state' | 'county' | 'city' | 'neighborhood' | 'zip'
  /** The bare name, as it is typed. */
  name: string
  label: string
  /** Two letters. */
  state: string
  /** Ids of the places around it, outermost first. */
  within: readonly string[]
  /** People living there, roughly; zero of a ZIP. */
  population: number
  lat: number
  lng: number
  box: Box | null
}

export interface Entries {
  all: readonly Entry[]
  byId: ReadonlyMap<string, Entry>
  /** The ZIP around a point, roughly: the nearest center. */
  zips: Grid<Entry>
  abroad: Grid<{ lat: number; lng: number }>
  outlines: Outlines
}

export const stateId = (abbr: string) => `gaz:state:${abbr}`
export const countyId = (fips: string) => `gaz:county:${fips}`
export const zipId = (zip: string) => `gaz:zip:${zip}`

export function makeEntries({ cities, zips, abroad }: Omit<Sources, 'atlas'>, outlines: Outlines): Entries {
  const zipGrid = createGrid(zips)
  const countyOf = (at: ZipSource | CitySource): string | null =>
    outlines.countyAt(at.lat, at.lng)?.fips ?? zipGrid.nearest(at.lat, at.lng)?.countyFips ?? null

  const cityRows = cities.map((city) => ({ city, fips: countyOf(city) }))
  const people = countPeople(cityRows)
  const states = STATES.map((state) =>
    stateEntry(
      state.abbr,
      outlines.counties.filter(({ fips }) => fips.startsWith(state.fips)),
      people,
    ),
  )
  // The District of Columbia is one county; it would be found twice under the same name.
  const counties = outlines.counties
    .filter(({ fips }) => fips !== DISTRICT_OF_COLUMBIA)
    .map((county) => countyEntry(county, people.get(county.fips) ?? 0))
  const known = new Set(counties.map(({ id }) => id))
  // One array for everything in a county: there are 60,000 entries.
  const around = remembered((state: string, fips: string | null): readonly string[] =>
    fips && known.has(countyId(fips)) && STATE_BY_FIPS.get(fips.slice(0, 2))?.abbr === state
      ? [stateId(state), countyId(fips)]
      : [stateId(state)],
  )

  const towns = cityRows
    .filter(({ city }) => !city.isPart)
    .map(({ city, fips }) => cityEntry(city, around(city.state, fips)))
  const townOf = byNameAndState(towns)
  const zipEntries = zips.map((zip) =>
    zipEntry(zip, around(zip.state, zip.countyFips ?? countyOf(zip)), townOf),
  )
  const parts = cityRows
    .filter(({ city }) => city.isPart)
    .map(({ city, fips }) => {
      const post = zipGrid.nearest(city.lat, city.lng)
      const town = isBorough(city) ? townOf('New York City', 'NY') : post && townOf(post.city, city.state)
      return neighborhoodEntry(city, around(city.state, fips), town)
    })
  boxTowns(zipEntries, new Map(towns.map((town) => [town.id, town])))
  tellNamesakesApart(towns, new Map(counties.map((county) => [county.id, county])))
  const all = [...states, ...counties, ...towns, ...parts, ...zipEntries]
  const byId = new Map(all.map((entry) => [entry.id, entry]))
  return { all, byId, zips: createGrid(zipEntries), abroad: createGrid(abroad), outlines }
}

function remembered<T>(make: (state: string, fips: string | null) => T): typeof make {
  const made = new Map<string, T>()
  return (state, fips) => {
    const key = `${state}${fips}`
    const value = made.get(key) ?? make(state, fips)
    made.set(key, value)
    return value
  }
}

const DISTRICT_OF_COLUMBIA = '11001'
const isBorough = (city: CitySource) => city.isPart && city.state === 'NY'

/** Of each county, and of each state under its two digits. */
function countPeople(rows: readonly { city: CitySource; fips: string | null }[]): Map<string, number> {
  const people = new Map<string, number>()
  for (const { city, fips } of rows) {
    if (!fips || city.isPart) continue
    for (const key of [fips, fips.slice(0, 2)]) people.set(key, (people.get(key) ?? 0) + city.population)
  }
  return people
}

function stateEntry(abbr: string, counties: readonly County[], people: ReadonlyMap<string, number>): Entry {
  const state = STATE_BY_ABBR.get(abbr)
  const name = state?.name ?? abbr
  const box = unionOf(counties.map((county) => county.box))
  const population = people.get(state?.fips ?? '') ?? 0
  return {
    id: stateId(abbr),
    kind: 'state',
    name,
    label: name,
    state: abbr,
    within: [],
    population,
    box,
    ...centerOf(box),
  }
}

function countyEntry({ fips, bareName, box }: County, population: number): Entry {
  const state = STATE_BY_FIPS.get(fips.slice(0, 2))?.abbr ?? ''
  const name = countyName(fips, bareName)
  return {
    id: countyId(fips),
    kind: 'county',
    name,
    label: `${name}, ${state}`,
    state,
    box,
    within: [stateId(state)],
    population,
    ...centerOf(box),
  }
}

function cityEntry({ id, name, state, population, lat, lng }: CitySource, within: readonly string[]): Entry {
  const label = `${name}, ${state}`
  return { id: `gaz:city:${id}`, kind: 'city', name, label, state, within, population, lat, lng, box: null }
}

function neighborhoodEntry(
  { id, name, state, population, lat, lng }: CitySource,
  around: readonly string[],
  town: Entry | null | undefined,
): Entry {
  const label = [name, town?.name, state].filter(Boolean).join(', ')
  const within = town ? [...around, town.id] : around
  const fixed = { id: `gaz:neighborhood:${id}`, kind: 'neighborhood', name, label } as const
  return { ...fixed, state, within, population, lat, lng, box: null }
}

function zipEntry(
  { zip, city, state, lat, lng }: ZipSource,
  around: readonly string[],
  townOf: (name: string, state: string) => Entry | null,
): Entry {
  const town = townOf(city, state)
  const within = town ? [...around, town.id] : around
  const fixed = { id: zipId(zip), kind: 'zip', name: zip, label: `${zip}, ${city}, ${state}` } as const
  return { ...fixed, state, within, population: 0, lat, lng, box: null }
}

/** The largest of a name wins. */
function byNameAndState(towns: readonly Entry[]): (name: string, state: string) => Entry | null {
  const known = new Map<string, Entry>()
  const key = (name: string, state: string) => `${foldText(name).replace(/^saint /, 'st ')},${state}`
  for (const town of towns) {
    const other = known.get(key(town.name, town.state))
    if (!other || other.population < town.population) known.set(key(town.name, town.state), town)
  }
  return (name, state) =>
    known.get(key(name, state)) ??
    (name === 'New York' ? (known.get(key('New York City', state)) ?? null) : null)
}

/** A ZIP this far from its city's center is an error in the lists, or a name used twice. Degrees. */
const FAR = 0.5
/** Around the outermost ZIP centers. Degrees. */
const MARGIN = 0.03

/** No outline of a city is at hand; the box around its ZIPs shows where it lies. */
function boxTowns(zips: readonly Entry[], towns: ReadonlyMap<string, Entry>): void {
  for (const { lat, lng, within } of zips) {
    const town = towns.get(within.at(-1) ?? '')
    if (!town || Math.abs(lat - town.lat) > FAR || Math.abs(lng - town.lng) > FAR) continue
    const box = town.box ?? aroundPoint(town)
    town.box = {
      south: rounded(Math.min(box.south, lat - MARGIN)),
      west: rounded(Math.min(box.west, lng - MARGIN)),
      north: rounded(Math.max(box.north, lat + MARGIN)),
      east: rounded(Math.max(box.east, lng + MARGIN)),
    }
  }
}

const aroundPoint = ({ lat, lng }: Entry): Box => ({
  south: lat - MARGIN,
  west: lng - MARGIN,
  north: lat + MARGIN,
  east: lng + MARGIN,
})

/** Two towns of one name in one state: the smaller ones say their county. */
function tellNamesakesApart(towns: readonly Entry[], counties: ReadonlyMap<string, Entry>): void {
  const largest = byNameAndState(towns)
  for (const town of towns) {
    if (largest(town.name, town.state) === town) continue
    const county = counties.get(town.within.at(-1) ?? '')
    if (county) town.label = `${town.name}, ${county.name}, ${town.state}`
  }
}

const FIRST_INDEPENDENT_CITY = 510
const STATES_WITH_INDEPENDENT_CITIES = new Set(['24', '29', '32', '51'])

const ALASKA: Readonly<Record<string, string>> = {
  '02016': 'Census Area',
  '02020': 'Municipality',
  '02050': 'Census Area',
  '02070': 'Census Area',
  '02105': 'Census Area',
  '02110': 'City and Borough',
  '02158': 'Census Area',
  '02180': 'Census Area',
  '02198': 'Census Area',
  '02220': 'City and Borough',
  '02240': 'Census Area',
  '02261': 'Census Area',
  '02275': 'City and Borough',
  '02282': 'City and Borough',
  '02290': 'Census Area',
}

/**
 * What a county is called in full. The outlines carry the bare name; what follows it depends on the state. `Harris
 * County`, `Orleans Parish`, `Bayamón Municipio`; independent cities as the Census writes them, `Alexandria city`.
 */
function countyName(fips: string, bare: string): string {
  const state = fips.slice(0, 2)
  if (isIndependentCity(fips)) return bare.endsWith('City') ? `${bare} (county)` : `${bare} city`
  if (state === '22') return `${bare} Parish`
  if (state === '72') return `${bare} Municipio`
  if (state === '02') return `${bare} ${ALASKA[fips] ?? 'Borough'}`
  return `${bare} County`
}

const isIndependentCity = (fips: string) =>
  STATES_WITH_INDEPENDENT_CITIES.has(fips.slice(0, 2)) && Number(fips.slice(2)) >= FIRST_INDEPENDENT_CITY
