/** The favourites of somebody who is not logged in: ids only, in the browser's storage. A browser without storage forgets them. */

const KEY = 'plat.favourites'
/** More than somebody keeps before logging in; each is a call afterwards. */
const KEPT_MAX = 200

export interface KeptFavourites {
  read(): readonly number[]
  write(ids: readonly number[]): void
}

export function createKeptFavourites(storage: () => Storage): KeptFavourites {
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(storage().getItem(KEY) ?? '[]')
        return Array.isArray(kept) ? kept.filter(isId).slice(-KEPT_MAX) : []
      } catch {
        return []
      }
    },
    write(ids) {
      try {
        if (ids.length === 0) storage().removeItem(KEY)
        else storage().setItem(KEY, JSON.stringify(ids.slice(-KEPT_MAX)))
      } catch {
        // Full or forbidden: they last as long as the page.
      }
    },
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
