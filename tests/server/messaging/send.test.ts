import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let dana: Person
let homes: Seller
beforeAll(async () => {
  server = await startTestServer({ limits: { sendsPerMinute: 1000 } })
  dana = await server.addCustomer()
  homes = await server.addAccount()
  await server.introduce(dana, homes)
})
afterAll(() => server.close())

interface Sending {
  from?: Person
  to?: number
  customer?: number
  message?: unknown
  headers?: Record<string, string>
}
const send = ({ from = dana, to = homes.id, customer = from.id, message = 'Hello', headers = {} }: Sending) =>
  server.call('POST', `/customers/${customer}/accounts/${to}/text-messages`, {
    token: from.token,
    body: { message },
    headers,
  })

const thread = async (from = dana, account = homes.id) =>
  (
    await server.call('GET', `/customers/${from.id}/text-messages?filter[account_id]=${account}`, {
      token: from.token,
    })
  ).body.data

describe('sending', () => {
  it('answers with the created message on both path families', async () => {
    const answer = await send({ message: 'Is 412 Live Oak still available?' })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      type: 'inbound',
      account_id: homes.id,
      customer_id: dana.id,
      calculated_body: 'Is 412 Live Oak still available?',
      is_read: false,
      property: null,
    })
    const area = await server.call(
      'POST',
      `/customer/api/customers/${dana.id}/accounts/${homes.id}/text-messages`,
      {
        token: dana.token,
        body: { message: 'And here' },
      },
    )
    expect(area.status).toBe(201)
  })

  it('keeps what the database can hold of a broken text, and refuses when nothing is left', async () => {
    expect((await send({ message: 'a\0b\ud800c' })).body.data.calculated_body).toBe('ab\ufffdc')
    expect((await send({ message: '\0' })).status).toBe(422)
  })

  it('says it live to both sides, sparing the sender’s socket among the sender’s own', async () => {
    server.said.length = 0
    const { data } = (await send({ message: 'Live', headers: { 'X-Socket-ID': '12.34' } })).body
    const said = { event: 'TextMessageInboundSent', payload: { message: data } }
    expect(server.said).toEqual([
      { ...said, channel: `App.Models.Customer.${dana.id}`, except: '12.34' },
      { ...said, channel: `App.Models.Customer.${dana.id}.Account.${homes.id}`, except: '12.34' },
      { ...said, channel: `App.Models.Account.${homes.id}`, except: null },
    ])
  })

  it('tells who listens for customers’ messages, until they stop', async () => {
    const heard: unknown[] = []
    const stop = server.messenger.onCustomerMessage((message) => heard.push(message))
    const { id } = (await send({ message: 'Anybody there?' })).body.data
    stop()
    await send({ message: 'Unheard' })
    expect(heard).toEqual([{ id, customerId: dana.id, accountId: homes.id, body: 'Anybody there?' }])
  })

  it.each([
    ['1000 characters pass', 'x'.repeat(1000), 201],
    ['1001 do not', 'x'.repeat(1001), 422],
    ['blanks do not', '  \n ', 422],
    ['null does not', null, 422],
    ['a number does not', 7, 422],
  ])('%s', async (_, message, status) => {
    const answer = await send({ message })
    expect(answer.status).toBe(status)
    if (status === 422) expect(Object.keys(answer.body.errors)).toEqual(['message'])
  })

  it('keeps every character as it was', async () => {
    const message = '  Größe ☂️ <b>$1</b> \\ "quoted"\n2nd line  '
    expect((await send({ message })).body.data.calculated_body).toBe(message)
    expect((await thread())[0].calculated_body).toBe(message)
  })

  it('to an account without a conversation, or as somebody else: the same 404', async () => {
    const erin = await server.addCustomer('Erin Vale')
    const stranger = await server.addAccount('Stranger Homes')
    const answers = [
      await send({ to: stranger.id }),
      await send({ to: 999_999 }),
      await send({ customer: erin.id }),
      await send({ customer: 999_999 }),
    ]
    for (const { status, body } of answers)
      expect([status, body.message, body.code]).toEqual([404, 'Not found.', 'not_found'])
  })

  it('more than the limit in a minute: 429 with Retry-After, for this customer alone', async () => {
    const strict = await startTestServer({ limits: { sendsPerMinute: 3 } })
    const [fast, calm] = [await strict.addCustomer(), await strict.addCustomer()]
    const account = await strict.addAccount()
    await strict.introduce(fast, account)
    await strict.introduce(calm, account)
    const post = (who: Person) =>
      strict.call('POST', `/customers/${who.id}/accounts/${account.id}/text-messages`, {
        token: who.token,
        body: { message: 'Hi' },
      })
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await post(fast)).status)
    expect(statuses).toEqual([201, 201, 201, 429])
    expect(Number((await post(fast)).headers['retry-after'])).toBeGreaterThan(0)
    expect((await post(calm)).status).toBe(201)
    await strict.close()
  })
})

