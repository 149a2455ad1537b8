/** Attachments of messages over HTTP: both sides upload, send, see and open them, nobody else does, and each upload is one file. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteUnsent } from '#server/site/delete-old.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { HEIC, handIn, PDF, PNG } from '#tests/support/uploads.ts'

let server: TestServer
let homes: Seller
let rival: Seller
let dana: Person
let lee: Person
let photo: Buffer
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example' })
  homes = await server.addAccount()
  rival = await server.addAccount('Rival Homes')
  dana = await server.addCustomer()
  lee = await server.addCustomer()
  await server.introduce(dana, homes)
  await server.introduce(lee, homes)
  photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#456' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Dana at home' }, IFD3: { GPSLatitude: '29/1 45/1 0/1' } })
    .toBuffer()
})
afterAll(() => server.close())

let last = 0
interface More {
  bytes?: Uint8Array
  name?: string
  ref?: string
}
const asBuyer = (person: Person, { ref = `upload-${++last}`, ...more }: More = {}) =>
  handIn(server, {
    path: `/customer/api/customers/${person.id}/accounts/${homes.id}/attachments`,
    token: person.token,
    field: 'file',
    bytes: PDF,
    name: 'contract.pdf',
    fields: { ref },
    ...more,
  })
const asSeller = (by: Seller, { ref = `upload-${++last}`, ...more }: More = {}) =>
  handIn(server, {
    path: `/account/api/customers/${dana.id}/attachments`,
    token: by.token,
    field: 'file',
    bytes: photo,
    name: 'kitchen.jpg',
    fields: { ref },
    ...more,
  })
const send = (person: Person, body: unknown, key?: string) =>
  server.call('POST', `/customer/api/customers/${person.id}/accounts/${homes.id}/text-messages`, {
    token: person.token,
    body,
    ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
  })
const open = async (address: string) => {
  const { pathname, search } = new URL(address)
  return server.app.inject({ method: 'GET', url: pathname + search })
}

describe('an attachment', () => {
  it('of a buyer reaches the seller with the words, and the seller answers with a photo', async () => {
    const [first, paper] = [await asBuyer(dana, { bytes: photo, name: 'front.jpg' }), await asBuyer(dana)]
    expect([first.status, paper.status]).toEqual([201, 201])
    const ids = [first.body.data.id, paper.body.data.id]
    const sent = await send(dana, { message: 'The signed contract', attachment_ids: ids })
    expect(sent.status).toBe(201)
    expect(sent.body.data.attachments).toMatchObject([
      { id: ids[0], kind: 'photo', name: 'front.webp', type: 'image/webp', width: 1200, height: 800 },
      { id: ids[1], kind: 'file', name: 'contract.pdf', type: 'application/pdf', size: PDF.length },
    ])
    const thread = await server.call('GET', `/account/api/customers/${dana.id}/text-messages`, {
      token: homes.token,
    })
    const [seen] = thread.body.data
    expect(seen).toMatchObject({
      calculated_body: 'The signed contract',
      attachments: [{ id: ids[0] }, { id: ids[1] }],
    })
    const opened = await open(seen.attachments[1].url)
    expect([opened.statusCode, opened.rawPayload.equals(PDF)]).toEqual([200, true])
    expect(opened.headers['content-disposition']).toContain('contract.pdf')

    const answer = await asSeller(homes)
    const reply = await server.call('POST', `/account/api/customers/${dana.id}/text-messages`, {
      token: homes.token,
      body: { attachment_ids: [answer.body.data.id] },
    })
    expect(reply.status).toBe(201)
    const chats = await server.call('GET', `/customer/api/customers/${dana.id}/chats`, { token: dana.token })
    expect(chats.body.data[0].last_message.calculated_body).toBe('Photo')
  })

  it('that is a photo has nothing left of what the camera wrote', async () => {
    const { body } = await asBuyer(dana, { bytes: photo, name: 'front.jpg' })
    for (const address of [body.data.url, body.data.thumbnail]) {
      const stored = await open(address)
      const { exif, format } = await sharp(stored.rawPayload).metadata()
      expect([format, exif]).toEqual(['webp', undefined])
      expect(stored.rawPayload.includes('Dana at home')).toBe(false)
    }
  })

  it('that is uploaded again is the same file, and sent again the same message', async () => {
    const [first, again] = [await asBuyer(dana, { ref: 'same' }), await asBuyer(dana, { ref: 'same' })]
    expect(again.body.data.id).toBe(first.body.data.id)
    const body = { message: '', attachment_ids: [first.body.data.id] }
    const [sent, repeated] = [await send(dana, body, 'key-1'), await send(dana, body, 'key-1')]
    expect(repeated.body.data.id).toBe(sent.body.data.id)
    expect((await send(dana, { message: 'Other' }, 'key-1')).status).toBe(409)
    expect((await send(dana, { ...body, message: 'Twice' })).body.errors).toHaveProperty('attachment_ids')
  })

  it.each([
    ['an archive that is called PDF', { bytes: Buffer.from('PK not a pdf'), name: 'a.pdf' }],
    ['a script', { bytes: Buffer.from('alert(1)'), name: 'a.js' }],
    ['an empty file', { bytes: Buffer.alloc(0) }],
    ['a PDF that was cut off', { bytes: PDF.subarray(0, PDF.length / 2) }],
    ['more than 25 MB', { bytes: Buffer.concat([PDF, Buffer.alloc(25 * 1024 * 1024)]) }],
  ])('is refused with a reason: %s', async (_what, more) => {
    const { status, body } = await asBuyer(dana, more)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['file']])
  })

  it('that is a HEIC is refused, and the reason says what to do', async () => {
    const { status, body } = await asBuyer(dana, { bytes: HEIC, name: 'IMG_0001.HEIC' })
    expect([status, body.errors.file[0]]).toEqual([422, expect.stringMatching(/HEIC.*JPG.*iPhone/)])
  })

  it('more than ten of which are sent is refused, and so is a message without anything', async () => {
    const ids = Array.from({ length: 11 }, (_, at) => at + 1)
    expect((await send(dana, { message: 'Many', attachment_ids: ids })).body.errors).toHaveProperty(
      'attachment_ids',
    )
    expect((await send(dana, { message: ' ', attachment_ids: [] })).body.errors).toHaveProperty('message')
  })

  it('belongs to its sender and its conversation alone', async () => {
    const { body } = await asBuyer(dana, { bytes: PNG, name: 'a.png' })
    const { id, url } = body.data
    expect((await send(lee, { message: 'Mine', attachment_ids: [id] })).status).toBe(422)
    const asked = (path: string, token: string) => server.call('GET', path, { token })
    const path = `/account/api/customers/${dana.id}/attachments/${id}`
    // Not sent yet.
    expect((await asked(path, homes.token)).status).toBe(404)
    await send(dana, { message: '', attachment_ids: [id] })
    expect((await asked(path, homes.token)).status).toBe(200)
    expect((await asked(path, rival.token)).status).toBe(404)
    expect((await asked(`/customer/api/customers/${lee.id}/attachments/${id}`, lee.token)).status).toBe(404)
    expect((await asSeller(rival)).status).toBe(404)
    expect((await open(url.replace(`customer-${dana.id}`, `account-${homes.id}`))).statusCode).toBe(403)
    expect((await open(url.replace('/full', '/thumbnail'))).statusCode).toBe(403)
  })

  it('is refused where its message would be: after a block', async () => {
    const blocked = (is_blocked: boolean) =>
      server.call('PUT', `/account/api/customers/${lee.id}/block`, {
        token: homes.token,
        body: { is_blocked },
      })
    expect((await blocked(true)).status).toBeLessThan(300)
    expect((await asBuyer(lee)).body.code).toBe('conversation_blocked')
    await blocked(false)
  })

  it('that no message names is deleted after a day, with its files', async () => {
    const { body } = await asBuyer(dana)
    const { db } = server.database
    await deleteUnsent(db, Date.now() + 23 * 3_600_000)
    expect((await open(body.data.url)).statusCode).toBe(200)
    await deleteUnsent(db, Date.now() + 25 * 3_600_000)
    expect((await open(body.data.url)).statusCode).toBe(404)
    expect(await db.selectFrom('file_deletions').selectAll().execute()).not.toEqual([])
  })
})
