/** Deleting an account asks everything that is open, in one transaction; what comes later ends with staff, and files go for certain. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteCustomer } from '#server/accounts/profile/delete-customer.ts'
import { createLeaving } from '#server/customer-leaving.ts'
import { faultsOfBooks } from '#server/payments/books.ts'
import { book, lockBalances } from '#server/payments/ledger.ts'
import { decideCharge } from '#server/providers/billing/embedded-bank.ts'
import { deleteQueuedFiles } from '#server/providers/files/delete-files.ts'
import { PASSWORD, type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { tablesWith } from '#tests/support/tables-with.ts'
import { addStaff } from '../../admin/staff.ts'
import { addBuyer, addProof, addSeller, topUp as fill, sendOffer } from '../../offers/offers/scene.ts'
import { chargeOf, notify, payDeposit, payerWith, topUp } from '../../payments/money-world.ts'

let server: TestServer
let staff: { token: string }
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
  staff = await addStaff(server, 'Avery')
})
afterAll(async () => {
  expect(await faultsOfBooks(server.database.db)).toEqual([])
  await server.close()
})

const leave = ({ token, email }: Person) =>
  server.call('POST', '/customer/api/auth/delete-account', {
    token,
    body: { confirmation: email, password: PASSWORD },
  })
const isHere = async ({ token }: Person) =>
  (await server.call('GET', '/customer/api/auth/user', { token })).status === 200

/** Refused with all of these words; the account, and its login, are as they were. */
async function refusedWith(person: Person, ...words: RegExp[]): Promise<void> {
  const { status, body } = await leave(person)
  expect([status, body.code]).toEqual([409, 'conflict'])
  for (const word of words) expect(body.message).toMatch(word)
  expect(await isHere(person)).toBe(true)
}

describe('deleting an account is refused', () => {
  it('while a payment waits for the bank', async () => {
    const payer = await payerWith(server, 'action')
    const { data } = (await topUp(server, payer)).body
    expect(data.state).toBe('requires_action')
    await refusedWith(payer, /payment of \$600 waits for your bank\. Finish it/)
  })

  it('while a payment is in progress', async () => {
    for (const outcome of ['pending', 'no_answer'] as const) {
      const payer = await payerWith(server, outcome)
      await topUp(server, payer)
      await refusedWith(payer, /payment of \$600 is in progress\. Wait/)
    }
  })

  it('while an offer is active, even if its deposit was charged back', async () => {
    const seller = await addSeller(server)
    const buyer = await addBuyer(server)
    const deal = await server.addProperty(seller.id)
    const { id, version } = await sendOffer(buyer, deal)
    await seller.put(`/offers/${id}`, { action: 'accept', version })
    const { db } = server.database
    await db.updateTable('deposits').set({ state: 'refunded' }).where('customer_id', '=', buyer.id).execute()
    await refusedWith(buyer, /1 active offer\. Close the deal, or ask the seller to release you/)
    expect(await db.selectFrom('offers').select('id').where('id', '=', id).execute()).toHaveLength(1)
  })

  it('while a deposit is held, and says what to do', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    await payDeposit(server, payer)
    await refusedWith(payer, /deposit of \$500 is held\. Request its refund/)
  })
})

