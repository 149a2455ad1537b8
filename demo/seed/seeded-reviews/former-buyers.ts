/** Buyers who have reviewed sellers and are long gone: they have no login, no conversation, and ids far behind everybody else's. */
import type { Row } from '../rows.ts'

const FIRST_ID = 100_001
const FIRST_NAMES = ['Alma', 'Boyd', 'Celia', 'Dwight', 'Edith', 'Floyd', 'Greta', 'Hollis'] as const
const LAST_NAMES = ['Archer', 'Bell', 'Coates', 'Draper', 'Ellison', 'Fenton', 'Garza', 'Hobbs'] as const
const DAY_MS = 24 * 60 * 60_000

/** So many reviews an account has at most: one from each. */
export const REVIEWERS_MAX = FIRST_NAMES.length * LAST_NAMES.length

export const formerBuyers = (nowMs: number): (Row & { id: number })[] =>
  Array.from({ length: REVIEWERS_MAX }, (_, index) => {
    // Neighbors share neither name.
    const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? FIRST_NAMES[0]
    const last =
      LAST_NAMES[(index + Math.floor(index / FIRST_NAMES.length)) % LAST_NAMES.length] ?? LAST_NAMES[0]
    return {
      ...{ id: FIRST_ID + index, name: `${first} ${last}`, first_name: first, last_name: last },
      email: `${first}.${last}@formerbuyers.example`.toLowerCase(),
      ...{ property_types: [], parking_types: [] },
      created_at: new Date(nowMs - (800 + index) * DAY_MS).toISOString(),
    }
  })
