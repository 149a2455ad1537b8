/** Stored files are scanned again when clamd has learned new viruses; an infected one is taken from everybody, and its owner hears of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rescan } from '#server/offers/rescans/rescan.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { handIn, PDF } from '#tests/support/uploads.ts'
import { COMPLETE, editorOf } from '../../deals/listing/scene.ts'
import { type FakeClamd, startFakeClamd } from '../../providers/files/fake-clamd.ts'
import { addOffer } from '../proof-of-funds/add-offer.ts'

const PROOFS = '/customer/api/proof-of-funds'
const DAY_MS = 86_400_000

let clamd: FakeClamd
let signatures: string
let infected: Buffer | null
let server: TestServer
let seller: Seller
let dana: Person
beforeAll(async () => {
  clamd = await startFakeClamd()
  clamd.answer = (file) => {
    if (file === null) return `${signatures}\0`
    return infected && file.includes(infected) ? 'stream: Plat.Test FOUND\0' : 'stream: OK\0'
  }
  const virusScan = { driver: 'clamd', url: clamd.url, isRequired: true } as const
  server = await startTestServer({ parts: { virusScan } })
  seller = await server.addAccount()
})
beforeEach(async () => {
  signatures = 'ClamAV 1.4.3/1/Mon Nov 23 2026'
  infected = null
  dana = await server.addCustomer()
  await run()
  clamd.files.length = 0
})
afterAll(async () => {
  await server.close({ graceMs: 0 })
  await clamd.close()
})

const logged: unknown[] = []
const log = {
  warn: (line: unknown) => logged.push(line),
  error: (line: unknown) => logged.push(line),
} as never
const run = (nowMs = Date.now()) =>
  rescan(
    { db: server.database.db, parts: server.parts, log },
    { nowMs, closing: new AbortController().signal },
  )
const learn = (marker: string) => {
  signatures = 'ClamAV 1.4.3/2/Tue Nov 24 2026'
  infected = Buffer.from(marker)
}

let last = 0
/** A PDF that nobody else has. */
const marked = (marker: string) => Buffer.concat([PDF, Buffer.from(`\n% ${marker}\n`)])
const upload = async (
  path: string,
  field: string,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
) => {
  last += 1
  const given = { path, token: dana.token, field, bytes, fields: { ref: `file-${last}`, ...fields } }
  return (await handIn(server, given)).body.data
}
const proof = (marker: string) => upload(PROOFS, 'proof_file', marked(marker))
const proofs = async () => (await server.call('GET', PROOFS, { token: dana.token })).body.data
const news = () =>
  server.database.db
    .selectFrom('notifications')
    .select(['type', 'title', 'body', 'url'])
    .where('customer_id', '=', dana.id)
    .execute()
const audited = (action: string, id: number) =>
  server.database.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'after'])
    .where('action', '=', action)
    .where('subject_id', '=', id)
    .execute()
const keyOf = async (table: 'proofs_of_funds' | 'corporate_documents' | 'property_documents', id: number) => {
  const of = server.database.db.selectFrom(table).select('storage_key').where('id', '=', id)
  return (await of.executeTakeFirstOrThrow()).storage_key
}

const TITLE = 'Your file was removed: it has a virus'
const TOLD = [{ actor_kind: 'system', after: { virus: 'Plat.Test' } }]

describe('a stored file', () => {
  it('is scanned once with each set of signatures, and only while it is recent', async () => {
    await proof('recent')
    await run()
    const afterUpload = clamd.files.length
    await run()
    expect(clamd.files).toHaveLength(afterUpload)
    signatures = 'ClamAV 1.4.3/2/Tue Nov 24 2026'
    await run()
    expect(clamd.files.length).toBeGreaterThan(afterUpload)
    const before = clamd.files.length
    signatures = 'ClamAV 1.4.3/3/Wed Nov 25 2026'
    await run(Date.now() + 31 * DAY_MS)
    expect(clamd.files).toHaveLength(before)
  })

  it('of any age is scanned when it never was', async () => {
    const { id } = await proof('never')
    await server.database.db
      .updateTable('proofs_of_funds')
      .set({ scanned_with: null, created_at: new Date(Date.now() - 400 * DAY_MS) })
      .where('id', '=', id)
      .execute()
    infected = Buffer.from('never')
    await run()
    expect(await proofs()).toEqual([])
  })

  it('waits while clamd is away, and is scanned afterwards', async () => {
    await proof('patient')
    const { answer } = clamd
    clamd.answer = (_file, socket) => void socket.end()
    await expect(run()).rejects.toThrow('closed the connection without an answer')
    clamd.answer = answer
    infected = Buffer.from('patient')
    await run()
    expect(await proofs()).toEqual([])
  })

  it('that alone cannot be scanned is logged, and holds up no other', async () => {
    const [odd, bad] = [await proof('odd'), await proof('bad')]
    const { answer } = clamd
    clamd.answer = (file, socket) =>
      file?.includes('odd') ? 'INSTREAM size limit exceeded. ERROR\0' : answer(file, socket)
    learn('bad')
    await run()
    clamd.answer = answer
    expect((await proofs()).map(({ id }: { id: number }) => id)).toEqual([odd.id])
    expect(logged).toContainEqual(expect.objectContaining({ kind: 'proof_of_funds', id: odd.id }))
    expect(logged).toContainEqual({ kind: 'proof_of_funds', id: bad.id, finding: { virus: 'Plat.Test' } })
  })
})

