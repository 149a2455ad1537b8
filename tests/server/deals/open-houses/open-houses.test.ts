import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRequest } from '#tests/server/deals/properties/add-deal.ts'
import {
  PASSWORD,
  type Person,
  type Seller,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let server: TestServer
let homes: Seller
let propertyId: number
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount()
  propertyId = await server.addProperty(homes.id)
})
afterAll(() => server.close())

const plan = async (
  given: { capacity?: number | null; inMs?: number; property?: number; grants?: boolean } = {},
) => {
  const starts = Date.now() + (given.inMs ?? DAY_MS)
  const row = await server.database.db
    .insertInto('open_houses')
    .values({
      property_id: given.property ?? propertyId,
      capacity: given.capacity ?? null,
      starts_at: new Date(starts),
      ends_at: new Date(starts + HOUR_MS),
      time_zone: 'America/Chicago',
      access_notes: 'Side gate',
      host_id: homes.memberId,
      grants_address: given.grants ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const addHidden = async (address: string) => {
  const id = await server.addProperty(homes.id, address)
  const { db } = server.database
  await db.updateTable('properties').set({ is_street_shown: false }).where('id', '=', id).execute()
  return id
}
const callOff = (id: number, reason?: string) =>
  server.call('PUT', `/account/api/open-houses/${id}/cancel`, {
    token: homes.token,
    body: reason === undefined ? {} : { reason },
  })
const come = (who: Person, id: number, body = {}) =>
  server.call('PUT', `/customer/api/open-houses/${id}`, { token: who.token, body })
const leave = (who: Person, id: number) =>
  server.call('DELETE', `/customer/api/open-houses/${id}`, { token: who.token })
const shown = async (id: number, who?: Person, property = propertyId) => {
  const { body } = await server.call(
    'GET',
    `/api/properties/${property}/open-houses`,
    who ? { token: who.token } : {},
  )
  return body.data.find((house: { id: number }) => house.id === id)
}
const mine = async (who: Person) =>
  (
    await server.call(
      'GET',
      '/customer/api/open-house-registration?with=openHouse;customer;openHouse.property;openHouse.property.images',
      { token: who.token },
    )
  ).body.data
const people = (count: number) => Promise.all(Array.from({ length: count }, () => server.addCustomer()))

describe('registering for an open house', () => {
  it('gives a place once, and only then says how to get in', async () => {
    const [dana, id] = [await server.addCustomer(), await plan({ capacity: 3 })]
    expect(await shown(id, dana)).toMatchObject({ registered_count: 0, access_notes: null, my_state: null })
    expect((await come(dana, id)).body.data).toMatchObject({ state: 'registered', overlaps: [] })
    expect((await come(dana, id)).status).toBe(200)
    expect(await shown(id, dana)).toMatchObject({
      registered_count: 1,
      access_notes: 'Side gate',
      my_state: 'registered',
      host: { name: 'Sam Ortega' },
    })
    expect(await shown(id)).toMatchObject({ registered_count: 1, access_notes: null, my_state: null })
  })

  it('never gives more places than there are, however many ask at once', async () => {
    const [everybody, id] = [await people(50), await plan({ capacity: 7 })]
    const answers = await Promise.all(
      everybody.map((who, index) => come(who, id, index % 2 === 0 ? {} : { waiting_list: true })),
    )
    const states = answers.map(({ status, body }) => (status === 200 ? body.data.state : body.code))
    expect(states.filter((state) => state === 'registered')).toHaveLength(7)
    expect(new Set(states)).toEqual(new Set(['registered', 'waiting', 'full']))
    const waiting = states.filter((state) => state === 'waiting').length
    expect(await shown(id)).toMatchObject({ registered_count: 7, waiting_count: waiting })
  })

  it('answers 409 full, and queues who wants to wait', async () => {
    const [[first, second, third], id] = [await people(3), await plan({ capacity: 1 })]
    if (!first || !second || !third) throw new Error('Three people are needed.')
    await come(first, id)
    expect(await come(second, id)).toMatchObject({ status: 409, body: { code: 'full' } })
    expect((await come(second, id, { waiting_list: true })).body.data.state).toBe('waiting')
    expect((await come(third, id, { waiting_list: true })).body.data.state).toBe('waiting')
    expect((await shown(id, third)).my_place).toBe(2)
    expect((await come(second, id, { waiting_list: true })).status).toBe(200)
    expect((await shown(id, second)).my_place).toBe(1)
  })

  it('refuses what is over or called off, with the reason', async () => {
    const dana = await server.addCustomer()
    const over = await plan({ inMs: -2 * HOUR_MS })
    expect(await come(dana, over)).toMatchObject({ status: 409, body: { code: 'past' } })
    const off = await plan()
    await server.call('PUT', `/account/api/open-houses/${off}/cancel`, { token: homes.token, body: {} })
    expect(await come(dana, off)).toMatchObject({ status: 409, body: { code: 'cancelled' } })
    expect((await come(dana, 999_999)).status).toBe(404)
  })

  it('warns of another one at the same time', async () => {
    const dana = await server.addCustomer()
    const [first, second, later] = [
      await plan(),
      await plan({ inMs: DAY_MS + HOUR_MS / 2 }),
      await plan({ inMs: 3 * DAY_MS }),
    ]
    await come(dana, first)
    expect((await come(dana, second)).body.data.overlaps).toEqual([first])
    expect((await come(dana, later)).body.data.overlaps).toEqual([])
  })

  it('opens a hidden address when it says so, and closes it with the place', async () => {
    const [dana, other] = [await server.addCustomer(), await server.addCustomer()]
    for (const person of [dana, other]) await server.addPhone(person)
    const hidden = await server.addProperty(homes.id, '77 Secret Oak Ln')
    await server.database.db
      .updateTable('properties')
      .set({ is_street_shown: false })
      .where('id', '=', hidden)
      .execute()
    const id = await plan({ property: hidden, capacity: 1, grants: true })
    expect((await come(dana, id)).body.data.property.full_address).toContain('77 Secret Oak Ln')
    const queued = await come(other, id, { waiting_list: true })
    expect(JSON.stringify(queued.body)).not.toContain('Secret Oak')
    await leave(dana, id)
    expect(JSON.stringify(await mine(dana))).not.toContain('Secret Oak')
    expect((await mine(other))[0].property.full_address).toContain('77 Secret Oak Ln')
  })

  it('says how to get in with the street to whom the address was granted', async () => {
    const [dana, other] = [await server.addCustomer(), await server.addCustomer()]
    const hidden = await addHidden('9 Quillfeather Lane')
    const id = await plan({ property: hidden })
    const notes = 'Park at 9 Quillfeather Lane'
    await server.database.db
      .updateTable('open_houses')
      .set({ access_notes: notes })
      .where('id', '=', id)
      .execute()
    for (const who of [dana, other])
      expect((await come(who, id)).body.data.open_house.access_notes).not.toBe(notes)
    await addRequest(server, {
      customerId: dana.id,
      propertyId: hidden,
      accountId: homes.id,
      state: 'granted',
    })
    expect((await shown(id, dana, hidden)).access_notes).toBe(notes)
    expect((await mine(dana))[0].open_house.access_notes).toBe(notes)
    expect((await shown(id, other, hidden)).access_notes).not.toContain('Quillfeather')
  })
})

describe('giving a place back', () => {
  it('hands it to who has waited longest, and tells them', async () => {
    const [[first, second, third], id] = [await people(3), await plan({ capacity: 1 })]
    if (!first || !second || !third) throw new Error('Three people are needed.')
    await come(first, id)
    await come(second, id, { waiting_list: true })
    await come(third, id, { waiting_list: true })
    server.said.length = 0
    expect((await leave(first, id)).status).toBe(204)
    expect((await shown(id, second)).my_state).toBe('registered')
    expect(await shown(id, third)).toMatchObject({ my_place: 1, registered_count: 1, waiting_count: 1 })
    expect(server.said).toContainEqual(
      expect.objectContaining({
        channel: `App.Models.Customer.${second.id}.Session`,
        event: 'OpenHouseUpdated',
        payload: expect.objectContaining({ id, my_state: 'registered' }),
      }),
    )
    const texts = server.said.flatMap(({ payload }) => JSON.stringify(payload))
    expect(texts.some((text) => text.includes('A place is available'))).toBe(true)
    expect((await leave(first, id)).status).toBe(204)
    expect((await shown(id)).registered_count).toBe(1)
  })

  it('hands it on, and says so, when somebody goes for good', async () => {
    const [[first, second], id] = [await people(2), await plan({ capacity: 1 })]
    if (!first || !second) throw new Error('Two people are needed.')
    await come(first, id)
    await come(second, id, { waiting_list: true })
    server.said.length = 0
    const gone = await server.call('POST', '/customer/api/auth/delete-account', {
      token: first.token,
      body: { confirmation: first.email, password: PASSWORD },
    })
    expect(gone.status).toBe(200)
    expect(await shown(id, second)).toMatchObject({ my_state: 'registered', registered_count: 1 })
    await expect
      .poll(() => JSON.stringify(server.said.filter(({ channel }) => channel.endsWith(`.${second.id}`))))
      .toContain('A place is available')
  })

  it('leaves every count right when people come and go at once', async () => {
    const [everybody, id] = [await people(12), await plan({ capacity: 4 })]
    await Promise.all(everybody.map((who) => come(who, id, { waiting_list: true })))
    await Promise.all(everybody.slice(0, 9).map((who) => leave(who, id)))
    expect(await shown(id)).toMatchObject({ registered_count: 3, waiting_count: 0 })
  })
})

describe('changing the capacity of an open house', () => {
  const resize = async (id: number, capacity: number | null) => {
    const { start, end } = await shown(id)
    return server.call('PUT', `/account/api/open-houses/${id}`, {
      token: homes.token,
      body: { start, end, capacity, access_notes: null, grants_address: false, host_id: null },
    })
  }
  const stateOf = async (who: Person) => (await mine(who))[0].state

  it('gives new places to the people who wait, in their order, and tells them', async () => {
    const [[first, second, third, fourth, late], id] = [await people(5), await plan({ capacity: 1 })]
    if (!first || !second || !third || !fourth || !late) throw new Error('Five people are needed.')
    for (const who of [first, second, third, fourth]) await come(who, id, { waiting_list: true })
    server.said.length = 0
    expect((await resize(id, 3)).body.data).toMatchObject({ registered_count: 3, waiting_count: 1 })
    expect(await Promise.all([second, third, fourth].map(stateOf))).toEqual([
      'registered',
      'registered',
      'waiting',
    ])
    for (const { id: customer } of [second, third])
      expect(JSON.stringify(server.said.filter(({ channel }) => channel.endsWith(`.${customer}`)))).toContain(
        'A place is available',
      )
    expect(await come(late, id)).toMatchObject({ status: 409, body: { code: 'full' } })
    expect((await resize(id, null)).body.data).toMatchObject({ registered_count: 4, waiting_count: 0 })
    expect((await come(late, id)).body.data.state).toBe('registered')
  })

  it('lets no newcomer pass the people who wait', async () => {
    const [[first, second, late], id] = [await people(3), await plan({ capacity: 1 })]
    if (!first || !second || !late) throw new Error('Three people are needed.')
    await come(first, id)
    await come(second, id, { waiting_list: true })
    // As raised before waiting people were given new places.
    await server.database.db.updateTable('open_houses').set({ capacity: 2 }).where('id', '=', id).execute()
    expect(await come(late, id)).toMatchObject({ status: 409, body: { code: 'full' } })
    expect((await come(second, id)).body.data.state).toBe('registered')
  })
})

describe('what a customer and a seller see of it', () => {
  it('lists own registrations with deal and state, and takes feedback after the visit', async () => {
    const dana = await server.addCustomer('Dana Whitfield')
    const id = await plan()
    await come(dana, id)
    expect(await mine(dana)).toMatchObject([
      { state: 'registered', open_house: { id }, customer: { id: dana.id }, property: { id: propertyId } },
    ])
    const say = () =>
      server.call('POST', `/customer/api/open-houses/${id}/feedback`, {
        token: dana.token,
        body: { rating: 4, text: 'Soft floor in the bath.' },
      })
    expect(await say()).toMatchObject({ status: 409, body: { code: 'not_yet' } })
    const began = { starts_at: new Date(Date.now() - 2 * HOUR_MS), ends_at: new Date(Date.now() - HOUR_MS) }
    await server.database.db.updateTable('open_houses').set(began).where('id', '=', id).execute()
    expect((await say()).body.data.feedback).toEqual({ rating: 4, text: 'Soft floor in the bath.' })
    const heard = server.said.filter(({ channel }) => channel === `App.Models.Account.${homes.id}`)
    expect(JSON.stringify(heard)).toContain('4 of 5. Soft floor in the bath.')
    expect((await leave(dana, id)).body.code).toBe('past')
  })

  it('tells everybody when the seller calls it off, once', async () => {
    const [dana, id] = [await server.addCustomer(), await plan({ capacity: 5 })]
    await come(dana, id)
    server.said.length = 0
    const off = () =>
      server.call('PUT', `/account/api/open-houses/${id}/cancel`, {
        token: homes.token,
        body: { reason: 'The roof leaks.' },
      })
    expect((await off()).body.data.cancel_reason).toBe('The roof leaks.')
    await off()
    expect(server.said.filter(({ event }) => event === 'PropertyUpdated')).toMatchObject([
      { channel: 'App.Deals', payload: { id: propertyId } },
    ])
    const messages = server.said.filter(({ event }) => event === 'TextMessageOutboundSent')
    expect(new Set(messages.map(({ channel }) => channel)).has(`App.Models.Customer.${dana.id}`)).toBe(true)
    const mails = await server.database.db
      .selectFrom('outbox')
      .select(['subject', 'body_text'])
      .where('recipient', '=', dana.email)
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body_text).toContain('The roof leaks.')
    const rival = await server.addAccount('Rival Homes')
    const foreign = await server.call('PUT', `/account/api/open-houses/${id}/cancel`, {
      token: rival.token,
      body: {},
    })
    expect(foreign.status).toBe(404)
  })

  it('tells the reason without the street that is hidden from who only waited', async () => {
    const [dana, other] = [await server.addCustomer(), await server.addCustomer()]
    for (const person of [dana, other]) await server.addPhone(person)
    const hidden = await addHidden('12 Quillfeather Lane')
    const id = await plan({ property: hidden, capacity: 1, grants: true })
    await come(dana, id)
    await come(other, id, { waiting_list: true })
    server.said.length = 0
    expect((await callOff(id, 'Flood in 12 Quillfeather Lane.')).status).toBe(200)
    const toOther = server.said.filter(({ channel }) => channel === `App.Models.Customer.${other.id}`)
    expect(JSON.stringify(toOther)).toContain('was called off: Flood in')
    expect(JSON.stringify(toOther)).not.toContain('Quillfeather')
    const mail = await server.database.db
      .selectFrom('outbox')
      .select('body_text')
      .where('recipient', '=', other.email)
      .executeTakeFirstOrThrow()
    expect(mail.body_text).not.toContain('Quillfeather')
    expect(JSON.stringify(await mine(dana))).not.toContain('Quillfeather')
  })

  it('tells how to get in and why it is called off without the street of another hidden deal', async () => {
    const dana = await server.addCustomer()
    await server.addPhone(dana)
    const other = await addHidden('31 Thistledown Lane')
    const id = await plan()
    const text = 'Keys are at 31 Thistledown Lane.'
    await server.database.db
      .updateTable('open_houses')
      .set({ access_notes: text })
      .where('id', '=', id)
      .execute()
    const told = 'Keys are at (address on request).'
    expect((await come(dana, id)).body.data.open_house.access_notes).toBe(told)
    expect((await shown(id, dana)).access_notes).toBe(told)
    server.said.length = 0
    await callOff(id, text)
    expect((await shown(id)).cancel_reason).toBe(told)
    expect(JSON.stringify(server.said)).toContain('was called off: Keys are at')
    expect(JSON.stringify(server.said)).not.toContain('Thistledown')
    const granted = { customerId: dana.id, propertyId: other, accountId: homes.id, state: 'granted' } as const
    await addRequest(server, granted)
    expect((await shown(id, dana)).cancel_reason).toBe(text)
  })

  it('cannot be called off once it is over', async () => {
    expect(await callOff(await plan({ inMs: -2 * HOUR_MS }))).toMatchObject({
      status: 409,
      body: { code: 'past' },
    })
  })

  it('shows the seller app who is coming', async () => {
    const seller = await server.addAccount('Small Homes')
    const id = await plan({ property: await server.addProperty(seller.id) })
    const dana = await server.addCustomer('Dana Whitfield')
    await come(dana, id)
    const { body } = await server.call('GET', '/account/api/open-houses', { token: seller.token })
    expect(body.data).toMatchObject([
      {
        id,
        access_notes: 'Side gate',
        registrations: [{ state: 'registered', customer: { name: 'Dana Whitfield' } }],
      },
    ])
  })
})
