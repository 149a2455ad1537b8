import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADDRESS_REQUEST_REPEATED, ADDRESS_REQUEST_SUBMITTED } from '#shared/contract/inquiries.ts'
import {
  ADDRESS_REQUESTS_PER_DAY,
  ADDRESS_REQUESTS_PER_DAY_VERIFIED,
  INQUIRIES_PER_HOUR,
} from '#shared/contract/limits.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const ADDRESS = '412 Live Oak St, Waco, TX 76701'
let server: TestServer
let homes: Seller
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount()
})
afterAll(() => server.close())

/** Who may ask for an address: email and phone are confirmed. */
async function addAsker(): Promise<Person> {
  const person = await server.addCustomer()
  await server.addPhone(person)
  return person
}

async function hiddenDeal(rule = 'manual', account = homes): Promise<number> {
  const id = await server.addProperty(account.id)
  const hidden = {
    is_street_shown: false,
    address_rule: rule as 'manual',
    latitude: 31.5493,
    longitude: -97.1467,
  }
  await server.database.db.updateTable('properties').set(hidden).where('id', '=', id).execute()
  return id
}
const ask = (who: Person, id: number, message?: string) =>
  server.call('POST', '/customer/api/inquiry', {
    token: who.token,
    body: { property_id: id, type: 'address_request', ...(message === undefined ? {} : { message }) },
  })
const question = (who: Person, id: number, message: string) =>
  server.call('POST', '/customer/api/inquiry', {
    token: who.token,
    body: { property_id: id, type: 'inquiry', message },
  })
const standing = async (who: Person, id: number) =>
  (
    await server.call(
      'GET',
      `/customer/api/property-address-request?property_id=${id}&type=address_request`,
      {
        token: who.token,
      },
    )
  ).body
const thread = async (who: Person, account = homes) =>
  (
    await server.call('GET', `/customers/${who.id}/text-messages?filter[account_id]=${account.id}`, {
      token: who.token,
    })
  ).body.data
const verify = (who: Person) =>
  server.database.db
    .updateTable('customers')
    .set({ idv_status: 'success' })
    .where('id', '=', who.id)
    .execute()

describe('asking for a hidden address', () => {
  it('is declined with a reason that names neither this house nor another hidden one of the seller', async () => {
    const dana = await addAsker()
    const [id, other] = [await hiddenDeal(), await server.addProperty(homes.id, '77 Juniper Ct')]
    await server.database.db
      .updateTable('properties')
      .set({ is_street_shown: false })
      .where('id', '=', other)
      .execute()
    await ask(dana, id)
    const { data: request } = await standing(dana, id)
    const reason = 'Not 412 Live Oak St. Have you seen 77 Juniper Ct?'
    const body = { state: 'declined', reason }
    const path = `/account/api/requests/${request.id}`
    expect((await server.call('PUT', path, { token: homes.token, body })).status).toBe(200)
    const heard = JSON.stringify([(await standing(dana, id)).data, await thread(dana)])
    expect(heard).toContain('Have you seen')
    expect(heard).not.toMatch(/Live Oak|Juniper/)
  })

  it('is submitted, and opens a conversation with a card that does not say where the house is', async () => {
    const dana = await addAsker()
    const id = await hiddenDeal()
    server.said.length = 0
    const answer = await ask(dana, id, ' May I see it? ')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      message: ADDRESS_REQUEST_SUBMITTED,
      data: { property_id: id, state: 'pending', message: 'May I see it?', address: null, latitude: null },
      quota: { limit: ADDRESS_REQUESTS_PER_DAY, left: ADDRESS_REQUESTS_PER_DAY - 1 },
    })
    const messages = await thread(dana)
    expect(messages).toMatchObject([
      {
        type: 'inbound',
        action: 'address_request',
        calculated_body: 'May I see it?',
        property: { id, full_address: 'Waco, TX 76701' },
        inquiry: { type: 'address_request', state: 'pending' },
      },
    ])
    expect(server.said.map(({ channel, event }) => [channel, event]).sort()).toEqual([
      [`App.Models.Account.${homes.id}`, 'InquiryUpdated'],
      [`App.Models.Account.${homes.id}`, 'TextMessageInboundSent'],
      [`App.Models.Customer.${dana.id}`, 'InquiryUpdated'],
      [`App.Models.Customer.${dana.id}`, 'TextMessageInboundSent'],
      [`App.Models.Customer.${dana.id}.Account.${homes.id}`, 'InquiryUpdated'],
      [`App.Models.Customer.${dana.id}.Account.${homes.id}`, 'TextMessageInboundSent'],
    ])
    const toDana = server.said.filter(({ channel }) => channel.includes('Customer'))
    expect(JSON.stringify(toDana)).not.toContain('Live Oak')
    expect(JSON.stringify([answer.body, messages])).not.toContain('Live Oak')
  })

  it('a second time is refused with the words clients know, also when both came at once', async () => {
    const dana = await addAsker()
    const id = await hiddenDeal()
    const answers = await Promise.all([ask(dana, id), ask(dana, id), ask(dana, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.body.message).toBe(ADDRESS_REQUEST_REPEATED)
    expect(await standing(dana, id)).toMatchObject({ data: { state: 'pending' }, quota: { left: 4 } })
    expect(await thread(dana)).toHaveLength(1)
  })

  it.each([
    ['everyone', false, 'granted'],
    ['id_verified', true, 'granted'],
    ['id_verified', false, 'pending'],
    ['proof_of_funds', true, 'pending'],
    ['manual', true, 'pending'],
  ] as const)(
    'under the rule "%s", a customer verified: %s, is answered: %s',
    async (rule, isVerified, state) => {
      const dana = await addAsker()
      if (isVerified) await verify(dana)
      const id = await hiddenDeal(rule)
      const { body } = await ask(dana, id)
      expect(body.message).toBe(state === 'granted' ? ADDRESS : ADDRESS_REQUEST_SUBMITTED)
      expect(body.data).toMatchObject({ state, latitude: state === 'granted' ? 31.5493 : null })
      const [message] = await thread(dana)
      expect(message.property.full_address).toBe(state === 'granted' ? ADDRESS : 'Waco, TX 76701')
    },
  )

  it('a proof of funds that is good opens a deal that asks for one, one that ended does not', async () => {
    const [dana, lee] = [await addAsker(), await addAsker()]
    const file = {
      review: 'approved' as const,
      file_name: 'a.pdf',
      content_type: 'application/pdf',
      size_bytes: 1,
      storage_key: 'proofs/a',
    }
    await server.database.db
      .insertInto('proofs_of_funds')
      .values([
        { ...file, customer_id: dana.id, ref: 'a', valid_until: '2090-01-01' },
        { ...file, customer_id: lee.id, ref: 'a', valid_until: '2020-01-01' },
      ])
      .execute()
    const id = await hiddenDeal('proof_of_funds')
    expect((await ask(dana, id)).body.data.state).toBe('granted')
    expect((await ask(lee, id)).body.data.state).toBe('pending')
  })

  it('twenty at once never pass the limit of a day, and the rest are told when to come back', async () => {
    const dana = await addAsker()
    const ids = await Promise.all(Array.from({ length: 20 }, () => hiddenDeal()))
    const answers = await Promise.all(ids.map((id) => ask(dana, id)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(ADDRESS_REQUESTS_PER_DAY)
    expect(refused).toHaveLength(20 - ADDRESS_REQUESTS_PER_DAY)
    for (const { headers } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(86_000)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400)
    }
    expect((await standing(dana, ids[0] ?? 0)).quota).toMatchObject({ left: 0 })
    expect(await thread(dana)).toHaveLength(ADDRESS_REQUESTS_PER_DAY)
  })

  it('a verified customer may ask for more, and a day later again', async () => {
    const dana = await addAsker()
    await verify(dana)
    const id = await hiddenDeal()
    await ask(dana, id)
    const limit = ADDRESS_REQUESTS_PER_DAY_VERIFIED
    expect((await standing(dana, id)).quota).toMatchObject({ limit, left: limit - 1 })
    await server.database.db
      .updateTable('inquiries')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('customer_id', '=', dana.id)
      .execute()
    expect((await standing(dana, id)).quota).toMatchObject({ limit, left: limit })
  })

  it('a deal that is not listed cannot be asked about', async () => {
    const dana = await addAsker()
    const id = await hiddenDeal()
    await server.database.db
      .updateTable('properties')
      .set({ listing: 'removed' })
      .where('id', '=', id)
      .execute()
    for (const answer of [
      await ask(dana, id),
      await ask(dana, 987_654),
      await question(dana, id, 'Hello?'),
    ]) {
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.errors)).toEqual(['property_id'])
    }
    expect((await standing(dana, id)).data).toBeNull()
  })
})

