/** Time zones by the names that people in the United States use. */

export interface TimeZone {
  readonly id: string
  readonly label: string
}

/** Those of the United States and Puerto Rico, from east to west. */
export const US_ZONES: readonly TimeZone[] = [
  { id: 'America/New_York', label: 'Eastern (New York)' },
  { id: 'America/Chicago', label: 'Central (Chicago, Houston)' },
  { id: 'America/Denver', label: 'Mountain (Denver)' },
  { id: 'America/Phoenix', label: 'Mountain without summer time (Phoenix)' },
  { id: 'America/Los_Angeles', label: 'Pacific (Los Angeles)' },
  { id: 'America/Anchorage', label: 'Alaska (Anchorage)' },
  { id: 'Pacific/Honolulu', label: 'Hawaii (Honolulu)' },
  { id: 'America/Puerto_Rico', label: 'Atlantic (San Juan)' },
]

/** One elsewhere keeps the name that the browser has for it. */
export const zoneLabel = (id: string): string =>
  US_ZONES.find((zone) => zone.id === id)?.label ?? id.replaceAll('_', ' ')
