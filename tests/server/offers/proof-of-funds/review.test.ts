/** An unreviewed proof of funds: for whom it counts, what a review changes, and what a stranger gains by one. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { mailTo } from '#tests/server/accounts/login/outbox.ts'
import { addStaff } from '#tests/server/admin/staff.ts'
import { addDeal } from '#tests/server/deals/properties/add-deal.ts'
import { addBuyer, addProof, addSeller, type SellerSide, TERMS } from '#tests/server/offers/offers/scene.ts'
import { lastCode } from '#tests/support/outbox.ts'
import { type Answer, startTestServer, type TestServer } from '#tests/support/server.ts'
import { handIn, PDF } from '#tests/support/uploads.ts'

let server: TestServer
let staff: { token: string }
let careful: SellerSide
let trusting: SellerSide
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000, registrationsPerHour: 1000 } })
  staff = await addStaff(server, 'Avery')
  careful = await addSeller(server, 'Careful Homes')
  trusting = await addSeller(server, 'Trusting Homes')
  const { status } = await trusting.put('/company', { proof_rule: 'uploaded' })
  if (status !== 200) throw new Error('The rule was not changed.')
})
afterAll(() => server.close())

const ADDRESS = '906 Caplin Street'
const hidden = { address: ADDRESS, is_street_shown: false, address_rule: 'proof_of_funds' } as const
const review = (
  proof: number,
  body: { review: 'approved' | 'rejected'; reason?: string; seen?: object },
): Promise<Answer> => server.call('PUT', `/admin/api/proofs/${proof}`, { token: staff.token, body })

/** A buyer whose only proof is in this state. */
async function buyerWithProof(more: Parameters<typeof addProof>[2]) {
  const buyer = await addBuyer(server)
  const change = { deleted_at: new Date() }
  await server.database.db
    .updateTable('proofs_of_funds')
    .set(change)
    .where('id', '=', buyer.proofId)
    .execute()
  return { ...buyer, proofId: await addProof(server, buyer.id, more) }
}

describe('a proof of funds counts', () => {
  it.each([
    ['reviewed', 'who wait for the review', { review: 'approved' }, true],
    ['reviewed', 'who take uploads', { review: 'approved' }, true],
    ['under review', 'who wait for the review', { review: 'pending' }, false],
    ['under review', 'who take uploads', { review: 'pending' }, true],
    ['rejected', 'who take uploads', { review: 'rejected' }, false],
    [
      'reviewed, and out of date,',
      'who take uploads',
      { review: 'approved', valid_until: '2020-01-01' },
      false,
    ],
    // Nothing here decodes it.
    ['a HEIC under review', 'who take uploads', { review: 'pending', content_type: 'image/heic' }, false],
  ] as const)('%s, with sellers %s, as the rule says', async (_, sellers, proof, counts) => {
    const seller = sellers === 'who take uploads' ? trusting : careful
    const buyer = await buyerWithProof(proof)
    const [deal, asked] = [await addDeal(server, seller.id), await addDeal(server, seller.id, hidden)]
    const gate = await buyer.get(`/offer-gate?property_id=${deal}`)
    const funds = gate.body.data.steps.find(({ step }: { step: string }) => step === 'funds')
    const sent = await buyer.post('/offer', { property_id: deal, terms: TERMS, proof_id: buyer.proofId })
    const request = await buyer.post('/inquiry', { property_id: asked, type: 'address_request' })
    expect({
      gate: funds.is_met,
      offer: [sent.status, sent.body.code],
      address: request.body.data.state,
      isShown: JSON.stringify(await buyer.get(`/properties/${asked}`)).includes(ADDRESS),
    }).toEqual({
      gate: counts,
      offer: counts ? [201, undefined] : [409, 'funds'],
      address: counts ? 'granted' : 'pending',
      isShown: counts,
    })
  })

  it('under review says so and what to do, and gives no green mark on the card that sellers see', async () => {
    const buyer = await buyerWithProof({ review: 'pending' })
    const deal = await addDeal(server, careful.id)
    const { steps, proof_rule: rule } = (await buyer.get(`/offer-gate?property_id=${deal}`)).body.data
    expect([rule, steps.find(({ step }: { step: string }) => step === 'funds').words]).toEqual([
      'reviewed',
      'Your proof of funds is under review, and this seller accepts only reviewed ones. Wait for the review, or add documents of the buying company.',
    ])
    await server.introduce(buyer, careful)
    const card = async () => (await careful.get(`/customers/${buyer.id}`)).body.data
    expect(await card()).toMatchObject({ has_proof_of_funds: false, has_proof_under_review: true })
    await review(buyer.proofId, { review: 'approved' })
    expect(await card()).toMatchObject({ has_proof_of_funds: true, has_proof_under_review: false })
  })
})

