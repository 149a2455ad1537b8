/** Who turned notices on in this browser: whoever logs in here next has not. A browser that keeps nothing knows of nobody. */

const KEY = 'plat.notices'

export function noticesOwner(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  return {
    is(userId: number): boolean {
      try {
        return storage().getItem(KEY) === String(userId)
      } catch {
        return false
      }
    },
    set(userId: number | null): void {
      try {
        if (userId === null) storage().removeItem(KEY)
        else storage().setItem(KEY, String(userId))
      } catch {
        // Storage is blocked: notices end with this login.
      }
    },
  }
}