describe('money in the wallet of a deleted account', () => {
  const BANK = { holder: 'Dana Whitfield', routing_number: '021000021', account_number: '000123456789' }
  const withdrawals = (customerId: number) =>
    server.database.db
      .selectFrom('withdrawals')
      .select(['method', 'state', 'amount_cents', 'payee_email'])
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute()

  it('goes back to the card that paid', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    expect((await leave(payer)).status).toBe(200)
    await expect.poll(async () => (await withdrawals(payer.id))[0]?.state).toBe('paid')
    expect(await withdrawals(payer.id)).toEqual([
      { method: 'card', state: 'paid', amount_cents: 60_000, payee_email: null },
    ])
    const mails = () =>
      server.database.db.selectFrom('outbox').selectAll().where('recipient', '=', payer.email).execute()
    await expect.poll(async () => JSON.stringify(await mails())).toMatch(/\$600 goes back to the card/)
  })

  it('asks for a bank account first when no card takes it, and changes nothing until then', async () => {
    const dana = await server.addCustomer()
    await fill(server, dana.id, 100)
    const refused = await leave(dana)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['bank']])
    expect([await isHere(dana), await withdrawals(dana.id)]).toEqual([true, []])
    const body = { confirmation: dana.email, password: PASSWORD, bank: BANK }
    const { status } = await server.call('POST', '/customer/api/auth/delete-account', {
      token: dana.token,
      body,
    })
    expect([status, await isHere(dana)]).toEqual([200, false])
    expect(await withdrawals(dana.id)).toEqual([
      { method: 'bank', state: 'requested', amount_cents: 100, payee_email: dana.email },
    ])
  })

  it('is paid out once when a withdrawal is asked for at the same moment', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    const [gone] = await Promise.all([
      leave(payer),
      server.call('POST', `/customer/api/customers/${payer.id}/withdrawals`, {
        token: payer.token,
        headers: { 'Idempotency-Key': 'both' },
        body: { amount_cents: 60_000 },
      }),
    ])
    expect(gone.status).toBe(200)
    const states = async () => (await withdrawals(payer.id)).map(({ state }) => state)
    await expect.poll(states).toEqual(['paid'])
  })

  it('that its card refuses waits for staff, with the address of its owner', async () => {
    const { billing } = server.parts
    const { refundPart } = billing
    billing.refundPart = async () => 'refused'
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    expect((await leave(payer)).status).toBe(200)
    await expect.poll(async () => (await withdrawals(payer.id))[0]?.method).toBe('bank')
    billing.refundPart = refundPart
    expect(await withdrawals(payer.id)).toEqual([
      { method: 'bank', state: 'requested', amount_cents: 60_000, payee_email: payer.email },
    ])
  })
})

