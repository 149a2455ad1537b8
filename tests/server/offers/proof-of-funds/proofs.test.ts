/** Proofs of funds: what is taken, what is refused in which words, one row however often it is sent, and how long it stays. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FILE_MAX_BYTES, PROOFS_MAX } from '#shared/contract/limits.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { formOf, HEIC, handIn, JPG, PDF, PNG } from '#tests/support/uploads.ts'
import { addOffer } from './add-offer.ts'

const PATH = '/customer/api/proof-of-funds'
let server: TestServer
let seller: Seller
let dana: Person
let lee: Person
/** Keys of every file that was ever kept. */
const stored: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  const { files } = server.parts
  server.parts.files = {
    ...files,
    async put(key, bytes, type) {
      stored.push(key)
      await files.put(key, bytes, type)
    },
  }
  seller = await server.addAccount()
  dana = await server.addCustomer()
  lee = await server.addCustomer()
})
afterAll(() => server.close())

let last = 0
const ref = () => {
  last += 1
  return `upload-${last}`
}
interface More {
  bytes?: Uint8Array
  name?: string
  fields?: Record<string, string>
}
const upload = (person: Person, { fields, ...more }: More = {}) =>
  handIn(server, {
    path: PATH,
    token: person.token,
    field: 'proof_file',
    bytes: PDF,
    fields: { ref: ref(), ...fields },
    ...more,
  })
const listOf = async (person: Person) => (await server.call('GET', PATH, { token: person.token })).body.data
const rowsOf = (person: Person) =>
  server.database.db.selectFrom('proofs_of_funds').selectAll().where('customer_id', '=', person.id).execute()

