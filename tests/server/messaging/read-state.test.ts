import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let homes: Seller
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount()
})
afterAll(() => server.close())

const mark = (who: Person, ids: unknown[], headers = {}) =>
  server.call('PUT', `/customers/${who.id}/text-message-service/read-state`, {
    token: who.token,
    body: { is_read: true, text_messages_ids: ids },
    headers,
  })

const outbound = async (to: Person, from = homes) =>
  (await server.messenger.sendFromAccount({ accountId: from.id, customerId: to.id, body: 'Hi' })).id

const unread = async (who: Person) =>
  (await server.call('GET', '/customer/api/auth/user', { token: who.token })).body.data.unread_total

const isRead = async (id: number) =>
  (await server.database.db.selectFrom('messages').select('is_read').where('id', '=', id).executeTakeFirst())
    ?.is_read

describe('read marks', () => {
  it('lower the unread count by what really changed; a repeat changes nothing', async () => {
    const dana = await server.addCustomer()
    const ids = [await outbound(dana), await outbound(dana), await outbound(dana)]
    expect(await unread(dana)).toBe(3)
    expect((await mark(dana, ids.slice(0, 2))).status).toBe(200)
    expect(await unread(dana)).toBe(1)
    await mark(dana, ids.slice(0, 2))
    expect(await unread(dana)).toBe(1)
    await mark(dana, ids)
    await mark(dana, ids)
    expect(await unread(dana)).toBe(0)
  })

  it('ten overlapping calls at once count each message once', async () => {
    const dana = await server.addCustomer()
    const ids: number[] = []
    for (let i = 0; i < 6; i++) ids.push(await outbound(dana))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        mark(dana, index % 2 ? ids.slice(0, 5) : ids.slice(0, 5).reverse()),
      ),
    )
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    expect(await unread(dana)).toBe(1)
  })

  it('pass over ids of others, of nobody, and of one’s own messages', async () => {
    const [dana, erin] = [await server.addCustomer(), await server.addCustomer('Erin Vale')]
    const [mine, hers] = [await outbound(dana), await outbound(erin)]
    const own = await server.call('POST', `/customers/${dana.id}/accounts/${homes.id}/text-messages`, {
      token: dana.token,
      body: { message: 'Mine' },
    })
    const answer = await mark(dana, [mine, hers, own.body.data.id, 999_999])
    expect(answer.status).toBe(200)
    expect([await isRead(mine), await isRead(hers), await isRead(own.body.data.id)]).toEqual([
      true,
      false,
      false,
    ])
    expect(await unread(erin)).toBe(1)
  })

  it('tell both sides once, per conversation, with the new count', async () => {
    const dana = await server.addCustomer()
    const second = await server.addAccount('Second Street')
    const ids = [await outbound(dana), await outbound(dana), await outbound(dana, second)]
    server.said.length = 0
    await mark(dana, ids, { 'X-Socket-ID': '5.6' })
    const told = server.said.map(({ channel, event, payload, except }) => ({
      channel,
      event,
      except,
      payload,
    }))
    expect(told).toHaveLength(6)
    expect(told).toContainEqual({
      channel: `App.Models.Account.${homes.id}`,
      event: 'TextMessagesRead',
      except: null,
      payload: {
        account_id: homes.id,
        customer_id: dana.id,
        text_messages_ids: expect.arrayContaining(ids.slice(0, 2)),
        customer_unread_count: 0,
        read_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    })
    server.said.length = 0
    await mark(dana, ids)
    expect(server.said).toEqual([])
  })

  it('of the company are shown to the buyer once, and not by a company that hides them', async () => {
    const dana = await server.addCustomer()
    const company = await server.addAccount('Quiet Homes')
    const say = async (message: string) => {
      await server.messenger.sendFromAccount({ accountId: company.id, customerId: dana.id, body: 'Hi' })
      const path = `/customers/${dana.id}/accounts/${company.id}/text-messages`
      return (await server.call('POST', path, { token: dana.token, body: { message } })).body.data
    }
    const look = () =>
      server.call('PUT', `/account/api/customers/${dana.id}/read-state`, {
        token: company.token,
      })
    const wireOf = async (id: number) => {
      const path = `/customers/${dana.id}/text-messages?filter[account_id]=${company.id}`
      const { data } = (await server.call('GET', path, { token: dana.token })).body
      return data.find((each: { id: number }) => each.id === id)
    }
    const sent = await say('Is it vacant?')
    expect([sent.is_read, sent.read_at]).toEqual([false, null])
    server.said.length = 0
    expect((await look()).status).toBe(204)
    const { is_read, read_at } = await wireOf(sent.id)
    expect([is_read, typeof read_at]).toEqual([true, 'string'])
    const channel = `App.Models.Customer.${dana.id}`
    const payload = { account_id: company.id, customer_id: dana.id, text_messages_ids: [sent.id], read_at }
    expect(server.said.map(({ channel, event, payload }) => ({ channel, event, payload }))).toEqual([
      { channel, event: 'TextMessagesSeen', payload },
      { channel: `${channel}.Account.${company.id}`, event: 'TextMessagesSeen', payload },
    ])
    server.said.length = 0
    await look()
    expect(server.said).toEqual([])

    const body = { shows_read_marks: false }
    await server.call('PUT', '/account/api/company', { token: company.token, body })
    const second = await say('Still there?')
    server.said.length = 0
    await look()
    expect(server.said).toEqual([])
    for (const { id } of [sent, second]) {
      const wire = await wireOf(id)
      expect([wire.is_read, 'read_at' in wire]).toEqual([false, false])
    }
  })

  it.each([
    ['is_read false', { is_read: false, text_messages_ids: [1] }, ['is_read']],
    ['no ids', { is_read: true, text_messages_ids: [] }, ['text_messages_ids']],
    ['nothing at all', undefined, ['is_read', 'text_messages_ids']],
    [
      'words for ids',
      { is_read: true, text_messages_ids: [1, 'x', -2] },
      ['text_messages_ids.1', 'text_messages_ids.2'],
    ],
    [
      'too many ids',
      { is_read: true, text_messages_ids: Array.from({ length: 501 }, (_, i) => i + 1) },
      ['text_messages_ids'],
    ],
  ])('%s: 422 naming the fields', async (_, body, fields) => {
    const dana = await server.addCustomer()
    const answer = await server.call('PUT', `/customers/${dana.id}/text-message-service/read-state`, {
      token: dana.token,
      ...(body ? { body } : {}),
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(fields)
  })

  it('of another customer: 404', async () => {
    const [dana, erin] = [await server.addCustomer(), await server.addCustomer('Erin Vale')]
    expect((await mark({ ...erin, token: dana.token }, [1])).status).toBe(404)
  })
})
