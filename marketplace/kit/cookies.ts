/** The one cookie scripts may read: the CSRF token, which the server sets and clears together with the session. */
import { CSRF_COOKIES } from '#shared/contract/login-limits.ts'

/** The token, decoded, or null when there is none. `cookies` is `document.cookie`. */
export function csrfToken(cookies: string, cookie: string = CSRF_COOKIES.customer): string | null {
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === cookie && value) return decode(value)
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