describe('a proof of funds', () => {
  it('of somebody who has the most that are kept is refused, until one is deleted', async () => {
    const person = await server.addCustomer()
    const row = {
      customer_id: person.id,
      storage_key: 'proofs/x',
      content_type: 'application/pdf',
      size_bytes: 9,
    }
    const rows = Array.from({ length: PROOFS_MAX - 1 }, (_, at) => ({
      ...row,
      ref: `kept-${at}`,
      file_name: 'a.pdf',
    }))
    await server.database.db.insertInto('proofs_of_funds').values(rows).execute()
    const both = await Promise.all([upload(person), upload(person)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(both.find(({ status }) => status === 422)?.body.errors).toEqual({
      proof_file: [expect.stringMatching(/^You have 50 proofs of funds.*Delete one/)],
    })
    expect(await rowsOf(person)).toHaveLength(PROOFS_MAX)
    const [latest] = await listOf(person)
    expect((await server.call('DELETE', `${PATH}/${latest.id}`, { token: person.token })).status).toBe(204)
    expect((await upload(person)).status).toBe(201)
  })

  it('is taken with what is known of it and good for 90 days unless it says otherwise', async () => {
    const plain = await upload(dana, { name: 'Chase statement.pdf' })
    const inDays = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
    expect(plain).toMatchObject({
      status: 201,
      body: {
        data: {
          file_name: 'Chase statement.pdf',
          content_type: 'application/pdf',
          size_bytes: PDF.length,
          amount_cents: null,
          bank: null,
          valid_until: inDays,
          is_in_use: false,
          offer_ids: [],
        },
      },
    })
    const fields = { amount_cents: '25000000', bank: ' Chase ', valid_until: '2031-02-28' }
    const full = await upload(dana, { fields })
    expect(full.body.data).toMatchObject({
      amount_cents: 25_000_000,
      bank: 'Chase',
      valid_until: '2031-02-28',
    })
    expect((await listOf(dana)).map(({ id }: { id: number }) => id)).toEqual([
      full.body.data.id,
      plain.body.data.id,
    ])
  })

  it.each([
    ['PDF', PDF, 'a.pdf', 'application/pdf', 'a.pdf'],
    ['JPG', JPG, 'photo.jpeg', 'image/jpeg', 'photo.jpg'],
    ['PNG called PDF', PNG, 'scan.pdf', 'image/png', 'scan.png'],
    ['HEIC', HEIC, 'IMG_0001.HEIC', 'image/heic', 'IMG_0001.heic'],
  ] as const)('may be a %s, told by its content', async (_name, bytes, name, type, stored) => {
    const { body } = await upload(lee, { bytes, name })
    expect(body.data).toMatchObject({ content_type: type, file_name: stored })
  })

  it.each([
    ['a PDF that is not one', Buffer.from('<html>hello</html>'), 'a.pdf', /called PDF but is something else/],
    ['a PDF that was cut off', PDF.subarray(0, PDF.length - 40), 'a.pdf', /damaged or was cut off/],
    ['words in a PDF’s clothes', Buffer.from('%PDF-1.4\nnot a bank statement'), 'a.pdf', /damaged/],
    ['the same with its end mark', Buffer.from('%PDF-1.4\nnot a bank\n%%EOF'), 'a.pdf', /damaged/],
    ['a picture without a picture', JPG.subarray(0, 40), 'a.jpg', /damaged and cannot be read/],
    ['a program', Buffer.from('MZ\0\0 This program'), 'run.exe', /PDF, JPG, PNG or HEIC/],
    ['an empty file', Buffer.alloc(0), 'a.pdf', /empty/],
    ['more than 15 MB', Buffer.concat([PDF, Buffer.alloc(FILE_MAX_BYTES)]), 'a.pdf', /larger than 15 MB/],
  ] as const)('is refused as %s, and leaves nothing', async (_name, bytes, name, words) => {
    const before = (await rowsOf(lee)).length
    const { status, body } = await upload(lee, { bytes, name })
    expect(status).toBe(422)
    expect(body.errors.proof_file[0]).toMatch(words)
    expect(await rowsOf(lee)).toHaveLength(before)
  })

  it('with a virus is not stored', async () => {
    const virus = Buffer.from(
      ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
    )
    const { status, body } = await upload(lee, { bytes: Buffer.concat([PDF, virus, Buffer.from('\n%%EOF')]) })
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'infected' })
  })

  it.each([
    [{ amount_cents: '12.5' }, 'amount_cents'],
    [{ amount_cents: '-4' }, 'amount_cents'],
    [{ valid_until: '2030-02-30' }, 'valid_until'],
    [{ ref: '' }, 'ref'],
  ])('with %j names the field', async (fields, field) => {
    const { status, body } = await upload(lee, { fields })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('sent again, or twice at once, is one', async () => {
    const person = await server.addCustomer()
    const fields = { ref: 'the-same' }
    const first = await upload(person, { fields })
    const again = await upload(person, { fields, name: 'another name.pdf' })
    expect(again).toMatchObject({ status: 201, body: { data: { id: first.body.data.id } } })
    const atOnce = { ref: 'at-once' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(person, { fields: atOnce })))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.id}`)).size).toBe(1)
    expect(await rowsOf(person)).toHaveLength(2)
    // Of another person it is another.
    expect((await upload(lee, { fields })).body.data.id).not.toBe(first.body.data.id)
  })

  it('takes new details', async () => {
    const { body } = await upload(dana)
    const url = `${PATH}/${body.data.id}`
    const put = (token: string, details: unknown) => server.call('PUT', url, { token, body: details })
    expect((await put(dana.token, { amount_cents: 12_345, bank: 'Frost' })).body.data).toMatchObject({
      amount_cents: 12_345,
      bank: 'Frost',
      valid_until: body.data.valid_until,
    })
    expect((await put(dana.token, { bank: null })).body.data).toMatchObject({
      amount_cents: 12_345,
      bank: null,
    })
    expect((await put(lee.token, { bank: 'x' })).status).toBe(404)
    expect((await put(dana.token, { valid_until: '2030-13-01' })).status).toBe(422)
  })

  it('is deleted with its file, unless an active offer stands on it; a draft lets it go', async () => {
    const { body } = await upload(dana)
    const proofId: number = body.data.id
    const [row] = (await rowsOf(dana)).filter(({ id }) => id === proofId)
    const active = await addOffer(server, { buyer: dana, seller, state: 'submitted', proofId })
    const draft = await addOffer(server, { buyer: dana, seller, state: 'draft', proofId })
    const remove = () => server.call('DELETE', `${PATH}/${proofId}`, { token: dana.token })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect((await listOf(dana)).find(({ id }: { id: number }) => id === proofId)).toMatchObject({
      is_in_use: true,
      offer_ids: [active],
    })
    const { db } = server.database
    await db.updateTable('offers').set({ state: 'withdrawn' }).where('id', '=', active).execute()
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect(await server.parts.files.get(row?.storage_key ?? '')).toBeNull()
    const kept = await db
      .selectFrom('offers')
      .select(['id', 'proof_id'])
      .where('id', 'in', [active, draft])
      .orderBy('id')
      .execute()
    expect(kept.map((offer) => offer.proof_id)).toEqual([proofId, null])
  })
})

describe('an upload', () => {
  it('cut off at 60 % leaves no row and no file, and goes through when it is sent again', async () => {
    const person = await server.addCustomer()
    const { url } = await server.listen({ port: 0 })
    const before = stored.length
    const given = {
      path: PATH,
      token: person.token,
      field: 'proof_file',
      fields: { ref: 'cut' },
      bytes: Buffer.concat([PNG, Buffer.alloc(2_000_000)]),
    }
    const { contentType, payload } = await formOf(given)
    await new Promise<void>((resolve) => {
      const call = request(url + PATH, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': contentType,
          'content-length': payload.length,
        },
      })
      call.on('error', () => resolve())
      call.on('close', () => resolve())
      call.write(payload.subarray(0, payload.length * 0.6), () => call.destroy())
    })
    const connections = () =>
      new Promise((resolve) => server.app.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(connections).toBe(0)
    expect([await rowsOf(person), stored.length]).toEqual([[], before])
    expect((await handIn(server, given)).status).toBe(201)
    expect(await rowsOf(person)).toHaveLength(1)
    expect(stored).toHaveLength(before + 1)
  })
})
