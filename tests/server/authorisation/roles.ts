/** A small world for the authorisation matrix: one customer with something of everything, and everybody who is somebody else. */
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import { everythingAbout } from '#server/accounts/profile/export-data.ts'
import { createRealtime } from '#server/core/realtime/create-realtime.ts'
import { serveBroadcasting } from '#server/core/realtime/routes.ts'
import { unsubscribeToken } from '#server/notifications/unsubscribe-token.ts'
import { reviewRedactor } from '#server/sellers/reviews/redact.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/**
 * `owner` is the customer whose things are asked for, `widget` the bearer of their messenger on a foreign page, `other` another
 * customer, `seller` an account that talks with the owner, `rival` one that does not.
 */
export const ROLES = ['visitor', 'other', 'rival', 'seller', 'widget', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const SECRET = 'a secret for tests only'

export interface Scene {
  owner: { id: number; email: string }
  accountId: number
  propertyId: number
  phoneId: number
  sessionId: number
  messageId: number
  /** Of that message. */
  attachmentId: number
  boxId: number
  searchId: number
  /** Of the seller's: the owner on their list of buyers, and a blast of theirs. */
  buyerId: number
  campaignId: number
  keyId: number
  geotagId: number
  companyId: number
  linkedCompanyId: number
  /** An address request of the owner's that waits, for a deal of the seller's; also a favourite of theirs. */
  requestId: number
  requestedPropertyId: number
  /** The owner is registered for it, and it is on now. */
  openHouseId: number
  /** The owner's offer to the seller, whose time ran out, and a draft on the same deal. */
  offerId: number
  draftOfferId: number
  cardId: number
  /** Declined. */
  paymentId: number
  /** Refunded, so that nothing binds the owner. */
  depositId: number
  /** Shown to the seller with an offer that ended. */
  proofId: number
  corporateDocumentId: number
  unsubscribeToken: string
  /** Undefined for the visitor. */
  tokens: Record<Role, string | undefined>
  /** Words that only the owner, and who talks with them, may read. */
  marks: string[]
}

export const PLACE = {
  place_id: 'gaz:county:48201',
  formatted_address: 'Harris County, TX',
  types: ['administrative_area_level_2'],
  address_components: [],
  geometry: { location: { lat: 29.8, lng: -95.4 } },
}

export function startMatrixServer(): Promise<TestServer> {
  const credentials = { appId: 'plat', key: 'plat', secret: 'realtime secret' }
  return startTestServer({
    secret: SECRET,
    publicUrl: 'https://plat.example',
    limits: {
      loginFailures: 1000,
      emailStatusPerMinute: 1000,
      sendsPerIpPerHour: 1000,
      registrationsPerHour: 1000,
    },
    extend: async (app) =>
      serveBroadcasting(app, await createRealtime({ driver: 'embedded', ...credentials }, { log: app.log }), {
        origin: '',
      }),
  })
}

let last = 0

/** Fresh people and things for one endpoint, so that what one call ends is not missed by the next. */
export async function makeScene(server: TestServer): Promise<Scene> {
  const { db } = server.database
  last += 1
  const owner = await server.addCustomer(`Olive Ownerly ${last}`)
  const [other, seller, rival] = [
    await server.addCustomer('Otto Other'),
    await server.addAccount(),
    await server.addAccount('Rival Homes'),
  ]
  // Opening an address needs a confirmed phone.
  for (const person of [owner, other]) await server.addPhone(person)
  await openConversation(db, { customerId: owner.id, accountId: seller.id })
  await openConversation(db, { customerId: other.id, accountId: rival.id })
  const words = `Private words ${last}`
  const message = await server.messenger.sendFromAccount({
    accountId: seller.id,
    customerId: owner.id,
    body: words,
  })
  const of = { customer_id: owner.id }
  const attachment = await insert(server, 'message_attachments', {
    ...of,
    ...FILE,
    account_id: seller.id,
    type: 'outbound',
    message_id: message.id,
    ref: 'first',
    kind: 'file',
  })
  const number = `+1713284${String(1000 + last)}`
  const phone = await insert(server, 'customer_phones', { ...of, phone: number })
  const box = await insert(server, 'buy_boxes', { ...of, name: `Box ${last}`, mode: 'manual' })
  const geotag = await insert(server, 'geotags', {
    ...of,
    buy_box_id: box,
    place_id: 'gaz:state:TX',
    name_formated: 'Texas',
    kind: 'place',
    place: JSON.stringify({ ...PLACE, place_id: 'gaz:state:TX' }),
  })
  const search = await insert(server, 'saved_searches', {
    ...of,
    name: `Search ${last}`,
    query: '',
    alert: 'off',
    channels: '[]',
    revision: 0,
  })
  const company = { kind: 'llc', state: 'TX' } as const
  const names = { name: `Ownerly Holdings ${last} LLC`, search_name: `ownerly holdings ${last} llc` }
  const linked = await insert(server, 'companies', { ...company, ...names })
  const free = await insert(server, 'companies', {
    ...company,
    name: `Free ${last} LLC`,
    search_name: `free ${last} llc`,
  })
  const buyer = await db
    .selectFrom('account_buyers')
    .select('id')
    .where('account_id', '=', seller.id)
    .executeTakeFirstOrThrow()
  const campaign = await insert(server, 'campaigns', {
    account_id: seller.id,
    kind: 'blast',
    channel: 'sms',
    words: 'x',
    state: 'scheduled',
    send_at: new Date(Date.now() + HOUR_MS),
  })
  await db
    .insertInto('linked_companies')
    .values({ ...of, company_id: linked })
    .execute()
  const requested = await server.addProperty(seller.id, '9 Cedar St')
  const request = await insert(server, 'inquiries', {
    ...of,
    property_id: requested,
    account_id: seller.id,
    type: 'address_request',
    state: 'pending',
  })
  await db
    .insertInto('favourites')
    .values({ ...of, property_id: requested, labels: '[]' })
    .execute()
  const openHouse = await insert(server, 'open_houses', {
    property_id: requested,
    starts_at: new Date(Date.now() - HOUR_MS),
    ends_at: new Date(Date.now() + HOUR_MS),
    time_zone: 'America/Chicago',
    registered_count: 1,
  })
  await insert(server, 'open_house_registrations', { ...of, open_house_id: openHouse, state: 'registered' })
  const card = await insert(server, 'billing_infos', {
    ...of,
    provider: 'embedded',
    provider_ref: `card ${last}`,
    brand: 'Visa',
    last_four: '4417',
    exp_month: 12,
    exp_year: 2090,
    is_default: true,
  })
  const cents = { ...of, amount_cents: 50_000 }
  const payment = await insert(server, 'payments', {
    ...cents,
    purpose: 'top_up',
    state: 'declined',
    provider: 'embedded',
    action: 'null',
    billing_info_id: card,
    idempotency_key: 'first',
  })
  const deposit = await insert(server, 'deposits', { ...cents, state: 'refunded', ended_at: new Date() })
  const proof = await insert(server, 'proofs_of_funds', { ...of, ...FILE, ref: 'first' })
  const offered = { ...of, property_id: requested, account_id: seller.id, price_cents: 100, proof_id: proof }
  const offer = await insert(server, 'offers', { ...offered, state: 'expired' })
  const draftOffer = await insert(server, 'offers', { ...offered, state: 'draft' })
  const paper = { ...FILE, ref: 'first', type: 'other', title: 'Letter', offer_id: offer }
  const corporateDocument = await insert(server, 'corporate_documents', paper)
  const widget = await server.call('POST', '/customer/api/auth/token', { token: owner.token })
  const { id: sessionId } = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('principal_id', '=', owner.id)
    .where('principal_kind', '=', 'customer')
    .where('purpose', '=', 'session')
    .executeTakeFirstOrThrow()
  return {
    owner,
    accountId: seller.id,
    propertyId: await server.addProperty(seller.id),
    phoneId: phone,
    sessionId,
    messageId: message.id,
    attachmentId: attachment,
    boxId: box,
    searchId: search,
    geotagId: geotag,
    companyId: free,
    linkedCompanyId: linked,
    buyerId: buyer.id,
    campaignId: campaign,
    keyId: await insert(server, 'server_keys', {
      account_id: seller.id,
      name: 'Website',
      publishable_key: `pk_${last}`,
      secret_hash: Buffer.from(`sk ${last}`),
      secret_ends_with: 'none',
    }),
    requestId: request,
    requestedPropertyId: requested,
    openHouseId: openHouse,
    offerId: offer,
    draftOfferId: draftOffer,
    cardId: card,
    paymentId: payment,
    depositId: deposit,
    proofId: proof,
    corporateDocumentId: corporateDocument,
    unsubscribeToken: await unsubscribeToken(SECRET, { customerId: owner.id, type: 'blast' }),
    tokens: {
      visitor: undefined,
      owner: owner.token,
      widget: widget.body.data.token,
      other: other.token,
      seller: seller.token,
      rival: rival.token,
    },
    marks: [owner.email, number, words, `Olive Ownerly ${last}`],
  }
}

const HOUR_MS = 3_600_000
const FILE = {
  file_name: 'letter.pdf',
  content_type: 'application/pdf',
  size_bytes: 9,
  storage_key: 'proofs/none',
}

type Table =
  | 'customer_phones'
  | 'buy_boxes'
  | 'saved_searches'
  | 'campaigns'
  | 'geotags'
  | 'companies'
  | 'billing_infos'
  | 'payments'
  | 'deposits'
  | 'inquiries'
  | 'open_houses'
  | 'open_house_registrations'
  | 'offers'
  | 'proofs_of_funds'
  | 'corporate_documents'
  | 'message_attachments'
  | 'server_keys'

async function insert(server: TestServer, table: Table, values: Record<string, unknown>): Promise<number> {
  const row = await server.database.db
    .insertInto(table)
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Everything stored about the owner but their logins, to see whether somebody else's call touched it. */
export async function ownersThings({ database }: TestServer, scene: Scene): Promise<string> {
  const { sessions, ...things } = await everythingAbout(database.db, scene.owner.id, reviewRedactor)
  const living = (sessions as { revoked_at: Date | null }[]).filter((session) => !session.revoked_at).length
  return JSON.stringify({ ...things, living })
}
