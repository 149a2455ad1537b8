/** Rows of the messenger turned into what the wire shows: names of the spec, absolute addresses, hidden streets hidden. */
import { absolute, type Site } from '#server/core/http/site.ts'
import type { ChatWire, TextMessageWire } from '#shared/contract/messenger.ts'
import { links } from '#shared/contract/pages.ts'
import { attachedWords } from '#shared/format/attached-words.ts'
import { formatMoney } from '#shared/format/money.ts'
import { turnOf } from '#shared/rules/offers/offer-graph.ts'
import type { FileWire } from './attachments/attachment-wire.ts'
import { type CardRow, cardWire, publicAddress } from './property-card.ts'
import type { ChatRow, ThreadRow } from './queries.ts'

/** What may be null when there is no message at all. */
type MaybeMessage = { [K in keyof ThreadRow]: ThreadRow[K] | null }
type Opened = ReadonlySet<number>

/** What the reader may see. */
export interface Seen {
  reader: 'customer' | 'account'
  site: Site
  /** Ids of deals whose hidden street the reader may see. */
  opened: Opened
  fileWire: FileWire
}

export function messageWire(row: ThreadRow, { reader, site, opened, fileWire }: Seen): TextMessageWire {
  const isReadHidden = reader === 'customer' && row.type === 'inbound' && !row.shows_read_marks
  return {
    id: row.id,
    account_id: row.message_account_id,
    customer_id: row.message_customer_id,
    type: row.type,
    action: row.action,
    channel: row.channel,
    // The order of a thread; clients sort by it.
    calculated_send_datetime: row.sort_at.toISOString(),
    created_at: row.created_at.toISOString(),
    calculated_body: row.body ?? row.inquiry_message,
    is_read: row.is_read && !isReadHidden,
    read_at: isReadHidden ? undefined : (row.read_at?.toISOString() ?? null),
    // Without the account, which prefixes a seller's stored key.
    idempotency_key: row.idempotency_key?.replace(/^\d+:/, '') ?? null,
    context: row.context,
    attachments: row.attachments?.map(fileWire) ?? null,
    property: cardOf(row, site, opened),
    offer: offerOf(row, site),
    inquiry:
      row.inquiry_id === null
        ? null
        : {
            id: row.inquiry_id,
            type: row.inquiry_type,
            message: row.inquiry_message,
            state: row.inquiry_state,
          },
  }
}

export function chatWire(row: ChatRow, site: Site, opened: Opened): ChatWire {
  return {
    id: row.chat_id,
    created_at: row.chat_created_at.toISOString(),
    account: {
      id: row.account_id,
      title: row.title,
      deals_site_settings: { deals_emails_logo: absolute(site, row.logo_url) },
    },
    last_message:
      row.id === null
        ? null
        : {
            id: row.id,
            type: row.type,
            action: row.action,
            channel: row.channel,
            calculated_send_datetime: row.sort_at?.toISOString() ?? null,
            created_at: row.created_at?.toISOString() ?? null,
            calculated_body: previewOf(row, opened),
          },
    customer_unread_count: row.customer_unread_count,
  }
}

/** The last message of a list row, which a conversation without messages does not have. */
export function maybeMessageWire(row: MaybeMessage, seen: Seen): TextMessageWire | null {
  return isMessage(row) ? messageWire(row, seen) : null
}

/** A left join gives either all of a message or nothing; these columns are never null in a message. */
const isMessage = (row: MaybeMessage): row is ThreadRow =>
  row.id !== null && row.type !== null && row.sort_at !== null && row.created_at !== null

/** One line for a list, never empty: the words, else what came with them. */
export function previewOf(row: MaybeMessage, opened: Opened): string {
  const words = row.body ?? row.inquiry_message
  if (words !== null && words.trim() !== '') return words
  if (row.attachments)
    return attachedWords(row.attachments.map(({ kind, file_name: name }) => ({ kind, name })))
  const card = cardRow(row, opened)
  if (card) return publicAddress(card)
  const cents = row.move_price_cents ?? row.offer_price_cents
  if (cents !== null) return `Offer of ${formatMoney(cents / CENTS)}`
  return 'Message'
}

const CENTS = 100

/** The price is of the move that this message tells; where the offer stands is as of now. */
function offerOf(row: ThreadRow, site: Site): TextMessageWire['offer'] {
  if (row.offer_id === null || row.offer_state === null) return null
  const cents = row.move_price_cents ?? row.offer_price_cents
  return {
    id: row.offer_id,
    price: cents === null ? null : cents / CENTS,
    buyer: row.offer_buyer,
    move: row.move_kind,
    by: row.move_by,
    state: row.offer_state,
    current_price: row.offer_price_cents === null ? null : row.offer_price_cents / CENTS,
    turn: turnOf(row.offer_state),
    version: row.offer_version,
    expires_at: row.offer_expires_at?.toISOString() ?? null,
    is_backup: row.offer_is_backup ?? false,
    now: row.now.toISOString(),
    url: absolute(site, links.offer(row.offer_id)),
  }
}

const cardOf = (row: MaybeMessage, site: Site, opened: Opened) => {
  const card = cardRow(row, opened)
  return card ? cardWire(card, site) : null
}

/** The property columns of a left join as a property, or null when there is none. */
function cardRow(row: MaybeMessage, opened: Opened): CardRow | null {
  if (row.property_id === null || row.property_created_at === null) return null
  return {
    id: row.property_id,
    created_at: row.property_created_at,
    address: row.address ?? '',
    city: row.city ?? '',
    state: row.state ?? '',
    zip: row.zip ?? '',
    is_street_shown: (row.is_street_shown ?? false) || opened.has(row.property_id),
    price: row.property_price,
    arv: row.arv,
    beds: row.beds,
    baths: row.baths,
    sqft: row.sqft,
    thumb_url: row.thumb_url,
  }
}
