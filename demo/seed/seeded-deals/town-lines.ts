/**
 * Chooses the towns that have deals, from the gazetteer, and the spots of each where a house may stand: circles around the
 * centers of its ZIPs that lie on land in one county. Written down in towns.tsv and counties.tsv, because reading the
 * gazetteer takes longer than seeding a small world.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Entry, makeEntries } from '#server/providers/places/compile/entries.ts'
import { type Outlines, readOutlines } from '#server/providers/places/compile/outlines.ts'
import { readSources } from '#server/providers/places/compile/sources.ts'
import { kmBetween } from '#server/providers/places/gazetteer/grid.ts'
import { STATE_BY_FIPS } from '#shared/rules/states.ts'
import { zoneOfCounty } from './county-zones.ts'

const PEOPLE_MIN = 20_000
const SPOTS_MAX = 12
/** A ZIP this far from its town is a post office's odd one out. */
const FARTHEST_KM = 32
const RADII_KM = [2.4, 1.8, 1.2, 0.8, 0.5] as const
/** Where one looks whether a circle is dry. */
const RING_POINTS = 16
const RINGS = [1, 0.5] as const
const KM_PER_DEGREE = 111.2
const FIPS_LENGTH = 5

/** The lines of both files, each with a head line; the largest town first. */
export async function townLines(): Promise<{ towns: string[]; counties: string[] }> {
  const { atlas, ...lists } = await readSources()
  const outlines = readOutlines(atlas, (fips) => STATE_BY_FIPS.has(fips.slice(0, 2)))
  const { all } = makeEntries(lists, outlines)
  const zipsOf = groupZips(all)
  const towns = all
    .filter(({ kind, population }) => kind === 'city' && population >= PEOPLE_MIN)
    .sort((a, b) => b.population - a.population)
  const lines = towns.flatMap((town) => {
    const near = (zipsOf.get(town.id) ?? []).filter((zip) => kmBetween(zip, town) <= FARTHEST_KM)
    const spots = spread(near, SPOTS_MAX).flatMap((zip) => spotLine(outlines, zip))
    return spots.length === 0 ? [] : [[town.name, town.state, town.population, spots.join(' ')].join('\t')]
  })
  const used = new Set(lines.flatMap((line) => [...line.matchAll(/:(\d{5}):/g)].map((match) => match[1])))
  const counties = outlines.counties
    .filter(({ fips }) => used.has(fips))
    .map(({ fips, bareName }) => [fips, bareName, zoneOfCounty(stateOf(fips), bareName)].join('\t'))
    .sort()
  return {
    towns: ['town\tstate\tpeople\tspots as ZIP:FIPS:latitude:longitude:kilometers', ...lines],
    counties: ['FIPS\tcounty\ttime zone', ...counties],
  }
}

/** As files beside this one: run it with `npx tsx demo/seed/seeded-deals/write-towns.ts` after a change of the packages. */
export async function writeTowns(): Promise<void> {
  for (const [name, lines] of Object.entries(await townLines()))
    await writeFile(fileURLToPath(new URL(`${name}.tsv`, import.meta.url)), `${lines.join('\n')}\n`)
}

const stateOf = (fips: string) => STATE_BY_FIPS.get(fips.slice(0, 2))?.abbr ?? ''

/** By the town's id. ZIPs that share one center, as those of post boxes do, count once. */
function groupZips(all: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>()
  const seen = new Set<string>()
  for (const zip of all) {
    const town = zip.within.at(-1)
    const at = `${zip.lat}/${zip.lng}`
    if (zip.kind !== 'zip' || !town?.startsWith('gaz:city:') || seen.has(at)) continue
    seen.add(at)
    groups.set(town, [...(groups.get(town) ?? []), zip])
  }
  return groups
}

/** At most `most` of them, from all over the list. */
function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / most)
  return list.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

function spotLine(outlines: Outlines, { name, state, lat, lng }: Entry): string[] {
  const fips = outlines.countyAt(lat, lng)?.fips
  if (!fips || fips.length !== FIPS_LENGTH || stateOf(fips) !== state) return []
  const radius = RADII_KM.find((km) => isDry(outlines, { lat, lng, km, fips }))
  return radius ? [[name, fips, lat.toFixed(4), lng.toFixed(4), radius].join(':')] : []
}

/** The circle lies in its county; outlines are drawn roughly, so inlets narrower than about a kilometer are not seen. */
function isDry(
  outlines: Outlines,
  { lat, lng, km, fips }: { lat: number; lng: number; km: number; fips: string },
): boolean {
  const north = km / KM_PER_DEGREE
  const east = north / Math.cos((lat * Math.PI) / 180)
  return RINGS.every((share) =>
    Array.from({ length: RING_POINTS }, (_, index) => (index * 2 * Math.PI) / RING_POINTS).every(
      (angle) =>
        outlines.countyAt(lat + Math.sin(angle) * north * share, lng + Math.cos(angle) * east * share)
          ?.fips === fips,
    ),
  )
}
