/** The towns that have deals, as town-lines.ts wrote them down, and what a house is like there. */
import { readFile } from 'node:fs/promises'
import { type Level, levelOf } from './price-levels.ts'

/** A circle on land in which a house may stand. */
export interface Spot {
  zip: string
  fips: string
  /** Bare, as the list's column has it: `Harris`. */
  county: string
  zone: string
  lat: number
  lng: number
  km: number
}

export interface Town {
  name: string
  state: string
  people: number
  spots: readonly [Spot, ...Spot[]]
  level: Level
}

/** The largest first. */
export async function readTowns(): Promise<Town[]> {
  const [towns, counties] = await Promise.all([readLines('towns'), readLines('counties')])
  const countyOf = new Map(counties.map(([fips = '', name = '', zone = '']) => [fips, { name, zone }]))
  return towns.flatMap(([name = '', state = '', people, spots = '']) => {
    const [first, ...rest] = spots.split(' ').map((text): Spot => {
      const [zip = '', fips = '', lat, lng, km] = text.split(':')
      const { name: county = '', zone = '' } = countyOf.get(fips) ?? {}
      return { zip, fips, county, zone, lat: Number(lat), lng: Number(lng), km: Number(km) }
    })
    return first
      ? [{ name, state, people: Number(people), spots: [first, ...rest], level: levelOf(name, state) }]
      : []
  })
}

async function readLines(name: string): Promise<string[][]> {
  const text = await readFile(new URL(`${name}.tsv`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
}
