/** The list of reports at the console, and that each is decided once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { handIn, PDF } from '#tests/support/uploads.ts'
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
  // Who is named was looked at, which their own export says.
  const reads = db.selectFrom('audit_log').select('subject_id').where('action', '=', 'customer.read')
  const seen = await reads.where('actor_id', '=', staff.id).orderBy('subject_id').execute()
  expect(seen.map(({ subject_id }) => Number(subject_id))).toEqual([buyer.id, customer_id])
})

it('a message without words is reported by its files, which nobody can open once it was removed', async () => {
  const [homes, buyer] = [await server.addAccount(), await server.addCustomer()]
  await server.introduce(buyer, homes)
  const { token } = homes
  const path = `/account/api/customers/${buyer.id}`
  const file = { field: 'file', bytes: PDF, name: 'contract.pdf', fields: { ref: 'reported-file' } }
  const upload = await handIn(server, { path: `${path}/attachments`, token, ...file })
  const { id, url } = upload.body.data
  const body = { attachment_ids: [id] }
  const sent = await server.call('POST', `${path}/text-messages`, { token, body })
  const { db } = server.database
  const report = await db
    .insertInto('content_reports')
    .values({
      reporter_kind: 'customer',
      reporter_id: buyer.id,
      reason: 'spam',
      subject_kind: 'message' as const,
      subject_id: sent.body.data.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = await db
    .selectFrom('message_attachments')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { pathname, search } = new URL(url, 'https://plat.example')
  const opened = async () => (await server.app.inject({ method: 'GET', url: pathname + search })).statusCode
  expect(await opened()).toBe(200)

  const staff = await addStaff(server, 'Robin')
  const reports = await server.call('GET', '/admin/api/reports', { token: staff.token })
  expect(reports.body.data).toContainEqual(
    expect.objectContaining({ kind: 'message', id: report.id, subject: 'contract.pdf' }),
  )
  const decided = await server.call('PUT', `/admin/api/reports/message/${report.id}`, {
    token: staff.token,
    body: { decision: 'removed' },
  })
  expect(decided.status).toBe(200)
  expect(await opened()).toBe(404)
  const thread = await server.call('GET', `${path}/text-messages`, { token })
  expect(thread.body.data).toMatchObject([
    { calculated_body: 'This message was removed.', attachments: null },
  ])
  const queued = await db.selectFrom('file_deletions').select('storage_key').execute()
  expect(queued).toContainEqual(stored)
})

interface ReportedThing {
  kind: 'deal' | 'review' | 'message'
  id: number
}

/** A deal, a review and a message, each reported by one buyer. */
async function reported(): Promise<ReportedThing[]> {
  const { db } = server.database
  const { id: account_id } = await server.addAccount()
  const buyer = await server.addCustomer()
  const deal = await server.addProperty(account_id)
  const at = new Date()
  const review = await db
    .insertInto('reviews')
    .values({
      account_id,
      customer_id: buyer.id,
      about: 'account',
      rating: 1,
      scores: '{}',
      content: 'Never again.',
      published_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await db
    .insertInto('messages')
    .values({
      account_id,
      customer_id: buyer.id,
      body: 'Buy now.',
      type: 'outbound',
      created_at: at,
      sort_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const report = { reporter_kind: 'customer' as const, reporter_id: buyer.id, reason: 'spam' }
  const { id: ofDeal } = await db
    .insertInto('property_reports')
    .values({ property_id: deal, customer_id: buyer.id, reason: 'duplicate' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contents = await db
    .insertInto('content_reports')
    .values([
      { ...report, subject_kind: 'review', subject_id: review.id },
      { ...report, subject_kind: 'message', subject_id: message.id },
    ])
    .returning(['id', 'subject_kind'])
    .execute()
  return [{ kind: 'deal', id: ofDeal }, ...contents.map(({ id, subject_kind: kind }) => ({ kind, id }))]
}

it.each([
  ['kept', 'removed'],
  ['removed', 'kept'],
  ['removed', 'removed'],
  ['kept', 'kept'],
] as const)(
  'of two who decide on one report at the same moment, %s and %s, one does, and the log and the other hear who',
  async (first, second) => {
    const { db } = server.database
    const key = `${first}${second}`
    const [avery, blake] = [await addStaff(server, `Ada${key}`), await addStaff(server, `Bo${key}`)]
    for (const { kind, id } of await reported()) {
      const decide = (by: typeof avery, decision: 'kept' | 'removed') =>
        server.call('PUT', `/admin/api/reports/${kind}/${id}`, { token: by.token, body: { decision } })
      const answers = await Promise.all([decide(avery, first), decide(blake, second)])
      expect([kind, answers.map(({ status }) => status).toSorted()]).toEqual([kind, [200, 409]])
      const isFirst = answers[0].status === 200
      const [winner, decision] = isFirst ? [`Ada${key}`, first] : [`Bo${key}`, second]
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.body.message).toBe(`${winner} has decided this report already: ${decision}.`)
      const { body } = await server.call('GET', '/admin/api/audit', { token: avery.token })
      const entries = body.data.filter(
        (row: { subject_kind: string; after: { report?: number } | null }) =>
          row.subject_kind === kind && row.after?.report === id,
      )
      expect(entries).toMatchObject([{ action: `report.${decision}`, actor: winner }])
      const subject = await db
        .selectFrom(kind === 'deal' ? 'property_reports' : 'content_reports')
        .select('decision')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(subject.decision).toBe(decision)
    }
  },
)

it('the former texts of a reported review are shown with when they were written, and to whom they belong is noted', async () => {
  const { db } = server.database
  const [homes, dana] = [await server.addAccount(), await server.addCustomer()]
  const [staff, reader] = [await addStaff(server, 'Casey'), await addStaff(server, 'Drew')]
  const written = new Date(Date.now() - 60 * 60_000)
  const { id } = await db
    .insertInto('reviews')
    .values({
      account_id: homes.id,
      customer_id: dana.id,
      about: 'account',
      rating: 5,
      scores: '{}',
      content: 'They closed on the day they had named.',
      published_at: written,
      created_at: written,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('content_reports')
    .values({
      reporter_kind: 'member',
      reporter_id: homes.memberId,
      reason: 'false',
      subject_kind: 'review',
      subject_id: id,
    })
    .execute()
  const change = (rating: number, content: string) =>
    server.call('PUT', `/customer/api/customers/${dana.id}/written-reviews/${id}`, {
      token: dana.token,
      body: { rating, content },
    })
  // By another member of staff: listing the reports is logged as well.
  const edits = (review: number, token = reader.token) =>
    server.call('GET', `/admin/api/reviews/${review}/edits`, { token })
  const reportOf = async () => {
    const { body } = await server.call('GET', '/admin/api/reports', { token: staff.token })
    return body.data.find((row: Record<string, unknown>) => row.kind === 'review' && row.subject_id === id)
  }
  expect(await edits(id)).toMatchObject({ status: 200, body: { data: [] } })
  expect(await reportOf()).toMatchObject({ edited_at: null })

  const first = await change(3, 'They closed two days after the day they had named.')
  const second = await change(1, 'They never closed, whatever they say about it.')
  expect((await edits(id)).body.data).toEqual([
    { rating: 5, content: 'They closed on the day they had named.', written_at: written.toISOString() },
    {
      rating: 3,
      content: 'They closed two days after the day they had named.',
      written_at: first.body.data.edited_at,
    },
  ])
  expect(await reportOf()).toMatchObject({
    subject: 'They never closed, whatever they say about it.',
    edited_at: second.body.data.edited_at,
  })
  expect((await edits(id, dana.token)).status).toBe(403)
  await server.call('DELETE', `/customer/api/customers/${dana.id}/written-reviews/${id}`, {
    token: dana.token,
  })
  expect((await edits(id)).body.data).toHaveLength(2)
  expect((await edits(999_999)).status).toBe(404)
  const reads = db.selectFrom('audit_log').select('subject_id').where('action', '=', 'customer.read')
  const seen = await reads.where('actor_id', '=', reader.id).execute()
  expect(seen.map(({ subject_id }) => Number(subject_id))).toContain(dana.id)
})
