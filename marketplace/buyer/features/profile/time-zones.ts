/** The time zones to choose from: those of the United States and Puerto Rico first, then all that the browser knows. */

export interface TimeZone {
  readonly id: string
  readonly label: string
}

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

/** Without those above. Empty in a browser that cannot say. */
export function otherZones(known: readonly string[]): readonly TimeZone[] {
  return known
    .filter((id) => id.includes('/') && !US_ZONES.some((zone) => zone.id === id))
    .map((id) => ({ id, label: id.replaceAll('_', ' ') }))
}
