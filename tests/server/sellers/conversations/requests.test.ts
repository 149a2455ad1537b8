import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const ADDRESS = '412 Live Oak St, Waco, TX 76701'
let server: TestServer
let homes: Seller
let rival: Seller
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount()
  rival = await server.addAccount('Rival Realty')
})
afterAll(() => server.close())

async function asked(account = homes): Promise<{ dana: Person; property: number; request: number }> {
  const dana = await server.addCustomer()
  await server.addPhone(dana)
  const property = await server.addProperty(account.id)
  const hidden = { is_street_shown: false, latitude: 31.5493, longitude: -97.1467 }
  await server.database.db.updateTable('properties').set(hidden).where('id', '=', property).execute()
  const { body } = await server.call('POST', '/customer/api/inquiry', {
    token: dana.token,
    body: { property_id: property, type: 'address_request', message: 'For a flip.' },
  })
  return { dana, property, request: body.data.id }
}
const decide = (seller: Seller, request: number, body: object) =>
  server.call('PUT', `/account/api/requests/${request}`, { token: seller.token, body })
const requests = async (seller: Seller, query = '') =>
  (await server.call('GET', `/account/api/requests${query}`, { token: seller.token })).body.data
const threadOf = async (who: Person) =>
  (
    await server.call('GET', `/customers/${who.id}/text-messages?filter[account_id]=${homes.id}`, {
      token: who.token,
    })
  ).body.data

describe('requests in the seller app', () => {
  it('come with the deal’s true address and what is known of the buyer, those that wait first', async () => {
    const seller = await server.addAccount('Quiet Homes')
    const [first, second] = [await asked(seller), await asked(seller)]
    await decide(seller, second.request, { state: 'declined' })
    const known = { email_confirmed_at: new Date(), idv_status: 'success' }
    await server.database.db.updateTable('customers').set(known).where('id', '=', first.dana.id).execute()
    const rows = await requests(seller)
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([first.request, second.request])
    expect(rows[0]).toMatchObject({
      state: 'pending',
      message: 'For a flip.',
      property: { id: first.property, full_address: ADDRESS },
      customer: {
        id: first.dana.id,
        is_email_confirmed: true,
        is_phone_confirmed: true,
        is_id_verified: true,
      },
    })
    expect(await requests(seller, '?state=declined')).toMatchObject([{ id: second.request }])
    expect(await requests(rival)).toEqual([])
  })

  it('a grant shows the address in the thread, and says it live to the buyer alone', async () => {
    const { dana, property, request } = await asked()
    server.said.length = 0
    const { status, body } = await decide(homes, request, { state: 'granted' })
    expect([status, body.data.state]).toEqual([200, 'granted'])
    const updates = server.said.filter(({ event }) => event === 'InquiryUpdated')
    expect(updates).toMatchObject([
      {
        channel: `App.Models.Customer.${dana.id}`,
        payload: {
          id: request,
          state: 'granted',
          property_id: property,
          address: ADDRESS,
          latitude: 31.5493,
        },
      },
      {
        channel: `App.Models.Customer.${dana.id}.Account.${homes.id}`,
        payload: { id: request, address: ADDRESS },
      },
      { channel: `App.Models.Account.${homes.id}`, payload: { id: request, state: 'granted' } },
    ])
    expect(updates[2]?.payload).not.toHaveProperty('address')
    expect(await threadOf(dana)).toMatchObject([
      {
        type: 'outbound',
        calculated_body: `The address is ${ADDRESS}.`,
        property: { full_address: ADDRESS },
      },
      { type: 'inbound', inquiry: { state: 'granted' }, property: { full_address: ADDRESS } },
    ])
    const standing = await server.call(
      'GET',
      `/customer/api/property-address-request?property_id=${property}&type=address_request`,
      { token: dana.token },
    )
    expect(standing.body.data).toMatchObject({ state: 'granted', address: ADDRESS, longitude: -97.1467 })
  })

  it('a refusal tells why and keeps the house hidden', async () => {
    const { dana, request } = await asked()
    server.said.length = 0
    await decide(homes, request, { state: 'declined', reason: ' Under contract soon. ' })
    const [answer, asking] = await threadOf(dana)
    expect(answer.calculated_body).toBe(
      'Your request for the address in Waco, TX 76701 was declined: Under contract soon.',
    )
    expect(asking.inquiry.state).toBe('declined')
    const heard = server.said.filter(({ channel }) => channel.includes('Customer'))
    expect(JSON.stringify([heard, answer, asking])).not.toContain('Live Oak')
  })

  it('a refusal whose reason names the street is told without it', async () => {
    const { dana, request } = await asked()
    server.said.length = 0
    await decide(homes, request, { state: 'declined', reason: '412 Live Oak St is under contract.' })
    const [answer] = await threadOf(dana)
    expect(answer.calculated_body).toContain('is under contract.')
    const own = await server.call('GET', '/customer/api/address-requests', { token: dana.token })
    expect(own.body.data[0].reason).toContain('is under contract.')
    const heard = server.said.filter(({ channel }) => channel === `App.Models.Customer.${dana.id}`)
    expect(heard).not.toEqual([])
    expect(JSON.stringify([heard, answer, own.body])).not.toContain('Live Oak')
  })

  it('is decided once: repeated it says nothing again, the other way it is refused', async () => {
    const { dana, request } = await asked()
    const answers = await Promise.all([
      decide(homes, request, { state: 'granted' }),
      decide(homes, request, { state: 'granted' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await decide(homes, request, { state: 'declined' })).status).toBe(409)
    expect(await threadOf(dana)).toHaveLength(2)
  })

  it('another account’s request, and a question, do not exist', async () => {
    const { dana, property, request } = await asked()
    expect((await decide(rival, request, { state: 'granted' })).status).toBe(404)
    const question = await server.call('POST', '/customer/api/inquiry', {
      token: dana.token,
      body: { property_id: property, type: 'inquiry', message: 'Hello?' },
    })
    expect((await decide(homes, question.body.data.id, { state: 'granted' })).status).toBe(404)
  })
})

describe('cards on messages', () => {
  it('another buyer’s grant opens nothing to a buyer, in lists and threads', async () => {
    const { request, property } = await asked()
    await decide(homes, request, { state: 'granted' })
    const marcus = await server.addCustomer('Marcus Reyes')
    await server.addPhone(marcus)
    await server.introduce(marcus, homes)
    server.said.length = 0
    await server.call('POST', `/account/api/customers/${marcus.id}/text-messages`, {
      token: homes.token,
      body: { property_id: property },
    })
    const chats = await server.call('GET', `/customers/${marcus.id}/chats`, { token: marcus.token })
    const heard = server.said.filter(({ channel }) => channel.includes(`Customer.${marcus.id}`))
    expect(heard).toHaveLength(2)
    expect(JSON.stringify([chats.body, await threadOf(marcus), heard])).not.toContain('Live Oak')
    expect(chats.body.data[0].last_message.calculated_body).toBe('Waco, TX 76701')
  })
})