describe('asking a question', () => {
  it('is a message in the thread, and takes nothing from the addresses of the day', async () => {
    const dana = await server.addCustomer()
    const id = await hiddenDeal()
    const { status, body } = await question(dana, id, 'Is the title clear?')
    expect([status, body.data.state, body.data.type]).toEqual([200, null, 'inquiry'])
    expect(await thread(dana)).toMatchObject([
      { action: 'inquiry', calculated_body: 'Is the title clear?', inquiry: { type: 'inquiry' } },
    ])
    expect((await standing(dana, id)).quota.left).toBe(ADDRESS_REQUESTS_PER_DAY)
    const mine = await server.call('GET', '/customer/api/address-requests', { token: dana.token })
    expect(mine.body.data).toMatchObject([{ type: 'inquiry', message: 'Is the title clear?' }])
  })

  it.each([
    ['nothing', '  '],
    ['1001 characters', 'x'.repeat(1001)],
  ])('with %s: 422', async (_, message) => {
    const answer = await question(await server.addCustomer(), await hiddenDeal(), message)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['message']])
  })

  it('sent twice with one Idempotency-Key is one message, also at the hourly limit', async () => {
    const dana = await server.addCustomer()
    const id = await hiddenDeal()
    const press = (message = 'Is the title clear?') =>
      server.call('POST', '/customer/api/inquiry', {
        token: dana.token,
        body: { property_id: id, type: 'inquiry', message },
        headers: { 'Idempotency-Key': 'one-press' },
      })
    const answers = [...(await Promise.all([press(), press()])), await press()]
    for (let n = 1; n < INQUIRIES_PER_HOUR; n++) await question(dana, id, `Question ${n}`)
    answers.push(await press())
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await press('Is the roof new?')).status).toBe(409)
    const bodies = (await thread(dana)).map((one: { calculated_body: string }) => one.calculated_body)
    expect(bodies.filter((body: string) => body === 'Is the title clear?')).toHaveLength(1)
  })

  it('too many in an hour: 429', async () => {
    const dana = await server.addCustomer()
    const id = await hiddenDeal()
    for (let n = 0; n < INQUIRIES_PER_HOUR; n++) await question(dana, id, `Question ${n}`)
    const answer = await question(dana, id, 'One more')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})
