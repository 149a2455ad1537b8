/** Turns the world into table rows with ids. Pure; what the rows mean to the messenger stands in server/core/database/schema.ts. */
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { idOf } from './ids.ts'
import { OFFER_SCRIPTS, type OfferScript } from './seeded-offers/scripts.ts'
import type { DemoMessage, World } from './world.ts'

/** Column names and values as Postgres reads them from JSON; an object or an array is a column of type jsonb. */
export type Row = Record<string, string | number | boolean | object | null>

/** The day of that version. */
const TERMS_ACCEPTED_AT = `${TERMS_VERSION}T00:00:00Z`

/** In an order that satisfies the foreign keys. */
export type Tables = Readonly<
  Record<
    | 'accounts'
    | 'account_members'
    | 'customers'
    | 'properties'
    | 'offers'
    | 'inquiries'
    | 'chats'
    | 'messages',
    Row[]
  >
>

/** `hashes` holds the password hash of each key that has a password. */
export function rowsOf(world: World, hashes: ReadonlyMap<string, string>): Tables {
  const messages = [...world.messages].sort((a, b) => a.sentAtMs - b.sentAtMs)
  const inquiries: Row[] = []
  const chats = new Map<string, Row>()
  const messageRows = messages.map((message, index) => {
    const row = messageRow(world, message, index + 1)
    row.offer_id = message.offer === null ? null : idOf(OFFER_SCRIPTS, message.offer)
    row.inquiry_id = isInquiry(message)
      ? inquiries.push(inquiryRow(world, message, inquiries.length + 1))
      : null
    updateChat(chats, row)
    return row
  })
  return {
    accounts: world.accounts.map((account, index) => ({
      id: index + 1,
      title: account.title,
      logo_url: account.logo && `/demo/logos/${account.logo}`,
      postal_address: `PO Box ${1201 + index}, Houston, TX 77001`,
    })),
    account_members: world.members.map((member, index) => ({
      id: index + 1,
      account_id: idOf(world.accounts, member.account),
      name: member.name,
      email: member.email,
      password_hash: hashes.get(member.key) ?? null,
      terms_version: TERMS_VERSION,
      terms_accepted_at: TERMS_ACCEPTED_AT,
    })),
    customers: customerRows(world.customers, hashes),
    properties: propertyRows(world),
    offers: OFFER_SCRIPTS.map((script, index) => offerRow(world, script, index + 1)),
    inquiries,
    chats: [...chats.values()],
    messages: messageRows,
  }
}

/** Buyers as they were before they set anything up, which is the affair of set-up-buyers.ts. */
export function customerRows(customers: World['customers'], hashes: ReadonlyMap<string, string>): Row[] {
  return customers.map((customer, index) => ({
    id: index + 1,
    name: customer.name,
    email: customer.email,
    password_hash: hashes.get(customer.key) ?? null,
  }))
}

const stamp = (ms: number) => new Date(ms).toISOString()
const isInquiry = (message: DemoMessage) =>
  message.action === 'inquiry' || message.action === 'address_request'
const propertyIdOf = (world: World, message: DemoMessage) =>
  message.deal === null ? null : idOf(world.deals, message.deal)

function propertyRows(world: World): Row[] {
  return world.deals.map((deal, index) => ({
    id: index + 1,
    account_id: idOf(world.accounts, deal.account),
    address: deal.street,
    city: deal.city,
    state: deal.state,
    zip: deal.zip,
    is_street_shown: deal.isStreetShown,
    price: deal.priceUsd,
    arv: deal.arvUsd,
    beds: deal.bedrooms,
    baths: deal.bathrooms,
    sqft: deal.squareFeet,
    thumb_url: `/drawings/${deal.drawing}.svg`,
  }))
}

function messageRow(world: World, message: DemoMessage, id: number): Row {
  const sentAt = stamp(message.sentAtMs)
  return {
    id,
    customer_id: idOf(world.customers, message.customer),
    account_id: idOf(world.accounts, message.account),
    type: message.direction,
    action: message.action,
    channel: message.channel,
    body: message.body,
    sort_at: sentAt,
    created_at: sentAt,
    is_read: message.isRead,
    read_at: message.isRead ? sentAt : null,
    property_id: propertyIdOf(world, message),
  }
}

/** Whose and about what; how far it has come is written by seeded-offers. */
function offerRow(world: World, script: OfferScript, id: number): Row {
  const deal = world.deals.find(({ key }) => key === script.deal)
  return {
    id,
    property_id: idOf(world.deals, script.deal),
    customer_id: idOf(world.customers, script.customer),
    account_id: idOf(world.accounts, deal?.account ?? ''),
    state: 'expired',
    buyer: world.customers.find(({ key }) => key === script.customer)?.name ?? null,
  }
}

function inquiryRow(world: World, message: DemoMessage, id: number): Row {
  return {
    id,
    property_id: propertyIdOf(world, message),
    customer_id: idOf(world.customers, message.customer),
    account_id: idOf(world.accounts, message.account),
    type: message.action,
    state: message.action === 'address_request' ? 'pending' : null,
    message: message.body,
    created_at: stamp(message.sentAtMs),
  }
}

/** Messages come in the order they were sent, so the last one seen is the chat's last message. */
function updateChat(chats: Map<string, Row>, message: Row): void {
  const key = `${message.customer_id}/${message.account_id}`
  const chat = chats.get(key) ?? {
    id: chats.size + 1,
    customer_id: message.customer_id ?? null,
    account_id: message.account_id ?? null,
    customer_unread_count: 0,
    account_unread_count: 0,
    created_at: message.created_at ?? null,
  }
  const unread = message.type === 'outbound' ? 'customer_unread_count' : 'account_unread_count'
  chats.set(key, {
    ...chat,
    last_message_id: message.id ?? null,
    last_message_at: message.sort_at ?? null,
    [unread]: Number(chat[unread]) + (message.is_read ? 0 : 1),
  })
}