describe('Idempotency-Key', () => {
  it('knows a repeat also of a text with half a surrogate pair', async () => {
    const sending = { message: 'cut off emoji \ud83d', headers: { 'Idempotency-Key': 'half' } }
    const [first, again] = [await send(sending), await send(sending)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.data.id).toBe(first.body.data.id)
  })

  it('twenty posts at once with one key make one message and say it once', async () => {
    server.said.length = 0
    const heard: unknown[] = []
    const stop = server.messenger.onCustomerMessage((message) => heard.push(message))
    const key = { 'Idempotency-Key': 'one-click_twenty-posts' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send({ message: 'Once', headers: key })),
    )
    stop()
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
    expect(
      (await thread()).filter((row: { calculated_body: string }) => row.calculated_body === 'Once'),
    ).toHaveLength(1)
    expect(server.said).toHaveLength(3)
    expect(heard).toHaveLength(1)
  })

  it('the same key with another text or account: 409', async () => {
    const second = await server.addAccount('Second Street')
    await server.introduce(dana, second)
    const headers = { 'Idempotency-Key': 'used' }
    await send({ message: 'First', headers })
    expect((await send({ message: 'Other', headers })).status).toBe(409)
    expect((await send({ message: 'First', to: second.id, headers })).status).toBe(409)
  })

  it('answers a repeat of a stored message beyond the limit per minute', async () => {
    const strict = await startTestServer({ limits: { sendsPerMinute: 1 } })
    const fast = await strict.addCustomer()
    const account = await strict.addAccount()
    await strict.introduce(fast, account)
    const post = (key: string) =>
      strict.call('POST', `/customers/${fast.id}/accounts/${account.id}/text-messages`, {
        token: fast.token,
        body: { message: 'Hi' },
        headers: { 'Idempotency-Key': key },
      })
    const stored = await post('answer-was-lost')
    const [again, other] = [await post('answer-was-lost'), await post('never-seen')]
    await strict.close()
    expect([again.status, again.body.data.id]).toEqual([201, stored.body.data.id])
    expect(other.status).toBe(429)
  })

  it('belongs to one customer: another may use the same', async () => {
    const erin = await server.addCustomer('Erin Vale')
    await server.introduce(erin, homes)
    const headers = { 'Idempotency-Key': 'common' }
    const [first, second] = [await send({ headers }), await send({ from: erin, headers })]
    expect(second.status).toBe(201)
    expect(second.body.data.id).not.toBe(first.body.data.id)
  })

  it.each([['x'.repeat(65)], ['with space'], ['äöü']])('%s is refused', async (key) => {
    expect((await send({ headers: { 'Idempotency-Key': encodeURIComponent(key) } })).status).toBe(422)
  })
})

describe('order', () => {
  it('messages of both sides at once stand in the order of their ids, each later than the one before', async () => {
    const erin = await server.addCustomer('Erin Vale')
    await server.introduce(erin, homes)
    const path = `/account/api/customers/${erin.id}/text-messages`
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => [
        send({ from: erin, message: `in ${index}` }),
        server.call('POST', path, { token: homes.token, body: { message: `out ${index}` } }),
      ]).flat(),
    )
    const rows: { id: number; calculated_send_datetime: string }[] = await thread(erin)
    expect(rows).toHaveLength(20)
    const times = rows.map((row) => Date.parse(row.calculated_send_datetime)).reverse()
    const ids = rows.map((row) => row.id).reverse()
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    for (const [index, time] of times.entries())
      if (index > 0) expect(time).toBeGreaterThan(times[index - 1] ?? 0)
    const chat = await server.database.db
      .selectFrom('chats')
      .selectAll()
      .where('customer_id', '=', erin.id)
      .executeTakeFirstOrThrow()
    expect(chat).toMatchObject({
      last_message_id: ids.at(-1),
      customer_unread_count: 10,
      account_unread_count: 10,
    })
  })
})
