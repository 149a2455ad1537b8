/** Which conversation the address names (spec section 2, query parameter `account`), and how it changes. Pure. */

/** The account id in a query string, or null when there is none or it is no id. */
export function accountIn(search: string): number | null {
  const text = new URLSearchParams(search).get('account')
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null
}

/** The same address with another conversation in it; other parameters stay. */
export function withAccount(path: string, search: string, account: number | null): string {
  const query = new URLSearchParams(search)
  if (account === null) query.delete('account')
  else query.set('account', String(account))
  return query.size > 0 ? `${path}?${query}` : path
}

export type Step = 'none' | 'push' | 'replace' | 'back'

/**
 * How the history follows a change of conversation, so that Back leads from a thread to the list and never through every
 * thread that was looked at. `isPushed`: the current entry was pushed by opening a thread from the list.
 */
export function stepTo(from: number | null, to: number | null, isPushed: boolean): Step {
  if (from === to) return 'none'
  if (from === null) return 'push'
  if (to === null && isPushed) return 'back'
  return 'replace'
}
