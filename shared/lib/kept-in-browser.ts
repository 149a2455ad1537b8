/** Where the messenger keeps what outlives a page, so that whoever ends a session can clear it away without the messenger. */

/** Every key of it, in localStorage and sessionStorage, begins like this. */
export const KEPT_PREFIX = 'plat-messenger/'

/** What the seller app keeps of replies: a buyer who logs out on the same site does not clear it away. */
export const SELLER_PREFIX = 'plat-seller/'

/** `storage` is asked for within a try: a browser that blocks it throws already then, and has kept nothing. */
export function forgetKept(...storages: (() => Storage)[]): void {
  for (const storage of storages) {
    try {
      const from = storage()
      for (const key of Object.keys(from)) if (key.startsWith(KEPT_PREFIX)) from.removeItem(key)
    } catch {}
  }
}