describe('an infected file', () => {
  it('that is a proof of funds is removed with its bytes, and its owner and the staff are told', async () => {
    const { id, url } = await proof('wire transfer')
    const kept = await proof('honest')
    const draft = await addOffer(server, { buyer: dana, seller, state: 'draft', proofId: id })
    const key = await keyOf('proofs_of_funds', id)
    expect((await server.call('GET', url, { token: dana.token })).status).toBe(200)
    learn('wire transfer')
    await Promise.all([run(), run()])
    expect((await proofs()).map((row: { id: number }) => row.id)).toEqual([kept.id])
    expect(await server.parts.files.get(key)).toBeNull()
    expect((await server.call('GET', url, { token: dana.token })).status).toBe(404)
    expect(await news()).toEqual([
      { type: 'proof_of_funds', title: TITLE, body: expect.any(String), url: '/profile/documents' },
    ])
    expect(await audited('proof_of_funds.infected', id)).toEqual(TOLD)
    const { db } = server.database
    const offer = db.selectFrom('offers').select('proof_id').where('id', '=', draft)
    expect(await offer.executeTakeFirst()).toEqual({ proof_id: null })
  })

  it('that is a corporate document is taken out of its offer', async () => {
    const offerId = await addOffer(server, { buyer: dana, seller, state: 'draft' })
    const path = `/customer/api/offers/${offerId}/corporate-documents`
    const { id, url } = await upload(path, 'document_file', marked('bylaws'), {
      type: 'other',
      title: 'Bylaws',
    })
    const key = await keyOf('corporate_documents', id)
    learn('bylaws')
    await run()
    expect(await server.parts.files.get(key)).toBeNull()
    expect((await server.call('GET', url, { token: dana.token })).status).toBe(404)
    expect(await news()).toMatchObject([
      { type: 'offer', title: TITLE, url: `/profile/offers?offer=${offerId}` },
    ])
    expect(await audited('corporate_document.infected', id)).toEqual(TOLD)
  })

  it('that is the only file of a message without words leaves words in its place, and words that were written stay', async () => {
    await server.introduce(dana, seller)
    const at = `/customer/api/customers/${dana.id}`
    const send = async (message: string, marker: string) => {
      const { id } = await upload(`${at}/accounts/${seller.id}/attachments`, 'file', marked(marker))
      const body = { message, attachment_ids: [id] }
      await server.call('POST', `${at}/accounts/${seller.id}/text-messages`, { token: dana.token, body })
      return id
    }
    const id = await send('', 'macro one')
    await send('The contract', 'macro two')
    learn('macro')
    await run()
    const thread = `/account/api/customers/${dana.id}/text-messages`
    const { data } = (await server.call('GET', thread, { token: seller.token })).body
    expect(data).toMatchObject([
      { calculated_body: 'The contract', attachments: null },
      { calculated_body: 'This file was removed.', attachments: null },
    ])
    expect(await news()).toMatchObject([{ title: TITLE }, { title: TITLE }])
    expect(await audited('message_attachment.infected', id)).toEqual(TOLD)
  })

  it('that is a document of a deal is taken off its page, and the sellers get a mail', async () => {
    const editor = editorOf(server, seller)
    const deal = await editor.create(COMPLETE)
    const fields = { ref: 'survey', title: 'Survey', kind: 'survey' }
    const given = { kind: 'document', bytes: marked('boundary'), name: 's.pdf', fields } as const
    const [document] = (await editor.upload(deal.id, given)).body.data.documents
    const key = await keyOf('property_documents', document.id)
    learn('boundary')
    await run()
    expect((await editor.read(deal.id)).documents).toEqual([])
    expect(await server.parts.files.get(key)).toBeNull()
    const { db } = server.database
    const mails = db.selectFrom('deliveries').select('content').where('recipient', '=', seller.email)
    expect(await mails.execute()).toMatchObject([{ content: { subject: TITLE } }])
    expect(await audited('property_document.infected', document.id)).toEqual(TOLD)
  })
})
