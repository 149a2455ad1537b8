/** Where to go after a login, or after a payment that a step needed: an address inside this site and nothing else. Pure. */

const HOME = '/'
const LOGIN = '/login'
const REGISTER = '/register'

/**
 * The path, query and hash of `wanted` when it stays on `origin`, else home. Resolved by the URL parser, because a browser
 * reads `//host`, `/\host` and tabs inside an address in ways a pattern misses. Never the login page or the registration.
 */
export function safeReturnTo(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith('/')) return HOME
  const url = parse(wanted, origin)
  if (url?.origin !== origin || url.username !== '' || isEntry(url.pathname)) return HOME
  // A path of two slashes is the address of another host once it is written into a link or a redirect.
  return url.pathname.startsWith('//') ? HOME : url.pathname + url.search + url.hash
}

/** The login page, which then comes back to `here` (path with query and hash). */
export const loginAddress = (here: string): string => comingBack(LOGIN, here)

/** The registration, which then comes back to `here`. */
export const registerAddress = (here: string): string => comingBack(REGISTER, here)

/** A page of this site, e.g. of a payment, whose way onward is back to `here`. */
export function comingBack(to: string, here: string): string {
  if (here === HOME) return to
  return `${to}${to.includes('?') ? '&' : '?'}return_to=${encodeURIComponent(here)}`
}

function parse(wanted: string, origin: string): URL | null {
  try {
    return new URL(wanted, origin)
  } catch {
    return null
  }
}

const isEntry = (path: string): boolean => [LOGIN, REGISTER].includes(path.toLowerCase().replace(/\/+$/, ''))
