/** Staff see which deals and blasts were published against the advice on fair housing. Nothing is refused. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { COMPLETE, editorOf } from '../deals/listing/scene.ts'
import { addStaff } from './staff.ts'

let server: TestServer
let seller: Seller
let editor: ReturnType<typeof editorOf>
let staff: Awaited<ReturnType<typeof addStaff>>

beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount('Bluebonnet Homes')
  editor = editorOf(server, seller)
  staff = await addStaff(server, 'Avery')
})
afterAll(() => server.close({ graceMs: 0 }))

const records = async (page = 1) =>
  (await server.call('GET', `/admin/api/against-advice?page=${page}`, { token: staff.token })).body
const recordsOf = async (id: number): Promise<Record<string, unknown>[]> =>
  (await records()).data.filter(({ url }: { url: string | null }) => url?.endsWith(`/${id}`))

const DOUBTFUL = { title: 'Brick ranch', description: 'Quiet street, no children.' }
const NO_CHILDREN = { place: 'description', phrase: 'no children', protected_class: 'familial status' }

it('a deal is recorded when it is published, with its seller and each phrase, and a draft is not', async () => {
  const { id } = await editor.create({ ...COMPLETE, ...DOUBTFUL })
  await editor.save(id, { access: 'Women only' })
  expect(await recordsOf(id)).toEqual([])
  expect((await editor.publish(id)).status).toBe(200)
  expect(await recordsOf(id)).toMatchObject([
    {
      kind: 'deal',
      subject: 'Brick ranch',
      account: 'Bluebonnet Homes',
      url: `/property/${id}`,
      state: 'published',
      phrases: [NO_CHILDREN, { place: 'access', phrase: 'Women only', protected_class: 'sex' }],
      at: expect.any(String),
    },
  ])
  // Nothing new is published by it.
  await editor.save(id, { price: 180_000 })
  await editor.publish(id)
  expect(await recordsOf(id)).toHaveLength(1)
})

it('a published deal is recorded when its text becomes doubtful, and is marked once it is corrected or taken down', async () => {
  const { id } = await editor.create({ ...COMPLETE, title: 'Two bedrooms' })
  await editor.publish(id)
  expect(await recordsOf(id)).toEqual([])
  await editor.save(id, DOUBTFUL)
  expect(await recordsOf(id)).toMatchObject([{ state: 'published', phrases: [NO_CHILDREN] }])
  await editor.save(id, { description: 'Quiet street.' })
  expect(await recordsOf(id)).toMatchObject([{ state: 'corrected', phrases: [NO_CHILDREN] }])
  const setStatus = (status: string) => editor.call('PUT', `/account/api/properties/${id}/status`, { status })
  expect((await setStatus('removed')).status).toBe(200)
  expect(await recordsOf(id)).toMatchObject([{ state: 'taken_down' }])
  // Changed while nobody could see it, and put back.
  await editor.save(id, DOUBTFUL)
  expect(await recordsOf(id)).toHaveLength(1)
  await setStatus('available')
  expect(await recordsOf(id)).toMatchObject([{ state: 'published' }, { state: 'published' }])
})

it('the notes of an open house count, too', async () => {
  const { id } = await editor.create(COMPLETE)
  await editor.publish(id)
  const start = Date.now() + 86_400_000
  const visit = {
    start: new Date(start).toISOString(),
    end: new Date(start + 3_600_000).toISOString(),
    capacity: null,
    access_notes: 'Adults only',
    grants_address: false,
    host_id: null,
  }
  expect((await editor.call('POST', `/account/api/deals/${id}/open-houses`, visit)).status).toBeLessThan(300)
  expect(await recordsOf(id)).toMatchObject([{ phrases: [{ place: 'open house', phrase: 'Adults only' }] }])
})

it('a blast is recorded once when it is sent or scheduled, with its state and its deal', async () => {
  const { id } = await editor.create(COMPLETE)
  await editor.publish(id)
  const body = {
    channel: 'sms',
    message: 'New in Waco. Perfect for a young family!',
    property_id: id,
    audience: {},
    send_at: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const send = () =>
    server.call('POST', '/account/api/blasts', {
      token: seller.token,
      body,
      headers: { 'idempotency-key': 'doubtful-blast' },
    })
  const [first, again] = [await send(), await send()]
  expect([first.status, again.body.data.id]).toEqual([201, first.body.data.id])
  const sent = {
    kind: 'blast',
    account: 'Bluebonnet Homes',
    state: 'scheduled',
    phrases: [{ place: 'message', phrase: 'Perfect for a young family', protected_class: 'familial status' }],
  }
  expect(await recordsOf(id)).toMatchObject([sent])
  const harmless = { ...body, message: 'New in Waco: family room, great view.' }
  await server.call('POST', '/account/api/blasts', { token: seller.token, body: harmless })
  expect(await recordsOf(id)).toMatchObject([sent])
})

it('the list has pages, and the newest record is first', async () => {
  const { db } = server.database
  const entry = {
    actor_kind: 'member' as const,
    action: 'deal.publish_against_advice',
    subject_kind: 'deal',
    // A deal that is no more.
    subject_id: 999_999,
    after: JSON.stringify({ phrases: [NO_CHILDREN] }),
  }
  await db
    .insertInto('audit_log')
    .values(Array.from({ length: 26 }, () => entry))
    .execute()
  const [first, second] = [await records(1), await records(2)]
  expect(first.data).toHaveLength(25)
  expect(first.data[0]).toMatchObject({ subject: null, account: null, url: null, state: null })
  expect(first.links.next).toContain('page=2')
  expect(second.data[0].id).toBe(first.data[24].id - 1)
})
