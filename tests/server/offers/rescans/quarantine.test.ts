/** A file that clamd could not scan is stored, is nobody's to open and counts for nothing until the server's own job has found it clean. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentPath } from '#server/deals/properties/document-link.ts'
import { addStaff } from '#tests/server/admin/staff.ts'
import { addDeal } from '#tests/server/deals/properties/add-deal.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, TERMS } from '#tests/server/offers/offers/scene.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { handIn, PDF } from '#tests/support/uploads.ts'
import { COMPLETE, editorOf } from '../../deals/listing/scene.ts'
import { type FakeClamd, startFakeClamd } from '../../providers/files/fake-clamd.ts'
import { addOffer } from '../proof-of-funds/add-offer.ts'

const PROOFS = '/proof-of-funds'
const SECRET = 'a secret for tests only'
const LOOKED_FOR = { timeout: 15_000 }

let clamd: FakeClamd
let signatures: string
let infected: Buffer | null
let server: TestServer
let trusting: SellerSide
let dana: Buyer
beforeAll(async () => {
  clamd = await startFakeClamd()
  clamd.answer = (file) => {
    if (file === null) return `${signatures}\0`
    return infected && file.includes(infected) ? 'stream: Plat.Test FOUND\0' : 'stream: OK\0'
  }
  server = await startTestServer({
    secret: SECRET,
    limits: { rescanMs: 1000 },
    parts: { virusScan: { driver: 'clamd', url: clamd.url, isRequired: true } },
  })
  await server.listen({ port: 0 })
  trusting = await addSeller(server, 'Trusting Homes')
  await trusting.put('/company', { proof_rule: 'uploaded' })
})
beforeEach(async () => {
  signatures = 'ClamAV 1.4.3/1/Mon Nov 23 2026'
  infected = null
  await back()
  dana = await addBuyer(server)
  await server.database.db.deleteFrom('proofs_of_funds').where('customer_id', '=', dana.id).execute()
})
afterAll(async () => {
  await server.close({ graceMs: 0 })
  await clamd.close()
})

/** The job does not wait for the next try that its failures have earned it. */
async function back(maxBytes = Number.POSITIVE_INFINITY) {
  clamd.maxBytes = maxBytes
  clamd.isAway = false
  await server.database.db.deleteFrom('failed_work').execute()
}

let last = 0
const upload = (path: string, field: string, bytes: Uint8Array, fields: Record<string, string> = {}) => {
  last += 1
  const given = { path: `/customer/api${path}`, token: dana.token, field, bytes }
  return handIn(server, { ...given, fields: { ref: `file-${last}`, ...fields } })
}
const marked = (marker: string) => Buffer.concat([PDF, Buffer.from(`\n% ${marker}\n`)])
const proofs = async () => (await dana.get(PROOFS)).body.data
const isFree = async () => (await proofs())[0]?.is_quarantined === false
const QUARANTINED = { status: 409, body: { code: 'quarantined' }, headers: { 'retry-after': '60' } }

async function quarantinedProof(marker = 'wire'): Promise<number> {
  clamd.isAway = true
  const { status, body } = await upload(PROOFS, 'proof_file', marked(marker))
  expect({ status, ...body.data }).toMatchObject({ status: 201, is_quarantined: true, url: null })
  return body.data.id
}

const news = () =>
  server.database.db
    .selectFrom('notifications')
    .select(['title', 'url'])
    .where('customer_id', '=', dana.id)
    .execute()

