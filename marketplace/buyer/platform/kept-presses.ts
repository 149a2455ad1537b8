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

/** What customers have pressed. All tabs of a browser share it: each adds its presses and takes away only those. */
export interface Kept<Pressed> {
  /** In the order they were pressed; none of another person's. */
  read(customerId: number): readonly Pressed[]
  /** In the place of those that it replaces. */
  put(customerId: number, press: Pressed): void
  /** It is done, or was refused. Another press, e.g. a later one of another tab, stays. */
  drop(customerId: number, press: Pressed): void
}
export type KeptPresses = Kept<Press>

export function createKeptFavourites(storage: () => Storage): KeptFavourites {
  return {
    read() {
      const kept = readFrom(storage, FAVOURITES_KEY)
      return Array.isArray(kept) ? kept.filter(isId).slice(-KEPT_MAX) : []
    },
    write(ids) {
      writeTo(storage, FAVOURITES_KEY, ids.length === 0 ? null : ids.slice(-KEPT_MAX))
    },
  }
}

export const createKeptPresses = (storage: () => Storage, mark: 'favourites' | 'hidden'): KeptPresses =>
  createKept(storage, `plat.${mark}.pressed`, { isOne: isPress, replaces: ([id], [former]) => id === former })

export interface KeptKind<Pressed> {
  isOne(value: unknown): value is Pressed
  replaces(press: Pressed, former: Pressed): boolean
}

export function createKept<Pressed>(
  storage: () => Storage,
  key: string,
  { isOne, replaces }: KeptKind<Pressed>,
): Kept<Pressed> {
  type Entry = readonly [customerId: number, press: Pressed]
  const isEntry = (value: unknown): value is Entry =>
    Array.isArray(value) && isId(value[0]) && isOne(value[1])
  const read = (): readonly Entry[] => {
    const kept = readFrom(storage, key)
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  }
  /** Not written yet: what did not fit once may fit later. */
  let changes: readonly ((entries: readonly Entry[]) => readonly Entry[])[] = []
  function change(next: (typeof changes)[number]) {
    changes = [...changes, next]
    // Other tabs have written meanwhile.
    const entries = changes.reduce((now, apply) => apply(now), read())
    if (writeTo(storage, key, entries.length === 0 ? null : entries)) changes = []
  }
  return {
    read: (customerId) => read().flatMap(([owner, press]) => (owner === customerId ? [press] : [])),
    put: (customerId, press) =>
      change((entries) => [
        ...entries.filter(([owner, former]) => owner !== customerId || !replaces(press, former)),
        [customerId, press],
      ]),
    drop(customerId, press) {
      const done = JSON.stringify([customerId, press])
      change((entries) => entries.filter((entry) => JSON.stringify(entry) !== done))
    },
  }
}

function readFrom(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** False when it is full or forbidden: then they last as long as the page. */
function writeTo(storage: () => Storage, key: string, value: unknown): boolean {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

export const isPress = (value: unknown): value is Press =>
  Array.isArray(value) && isId(value[0]) && typeof value[1] === 'boolean'
