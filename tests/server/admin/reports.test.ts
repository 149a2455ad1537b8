/** The list of reports at the console. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from './staff.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('a report names the seller of a deal, and who wrote a review or a message', async () => {
  const { db } = server.database
  const { id: account_id } = await server.addAccount()
  const buyer = await server.addCustomer()
  const staff = await addStaff(server, 'Avery')
  const deal = await server.addProperty(account_id)
  await server.call('POST', `/customer/api/properties/${deal}/reports`, {
    token: buyer.token,
    body: { reason: 'duplicate' },
  })
  const { id: customer_id } = await server.addCustomer('Marcus Reyes')
  const review = { account_id, customer_id, rating: 1, scores: '{}', content: 'Never again.' }
  const at = new Date()
  const reviews = await db
    .insertInto('reviews')
    .values([
      { ...review, about: 'account', published_at: at, created_at: at },
      { ...review, about: 'customer', published_at: at, created_at: at },
    ])
    .returning('id')
    .execute()
  const message = { account_id, customer_id, body: 'Buy now.', created_at: at }
  const messages = await db
    .insertInto('messages')
    .values([
      { ...message, type: 'inbound', sort_at: at },
      { ...message, type: 'outbound', sort_at: new Date(at.getTime() + 1) },
    ])
    .returning('id')
    .execute()
  const report = { reporter_kind: 'customer' as const, reporter_id: buyer.id, reason: 'spam' }
  await db
    .insertInto('content_reports')
    .values([
      ...reviews.map(({ id }) => ({ ...report, subject_kind: 'review' as const, subject_id: id })),
      ...messages.map(({ id }) => ({ ...report, subject_kind: 'message' as const, subject_id: id })),
    ])
    .execute()
  const { body } = await server.call('GET', '/admin/api/reports', { token: staff.token })
  const authors = body.data.map((row: Record<string, unknown>) => [row.kind, row.subject_id, row.author])
  const accounts = db.selectFrom('accounts').select('title').where('id', '=', account_id)
  const { title } = await accounts.executeTakeFirstOrThrow()
  expect(authors).toEqual([
    ['deal', deal, title],
    ['message', messages[0]?.id, 'Marcus Reyes'],
    ['message', messages[1]?.id, title],
    ['review', reviews[0]?.id, 'Marcus Reyes'],
    ['review', reviews[1]?.id, title],
  ])
})
