/** How a withdrawal is split between cards and a bank account, and whether a US bank account can be right. Pure. */

export interface CardRoute {
  /** The most that can still go back to this card for one payment. */
  readonly amountCents: number
}

export interface Split<Route> {
  readonly cards: readonly { readonly route: Route; readonly amountCents: number }[]
  /** What no card takes. */
  readonly bankCents: number
}

/** Back to cards first, in the order given. */
export function splitWithdrawal<Route extends CardRoute>(
  amountCents: number,
  routes: readonly Route[],
): Split<Route> {
  const cards: { route: Route; amountCents: number }[] = []
  let left = amountCents
  for (const route of routes) {
    const part = Math.min(left, route.amountCents)
    if (part > 0) cards.push({ route, amountCents: part })
    left -= Math.max(part, 0)
  }
  return { cards, bankCents: left }
}

const ROUTING = /^\d{9}$/
const WEIGHTS = [3, 7, 1]

/** An ABA routing number with its check digit. */
export function isRoutingNumber(text: string): boolean {
  if (!ROUTING.test(text) || text === '000000000') return false
  const sum = [...text].reduce((all, digit, at) => all + Number(digit) * (WEIGHTS[at % 3] ?? 0), 0)
  return sum % 10 === 0
}

export const isAccountNumber = (text: string): boolean => /^\d{4,17}$/.test(text)
