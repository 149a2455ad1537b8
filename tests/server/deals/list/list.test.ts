/** The list of deals over HTTP: its shape, its versions, what changed, and that it says nothing of a hidden place. */
import { createHmac } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEAL_COLUMNS } from '#shared/contract/properties.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { type DealScene, dealIn, dealScene, type Fields, idsIn, LIST } from './scene.ts'

const DAY_MS = 86_400_000

let server: TestServer
let seller: Seller
let deals: DealScene
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount()
  deals = dealScene(server)
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  // As if there were none: deals are never deleted.
  const gone = { listing: 'draft', revision: sql<number>`nextval('deal_revisions')` } as const
  await server.database.db.updateTable('properties').set(gone).execute()
})

const addDeal = (fields?: Fields) => deals.add(seller.id, fields)
const change = (id: number, fields: Fields) => deals.change(id, fields)
const list = (query?: string) => deals.list(query)

test('the list names its columns and holds every listed deal as a row of cells', async () => {
  const id = await addDeal({ title: 'Corner lot', first_price: 200_000, status: 1, tags: 8 })
  const wire = await list()
  expect(wire.columns).toEqual([...DEAL_COLUMNS])
  expect(wire.data.every((row) => row.length === DEAL_COLUMNS.length)).toBe(true)
  expect(wire.all_count).toBe(1)
  expect(dealIn(wire, id)).toMatchObject({
    status: 1,
    price: 185_000,
    arv_estimate: 260_000,
    arv_percentage: 71.2,
    gross_margin: 75_000,
    full_address: '412 Live Oak St, Waco, TX 76701',
    public_address: 'Waco, TX 76701',
    title: 'Corner lot',
    price_drop: 15_000,
    tags: 8,
    bathrooms: 2.5,
    year_built: null,
    account_id: seller.id,
    img: 0,
  })
  expect(wire.img_paths).toEqual(['/drawings/house-02.svg'])
})

test('drafts and deals that were taken down are in no list', async () => {
  await addDeal({ listing: 'draft' })
  await addDeal({ listing: 'removed' })
  const listed = await addDeal()
  expect(idsIn(await list())).toEqual([listed])
  expect(idsIn(await list('?status=available'))).toEqual([listed])
})

test('a hidden deal carries neither its street nor its coordinates', async () => {
  const id = await addDeal({ is_street_shown: false, title: 'Two lots on 412 Live Oak St' })
  const answer = await server.call('GET', LIST)
  expect(JSON.stringify(answer.body)).not.toMatch(/Live Oak|31\.5493|97\.1466/)
  const shown = dealIn(answer.body, id)
  expect(shown).toMatchObject({
    full_address: null,
    street_address_show: 0,
    public_address: 'Waco, TX 76701',
  })
  expect(shown?.latitude).toEqual(expect.any(Number))
})

test('a picture of a hidden deal that is named after the street is left out, however it is spelled', async () => {
  const files = ['/photos/412-live-oak.jpg', '/photos/%4Cive%20%4Fak.jpg', '/photos/5f2c9a.jpg']
  const ids = []
  for (const thumb_url of files) ids.push(await addDeal({ is_street_shown: false, thumb_url }))
  const wire = await list()
  expect(ids.map((id) => dealIn(wire, id)?.img)).toEqual([null, null, 0])
  expect(wire.img_paths).toEqual(['/photos/5f2c9a.jpg'])
})

test('a list that has not changed is not sent again', async () => {
  const id = await addDeal()
  const first = await server.call('GET', LIST)
  expect(first.headers).toMatchObject({
    'cache-control': 'no-cache',
    vary: expect.stringContaining('Accept-Encoding'),
  })
  const headers = { 'if-none-match': String(first.headers.etag) }
  const again = await server.call('GET', LIST, { headers })
  expect(again).toMatchObject({ status: 304, body: '' })
  expect(again.headers.etag).toBe(first.headers.etag)
  await change(id, { price: 170_000 })
  const changed = await server.call('GET', LIST, { headers })
  expect(changed.status).toBe(200)
  expect(dealIn(changed.body, id)?.price).toBe(170_000)
})

