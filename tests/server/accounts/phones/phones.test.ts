import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastCode, notThis, sentTo } from '#tests/support/outbox.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addOffer } from '../../offers/proof-of-funds/add-offer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let last = 2_840_100
/** A number nobody has yet, in E.164. */
const fresh = () => {
  last += 1
  return `+1713${last}`
}
const API = '/customer/api'
const add = (who: Person, body: Record<string, unknown>) =>
  server.call('POST', `${API}/phone`, { token: who.token, body })
const confirm = (who: Person, phoneId: number, code: string) =>
  server.call('POST', `${API}/customers/${who.id}/entity-phones/${phoneId}/confirmation`, {
    token: who.token,
    body: { code },
  })
const listOf = async (who: Person) =>
  (await server.call('GET', `${API}/auth/user`, { token: who.token })).body.data.phones
const consentsOf = (who: Person) =>
  server.database.db
    .selectFrom('sms_consents')
    .select(['phone', 'opted_in', 'source', 'text_version', 'words', 'ip'])
    .where('customer_id', '=', who.id)
    .orderBy('id')
    .execute()
/** A confirmed phone's id. */
const confirmed = async (who: Person, phone: string) => {
  const added = await add(who, { phone })
  const { id } = added.body.data.find((row: { phone: string }) => row.phone === phone)
  await confirm(who, id, await lastCode(server, 'sms', phone))
  return id
}

describe('adding a phone', () => {
  it('stores it as E.164, makes the first one the default and texts a code', async () => {
    const dana = await server.addCustomer()
    const phone = fresh()
    const written = `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`
    const answer = await add(dana, { phone: written })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toEqual([
      {
        id: expect.any(Number),
        phone,
        pivot: { id: expect.any(Number), sms_default: true, is_confirmed: false, opted_in: false },
      },
    ])
    expect(await sentTo(server, 'sms', phone)).toHaveLength(1)
    expect(await listOf(dana)).toEqual(answer.body.data)
  })

  it('says why a number cannot be used, and an own duplicate is one', async () => {
    const dana = await server.addCustomer()
    const phone = fresh()
    await add(dana, { phone })
    const again = await add(dana, { phone: phone.slice(2) })
    expect([again.status, again.body.errors]).toEqual([
      422,
      { phone: ['This number is already on your list.'] },
    ])
    const free = await add(dana, { phone: '800 236 1234' })
    expect(free.body.errors.phone[0]).toMatch(/toll-free/)
  })

  it('keeps a record of the consent it was added with, in its words', async () => {
    const dana = await server.addCustomer()
    const phone = fresh()
    await add(dana, { phone, opted_in: true })
    expect(await consentsOf(dana)).toEqual([
      {
        phone,
        opted_in: true,
        source: 'profile',
        text_version: '2026-11-29',
        words: expect.stringMatching(
          /from Plat at this number, up to 5 a day: .+ not a condition of any purchase\. Message and data rates may apply\. Reply STOP .+ HELP/,
        ),
        ip: '127.0.0.1',
      },
    ])
  })

  it('ends at five numbers', async () => {
    const dana = await server.addCustomer()
    for (let count = 0; count < 5; count++) expect((await add(dana, { phone: fresh() })).status).toBe(201)
    expect((await add(dana, { phone: fresh() })).body.errors.phone[0]).toMatch(/5 numbers/)
  })

  it('twice at once still leaves one default number', async () => {
    const dana = await server.addCustomer()
    await Promise.all([add(dana, { phone: fresh() }), add(dana, { phone: fresh(), sms_default: true })])
    const phones = await listOf(dana)
    expect(phones).toHaveLength(2)
    expect(
      phones.filter((phone: { pivot: { sms_default: boolean } }) => phone.pivot.sms_default),
    ).toHaveLength(1)
  })
})

describe('confirming a phone', () => {
  it('takes the texted code, and doing it again changes nothing', async () => {
    const dana = await server.addCustomer()
    const phone = fresh()
    const { id } = (await add(dana, { phone })).body.data[0]
    const code = await lastCode(server, 'sms', phone)
    const wrong = await confirm(dana, id, notThis(code))
    expect([wrong.status, wrong.body.errors.code[0]]).toEqual([422, 'That code is not right. 4 tries left.'])
    const right = await confirm(dana, id, code)
    expect(right.body.data[0].pivot.is_confirmed).toBe(true)
    expect((await confirm(dana, id, code)).status).toBe(200)
  })

  it('ends after five wrong codes', async () => {
    const dana = await server.addCustomer()
    const phone = fresh()
    const { id } = (await add(dana, { phone })).body.data[0]
    const code = await lastCode(server, 'sms', phone)
    for (let tries = 0; tries < 5; tries++) await confirm(dana, id, notThis(code))
    expect((await confirm(dana, id, code)).body.errors.code[0]).toMatch(/Too many/)
  })

  it('sends nothing when asked again at once', async () => {
    const dana = await server.addCustomer()
    const phone = fresh()
    const { id } = (await add(dana, { phone })).body.data[0]
    const again = await server.call('POST', `${API}/customers/${dana.id}/entity-phones/${id}/code`, {
      token: dana.token,
    })
    expect(again.status).toBe(200)
    expect(await sentTo(server, 'sms', phone)).toHaveLength(1)
  })

  it('moves a number from who had it, who keeps a default one', async () => {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer('Eli Ray')]
    const [shared, other] = [fresh(), fresh()]
    await confirmed(dana, shared)
    await confirmed(dana, other)
    const { id } = (await add(eli, { phone: shared })).body.data[0]
    expect(await listOf(dana)).toHaveLength(2)
    await server.database.db
      .updateTable('verification_codes')
      .set({ sent_at: new Date(0) })
      .where('customer_id', '=', eli.id)
      .execute()
    await confirm(eli, id, await lastCode(server, 'sms', shared))
    expect(await listOf(eli)).toMatchObject([{ phone: shared, pivot: { is_confirmed: true } }])
    expect(await listOf(dana)).toMatchObject([{ phone: other, pivot: { sms_default: true } }])
  })
})

