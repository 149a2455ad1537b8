/** Every write with an `Idempotency-Key`: the same terms are the same call, other terms are refused, and each caller has their own keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { termsDigest } from '#server/core/http/idempotency.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import { type Answer, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from '../../admin/staff.ts'
import { addBuyer, addSeller, TERMS, topUp } from '../../offers/offers/scene.ts'
import { addCard, payerWith } from '../../payments/money-world.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
})
afterAll(() => server.close())

interface Caller {
  url: string
  token: string
  body: object
}

/** A call by two callers with the same key, and terms that the key must then refuse. */
interface Scene {
  first: Caller
  others: Record<string, Caller>
  rival: Caller
}

const WHY = 'The customer was charged twice in June.'

const SCENES: Readonly<Record<string, () => Promise<Scene>>> = {
  async sendTextMessage() {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    const [homes, other] = [await server.addAccount(), await server.addAccount()]
    for (const who of [dana, eli]) for (const account of [homes, other]) await server.introduce(who, account)
    const to = (who: typeof dana, account: { id: number }, message = 'Is it still there?'): Caller => ({
      url: `/customers/${who.id}/accounts/${account.id}/text-messages`,
      token: who.token,
      body: { message },
    })
    return {
      first: to(dana, homes),
      others: { words: to(dana, homes, 'Is it sold?'), account: to(dana, other) },
      rival: to(eli, homes),
    }
  },
  async sellerReply() {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    const [homes, other] = [await server.addAccount(), await server.addAccount()]
    for (const who of [dana, eli]) for (const account of [homes, other]) await server.introduce(who, account)
    const deal = await server.addProperty(homes.id)
    const from = (who: typeof homes, to: typeof dana, body: object = {}): Caller => ({
      url: `/account/api/customers/${to.id}/text-messages`,
      token: who.token,
      body: { message: 'It is still there.', ...body },
    })
    return {
      first: from(homes, dana),
      others: {
        words: from(homes, dana, { message: 'It is sold.' }),
        deal: from(homes, dana, { property_id: deal }),
      },
      rival: from(other, dana),
    }
  },
  async sellerAddNote() {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    const [homes, other] = [await server.addAccount(), await server.addAccount()]
    for (const who of [dana, eli]) for (const account of [homes, other]) await server.introduce(who, account)
    const note = (who: typeof homes, about: typeof dana, text = 'Asks for cash only.'): Caller => ({
      url: `/account/api/customers/${about.id}/notes`,
      token: who.token,
      body: { text },
    })
    return {
      first: note(homes, dana),
      others: { words: note(homes, dana, 'Has a partner.'), buyer: note(homes, eli) },
      rival: note(other, dana),
    }
  },
  async sendInquiry() {
    const seller = await server.addAccount()
    const [deal, second] = [await server.addProperty(seller.id), await server.addProperty(seller.id)]
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    await server.addPhone(dana)
    const question = { property_id: deal, type: 'inquiry', message: 'Is the title clear?' }
    const ask = ({ token }: typeof dana, body: object = {}): Caller => ({
      url: '/customer/api/inquiry',
      token,
      body: { ...question, ...body },
    })
    return {
      first: ask(dana),
      rival: ask(eli),
      others: {
        words: ask(dana, { message: 'Is it vacant?' }),
        deal: ask(dana, { property_id: second }),
        type: ask(dana, { type: 'address_request' }),
      },
    }
  },
  async sellerBlast() {
    const [homes, rival] = [await server.addAccount(), await server.addAccount()]
    const deal = await server.addProperty(homes.id)
    const blast = ({ token }: typeof homes, body: object = {}): Caller => ({
      url: '/account/api/blasts',
      token,
      body: { channel: 'email', message: 'New in Waco', ...body },
    })
    return {
      first: blast(homes),
      rival: blast(rival),
      others: {
        words: blast(homes, { message: 'Sold' }),
        channel: blast(homes, { channel: 'sms' }),
        deal: blast(homes, { property_id: deal }),
        audience: blast(homes, { audience: { tags: ['cash'] } }),
        time: blast(homes, { send_at: new Date(Date.now() + 3_600_000).toISOString() }),
      },
    }
  },
  async sellerDigest() {
    const [homes, rival] = [await server.addAccount(), await server.addAccount()]
    const [deal, second] = [await server.addProperty(homes.id), await server.addProperty(homes.id)]
    const rivals = await server.addProperty(rival.id)
    const digest = ({ token }: typeof homes, property_ids: number[], body: object = {}): Caller => ({
      url: '/account/api/deals-digests',
      token,
      body: { property_ids, ...body },
    })
    return {
      first: digest(homes, [deal]),
      rival: digest(rival, [rivals]),
      others: {
        deals: digest(homes, [second]),
        words: digest(homes, [deal], { message: 'New' }),
        blast: {
          ...digest(homes, []),
          url: '/account/api/blasts',
          body: { channel: 'email', message: 'New' },
        },
      },
    }
  },
  async createOffer() {
    const seller = await addSeller(server)
    const [buyer, rival] = [await addBuyer(server), await addBuyer(server)]
    const [deal, second] = [await server.addProperty(seller.id), await server.addProperty(seller.id)]
    const offer = (who: typeof buyer, property_id: number, terms: object = {}): Caller => ({
      url: '/customer/api/offer',
      token: who.token,
      body: { property_id, terms: { ...TERMS, ...terms }, proof_id: who.proofId },
    })
    return {
      first: offer(buyer, deal),
      others: { price: offer(buyer, deal, { price_cents: 14_000_000 }), deal: offer(buyer, second) },
      rival: offer(rival, deal),
    }
  },
  async sellerCreateDeal() {
    const [homes, rival] = [await server.addAccount(), await server.addAccount()]
    const draft = (by: typeof homes, title: string): Caller => ({
      url: '/account/api/deals',
      token: by.token,
      body: { title },
    })
    return { first: draft(homes, 'A'), rival: draft(rival, 'A'), others: { title: draft(homes, 'B') } }
  },
  async topUpBalance() {
    const [payer, rival] = [await payerWith(server, 'approved'), await payerWith(server, 'approved')]
    const secondCard = await addCard(server, payer, 'approved')
    const up = (by: typeof payer, amount_cents: number, billing_info_id = by.cardId): Caller => ({
      url: '/customer/api/auth/top-up-balance',
      token: by.token,
      body: { amount_cents, billing_info_id },
    })
    return {
      first: up(payer, 60_000),
      rival: up(rival, 60_000),
      others: { amount: up(payer, 70_000), card: up(payer, 60_000, secondCard) },
    }
  },
  async withdraw() {
    const [payer, rival] = [await payerWith(server, 'approved'), await payerWith(server, 'approved')]
    for (const who of [payer, rival]) await topUp(server, who.id, 100_000)
    const bank = { holder: 'Dana Whitfield', routing_number: '021000021', account_number: '000123456789' }
    const out = (by: typeof payer, amount_cents: number, account = bank): Caller => ({
      url: `/customer/api/customers/${by.id}/withdrawals`,
      token: by.token,
      body: { amount_cents, bank: account, password: PASSWORD },
    })
    return {
      first: out(payer, 10_000),
      rival: out(rival, 10_000),
      others: {
        amount: out(payer, 20_000),
        account: out(payer, 10_000, { ...bank, account_number: '000123456780' }),
      },
    }
  },
  async payDeposit() {
    const [payer, rival] = [await payerWith(server, 'approved'), await payerWith(server, 'approved')]
    for (const who of [payer, rival]) await topUp(server, who.id, 100_000)
    const pay = (by: typeof payer, body: object = {}): Caller => ({
      url: `/customer/api/customers/${by.id}/deposits`,
      token: by.token,
      body: { source: 'wallet', expected_amount_cents: 50_000, ...body },
    })
    return {
      first: pay(payer),
      rival: pay(rival),
      others: {
        source: pay(payer, { source: 'card', billing_info_id: payer.cardId }),
        amount: pay(payer, { expected_amount_cents: 40_000 }),
      },
    }
  },
  async adminProposeAdjustment() {
    const [avery, blake] = [await addStaff(server, 'Avery'), await addStaff(server, 'Blake')]
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    const propose = (by: typeof avery, body: object = {}): Caller => ({
      url: '/admin/api/adjustments',
      token: by.token,
      body: { customer_id: dana.id, amount_cents: 2500, reason: WHY, ...body },
    })
    return {
      first: propose(avery),
      rival: propose(blake),
      others: {
        amount: propose(avery, { amount_cents: 2600 }),
        customer: propose(avery, { customer_id: eli.id }),
        reason: propose(avery, { reason: 'Another reason altogether.' }),
      },
    }
  },
}