describe('a proof of funds that could not be scanned', () => {
  it('is opened by nobody, counts for no seller, and does both once clamd has called it clean', async () => {
    const id = await quarantinedProof()
    const path = `${PROOFS}/${id}/download`
    const [deal, hidden] = [
      await addDeal(server, trusting.id),
      await addDeal(server, trusting.id, { is_street_shown: false, address_rule: 'proof_of_funds' }),
    ]
    await addOffer(server, { buyer: dana, seller: trusting, state: 'withdrawn', proofId: id })
    expect(await proofs()).toMatchObject([{ id, is_quarantined: true, url: null }])
    for (const { token } of [dana, trusting])
      expect(await server.call('GET', `/customer/api${path}`, { token })).toMatchObject(QUARANTINED)
    const lee = await addBuyer(server)
    expect((await lee.get(path)).status).toBe(404)
    const staff = await addStaff(server, 'Avery')
    const listed = async () =>
      (await server.call('GET', '/admin/api/proofs', staff)).body.data.map((row: { id: number }) => row.id)
    expect(await listed()).not.toContain(id)
    await server.introduce(dana, trusting)
    const card = async () => (await trusting.get(`/customers/${dana.id}`)).body.data
    expect(await card()).toMatchObject({ has_proof_of_funds: false, has_proof_under_review: false })
    const offer = { property_id: deal, terms: TERMS, proof_id: id }
    expect((await dana.post('/offer', offer)).body).toMatchObject({
      message: 'Your file is being checked for viruses. Try again in a few minutes.',
      code: 'funds',
    })
    const request = await dana.post('/inquiry', { property_id: hidden, type: 'address_request' })
    expect(request.body.data.state).toBe('pending')

    await back()
    await expect.poll(isFree, LOOKED_FOR).toBe(true)
    const { status, headers } = await dana.get(path)
    expect(status).toBe(302)
    const { pathname, search } = new URL(String(headers.location))
    expect((await server.call('GET', pathname + search)).status).toBe(200)
    expect(await listed()).toContain(id)
    expect(await card()).toMatchObject({ has_proof_under_review: true })
    expect((await dana.post('/offer', offer)).status).toBe(201)
  })

  it('is the same when its upload is sent again', async () => {
    clamd.isAway = true
    const send = () => upload(PROOFS, 'proof_file', PDF, { ref: 'same' })
    const [first, second] = [await send(), await send()]
    expect(second.body.data).toEqual(first.body.data)
  })

  it.each([
    ['infected', 'it has a virus', 'wire', Number.POSITIVE_INFINITY],
    ['larger than clamd reads', 'it could not be checked', null, 100],
  ])('and is %s is removed with its file, and its owner is told', async (_, why, marker, maxBytes) => {
    const id = await quarantinedProof()
    const { storage_key: key } = await server.database.db
      .selectFrom('proofs_of_funds')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    infected = marker === null ? null : Buffer.from(marker)
    await back(maxBytes)
    await expect.poll(proofs, LOOKED_FOR).toEqual([])
    await expect.poll(() => server.parts.files.get(key)).toBeNull()
    expect((await dana.get(`${PROOFS}/${id}/download`)).status).toBe(404)
    expect(await news()).toEqual([{ title: `Your file was removed: ${why}`, url: '/profile/documents' }])
  })
})

it('a corporate document that could not be scanned is no reason to take the offer until it is clean', async () => {
  const deal = await addDeal(server, trusting.id)
  const draft = await dana.post('/offer', { property_id: deal, terms: TERMS, is_draft: true })
  const offerId = draft.body.data.id
  clamd.isAway = true
  const path = `/offers/${offerId}/corporate-documents`
  const { body } = await upload(path, 'document_file', PDF, { type: 'other', title: 'Bylaws' })
  expect(body.data).toMatchObject({ is_quarantined: true, url: null })
  expect(await dana.get(`${path}/${body.data.id}/download`)).toMatchObject(QUARANTINED)
  const gate = async () =>
    (await dana.get(`/offer-gate?property_id=${deal}`)).body.data.steps.find(
      ({ step }: { step: string }) => step === 'funds',
    )
  expect(await gate()).toMatchObject({ is_met: false, words: expect.stringContaining('being checked') })
  await back()
  await expect
    .poll(async () => (await dana.get(`/offer/${offerId}`)).body.data.corporate_documents, LOOKED_FOR)
    .toMatchObject([{ is_quarantined: false, url: expect.any(String) }])
  expect(await gate()).toMatchObject({ is_met: true })
})

it('a document of a deal that could not be scanned is its seller’s alone to see, and nobody’s to open, until it is clean', async () => {
  const editor = editorOf(server, trusting)
  const { id } = await editor.create(COMPLETE)
  clamd.isAway = true
  await editor.upload(id, { kind: 'document', bytes: PDF, fields: { title: 'Survey', kind: 'survey' } })
  await editor.publish(id)
  const own = async () => (await editor.read(id)).documents
  expect(await own()).toMatchObject([{ title: 'Survey', is_quarantined: true, url: null }])
  const [document] = await own()
  const shown = async () => (await dana.get(`/properties/${id}`)).body.data.documents
  expect(await shown()).toEqual([])
  const seller = { kind: 'account', accountId: trusting.id }
  for (const [token, who] of [
    [dana.token, { kind: 'customer', id: dana.id }],
    [trusting.token, seller],
  ] as const) {
    const link = { documentId: document?.id ?? 0, who: who as never, fileName: 'survey.pdf' }
    const url = documentPath(SECRET, link, Date.now())
    expect(await server.call('GET', url, { token })).toMatchObject(QUARANTINED)
  }
  await back()
  await expect.poll(own, LOOKED_FOR).toMatchObject([{ is_quarantined: false }])
  expect(await shown()).toMatchObject([{ title: 'Survey', url: expect.any(String) }])
})

it('a file that was clean is withdrawn when clamd learns what is in it', async () => {
  const { body } = await upload(PROOFS, 'proof_file', marked('sleeper'))
  expect(body.data).toMatchObject({ is_quarantined: false, url: expect.any(String) })
  const scannedWith = async () => {
    const of = server.database.db.selectFrom('proofs_of_funds').select('scanned_with')
    return (await of.where('id', '=', body.data.id).executeTakeFirst())?.scanned_with
  }
  await expect.poll(scannedWith, LOOKED_FOR).toBe(signatures)
  infected = Buffer.from('sleeper')
  signatures = 'ClamAV 1.4.3/2/Tue Nov 24 2026'
  await expect.poll(proofs, LOOKED_FOR).toEqual([])
  expect(await news()).toMatchObject([{ title: 'Your file was removed: it has a virus' }])
})
