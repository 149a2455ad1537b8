/** The map under the deals, from environment variables. */
import type { MapSettings } from '#server/providers/places/map-settings.ts'
import type { Reader } from './read-variables.ts'

export const MAPS_HELP = `
 Map under the deals; without it the outlines and names that come with the app, which ask nobody
  MAPS_DRIVER           built_in (default), style or google
  MAPS_STYLE_URL, MAPS_HOSTS
                        https://… of a MapLibre style, and the other origins it fetches from, with spaces between;
                        its sources may be pmtiles:// archives
  MAPS_KEY              a browser key of Google's Maps JavaScript API
`

/** Null: built in. */
export function readMaps(read: Reader, faults: string[]): MapSettings | null {
  const driver = read.oneOf('MAPS_DRIVER', ['built_in', 'style', 'google'], 'built_in')
  if (driver === 'built_in') return null
  const by = `MAPS_DRIVER=${driver}`
  if (driver === 'google') return { driver, key: read.needed('MAPS_KEY', by) }
  read.needed('MAPS_STYLE_URL', by)
  return { driver, styleUrl: read.url('MAPS_STYLE_URL', ['https:']) ?? '', hosts: readHosts(read, faults) }
}

function readHosts(read: Reader, faults: string[]): string[] {
  const hosts = read.text('MAPS_HOSTS', '').split(/\s+/).filter(Boolean)
  return hosts.flatMap((host) => {
    if (host.startsWith('https://') && URL.canParse(host)) return [new URL(host).origin]
    faults.push(`MAPS_HOSTS must be origins that begin with https://, not "${host}"`)
    return []
  })
}
