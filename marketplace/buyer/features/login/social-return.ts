/** Where the person was before they left for a network's login page; it comes back to /login and knows nothing of that. */
import { withoutLogin } from '#marketplace/buyer/platform/login-prompt.ts'
import { loginAddress, safeReturnTo } from '#shared/rules/return-to.ts'

const KEY = 'plat.return_to'

/** From the login page the place it would return to; from the dialog `onward`, or the page under it. */
export function returnPlace({ location }: Pick<Window, 'location'>, onward?: string): string {
  const here = onward ?? location.pathname + withoutLogin(location.search) + location.hash
  const wanted = new URLSearchParams(location.search).get('return_to')
  return safeReturnTo(location.pathname === '/login' ? wanted : here, location.origin)
}

/** For this tab. */
export function keepReturnTo(window: Pick<Window, 'location' | 'sessionStorage'>, onward?: string): void {
  try {
    window.sessionStorage.setItem(KEY, returnPlace(window, onward))
  } catch {
    // Storage is blocked: the way back leads home.
  }
}

/** The address of the login page that leads back there; forgets it. */
export function takeReturnTo({ location, sessionStorage }: Window): string {
  try {
    const kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return loginAddress(safeReturnTo(kept, location.origin))
  } catch {
    return loginAddress('/')
  }
}