describe('a number that two people prove in the same moment', () => {
  it('is confirmed for one of them alone', async () => {
    const people = [await server.addCustomer(), await server.addCustomer()]
    const phone = fresh()
    const ids: number[] = []
    const codes: string[] = []
    for (const who of people) {
      ids.push((await add(who, { phone })).body.data[0].id)
      codes.push(await lastCode(server, 'sms', phone))
    }
    const answers = await Promise.all(people.map((who, at) => confirm(who, ids[at] ?? 0, codes[at] ?? '')))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    const lists = await Promise.all(people.map(listOf))
    expect(lists.flat()).toMatchObject([{ phone, pivot: { is_confirmed: true, sms_default: true } }])
  })
})

describe('the default phone', () => {
  it('is exactly one, and cannot be taken away', async () => {
    const dana = await server.addCustomer()
    await add(dana, { phone: fresh() })
    const { data } = (await add(dana, { phone: fresh() })).body
    const [first, second] = data
    const put = (id: number, isDefault: boolean) =>
      server.call('PUT', `${API}/entity-phone/${id}`, { token: dana.token, body: { sms_default: isDefault } })
    const moved = (await put(second.id, true)).body.data
    expect(
      moved.map((row: { id: number; pivot: { sms_default: boolean } }) => [row.id, row.pivot.sms_default]),
    ).toEqual([
      [second.id, true],
      [first.id, false],
    ])
    expect((await put(first.id, false)).status).toBe(200)
    expect((await put(second.id, false)).body.errors.sms_default[0]).toMatch(/another number/)
  })

  it('cannot be removed while there are others; the last one can', async () => {
    const dana = await server.addCustomer()
    await add(dana, { phone: fresh() })
    const [first, second] = (await add(dana, { phone: fresh() })).body.data
    const remove = (id: number) => server.call('DELETE', `${API}/entity-phone/${id}`, { token: dana.token })
    expect((await remove(first.id)).status).toBe(409)
    expect((await remove(second.id)).status).toBe(200)
    expect((await remove(first.id)).body.data).toEqual([])
    expect((await remove(first.id)).status).toBe(404)
  })

  // PHONE-07
  it('cannot be removed as the last one while an offer is active', async () => {
    const [dana, seller] = [await server.addCustomer(), await server.addAccount()]
    const [first] = (await add(dana, { phone: fresh() })).body.data
    const offerId = await addOffer(server, { buyer: dana, seller, state: 'submitted' })
    const remove = () => server.call('DELETE', `${API}/entity-phone/${first.id}`, { token: dana.token })
    const refused = await remove()
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Sellers need a number while your offers are open. Add another one first.',
    ])
    expect(await listOf(dana)).toMatchObject([{ id: first.id }])
    await server.database.db
      .updateTable('offers')
      .set({ state: 'rejected' })
      .where('id', '=', offerId)
      .execute()
    expect((await remove()).body.data).toEqual([])
  })
})

describe('texts about deals', () => {
  it('are agreed to and withdrawn on record, once each', async () => {
    const dana = await server.addCustomer()
    const phone = fresh()
    const { id } = (await add(dana, { phone })).body.data[0]
    const toggle = (checked: boolean) =>
      server.call('POST', `${API}/phone/togglePhoneOptedIn`, {
        token: dana.token,
        body: { entity_phone_id: id, checked },
      })
    await toggle(true)
    await toggle(true)
    expect((await toggle(false)).body.data[0].pivot.opted_in).toBe(false)
    expect((await consentsOf(dana)).map((row) => row.opted_in)).toEqual([true, false])
  })
})

describe('phones of others', () => {
  it('are not found, whatever is asked of them', async () => {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    const { id } = (await add(dana, { phone: fresh() })).body.data[0]
    const asEli = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      server.call(method, API + path, { token: eli.token, body })
    const answers = await Promise.all([
      asEli('PUT', `/entity-phone/${id}`, { sms_default: true }),
      asEli('DELETE', `/entity-phone/${id}`),
      asEli('POST', '/phone/togglePhoneOptedIn', { entity_phone_id: id, checked: true }),
      asEli('POST', `/customers/${eli.id}/entity-phones/${id}/code`),
      asEli('POST', `/customers/${dana.id}/entity-phones/${id}/code`),
      asEli('POST', `/customers/${eli.id}/entity-phones/${id}/confirmation`, { code: '123456' }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404])
  })
})

describe('texts that one address may cause', () => {
  it('are counted over all its accounts, and no number is added that cannot be sent a code', async () => {
    const small = await startTestServer({ limits: { sendsPerIpPerHour: 2 } })
    const statuses: number[] = []
    for (const n of [1, 2, 3]) {
      const { token } = await small.addCustomer()
      const answer = await small.call('POST', `${API}/phone`, { token, body: { phone: `+1713284020${n}` } })
      statuses.push(answer.status)
    }
    const { rows } = await sql`select id from customer_phones`.execute(small.database.db)
    await small.close()
    expect(statuses).toEqual([201, 201, 429])
    expect(rows).toHaveLength(2)
  })
})
