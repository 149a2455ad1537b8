/** Which map this installation draws on, out of its public settings. */
import type { Configs } from '#marketplace/buyer/platform/configs-store.ts'
import type { MapSettings } from './adapter.ts'

/** Null without settings of its own: the map that came with the app. */
export function settingsOf(configs: Configs | null): MapSettings | null {
  const maps = configs?.maps
  if (!maps) return null
  return { driver: maps.driver, styleUrl: maps.style_url ?? null, key: maps.key ?? null }
}