test.each([
  { accepted: 'br, gzip', encoding: 'br', unpack: brotliDecompressSync },
  { accepted: 'gzip, br;q=0', encoding: 'gzip', unpack: gunzipSync },
  { accepted: 'identity', encoding: undefined, unpack: (bytes: Buffer) => bytes },
])(
  'who accepts $accepted is sent the same list, under a tag of its own',
  async ({ accepted, encoding, unpack }) => {
    for (let n = 0; n < 5; n++) await addDeal()
    const plain = await server.call('GET', LIST)
    const answer = await server.app.inject({ url: LIST, headers: { 'accept-encoding': accepted } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual(plain.body)
    expect(answer.headers.etag === plain.headers.etag).toBe(encoding === undefined)
  },
)

test('who says where they stand is sent what changed since, and what went', async () => {
  const [stays, changes, goes] = [await addDeal(), await addDeal(), await addDeal()]
  const { cursor } = await list()
  await change(changes, { price: 150_000 })
  await change(goes, { listing: 'removed' })
  const fresh = await addDeal()
  const delta = await list(`?since=${cursor}`)
  expect(delta.is_delta).toBe(true)
  expect(idsIn(delta)).toEqual([changes, fresh])
  expect(dealIn(delta, changes)?.price).toBe(150_000)
  expect(delta.removed).toEqual([goes])
  expect(delta.all_count).toBe(3)
  const next = await list(`?since=${delta.cursor}`)
  expect(next).toMatchObject({ data: [], removed: [], is_delta: true, cursor: delta.cursor })
  expect(idsIn(await list())).toEqual([stays, changes, fresh])
})

test('a deal that comes back is in the list again', async () => {
  const id = await addDeal({ listing: 'removed' })
  const { cursor } = await list()
  await change(id, { listing: 'listed' })
  expect(await list(`?since=${cursor}`)).toMatchObject({ data: [expect.arrayContaining([id])], removed: [] })
})

test('a draft is not told of by being gone', async () => {
  await addDeal()
  const { cursor } = await list()
  await addDeal({ listing: 'draft' })
  expect(await list(`?since=${cursor}`)).toMatchObject({ data: [], removed: [] })
})

test.each([
  { name: 'of another database', cursor: (own: string) => `other${own.slice(5)}` },
  { name: 'of a day before', cursor: (own: string) => own.replace(/\.\d+\./, '.1.') },
  { name: 'ahead of all changes', cursor: (own: string) => `${own}99` },
  { name: 'nobody handed out', cursor: () => 'nonsense' },
])('a cursor $name is answered with the whole list', async ({ cursor }) => {
  const id = await addDeal()
  const { cursor: own } = await list()
  const wire = await list(`?since=${encodeURIComponent(cursor(own ?? ''))}`)
  expect(wire.is_delta ?? null).toBeNull()
  expect(idsIn(wire)).toEqual([id])
})

test('a cursor from before hidden deals were shown elsewhere is answered with the whole list', async () => {
  await addDeal()
  const cursor = (await list()).cursor ?? ''
  const { name } = await server.database.db.selectFrom('deal_orders').select('name').executeTakeFirstOrThrow()
  // As version 0.6 made them.
  const order = createHmac('sha256', 'a secret for tests only').update(`${name} ${DEAL_COLUMNS.join()}`)
  const before = cursor.replace(/^[^.]+/, order.digest('base64url').slice(0, 12))
  const wire = await list(`?since=${encodeURIComponent(before)}`)
  expect(wire).toMatchObject({ data: [expect.anything()], cursor })
  expect(wire.is_delta).toBeUndefined()
})

test('two servers on one database see what the other changed, and hand out cursors the other knows', async () => {
  const id = await addDeal()
  const close = async () => {}
  const second = await startTestServer({ database: { ...server.database, close } })
  try {
    const there = (await second.call('GET', LIST)).body
    const { cursor } = await list()
    expect(there.cursor).toBe(cursor)
    const body = { status: 'sold' }
    await second.call('PUT', `/account/api/properties/${id}/status`, { token: seller.token, body })
    expect(dealIn(await list(`?since=${there.cursor}`), id)?.status).toBe(2)
    expect(dealIn((await second.call('GET', LIST)).body, id)?.status).toBe(2)
  } finally {
    await second.close({ graceMs: 0 })
  }
})

test('the next open house is in the list; those called off are not', async () => {
  const id = await addDeal()
  const nowMs = Date.now()
  const at = (days: number) => new Date(nowMs + days * DAY_MS)
  const house = (days: number) => ({
    property_id: id,
    time_zone: 'America/Chicago',
    starts_at: at(days),
    ends_at: at(days + 0.1),
  })
  const houses = [{ ...house(1), cancelled_at: at(0) }, house(3), house(2), house(-3)]
  await server.database.db.insertInto('open_houses').values(houses).execute()
  await change(id, { title: 'With open houses' })
  expect(dealIn(await list(), id)?.open_house_at).toBe(Math.floor(at(2).getTime() / 1000))
})
