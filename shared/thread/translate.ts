/** From the wire's names to the chat's own (spec section 3), once, at the edge. Missing relations and bad dates pass. */
import type * as z from 'zod/mini'
import type { messageProperty } from '#shared/contract/message-property.ts'
import type { ChatWire, messageOffer, TextMessageWire } from '#shared/contract/messenger.ts'
import { OFFER_STATES, type OfferSummary } from '#shared/contract/offer-summary.ts'
import { shiftedMs } from '#shared/format/date-shift.ts'
import type { Conversation, Message, PropertyCard } from './model.ts'
import type { OfferCard, OfferNow } from './offer-model.ts'

/** `text` stands in for a body the wire does not carry: a backend may answer a send without one. */
export function toMessage(wire: TextMessageWire, text = ''): Message {
  const createdAt = sentAt(wire)
  return {
    id: wire.id,
    type: wire.type,
    action: wire.action ?? null,
    channel: wire.channel ?? null,
    createdAt,
    atMs: instantMs(createdAt),
    message: wire.calculated_body ?? text,
    isRead: wire.is_read ?? false,
    readAt: wire.read_at,
    clientId: wire.idempotency_key === undefined ? null : (wire.idempotency_key ?? ''),
    attachments: wire.attachments ?? undefined,
    property: wire.property ? toProperty(wire.property) : null,
    offer: wire.offer ? toOffer(wire.offer) : null,
    inquiry: wire.inquiry ? { id: wire.inquiry.id, state: wire.inquiry.state ?? null } : null,
    context: wire.context,
  }
}

export function toConversation(wire: ChatWire): Conversation {
  const last = wire.last_message
  return {
    key: wire.id,
    id: wire.account.id,
    name: wire.account.title ?? '',
    logo: wire.account.deals_site_settings?.deals_emails_logo ?? null,
    messageType: last?.type ?? null,
    action: last?.action ?? null,
    createdAt: last ? sentAt(last) : null,
    message: last?.calculated_body ?? '',
    unreadCount: Math.max(0, Math.trunc(wire.customer_unread_count ?? 0)),
  }
}

/** Milliseconds since 1970; 0 for none or one that is not valid. */
export function instantMs(instant: string | null): number {
  const ms = instant === null ? Number.NaN : Date.parse(instant)
  return Number.isNaN(ms) ? 0 : ms
}

interface Sent {
  calculated_send_datetime?: string | null | undefined
  created_at?: string | null | undefined
}

/** The instant it was sent, else created, in UTC; null when neither is a date. */
function sentAt(wire: Sent): string | null {
  for (const stamp of [wire.calculated_send_datetime, wire.created_at]) {
    const ms = shiftedMs(stamp ?? '')
    if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  }
  return null
}

function toProperty(wire: z.output<typeof messageProperty>): PropertyCard {
  return {
    id: wire.id,
    createdAt: wire.created_at ?? null,
    url: wire.url ?? null,
    thumb: wire.main_image?.thumbnail ?? null,
    priceUsd: wire.price ?? null,
    arvUsd: wire.arv_estimate ?? null,
    address: wire.full_address ?? '',
    beds: wire.bedrooms ?? null,
    baths: wire.bathrooms ?? null,
    sqft: wire.sq_footage ?? null,
  }
}

const toOffer = (wire: z.output<typeof messageOffer>): OfferCard => ({
  id: wire.id,
  priceUsd: wire.price ?? null,
  buyer: wire.buyer ?? null,
  url: wire.url ?? null,
  now: toOfferNow({ ...wire, price: wire.current_price }),
})

type Told = { readonly [K in keyof OfferSummary]?: unknown } & {
  readonly id: number
  readonly price?: number | null | undefined
  readonly expires_at?: string | null | undefined
  readonly now?: string | null | undefined
}

/** Null for a state that we do not know, or none: then only the price is told. */
export function toOfferNow(told: Told): OfferNow | null {
  const state = OFFER_STATES.find((known) => known === told.state)
  if (!state) return null
  return {
    id: told.id,
    state,
    version: Number(told.version) || 0,
    priceUsd: told.price ?? null,
    expiresAtMs: instantMs(told.expires_at ?? null) || null,
    isBackup: told.is_backup === true,
    saidAtMs: instantMs(told.now ?? null),
  }
}
