/** Whether a notification that just came concerns the page one is on (NOT-09): then it is said there, otherwise the bell is enough. */
import type { NotificationWire } from '#shared/contract/notification.ts'

/** By type, where it is of interest besides the page of its own deal. */
const PAGES: Readonly<Record<string, RegExp>> = {
  new_match: /^\/(for-you|deals|profile\/buy-box)?$/i,
  saved_search: /^\/(deals|profile\/saved-searches)$/i,
  price_drop: /^\/(deals|profile\/favourites)$/i,
  deal_status: /^\/(deals|profile\/favourites)$/i,
  address_request: /^\/profile\/requests$/i,
  offer: /^\/(profile\/offers|offer\/)/i,
  offer_expiring: /^\/(profile\/offers|offer\/)/i,
  open_house: /^\/profile\/open-houses$/i,
  review: /^\/profile\/reviews$/i,
  wallet: /^\/profile\/(wallet|deposit|billing)$/i,
  identity: /^\/profile(\/verification)?$/i,
  proof_of_funds: /^\/profile\/documents$/i,
  security: /^\/profile(\/security|\/phones)?$/i,
}

const DEAL = /^\/(?:property|p|deal)\/(\d+)/i
/** Somebody is writing there, and a note at the bottom would lie over it. */
const WRITING = /^\/(messenger|chat)(\/|$)/i

export function isRelevant(
  { type, property_id }: Pick<NotificationWire, 'type' | 'property_id'>,
  path: string,
): boolean {
  if (WRITING.test(path)) return false
  const deal = DEAL.exec(path)?.[1]
  if (deal !== undefined) return Number(deal) === property_id
  return PAGES[type]?.test(path.replace(/(.)\/+$/, '$1')) ?? false
}
