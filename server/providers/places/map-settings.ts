/** Whose map lies under the deals, and which origins that takes. Absent: the map that comes with the app, which asks nobody. */

export type MapSettings =
  | {
      driver: 'style'
      /** A MapLibre style, with its key in it if it has one. */
      styleUrl: string
      /** Where else the style fetches from. */
      hosts: readonly string[]
    }
  | { driver: 'google'; key: string }

/** As `getConfigs` says them. The key is one for browsers, told to everybody. */
export function mapsWire(settings: MapSettings | undefined) {
  if (!settings) return { driver: 'built_in' as const, style_url: null, key: null }
  if (settings.driver === 'google') return { driver: settings.driver, style_url: null, key: settings.key }
  return { driver: settings.driver, style_url: settings.styleUrl, key: null }
}

export interface MapSources {
  scripts: readonly string[]
  calls: readonly string[]
  images: readonly string[]
  styles: readonly string[]
  fonts: readonly string[]
  workers: readonly string[]
}

const NOTHING: MapSources = { scripts: [], calls: [], images: [], styles: [], fonts: [], workers: [] }

/** What Google asks for (Maps JavaScript API, content security policy). It writes its styles into the page. */
const GOOGLE: MapSources = {
  scripts: ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  calls: ['https://*.googleapis.com', 'https://*.gstatic.com', 'data:', 'blob:'],
  images: ['https://*.googleapis.com', 'https://*.gstatic.com'],
  styles: ["'unsafe-inline'", 'https://fonts.googleapis.com'],
  fonts: ['https://fonts.gstatic.com'],
  workers: ['blob:'],
}

export function mapSources(settings: MapSettings | undefined): MapSources {
  if (!settings) return NOTHING
  if (settings.driver === 'google') return GOOGLE
  // Tiles, glyphs and sprites are fetched; pictures made of them are `blob:`, which every page may show.
  return { ...NOTHING, calls: [...new Set([new URL(settings.styleUrl).origin, ...settings.hosts])] }
}
