/** Which conversations the inbox shows: by a filter, and by words in names, contacts and addresses of deals. Pure. */
import type { SellerRequestWire } from '#shared/contract/seller-deals.ts'
import type { SellerOfferWire } from '#shared/contract/seller-offers.ts'
import type { InboxBox, InboxFilter } from '#shared/contract/seller-places.ts'
import { foldText } from '#shared/rules/fold-text.ts'
import { isActive } from '#shared/rules/offers/offer-graph.ts'
import { waitingOf } from '../request-rows.ts'
import type { SellerChat } from '../seller-model.ts'
import { boxOf } from './boxes.ts'

export interface InboxFacts {
  readonly memberId: number
  readonly nowMs: number
  readonly offers: readonly SellerOfferWire[]
  readonly requests: readonly SellerRequestWire[]
}

/** Those that a filter shows, for each filter; all but the boxes show open ones. */
export function filtered(
  all: readonly SellerChat[],
  { memberId, offers, requests, nowMs }: InboxFacts,
): Readonly<Record<InboxFilter | 'open', readonly SellerChat[]>> {
  const box = (name: InboxBox) => all.filter((chat) => boxOf(chat, nowMs) === name)
  const chats = box('open')
  const offering = new Set(offers.filter(({ state }) => isActive(state)).map(buyerOf))
  const asking = new Set(waitingOf(requests).map(({ customer }) => customer.id))
  return {
    unread: chats.filter((chat) => chat.account_unread_count > 0),
    mine: chats.filter(({ assigned_to }) => assigned_to?.id === memberId),
    unassigned: chats.filter(({ assigned_to }) => !assigned_to),
    offers: chats.filter(({ customer }) => offering.has(customer.id)),
    requests: chats.filter(({ customer }) => asking.has(customer.id)),
    open: chats,
    snoozed: box('snoozed'),
    done: box('done'),
    archived: box('archived'),
  }
}

/** Those with all the words in the buyer's name or contact, or in the address of a deal they wrote about. */
export function withWords(
  chats: readonly SellerChat[],
  query: string,
  { offers, requests }: Pick<InboxFacts, 'offers' | 'requests'>,
): readonly SellerChat[] {
  const words = foldText(query).split(' ').filter(Boolean)
  if (words.length === 0) return chats
  const addresses = new Map<number, string>()
  const add = (customerId: number, address: string | null | undefined) =>
    addresses.set(customerId, `${addresses.get(customerId) ?? ''} ${address ?? ''}`)
  for (const offer of offers) add(buyerOf(offer), offer.property.full_address)
  for (const { customer, property } of requests) add(customer.id, property.full_address)
  return chats.filter(({ customer, last_message }) => {
    const { name, visitor, id } = customer
    const about = [name, visitor?.email, visitor?.phone, last_message?.property?.full_address]
    const text = foldText([...about, addresses.get(id)].filter(Boolean).join(' '))
    return words.every((word) => text.includes(word))
  })
}

const buyerOf = (offer: SellerOfferWire): number => offer.customer.id

/** A text in pieces; those that are searched for are marked. Joined again, the pieces are the text. */
export function markedParts(text: string, query: string): readonly { text: string; isFound: boolean }[] {
  const words = query.split(/\s+/).filter(Boolean)
  if (words.length === 0) return [{ text, isFound: false }]
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text
    .split(new RegExp(`(${pattern})`, 'giu'))
    .map((part, index) => ({ text: part, isFound: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** The part of a long text around the first word that is searched for. */
export function excerpt(text: string, query: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const [word = ''] = query.trim().split(/\s+/)
  const at = line.toLowerCase().indexOf(word.toLowerCase())
  if (at <= BEFORE) return line
  const start = line.indexOf(' ', at - BEFORE)
  return `…${line.slice(start < 0 || start > at ? at : start)}`
}

/** Letters in front of the first word found. */
const BEFORE = 24
