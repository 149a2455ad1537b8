/** Documents: what unlocks each, links that end soon and are one person's, and downloads that ask again. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentPath, readDocumentLink } from '#server/deals/properties/document-link.ts'
import { DOCUMENT_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addDeal, addRequest } from './add-deal.ts'

const SECRET = 'a secret for tests only'
const FILE = '%PDF-1.4 a report\n1 0 obj <</Title (9 Quillfeather Lane) /Author (Sam)>> endobj'
let server: TestServer
let seller: Seller
let buyer: Person
let verified: Person
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plat-documents-'))
  await mkdir(join(directory, 'deals'))
  await writeFile(join(directory, 'deals/report.pdf'), FILE)
  server = await startTestServer({ secret: SECRET, parts: { files: { driver: 'disk', directory } } })
  seller = await server.addAccount()
  buyer = await server.addCustomer()
  verified = await server.addCustomer()
  await server.database.db
    .updateTable('customers')
    .set({ idv_status: 'success' })
    .where('id', '=', verified.id)
    .execute()
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

type Gate = 'login' | 'id_verified' | 'address_granted' | null

async function addDocument(
  propertyId: number,
  gate: Gate,
  more: { title?: string; key?: string; at?: TestServer } = {},
) {
  const { id } = await (more.at ?? server).database.db
    .insertInto('property_documents')
    .values({
      property_id: propertyId,
      title: more.title ?? 'Inspection report',
      kind: 'inspection_report',
      content_type: 'application/pdf',
      size_bytes: FILE.length,
      gate,
      storage_key: more.key ?? 'deals/report.pdf',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Listed {
  id: number
  title: string
  gate: Gate
  url: string | null
}
const documentsFor = async (propertyId: number, token?: string): Promise<Listed[]> =>
  (await server.call('GET', `/customer/api/properties/${propertyId}`, token ? { token } : {})).body.data
    .documents
const fetchFile = (url: string | null | undefined, token?: string) =>
  server.call('GET', String(url), token ? { token } : {})

describe('a document', () => {
  it('is open to whom its gate lets in', async () => {
    const id = await addDeal(server, seller.id)
    for (const gate of [null, 'login', 'id_verified'] as const) await addDocument(id, gate)
    const open = async (token?: string) => (await documentsFor(id, token)).map(({ url }) => url !== null)
    expect(await open()).toEqual([true, false, false])
    expect(await open(buyer.token)).toEqual([true, true, false])
    expect(await open(verified.token)).toEqual([true, true, true])
    expect(await open(seller.token)).toEqual([true, true, true])
    expect((await documentsFor(id)).map(({ gate }) => gate)).toEqual([null, 'login', 'id_verified'])
  })

  it('waits for the address while that is hidden, and is not called after the street', async () => {
    const id = await addDeal(server, seller.id, { is_street_shown: false, address: '9 Quillfeather Lane' })
    await addDocument(id, null, { title: 'Survey of 9 Quillfeather Ln' })
    const granted = await server.addCustomer()
    await addRequest(server, {
      customerId: granted.id,
      propertyId: id,
      accountId: seller.id,
      state: 'granted',
    })
    const [closed] = await documentsFor(id, buyer.token)
    expect(closed).toMatchObject({ gate: 'address_granted', url: null })
    expect(closed?.title).not.toMatch(/quillfeather/i)
    const [opened] = await documentsFor(id, granted.token)
    expect(opened).toMatchObject({ gate: null, title: 'Survey of 9 Quillfeather Ln' })
    const file = await fetchFile(opened?.url, granted.token)
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="inspection-report-${opened?.id}.pdf"`,
    )
  })
})

describe('a download', () => {
  it('is the file as what it is, kept by no cache', async () => {
    const id = await addDeal(server, seller.id)
    await addDocument(id, 'login')
    const [document] = await documentsFor(id, buyer.token)
    const file = await fetchFile(document?.url, buyer.token)
    expect(file).toMatchObject({ status: 200, body: FILE })
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  it('has a link that expires by the clock of the database, not of the node that made it', async () => {
    const threeDaysMs = 3 * 86_400_000
    const database = await openTestDatabase()
    const clock = { ...database.clock, now: () => Date.now() - threeDaysMs }
    const ahead = await startTestServer({ database: { ...database, clock } })
    const owner = await ahead.addAccount()
    const id = await addDeal(ahead, owner.id)
    await addDocument(id, null, { at: ahead })
    const { body } = await ahead.call('GET', `/customer/api/properties/${id}`)
    const until = Number(
      new URL(body.data.documents[0].url, 'https://plat.example').searchParams.get('until'),
    )
    expect(until).toBeLessThanOrEqual(clock.now() + DOCUMENT_LINK_LIFETIME_MS)
    await ahead.close()
  })

  it('is refused in words to anybody else, with a changed link, and without one', async () => {
    const id = await addDeal(server, seller.id)
    const documentId = await addDocument(id, 'login')
    const other = await addDocument(id, 'id_verified')
    const url = String((await documentsFor(id, buyer.token))[0]?.url)
    for (const [link, token] of [
      [url, verified.token],
      [url, undefined],
      [url.replace(`/${documentId}/`, `/${other}/`), buyer.token],
      [url.replace(/until=\d/, 'until=9'), buyer.token],
      [url.replace(/signature=.*/, 'signature='), buyer.token],
      [url.replace(/\?.*/, ''), buyer.token],
    ] as const) {
      const answer = await fetchFile(link, token)
      expect(answer).toMatchObject({ status: 403, body: { code: 'foreign_link' } })
      expect(answer.body.message).toContain('Open the deal’s page')
    }
  })

  it('is refused once its link has ended, with the way to a new one', async () => {
    const id = await addDeal(server, seller.id)
    const documentId = await addDocument(id, null)
    // The database's clock decides, and may be some milliseconds behind this one.
    const past = Date.now() - DOCUMENT_LINK_LIFETIME_MS - 1000
    const answer = await fetchFile(documentPath(SECRET, { documentId, who: null, fileName: 'a.pdf' }, past))
    expect(answer).toMatchObject({ status: 410, body: { code: 'expired_link' } })
    expect(answer.body.message).toContain('for a new one')
  })

  it('is refused when what opened it was taken back in the meantime', async () => {
    const id = await addDeal(server, seller.id, { is_street_shown: false })
    await addDocument(id, null)
    const dana = await server.addCustomer()
    await addRequest(server, { customerId: dana.id, propertyId: id, accountId: seller.id, state: 'granted' })
    const url = (await documentsFor(id, dana.token))[0]?.url
    const { db } = server.database
    await db.updateTable('inquiries').set({ state: 'declined' }).where('customer_id', '=', dana.id).execute()
    expect(await fetchFile(url, dana.token)).toMatchObject({ status: 403, body: { code: 'closed_document' } })
    await db.updateTable('properties').set({ listing: 'removed' }).where('id', '=', id).execute()
    expect((await fetchFile(url, dana.token)).status).toBe(404)
  })

  it('of a company that closes is its seller’s alone, until the closing is canceled', async () => {
    const closing = await server.addAccount('Closing Homes')
    const id = await addDeal(server, closing.id)
    await addDocument(id, null)
    const url = (await documentsFor(id))[0]?.url
    const buyers = (await documentsFor(id, buyer.token))[0]?.url
    const own = (await documentsFor(id, closing.token))[0]?.url
    const statuses = async () => [
      (await fetchFile(url)).status,
      (await fetchFile(buyers, buyer.token)).status,
      (await fetchFile(own, closing.token)).status,
    ]
    const { db } = server.database
    const closes = (closes_at: Date | null) =>
      db.updateTable('accounts').set({ closes_at }).where('id', '=', closing.id).execute()
    expect(await statuses()).toEqual([200, 200, 200])
    await closes(new Date(Date.now() + 14 * 86_400_000))
    expect(await statuses()).toEqual([404, 404, 200])
    expect(await documentsFor(id)).toEqual([])
    await closes(null)
    expect(await statuses()).toEqual([200, 200, 200])
  })

  it('is refused once the street is hidden, whatever the file says of itself and however it was reached', async () => {
    const id = await addDeal(server, seller.id, { address: '9 Quillfeather Lane' })
    await addDocument(id, null)
    const url = (await documentsFor(id))[0]?.url
    expect((await fetchFile(url)).body).toContain('Quillfeather')
    const { db } = server.database
    await db.updateTable('properties').set({ is_street_shown: false }).where('id', '=', id).execute()
    const answer = await fetchFile(url)
    expect(answer).toMatchObject({ status: 403, body: { code: 'closed_document' } })
    expect(JSON.stringify([answer.body, answer.headers])).not.toMatch(/quillfeather/i)
  })

  it('of a file that is not there, or lies elsewhere, finds nothing', async () => {
    const id = await addDeal(server, seller.id)
    await addDocument(id, null, { key: 'deals/none.pdf' })
    await addDocument(id, null, { key: '../../../../etc/hostname' })
    for (const { url } of await documentsFor(id)) expect((await fetchFile(url)).status).toBe(404)
  })
})

describe('a link', () => {
  const of = { documentId: 7, who: null }
  const partsOf = (path: string) => {
    const { searchParams } = new URL(path, 'https://plat.example')
    return { until: searchParams.get('until') ?? '', signature: searchParams.get('signature') ?? '' }
  }

  it('is good for as long as it says and not longer, and only with the secret it was made with', () => {
    const given = { ...of, ...partsOf(documentPath(SECRET, { ...of, fileName: 'a.pdf' }, 1000)) }
    const end = 1000 + DOCUMENT_LINK_LIFETIME_MS
    expect(readDocumentLink(SECRET, given, end)).toBe('good')
    expect(readDocumentLink(SECRET, given, end + 1)).toBe('expired')
    expect(readDocumentLink('another secret, as long', given, 1000)).toBe('foreign')
    expect(readDocumentLink(SECRET, { ...given, until: String(end + 1) }, 1000)).toBe('foreign')
  })
})
