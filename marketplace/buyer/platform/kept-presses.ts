/**
 * Marks in the browser's storage: the favorites of somebody who is not logged in, and what somebody has pressed and the server
 * has not answered yet. A browser without storage forgets them.
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

/** What one customer has pressed. */
export interface Kept<Pressed> {
  /** In the order they were pressed; none of another person's. */
  read(customerId: number): readonly Pressed[]
  write(customerId: number, presses: readonly Pressed[]): void
}
export type KeptPresses = Kept<Press>

export function createKeptFavourites(storage: () => Storage): KeptFavourites {
  return {
    read() {
      const kept = readFrom(storage, FAVOURITES_KEY)
      return Array.isArray(kept) ? kept.filter(isId).slice(-KEPT_MAX) : []
    },
    write: (ids) => writeTo(storage, FAVOURITES_KEY, ids.length === 0 ? null : ids.slice(-KEPT_MAX)),
  }
}

export const createKeptPresses = (storage: () => Storage, mark: 'favourites' | 'hidden'): KeptPresses =>
  createKept(storage, `plat.${mark}.pressed`, isPress)

export function createKept<Pressed>(
  storage: () => Storage,
  key: string,
  isOne: (value: unknown) => value is Pressed,
): Kept<Pressed> {
  return {
    read(customerId) {
      const kept = readFrom(storage, key) as { customerId?: unknown; presses?: unknown } | null
      if (kept?.customerId !== customerId || !Array.isArray(kept.presses)) return []
      return kept.presses.filter(isOne)
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

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

export const isPress = (value: unknown): value is Press =>
  Array.isArray(value) && isId(value[0]) && typeof value[1] === 'boolean'
