/** Guards what becomes an `href` or a `src`: addresses come from the wire and may be anything. */

/** The address when it is an absolute http(s) one, else null. */
export function httpUrl(address: string | null | undefined): string | null {
  if (!address) return null
  try {
    const { protocol, href } = new URL(address)
    return protocol === 'http:' || protocol === 'https:' ? href : null
  } catch {
    return null
  }
}