describe('a review', () => {
  const told = async (customerId: number) =>
    (
      await server.database.db
        .selectFrom('notifications')
        .select(['type', 'title', 'body', 'url'])
        .where('customer_id', '=', customerId)
        .where('type', '=', 'proof_of_funds')
        .orderBy('id')
        .execute()
    ).map(({ title, body, url }) => [title, body, url])

  it('notifies the owner once, with the reason if it was refused', async () => {
    const buyer = await buyerWithProof({ review: 'pending' })
    expect((await review(buyer.proofId, { review: 'rejected' })).status).toBe(422)
    const reason = 'The letter names another person.'
    await review(buyer.proofId, { review: 'rejected', reason })
    await review(buyer.proofId, { review: 'rejected', reason })
    await review(buyer.proofId, { review: 'approved' })
    expect(await told(buyer.id)).toEqual([
      ['Your proof of funds was not accepted', reason, '/profile/documents'],
      [
        'Your proof of funds was reviewed',
        'bank.pdf counts for your offers and address requests now.',
        '/profile/documents',
      ],
    ])
    const own = (await buyer.get('/proof-of-funds')).body.data
    expect(own).toMatchObject([{ review: 'approved', review_reason: null }])
  })

  it('covers only the details that staff saw: 409 when the owner has changed them since', async () => {
    const buyer = await buyerWithProof({ review: 'pending' })
    const listed = async () =>
      (await server.call('GET', '/admin/api/proofs', { token: staff.token })).body.data.find(
        ({ id }: { id: number }) => id === buyer.proofId,
      )
    const seenOf = ({ amount_cents, bank, valid_until }: Awaited<ReturnType<typeof listed>>) => ({
      amount_cents,
      bank,
      valid_until,
    })
    for (const change of [
      { amount_cents: 900_000_000 },
      { bank: 'Other Bank' },
      { valid_until: '2031-01-01' },
    ]) {
      const seen = seenOf(await listed())
      expect((await buyer.put(`/proof-of-funds/${buyer.proofId}`, change)).status).toBe(200)
      const refused = await review(buyer.proofId, { review: 'approved', seen })
      expect([refused.status, refused.body.code]).toEqual([409, 'changed'])
      expect(await listed()).toMatchObject({ review: 'pending', ...change })
    }
    expect(await told(buyer.id)).toEqual([])
    const seen = seenOf(await listed())
    expect((await review(buyer.proofId, { review: 'approved', seen })).body.data).toMatchObject({
      review: 'approved',
      ...seen,
    })
  })

  it('grants the address requests that waited for it, and no others', async () => {
    const buyer = await buyerWithProof({ review: 'pending' })
    const ask = async (more: object) => {
      const id = await addDeal(server, careful.id, { ...hidden, ...more })
      const { body } = await buyer.post('/inquiry', { property_id: id, type: 'address_request' })
      return { id, request: body.data.id as number }
    }
    const [waits, manual, declined] = [await ask({}), await ask({ address_rule: 'manual' }), await ask({})]
    await careful.put(`/requests/${declined.request}`, { state: 'declined' })
    await review(buyer.proofId, { review: 'approved' })
    const states = (await buyer.get('/address-requests')).body.data
    const stateOf = ({ request }: { request: number }) =>
      states.find(({ id }: { id: number }) => id === request).state
    expect([waits, manual, declined].map(stateOf)).toEqual(['granted', 'pending', 'declined'])
    expect(JSON.stringify(await buyer.get(`/properties/${waits.id}`))).toContain(ADDRESS)
  })

  it('covers the file and its details: changed details are reviewed again', async () => {
    const buyer = await buyerWithProof({ review: 'approved', amount_cents: 1_000_00, bank: 'Frost' })
    const path = `/proof-of-funds/${buyer.proofId}`
    expect((await buyer.put(path, { amount_cents: 1_000_00, bank: 'Frost' })).body.data.review).toBe(
      'approved',
    )
    expect((await buyer.put(path, { amount_cents: 900_000_00 })).body.data.review).toBe('pending')
    await review(buyer.proofId, { review: 'rejected', reason: 'It shows $1,000.' })
    expect((await buyer.put(path, { amount_cents: 1_000_00 })).body.data.review).toBe('rejected')
  })
})

test('a stranger reads no address and no survey by a file that is none, nor by a true one that nobody has reviewed', async () => {
  const deal = await addDeal(server, careful.id, hidden)
  await server.database.db
    .insertInto('property_documents')
    .values({
      property_id: deal,
      title: 'Survey',
      kind: 'survey',
      content_type: 'application/pdf',
      size_bytes: 9,
      gate: 'address_granted',
      storage_key: 'deals/survey.pdf',
    })
    .execute()
  const person = {
    first_name: 'Mal',
    last_name: 'Lory',
    email: 'mal@example.com',
    phone: '(713) 284-0199',
    password: 'a door in the hill',
  }
  const { token, user } = (await server.call('POST', '/register', { body: person })).body.data
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    server.call(method, `/customer/api${path}`, { token, ...(body ? { body } : {}) })
  const upload = (bytes: Buffer) =>
    handIn(server, {
      path: '/customer/api/proof-of-funds',
      token,
      field: 'proof_file',
      bytes,
      name: 'bank.pdf',
      fields: { ref: `upload-${bytes.length}` },
    })
  const ask = () => call('POST', '/inquiry', { property_id: deal, type: 'address_request' })
  const knows = async () => {
    const { data } = (await call('GET', `/properties/${deal}`)).body
    return [JSON.stringify(data).includes('Caplin'), data.documents[0].url !== null]
  }

  const fake = Buffer.from('%PDF-1.4\nnot a bank statement\n%%EOF')
  expect(fake).toHaveLength(35)
  expect((await upload(fake)).status).toBe(422)
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'unconfirmed' } })
  expect(await knows()).toEqual([false, false])

  const { code } = await mailTo(server, person.email)
  await call('POST', '/auth/confirm-email', { code })
  expect(Object.keys((await ask()).body.errors)).toEqual(['phone'])
  const [phone] = user.phones
  await call('POST', `/customers/${user.id}/entity-phones/${phone.id}/code`)
  await call('POST', `/customers/${user.id}/entity-phones/${phone.id}/confirmation`, {
    code: await lastCode(server, 'sms', phone.phone),
  })

  const proof = await upload(PDF)
  expect(proof.body.data.review).toBe('pending')
  expect((await ask()).body.data.state).toBe('pending')
  expect(await knows()).toEqual([false, false])

  await review(proof.body.data.id, { review: 'approved' })
  expect(await knows()).toEqual([true, true])
})
