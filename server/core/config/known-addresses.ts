/** Public addresses of services that a setting only has to name. */

/** Recurly's fields and 3-D Secure for browsers (recurly.js, version 4). */
export const RECURLY_SCRIPT_URL = 'https://js.recurly.com/v4/recurly.js'
/** Where its fields come from and its tokens are made. */
export const RECURLY_API_URL = 'https://api.recurly.com'

export const PLAID_SCRIPT_URL = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js'

/** OpenID Connect issuers of well-known networks, by the name in the variable. */
export const KNOWN_NETWORKS: Readonly<Record<string, { name: string; issuer: string; hasSecret: boolean }>> =
  {
    google: { name: 'Google', issuer: 'https://accounts.google.com', hasSecret: true },
  }