const DECLARED = ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ idempotency }) => idempotency !== null)

const send = ({ url, token, body }: Caller, key: string | null) =>
  server.call('POST', url, { token, body, ...(key ? { headers: { 'idempotency-key': key } } : {}) })
/** Of the first, where one call makes several. */
const idOf = ({ body }: Answer) => [body.data ?? body].flat()[0].id

describe.each(DECLARED)('$name', ({ name, idempotency, status: done }) => {
  it('acts once on two calls with one key, and refuses the key with other terms', async () => {
    const scene = await SCENES[name]?.()
    if (!scene) throw new Error(`${name} takes a key and has no scene here.`)
    const { first, others, rival } = scene
    const made = await Promise.all([send(first, 'one-key'), send(first, 'one-key')])
    const again = await send(first, 'one-key')
    expect([...made, again].map(({ status }) => status)).toEqual([done, done, done])
    expect(new Set([...made, again].map(idOf)).size).toBe(1)
    for (const [what, other] of Object.entries(others)) {
      const { status, body } = await send(other, 'one-key')
      expect([status, body.code], what).toEqual([409, 'idempotency_key_reused'])
      expect(body.message).toContain('with a new key')
    }
    const another = await send(rival, 'one-key')
    expect(another.status).toBe(done)
    expect(idOf(another)).not.toBe(idOf(again))
    const bad = await send(first, 'no good key')
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['Idempotency-Key']])
    if (idempotency === 'required') expect((await send(first, null)).status).toBe(422)
  })
})

it('a deposit whose card was declined is not paid from the wallet under the same key', async () => {
  const payer = await payerWith(server, 'declined')
  await topUp(server, payer.id, 100_000)
  const pay = (body: object) =>
    send(
      {
        url: `/customer/api/customers/${payer.id}/deposits`,
        token: payer.token,
        body: { expected_amount_cents: 50_000, ...body },
      },
      'declined',
    )
  const byCard = { source: 'card', billing_info_id: payer.cardId }
  expect((await pay(byCard)).body).toMatchObject({ data: { id: null }, payment: { state: 'declined' } })
  expect((await pay(byCard)).status).toBe(201)
  expect((await pay({ source: 'wallet' })).body.code).toBe('idempotency_key_reused')
})

it('terms are equal in any order of their fields', () => {
  expect(termsDigest({ a: 1, b: { c: [1, 2], d: null } })).toBe(
    termsDigest({ b: { d: null, c: [1, 2] }, a: 1 }),
  )
  expect(termsDigest({ a: [1, 2] })).not.toBe(termsDigest({ a: [2, 1] }))
})
