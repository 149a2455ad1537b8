/**
 * Marks of deals in the browser's storage: the favorites of somebody who is not logged in, and what somebody has pressed and
 * the server has not answered yet. A browser without storage forgets them.
 */

const FAVOURITES_KEY = 'plat.favourites'
/** More than somebody keeps before logging in; each is a call afterwards. */
const KEPT_MAX = 200

/** Which deal, and whether it is to be marked. */
export type Press = readonly [id: number, isWanted: boolean]

export interface KeptFavourites {
  read(): readonly number[]
  write(ids: readonly number[]): void
}

export interface KeptPresses {
  /** In the order they were pressed; none of another person's. */
  read(customerId: number): readonly Press[]
  write(customerId: number, presses: readonly Press[]): void
}

export function createKeptFavourites(storage: () => Storage): KeptFavourites {
  return {
    read() {
      const kept = readFrom(storage, FAVOURITES_KEY)
      return Array.isArray(kept) ? kept.filter(isId).slice(-KEPT_MAX) : []
    },
    write: (ids) => writeTo(storage, FAVOURITES_KEY, ids.length === 0 ? null : ids.slice(-KEPT_MAX)),
  }
}

export function createKeptPresses(storage: () => Storage, mark: 'favourites' | 'hidden'): KeptPresses {
  const key = `plat.${mark}.pressed`
  return {
    read(customerId) {
      const kept = readFrom(storage, key) as { customerId?: unknown; presses?: unknown } | null
      if (kept?.customerId !== customerId || !Array.isArray(kept.presses)) return []
      return kept.presses.filter(isPress)
    },
    write: (customerId, presses) =>
      writeTo(storage, key, presses.length === 0 ? null : { customerId, presses }),
  }
}

function readFrom(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function writeTo(storage: () => Storage, key: string, value: unknown) {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: they last as long as the page.
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

export const isPress = (value: unknown): value is Press =>
  Array.isArray(value) && isId(value[0]) && typeof value[1] === 'boolean'
