/** The time zone of a place, by its state and, where a state has two, by which side of their line it lies on, roughly. */

const ZONES = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR',
} as const
type Zone = keyof typeof ZONES

const BY_STATE: ReadonlyMap<string, Zone> = new Map(
  Object.entries(ZONES).flatMap(([zone, states]) =>
    states.split(' ').map((state) => [state, zone as Zone] as const),
  ),
)

interface Line {
  /** Degrees of longitude. */
  at: number
  west: Zone
  east: Zone
}

const LINES: Readonly<Record<string, Line>> = {
  FL: { at: -85.1, west: 'America/Chicago', east: 'America/New_York' },
  KY: { at: -85.9, west: 'America/Chicago', east: 'America/New_York' },
  TN: { at: -85.2, west: 'America/Chicago', east: 'America/New_York' },
  KS: { at: -101.5, west: 'America/Denver', east: 'America/Chicago' },
  NE: { at: -101.3, west: 'America/Denver', east: 'America/Chicago' },
  ND: { at: -101.9, west: 'America/Denver', east: 'America/Chicago' },
  SD: { at: -100.6, west: 'America/Denver', east: 'America/Chicago' },
  TX: { at: -104.9, west: 'America/Denver', east: 'America/Chicago' },
}

/** Where most deals are, for a state nobody has said yet. */
const USUAL: Zone = 'America/Chicago'

export function timeZoneOf(state: string, longitude: number | null): string {
  const line = LINES[state]
  if (line && longitude !== null) return longitude < line.at ? line.west : line.east
  return BY_STATE.get(state) ?? USUAL
}
