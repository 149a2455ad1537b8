/** Work that jobs could not do, at the console: listed by kind, retried one by one or all at once, dismissed with a reason, logged. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from './staff.ts'

let server: TestServer
let avery: { id: number; token: string }
beforeAll(async () => {
  server = await startTestServer()
  avery = await addStaff(server, 'Avery')
})
beforeEach(() => server.database.db.deleteFrom('failed_work').execute())
afterAll(() => server.close())

const asked = async (method: 'GET' | 'POST', path: string, body?: unknown) =>
  server.call(method, `/admin/api${path}`, { token: avery.token, ...(body ? { body } : {}) })

async function failed(kind: string, item: string, isGivenUp = true): Promise<number> {
  const at = new Date('2026-06-10T15:00:00.000Z')
  const { id } = await server.database.db
    .insertInto('failed_work')
    .values({
      kind,
      item,
      tries: 8,
      error: 'No stamp',
      first_failed_at: at,
      last_failed_at: at,
      ...(isGivenUp ? { next_try_at: 'infinity', given_up_at: at } : { next_try_at: at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const items = async (query = '') =>
  (await asked('GET', `/failed-work${query}`)).body.data.map(({ item }: { item: string }) => item)
const log = async () => (await asked('GET', '/audit')).body.data[0]

it('lists given-up work, the latest first, with counts by kind and state', async () => {
  await failed('offers', '1')
  await failed('offers', '2')
  await failed('reviews', '3', false)
  expect(await items()).toEqual(['2', '1'])
  expect(await items('?kind=reviews')).toEqual([])
  expect(await items('?state=trying')).toEqual(['3'])
  expect((await asked('GET', '/failed-work-kinds')).body.data).toEqual([
    { kind: 'offers', label: 'Expired offer', given_up: 2, trying: 0 },
    { kind: 'reviews', label: 'Review to publish', given_up: 0, trying: 1 },
  ])
})

it('is paginated', async () => {
  for (let of = 0; of < 26; of++) await failed('offers', String(of))
  const first = await asked('GET', '/failed-work')
  expect([first.body.data.length, first.body.links.next]).toEqual([25, expect.stringContaining('page=2')])
  expect(await items('?page=2')).toEqual(['0'])
})

it('is retried when staff say so, and the log says who', async () => {
  const id = await failed('offers', '1')
  const { body } = await asked('POST', `/failed-work/${id}/retry`)
  expect(body.data).toMatchObject({ state: 'trying', tries: 0, next_try_at: expect.any(String) })
  expect(await log()).toMatchObject({
    actor: 'Avery',
    action: 'work.retry',
    subject_kind: 'failed work',
    subject_id: id,
    before: { kind: 'offers', item: '1', tries: 8 },
  })
  expect((await asked('POST', '/failed-work/4711/retry')).status).toBe(404)
})

it('retries all of a kind at once, and nothing of another', async () => {
  for (const item of ['1', '2']) await failed('offers', item)
  await failed('reviews', '3')
  expect((await asked('POST', '/failed-work-kinds/offers/retry')).body).toEqual({ data: { count: 2 } })
  expect(await items()).toEqual(['3'])
  expect(await log()).toMatchObject({ action: 'work.retry_all', after: { kind: 'offers', count: 2 } })
})

it('can be dismissed with a reason after it was given up, not before', async () => {
  const [id, trying] = [await failed('offers', '1'), await failed('offers', '2', false)]
  const reason = 'The seller closed it by hand.'
  expect((await asked('POST', `/failed-work/${id}/dismiss`, { reason: 'short' })).status).toBe(422)
  const refused = await asked('POST', `/failed-work/${trying}/dismiss`, { reason })
  expect([refused.status, refused.body.code]).toEqual([409, 'state'])
  const { body } = await asked('POST', `/failed-work/${id}/dismiss`, { reason })
  expect(body.data).toMatchObject({ state: 'dismissed', note: reason })
  expect(await items()).toEqual([])
  expect(await items('?state=dismissed')).toEqual(['1'])
  expect(await log()).toMatchObject({ action: 'work.dismiss', after: { reason } })
})

it('sends a given-up mail again, with all its tries', async () => {
  const { db } = server.database
  const { id: customer_id } = await server.addCustomer()
  const { id } = await db
    .insertInto('deliveries')
    .values({
      key: 'given up',
      channel: 'email',
      customer_id,
      type: 'wallet',
      state: 'failed',
      tries: 70,
      content: '{}',
      due_at: new Date(0),
      ended_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const work = await failed('deliver', String(id))
  await asked('POST', `/failed-work/${work}/retry`)
  const row = await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ state: 'waiting', tries: 0, ended_at: null })
})
