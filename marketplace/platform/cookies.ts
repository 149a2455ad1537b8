/** The one cookie scripts may read: the CSRF token, which the server sets and clears together with the session. */

const CSRF_COOKIE = 'XSRF-TOKEN'

/** The token, decoded, or null when there is none. `cookies` is `document.cookie`. */
export function csrfToken(cookies: string): string | null {
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === CSRF_COOKIE && value) return decode(value)
  }
  return null
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
