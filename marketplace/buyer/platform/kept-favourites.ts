/**
 * Favourites in the browser's storage: the ids of somebody who is not logged in, and what somebody who is pressed and the
 * server has not answered yet. A browser without storage forgets them.
 */

const KEY = 'plat.favourites'
const PRESSES_KEY = 'plat.favourites.pressed'
/** More than somebody keeps before logging in; each is a call afterwards. */
const KEPT_MAX = 200

/** Which deal, and whether it is to be kept. */
export type Press = readonly [id: number, isWanted: boolean]

export interface KeptFavourites {
  read(): readonly number[]
  write(ids: readonly number[]): void
  /** In the order they were pressed; none of another person's. */
  readPresses(customerId: number): readonly Press[]
  writePresses(customerId: number, presses: readonly Press[]): void
}

export function createKeptFavourites(storage: () => Storage): KeptFavourites {
  function read(key: string): unknown {
    try {
      return JSON.parse(storage().getItem(key) ?? 'null')
    } catch {
      return null
    }
  }
  function write(key: string, value: unknown) {
    try {
      if (value === null) storage().removeItem(key)
      else storage().setItem(key, JSON.stringify(value))
    } catch {
      // Full or forbidden: they last as long as the page.
    }
  }
  return {
    read() {
      const kept = read(KEY)
      return Array.isArray(kept) ? kept.filter(isId).slice(-KEPT_MAX) : []
    },
    write: (ids) => write(KEY, ids.length === 0 ? null : ids.slice(-KEPT_MAX)),
    readPresses(customerId) {
      const kept = read(PRESSES_KEY) as { customerId?: unknown; presses?: unknown } | null
      if (kept?.customerId !== customerId || !Array.isArray(kept.presses)) return []
      return kept.presses.filter(isPress)
    },
    writePresses: (customerId, presses) =>
      write(PRESSES_KEY, presses.length === 0 ? null : { customerId, presses }),
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

export const isPress = (value: unknown): value is Press =>
  Array.isArray(value) && isId(value[0]) && typeof value[1] === 'boolean'
