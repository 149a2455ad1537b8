import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { createSmsSender } from '#server/providers/sms/create-sms-sender.ts'
import type { SmsSender, SmsSettings } from '#server/providers/sms/sms-sender.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: OpenDatabase
let provider: Server
let url: string
const received: { headers: IncomingMessage['headers']; body: Record<string, string> }[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  provider = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body: JSON.parse(body) })
    response.statusCode = request.url === '/broken' ? 500 : request.url === '/moved' ? 302 : 202
    response.setHeader('location', '/elsewhere')
    response.end(body)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((resolve) => provider.close(resolve))
  await database.close()
})
beforeEach(() => void received.splice(0))

const senderOf = (settings: SmsSettings): SmsSender =>
  createSmsSender(settings, {
    db: database.db,
    log: {} as FastifyBaseLogger,
    site: { origin: '' },
    secret: 'a secret for tests only',
  })
const http = (path = '/messages', from = '+18445550100') =>
  senderOf({ driver: 'http', url: `${url}${path}`, token: 'a-token', from })
const text = { to: '+17132840142', body: '123456 is your code · Plat' }

describe.each([
  [
    'the outbox',
    () => senderOf({ driver: 'outbox' }),
    async () => {
      const row = await database.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
      expect(row.channel).toBe('sms')
      return { to: row.recipient, body: row.body_text }
    },
  ],
  ['an HTTP provider', http, async () => ({ to: received[0]?.body.to, body: received[0]?.body.body })],
])('a text message through %s', (_, make, arrived) => {
  it('arrives as it was written', async () => {
    await make().send(text)
    expect(await arrived()).toEqual(text)
  })
})

describe('an HTTP provider', () => {
  it('is told the sender and shown the token', async () => {
    await http().send(text)
    expect(received[0]?.body.from).toBe('+18445550100')
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer a-token',
      'content-type': 'application/json',
    })
  })

  it.each([
    ['fails', () => http('/broken'), 'The text-message service answered 500'],
    ['sends us elsewhere', () => http('/moved'), 'The text-message service does not answer (TypeError)'],
    [
      'is gone',
      () => senderOf({ driver: 'http', url: 'http://127.0.0.1:1/', token: 'a-token', from: '1' }),
      'The text-message service does not answer (TypeError)',
    ],
  ])('that %s rejects, and names neither number nor text', async (_, make, message) => {
    const error = await make()
      .send(text)
      .catch((each: Error) => each)
    expect(error).toMatchObject({ message })
  })

  it('is not asked a second time, or the text could arrive twice', async () => {
    await http('/broken')
      .send(text)
      .catch(() => {})
    expect(received).toHaveLength(1)
  })
})