describe('money that arrives after the account was deleted', () => {
  /** Whose payment was given up, and who left then. */
  async function ghost() {
    const payer = await payerWith(server, 'action')
    const { data } = (await topUp(server, payer)).body
    const { db } = server.database
    await db.updateTable('payments').set({ state: 'cancelled' }).where('id', '=', data.id).execute()
    expect((await leave(payer)).status).toBe(200)
    const charge = await chargeOf(server, data.id)
    const say = (state: string) => notify(server, { event_id: `${state} ${charge}`, charge, state })
    return { id: Number(data.id), customerId: payer.id, charge, say }
  }
  const unclaimed = async (id: number) => {
    const { body } = await server.call('GET', '/admin/api/unclaimed-payments', staff)
    return body.data.find((row: { id: number }) => row.id === id)
  }
  const giveBack = (id: number) =>
    server.call('POST', `/admin/api/unclaimed-payments/${id}/return`, {
      ...staff,
      body: { reason: 'Its owner has left us.' },
    })
  const suspense = async () =>
    (await server.call('GET', '/admin/api/ledger-totals', staff)).body.data.places.suspense

  it('waits for staff, who return it to its card, once', async () => {
    const before = await suspense()
    const { id, customerId, charge, say } = await ghost()
    await decideCharge(server.database.db, charge, { isPaid: true })
    await say('succeeded')
    expect(await suspense()).toBe(before + 60_000)
    expect(await unclaimed(id)).toMatchObject({
      customer_id: customerId,
      amount_cents: 60_000,
      returned_at: null,
    })
    const both = await Promise.all([giveBack(id), giveBack(id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await unclaimed(id)).toMatchObject({ returned_at: expect.any(String) })
    // The bank's own notice of it, after all.
    await say('reversed')
    expect(await suspense()).toBe(before)
    const log = await server.call('GET', `/admin/api/audit?subject_kind=payment&subject_id=${id}`, staff)
    expect(log.body.data[0]).toMatchObject({
      action: 'payment.return',
      after: { reason: 'Its owner has left us.' },
    })
  })

  it('is removed again after a chargeback', async () => {
    const before = await suspense()
    const { say } = await ghost()
    await say('succeeded')
    await say('reversed')
    expect(await suspense()).toBe(before)
  })

  it('stays booked while the card provider does not answer', async () => {
    const { id, say } = await ghost()
    // The bank knows of no money: it was never paid there.
    await say('succeeded')
    const refused = await giveBack(id)
    expect([refused.status, refused.body.code]).toEqual([503, 'provider_down'])
    expect(await unclaimed(id)).toMatchObject({ returned_at: null })
    expect(
      (
        await server.call('POST', '/admin/api/unclaimed-payments/4711/return', {
          ...staff,
          body: { reason: 'Its owner has left us.' },
        })
      ).status,
    ).toBe(404)
  })

  it('that was spent before cannot be claimed from anybody', async () => {
    const payer = await payerWith(server, 'approved')
    const { data } = (await topUp(server, payer)).body
    const { db } = server.database
    await db.transaction().execute(async (trx) => {
      await lockBalances(trx, payer.id)
      const spent = {
        kind: 'adjustment',
        from: 'wallet',
        to: 'adjustments',
        cause: `spent ${payer.id}`,
      } as const
      await book(trx, { ...spent, customerId: payer.id, amountCents: 60_000, description: 'Spent' })
    })
    expect((await leave(payer)).status).toBe(200)
    const charge = await chargeOf(server, data.id)
    expect((await notify(server, { event_id: `back ${charge}`, charge, state: 'reversed' })).status).toBe(204)
  })
})

describe('what others keep of a deleted account', () => {
  /** Copies of mails that sellers got stay for 90 days. */
  const NOT_OF_SELLERS = { deliveries: sql<boolean>`member_id is null` }

  it('is the offer, the seller’s own messages and the proof of consent, and nothing that says who it was', async () => {
    const seller = await addSeller(server)
    const dana = await addBuyer(server, 'Dana Unmistakable')
    const { db } = server.database
    await db
      .insertInto('sms_consents')
      .values({
        customer_id: dana.id,
        phone: '+17135550177',
        opted_in: false,
        source: 'reply',
        text_version: '1',
      })
      .execute()
    await server.introduce(dana, seller)
    const messages = `/customers/${dana.id}/accounts/${seller.id}/text-messages`
    expect((await dana.post(messages, { message: 'My unmistakable question' })).status).toBe(201)
    const reply = { message: 'It has a new roof.' }
    const answer = (to: number) =>
      server.call('POST', `/account/api/customers/${to}/text-messages`, { token: seller.token, body: reply })
    expect((await answer(dana.id)).status).toBe(201)
    const { id, version } = await sendOffer(dana, await server.addProperty(seller.id), {
      note: 'An unmistakable note',
    })
    await seller.put(`/offers/${id}`, { action: 'decline', version })
    await db.updateTable('deposits').set({ state: 'refunded' }).where('customer_id', '=', dana.id).execute()
    await db
      .updateTable('offers')
      .set({ release_reason: 'Unmistakable trouble' })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('offer_steps')
      .values({ offer_id: id, step: 'inspection', done_by: 'buyer', note: 'Unmistakable mold' })
      .execute()
    await sql`insert into content_reports (subject_kind, subject_id, reason, details, reporter_kind, reporter_id)
      values ('message', 1, 'spam', 'Unmistakable spam', 'customer', ${dana.id})`.execute(db)
    expect(await tablesWith(db, /unmistakable/i, NOT_OF_SELLERS)).toEqual(
      expect.arrayContaining(['customers', 'messages', 'offers']),
    )

    expect((await leave(dana)).status).toBe(200)
    expect(await isHere(dana)).toBe(false)
    expect(await tablesWith(db, /unmistakable/i, NOT_OF_SELLERS)).toEqual([])
    expect(await tablesWith(db, new RegExp(`"${dana.email}"`), NOT_OF_SELLERS)).toEqual([])

    const ask = async (path: string) =>
      (await server.call('GET', `/account/api${path}`, { token: seller.token })).body.data
    const [chat] = await ask('/chats')
    expect(chat).toMatchObject({
      customer: { name: 'Deleted account' },
      is_deleted: true,
      account_unread_count: 0,
    })
    const thread = await ask(`/customers/${chat.customer.id}/text-messages`)
    expect(thread.map(({ type }: { type: string }) => type)).toEqual(['outbound', 'outbound'])
    expect(JSON.stringify(thread)).toContain(reply.message)
    const refused = await answer(chat.customer.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'account_deleted'])
    expect(await ask('/offers')).toMatchObject([
      { id, state: 'rejected', customer: { name: 'Deleted account' }, terms: { note: '' } },
    ])
    // Nobody is there to be reviewed.
    expect(await ask('/reviewable')).toEqual([])
    const review = await server.call('POST', '/account/api/reviews', {
      token: seller.token,
      body: {
        customer_id: chat.customer.id,
        offer_id: id,
        rating: 1,
        content: 'They never answered my calls.',
      },
    })
    expect(review.status).toBeGreaterThanOrEqual(404)
    const view = await server.call('POST', `/admin/api/customers/${chat.customer.id}/view`, {
      ...staff,
      body: { reason: 'A look at what is left.' },
    })
    expect(view.status).toBe(404)
    const consents = await db.selectFrom('sms_consents').select(['phone', 'opted_in']).execute()
    expect(consents).toContainEqual({ phone: '+17135550177', opted_in: false })
    const shown = await server.call('GET', '/admin/api/customers?q=deleted', staff)
    expect(shown.body.data).toEqual([])
  })

  it('is nothing where nobody keeps anything', async () => {
    const dana = await server.addCustomer()
    expect((await leave(dana)).status).toBe(200)
    const { db } = server.database
    const rows = await db.selectFrom('customers').select('id').where('id', '>=', dana.id).execute()
    expect(rows).toEqual([])
  })
})

describe('the files of a deleted account', () => {
  it('are queued before the account is deleted, and deleted by another node if the first one dies', async () => {
    const { db } = server.database
    const dana = await server.addCustomer()
    const keys = ['proofs/one', 'proofs/two', 'proofs/three']
    for (const [at, storage_key] of keys.entries()) {
      const id = await addProof(server, dana.id)
      await db.updateTable('proofs_of_funds').set({ storage_key }).where('id', '=', id).execute()
      await server.parts.files.put(storage_key, new Uint8Array([at]), 'application/pdf')
    }
    const row = await db
      .selectFrom('customers')
      .selectAll()
      .where('id', '=', dana.id)
      .executeTakeFirstOrThrow()
    // The node dies after the commit, before it has touched a file.
    await deleteCustomer(
      { db, nowMs: Date.now, leaving: createLeaving({ secret: '', parts: server.parts }) },
      row,
    )
    expect(await isHere(dana)).toBe(false)
    const kept = () => Promise.all(keys.map(async (key) => (await server.parts.files.get(key)) !== null))
    expect(await kept()).toEqual([true, true, true])
    // The next one dies in the middle.
    let deleted = 0
    const dying = async (key: string) => {
      if (++deleted > 1) throw new Error('The node died')
      await server.parts.files.delete(key)
    }
    const parts = { files: { delete: dying } }
    await deleteQueuedFiles({ db, parts }, Date.now())
    expect((await kept()).filter(Boolean)).toHaveLength(2)
    await db.deleteFrom('failed_work').execute()
    await deleteQueuedFiles({ db, parts: server.parts }, Date.now())
    expect(await kept()).toEqual([false, false, false])
    expect(await db.selectFrom('file_deletions').selectAll().execute()).toEqual([])
  })

  it('stay when the deletion is refused', async () => {
    const dana = await server.addCustomer()
    await addProof(server, dana.id)
    await fill(server, dana.id, 100)
    expect((await leave(dana)).status).toBe(422)
    expect(await isHere(dana)).toBe(true)
    const queued = await server.database.db.selectFrom('file_deletions').selectAll().execute()
    expect(queued).toEqual([])
  })
})
