/** Photos, videos and documents of a deal: what is kept of them, their order, and what a hidden address keeps in the house. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { PDF } from '#tests/support/uploads.ts'
import { COMPLETE, editorOf, phonePhoto } from './scene.ts'

let server: TestServer
let seller: Seller
let editor: ReturnType<typeof editorOf>
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example' })
  seller = await server.addAccount()
  editor = editorOf(server, seller)
})
afterAll(() => server.close({ graceMs: 0 }))

const fetched = async (url: string | null | undefined) =>
  server.app.inject({ method: 'GET', url: new URL(url ?? '/', 'https://plat.example').pathname })
const photo = (id: number, ref: string, bytes: Uint8Array, name = 'me.jpg') =>
  editor.upload(id, { kind: 'image', bytes, name, fields: { ref } })

describe('a photo', () => {
  it('is turned upright, made smaller, and says nothing of camera, place or file', async () => {
    const { id } = await editor.create({ ...COMPLETE, is_street_shown: false })
    const { status, body } = await photo(id, 'a', await phonePhoto(3000, 1500), '412 Live Oak St.jpg')
    expect(status).toBe(201)
    const [image] = body.data.images
    expect(JSON.stringify(image)).not.toMatch(/live|oak|\b412\b/i)
    const large = await fetched(image.url)
    const meta = await sharp(large.rawPayload).metadata()
    expect([meta.format, meta.width, meta.height]).toEqual(['webp', 1024, 2048])
    expect([meta.exif, meta.xmp, meta.iptc]).toEqual([undefined, undefined, undefined])
    expect(large.headers['cache-control']).toContain('immutable')
    expect((await sharp((await fetched(image.thumbnail)).rawPayload).metadata()).height).toBe(640)
  })

  it('takes the place of drawings and is the cover in every list', async () => {
    const id = await server.addProperty(seller.id)
    await server.database.db
      .insertInto('property_images')
      .values({ property_id: id, position: 1, url: '/drawings/house-02.svg', is_illustration: true })
      .execute()
    const { body } = await photo(id, 'a', await phonePhoto())
    expect(body.data.images).toMatchObject([{ is_illustration: false }])
    const page = await server.call('GET', `/customer/api/properties/${id}`)
    expect(page.body.data.main_image.thumbnail).toBe(body.data.images[0].thumbnail)
    const list = await server.call('GET', '/customer/api/properties')
    expect(list.body.img_paths).toContain(new URL(body.data.images[0].thumbnail).pathname)
  })

  it('sent again after a lost answer is the same photo', async () => {
    const { id } = await editor.create()
    const bytes = await phonePhoto()
    await Promise.all([photo(id, 'same', bytes), photo(id, 'same', bytes)])
    expect((await editor.read(id)).images).toHaveLength(1)
  })

  it('that is none, or is cut off, is refused in words and leaves nothing', async () => {
    const { id } = await editor.create()
    const whole = await sharp(await phonePhoto(600, 400))
      .jpeg()
      .toBuffer()
    const cut = await photo(id, 'cut', whole.subarray(0, Math.floor(whole.length * 0.6)))
    const text = await photo(id, 'text', Buffer.from('not a picture at all'))
    expect([cut.status, text.status]).toEqual([422, 422])
    expect(cut.body.errors.photo[0]).toContain('damaged')
    expect((await editor.read(id)).images).toEqual([])
  })

  it('goes with its files, and the next one is the cover', async () => {
    const { id } = await editor.create()
    await photo(id, 'a', await phonePhoto())
    const { images } = (await photo(id, 'b', await phonePhoto(40, 40))).body.data
    const answer = await editor.call('DELETE', `/account/api/deals/${id}/images/${images[0].id}`)
    expect(answer.body.data.images.map((image: { id: number }) => image.id)).toEqual([images[1].id])
    expect((await fetched(images[0].url)).statusCode).toBe(404)
    expect((await fetched(images[0].thumbnail)).statusCode).toBe(404)
  })
})

describe('the order of photos', () => {
  it('is the seller’s, and the first is the cover', async () => {
    const { id } = await editor.create(COMPLETE)
    for (const ref of ['a', 'b', 'c']) await photo(id, ref, await phonePhoto())
    const ids = (await editor.read(id)).images.map((image) => image.id).reverse()
    const { body } = await editor.call('PUT', `/account/api/deals/${id}/images`, { ids })
    expect(body.data.images.map((image: { id: number }) => image.id)).toEqual(ids)
    const row = (await editor.call('GET', '/account/api/deals')).body.data.find(
      (one: { id: number }) => one.id === id,
    )
    expect(row.thumbnail).toBe(body.data.images[0].thumbnail)
  })

  it('that leaves one out is refused', async () => {
    const { id } = await editor.create()
    for (const ref of ['a', 'b']) await photo(id, ref, await phonePhoto())
    const [first] = (await editor.read(id)).images
    const put = (ids: unknown[]) => editor.call('PUT', `/account/api/deals/${id}/images`, { ids })
    expect((await put([first?.id])).status).toBe(409)
    expect((await put([first?.id, first?.id])).status).toBe(409)
  })

  it('of another seller’s deal is nobody else’s, nor are its captions', async () => {
    const rival = editorOf(server, await server.addAccount('Rival Homes'))
    const mine = await editor.create()
    const theirs = await rival.create()
    const { images } = (await photo(mine.id, 'a', await phonePhoto())).body.data
    const path = `/account/api/deals/${theirs.id}/images/${images[0].id}`
    expect((await rival.call('PUT', path, { caption: 'Mine now' })).status).toBe(404)
    expect((await rival.call('DELETE', path)).status).toBe(404)
    const own = await editor.call('PUT', `/account/api/deals/${mine.id}/images/${images[0].id}`, {
      caption: 'Kitchen',
    })
    expect(own.body.data.images).toMatchObject([{ caption: 'Kitchen' }])
  })
})

describe('a document', () => {
  it('is stored under the name its seller gives and read by whom its gate lets in', async () => {
    const { id } = await editor.create(COMPLETE)
    const fields = { ref: 'd', title: 'Survey 2026', kind: 'survey', gate: 'id_verified' }
    const { status, body } = await editor.upload(id, {
      kind: 'document',
      bytes: PDF,
      name: '412 Live Oak.pdf',
      fields,
    })
    expect(status).toBe(201)
    expect(body.data.documents).toMatchObject([
      { title: 'Survey 2026', kind: 'survey', gate: 'id_verified', content_type: 'application/pdf' },
    ])
    await editor.publish(id)
    const buyer = await server.addCustomer()
    const page = await server.call('GET', `/customer/api/properties/${id}`, { token: buyer.token })
    expect(page.body.data.documents).toMatchObject([{ title: 'Survey 2026', url: null }])
    const [document] = body.data.documents
    const path = `/account/api/deals/${id}/documents/${document.id}`
    await editor.call('PUT', path, { title: 'Survey', kind: 'survey', gate: null })
    const open = await server.call('GET', `/customer/api/properties/${id}`, { token: buyer.token })
    const url = new URL(open.body.data.documents[0].url)
    const file = await server.call('GET', url.pathname + url.search, { token: buyer.token })
    expect([file.status, String(file.body).slice(0, 8)]).toEqual([200, '%PDF-1.4'])
    expect((await editor.call('DELETE', path)).body.data.documents).toEqual([])
    expect((await server.call('GET', url.pathname + url.search, { token: buyer.token })).status).toBe(404)
  })

  it.each(['jpeg', 'png'] as const)(
    'that is a %s picture is kept upright and in its size, without place and camera',
    async (format) => {
      const { id } = await editor.create({ ...COMPLETE, is_street_shown: false })
      const taken = sharp(await phonePhoto(300, 200)).keepMetadata()
      const bytes = await (format === 'png' ? taken.png() : taken.jpeg()).toBuffer()
      expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })
      const { body } = await editor.upload(id, { kind: 'document', bytes, name: 'survey' })
      const [document] = body.data.documents
      const row = await server.database.db
        .selectFrom('property_documents')
        .select(['storage_key', 'size_bytes'])
        .where('id', '=', document.id)
        .executeTakeFirstOrThrow()
      const kept = Buffer.from((await server.parts.files.get(row.storage_key)) ?? [])
      expect(kept.length).toBe(row.size_bytes)
      const { exif, xmp, iptc, width, height, ...meta } = await sharp(kept).metadata()
      expect([meta.format, width, height]).toEqual([format, 200, 300])
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
      expect(kept.toString('latin1')).not.toMatch(/Live Oak|Pocket/)
    },
  )

  it('without a title is called by its kind, and one that is none is refused', async () => {
    const { id } = await editor.create()
    const named = await editor.upload(id, {
      kind: 'document',
      bytes: PDF,
      name: '412 Live Oak.pdf',
      fields: { ref: 'x', kind: 'rent_roll' },
    })
    expect(named.body.data.documents).toMatchObject([{ title: 'Rent roll' }])
    const wrong = await editor.upload(id, {
      kind: 'document',
      bytes: Buffer.from('%PDF-1.4\nnot a survey\n%%EOF\n'),
      name: 'a.pdf',
    })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['document']])
  })
})

describe('a video', () => {
  it('is shown by its https address, and nothing else is', async () => {
    const { id } = await editor.create()
    const add = (url: string) => editor.call('POST', `/account/api/deals/${id}/videos`, { url })
    expect((await add('javascript:alert(1)')).status).toBe(422)
    expect((await add('http://videos.example/walk.mp4')).status).toBe(422)
    const { body } = await add('https://videos.example/walk.mp4')
    expect(body.data.videos).toMatchObject([{ url: 'https://videos.example/walk.mp4' }])
    const path = `/account/api/deals/${id}/videos/${body.data.videos[0].id}`
    expect((await editor.call('DELETE', path)).body.data.videos).toEqual([])
  })
})
