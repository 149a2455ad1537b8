/** Where to go after a login: an address inside this site and nothing else. Pure. */

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
export function loginAddress(here: string): string {
  return here === HOME ? LOGIN : `${LOGIN}?return_to=${encodeURIComponent(here)}`
}

/** The registration, which then comes back to `here`. */
export function registerAddress(here: string): string {
  return here === HOME ? REGISTER : `${REGISTER}?return_to=${encodeURIComponent(here)}`
}

function parse(wanted: string, origin: string): URL | null {
  try {
    return new URL(wanted, origin)
  } catch {
    return null
  }
}

const isEntry = (path: string): boolean => [LOGIN, REGISTER].includes(path.toLowerCase().replace(/\/+$/, ''))
