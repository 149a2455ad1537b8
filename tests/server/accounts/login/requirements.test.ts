/** What a buyer must have confirmed before they reach a seller (checklist AUTH-33): every act, tried in every state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireConfirmed } from '#server/accounts/login/requirements.ts'
import { requireDeclared } from '#server/core/http/serve.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import { type Act, NEEDS } from '#shared/contract/requirements.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, TERMS } from '#tests/server/offers/offers/scene.ts'
import { type Answer, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let seller: SellerSide
beforeAll(async () => {
  server = await startTestServer()
  seller = await addSeller(server)
})
afterAll(() => server.close())

interface Confirmed {
  email: boolean
  phone: boolean
}

/** A buyer with everything except what is not confirmed. */
async function buyerWith({ email, phone }: Confirmed): Promise<Buyer> {
  const buyer = await addBuyer(server)
  const { db } = server.database
  if (!email)
    await db.updateTable('customers').set({ email_confirmed_at: null }).where('id', '=', buyer.id).execute()
  if (!phone)
    await db
      .updateTable('customer_phones')
      .set({ confirmed_at: null })
      .where('customer_id', '=', buyer.id)
      .execute()
  return buyer
}

async function openHouse(grants: boolean): Promise<number> {
  const row = await server.database.db
    .insertInto('open_houses')
    .values({
      property_id: await hiddenDeal(),
      grants_address: grants,
      time_zone: 'America/Chicago',
      starts_at: new Date(Date.now() + HOUR_MS),
      ends_at: new Date(Date.now() + 2 * HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Every request is granted. */
async function hiddenDeal(): Promise<number> {
  const id = await server.addProperty(seller.id)
  const hidden = { is_street_shown: false, address_rule: 'everyone' as const }
  await server.database.db.updateTable('properties').set(hidden).where('id', '=', id).execute()
  return id
}

const offer = async (buyer: Buyer, more: object = {}) => ({
  property_id: await server.addProperty(seller.id),
  terms: TERMS,
  proof_id: buyer.proofId,
  ...more,
})

/** A conversation in which the seller has written. */
async function answered(buyer: Buyer): Promise<void> {
  const of = { accountId: seller.id, customerId: buyer.id }
  await server.messenger.sendFromAccount({ ...of, body: 'Hello' })
}

const HOUR_MS = 3_600_000
const WORDS = 'Numbers were as described and the title work was ready.'
const sendPath = (buyer: Buyer) => `/customers/${buyer.id}/accounts/${seller.id}/text-messages`

/** What each act needs: an e-mail for all, and a phone for opening an address and for an offer (OFR-02). */
const ACTS: readonly { act: string; needs: string[]; run: (buyer: Buyer) => Promise<Answer> }[] = [
  {
    act: 'a question about a deal',
    needs: ['email'],
    run: async (b) =>
      b.post('/inquiry', { property_id: await hiddenDeal(), type: 'inquiry', message: 'Is it vacant?' }),
  },
  {
    act: 'a request for an address',
    needs: ['email', 'phone'],
    run: async (b) => b.post('/inquiry', { property_id: await hiddenDeal(), type: 'address_request' }),
  },
  {
    act: 'the first message to a seller',
    needs: ['email'],
    run: async (b) => {
      await server.introduce(b, seller)
      return b.post(sendPath(b), { message: 'Hello' })
    },
  },
  {
    act: 'registering for an open house',
    needs: ['email'],
    run: async (b) => b.put(`/open-houses/${await openHouse(false)}`),
  },
  {
    act: 'registering for an open house that shows the address',
    needs: ['email', 'phone'],
    run: async (b) => b.put(`/open-houses/${await openHouse(true)}`),
  },
  { act: 'an offer', needs: ['email', 'phone'], run: async (b) => b.post('/offer', await offer(b)) },
  {
    act: 'sending a draft of an offer',
    needs: ['email', 'phone'],
    run: async (b) => {
      const { id, version } = (await b.post('/offer', await offer(b, { is_draft: true }))).body.data
      return b.put(`/offer/${id}`, { action: 'submit', version })
    },
  },
  {
    act: 'a review',
    needs: ['email'],
    run: async (b) => {
      await answered(b)
      await b.post(sendPath(b), { message: 'Thank you' })
      return b.post(`/customers/${b.id}/written-reviews`, {
        account_id: seller.id,
        rating: 4,
        content: WORDS,
      })
    },
  },
]

const STATES: readonly Confirmed[] = [
  { email: false, phone: false },
  { email: false, phone: true },
  { email: true, phone: false },
  { email: true, phone: true },
]

const WHAT_TO_DO = {
  email: 'Confirm your email first, with the link or the code in the mail we sent you.',
  phone: 'Confirm a phone number first, with the code we text you.',
} as const

/** A declared function names its act by the body. */
const BODIES = [
  { type: 'inquiry' },
  { type: 'address' },
  { is_draft: false },
  { action: 'submit' },
] as never[]
const actsOf = (needs: (typeof ENDPOINTS)[number]['endpoint']['needs']) =>
  typeof needs === 'function' ? BODIES.map((body) => needs(body)) : [needs].flat()

it('an endpoint declares each act of the table', () => {
  const declared = new Set<Act | null>(ENDPOINTS.flatMap(({ endpoint }) => actsOf(endpoint.needs)))
  expect(Object.keys(NEEDS).filter((act) => !declared.has(act as Act))).toEqual([])
})

it('a handler cannot require an act that its endpoint does not declare', async () => {
  const app = { requireConfirmed: async () => {} }
  const declaring = { name: 'visit', needs: ['visit'] } as const
  await expect(requireDeclared(app, declaring, { kind: 'customer', id: 1 }, 'visit')).resolves.toBeUndefined()
  await expect(requireDeclared(app, declaring, { kind: 'customer', id: 1 }, 'offer')).rejects.toThrow(
    'visit does not declare the act offer',
  )
})

describe.each(ACTS)('$act', ({ needs, run }) => {
  it.each(STATES)('needs what the table says: email $email, phone $phone', async (confirmed) => {
    const { status, body } = await run(await buyerWith(confirmed))
    const missing = (['email', 'phone'] as const).filter((need) => needs.includes(need) && !confirmed[need])
    if (missing.length === 0) return expect([200, 201]).toContain(status)
    expect([status, body.code]).toEqual([403, 'unconfirmed'])
    expect(body.errors).toEqual(Object.fromEntries(missing.map((need) => [need, [WHAT_TO_DO[need]]])))
    expect(body.message).toBe(missing.map((need) => WHAT_TO_DO[need]).join(' '))
  })
})

describe('a buyer who has confirmed nothing', () => {
  const nothing = { email: false, phone: false }

  it('leaves no trace with the seller after a refusal', async () => {
    const buyer = await buyerWith(nothing)
    for (const { run } of ACTS.slice(0, 6)) await run(buyer)
    const { db } = server.database
    for (const table of ['messages', 'inquiries', 'open_house_registrations', 'offers'] as const)
      expect(
        await db.selectFrom(table).select('id').where('customer_id', '=', buyer.id).execute(),
        table,
      ).toEqual([])
  })

  it('may answer a seller who wrote first, and keeps the draft of an offer', async () => {
    const buyer = await buyerWith(nothing)
    await answered(buyer)
    expect((await buyer.post(sendPath(buyer), { message: 'Yes' })).status).toBe(201)
    expect((await buyer.post('/offer', await offer(buyer, { is_draft: true }))).status).toBe(201)
  })

  it('gets no address, even if a seller grants an old request', async () => {
    const buyer = await buyerWith({ email: true, phone: true })
    const id = await server.addProperty(seller.id)
    const { db } = server.database
    await db.updateTable('properties').set({ is_street_shown: false }).where('id', '=', id).execute()
    const asked = await buyer.post('/inquiry', { property_id: id, type: 'address_request' })
    await db.updateTable('customers').set({ email_confirmed_at: null }).where('id', '=', buyer.id).execute()
    const refused = await seller.put(`/requests/${asked.body.data.id}`, { state: 'granted' })
    expect([refused.status, refused.body.code]).toEqual([409, 'unconfirmed'])
    const { body } = await buyer.get(`/properties/${id}`)
    expect(JSON.stringify(body)).not.toContain('412 Live Oak')
    expect((await seller.put(`/requests/${asked.body.data.id}`, { state: 'declined' })).status).toBe(200)
  })
})

it('an account that is deleted while it asks is nobody, and no fault of the server', async () => {
  const gone = 999_999
  await expect(requireConfirmed(server.database.db, gone, 'offer')).rejects.toMatchObject({ status: 401 })
})
