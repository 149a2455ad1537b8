/** Which pages may connect. A browser sends the page's origin and no script can change it; programs send none and need a signature anyway. */

/** `allowed` are origins; `https://*.example.com` covers every host below that one. Undefined: any page. */
export function isOriginAllowed(origin: string | undefined, allowed: readonly string[] | undefined): boolean {
  if (origin === undefined || allowed === undefined) return true
  return allowed.some((pattern) => {
    const [start = '', end] = pattern.split('*')
    return end === undefined ? origin === pattern : origin.startsWith(start) && origin.endsWith(end)
  })
}
