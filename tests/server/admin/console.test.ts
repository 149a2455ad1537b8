/** The console: settings, deposits by two persons, the books, reports, suspension, papers, and a look through a customer's eyes. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeLink } from '#server/accounts/login/mail-links.ts'
import { hashPassword } from '#server/accounts/login/passwords.ts'
import { book, lockBalances } from '#server/payments/ledger.ts'
import { FORFEIT_NOTICE_MS } from '#shared/contract/limits.ts'
import {
  PASSWORD,
  type Person,
  type Seller,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'
import { addStaff } from './staff.ts'

let server: TestServer
type Staff = Awaited<ReturnType<typeof addStaff>>
let avery: Staff
let blake: Staff
let buyer: Person
let seller: Seller
const WHY = 'Because the customer called about it.'

beforeAll(async () => {
  server = await startTestServer()
  avery = await addStaff(server, 'Avery')
  blake = await addStaff(server, 'Blake')
})
beforeEach(async () => {
  buyer = await server.addCustomer()
  seller = await server.addAccount()
})
afterAll(() => server.close())

const asked = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  by = avery,
  headers = {},
) => server.call(method, `/admin/api${path}`, { token: by.token, body, headers })

/** A deposit of 500 dollars out of a wallet of 700. */
async function heldDeposit(): Promise<number> {
  const { db } = server.database
  return db.transaction().execute(async (trx) => {
    await lockBalances(trx, buyer.id)
    const move = { customerId: buyer.id, description: 'for the test' }
    const { id } = await trx
      .insertInto('deposits')
      .values({ customer_id: buyer.id, amount_cents: 50_000, state: 'current' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await book(trx, {
      ...move,
      kind: 'top_up',
      from: 'provider',
      to: 'wallet',
      amountCents: 70_000,
      cause: `in:${id}`,
    })
    await book(trx, {
      ...move,
      kind: 'deposit_hold',
      from: 'wallet',
      to: 'deposit',
      amountCents: 50_000,
      cause: `hold:${id}`,
    })
    return id
  })
}

const balance = async () =>
  (await server.call('GET', '/customer/api/wallet', { token: buyer.token })).body.data

describe('getting in', () => {
  it('only staff log in with a password, and must set up a second factor first', async () => {
    const password_hash = await hashPassword(PASSWORD)
    await server.database.db.updateTable('staff').set({ password_hash }).where('id', '=', avery.id).execute()
    const right = await server.call('POST', '/admin/api/auth/login', {
      body: { email: 'avery@plat.example', password: PASSWORD },
    })
    expect(right.status).toBe(200)
    expect(right.body.data.user.needs_two_step).toBe(true)
    const settings = await server.call('GET', '/admin/api/settings', { token: right.body.data.token })
    expect([settings.status, settings.body.code]).toEqual([403, 'two_step_required'])
    const buyers = await server.call('POST', '/admin/api/auth/login', {
      body: { email: buyer.email, password: PASSWORD },
    })
    expect(buyers.status).toBe(422)
  })

  it('a console session opens neither the customer area nor the seller app', async () => {
    expect((await server.call('GET', '/customer/api/auth/user', { token: avery.token })).status).toBe(403)
    expect((await server.call('GET', '/account/api/auth/user', { token: avery.token })).status).toBe(403)
  })
})

describe('settings', () => {
  it('a new platform fee is what everybody reads, and the log says who set it', async () => {
    const answer = await asked('PUT', '/settings/platform_fee_cents', { value: 120_050 })
    expect(answer.status).toBe(200)
    const configs = async () => (await server.call('GET', '/customer/api/configs')).body.platform_fee
    await expect.poll(configs).toBe(1200.5)
    const { body } = await asked('GET', '/audit?subject_kind=setting%20platform_fee_cents')
    expect(body.data[0]).toMatchObject({
      actor: 'Avery',
      action: 'setting.change',
      before: { value: 99_700 },
      after: { value: 120_050 },
    })
    await asked('PUT', '/settings/platform_fee_cents', { value: 99_700 })
  })

  it.each([
    ['a fee below nothing', 'platform_fee_cents', -1, 422],
    ['a half offer', 'offers_per_deposit_limit', 1.5, 422],
    ['a setting nobody knows', 'constructor', 1, 404],
  ])('%s is refused', async (_name, setting, value, status) => {
    expect((await asked('PUT', `/settings/${setting}`, { value })).status).toBe(status)
  })
})

describe('deposits', () => {
  it('one person gives a deposit back to the wallet', async () => {
    const id = await heldDeposit()
    const answer = await asked('POST', `/deposits/${id}/refund`, { reason: WHY })
    expect(answer.body.data.state).toBe('refunded')
    expect(await balance()).toMatchObject({ balance_cents: 70_000, deposit_cents: 0 })
    const again = await asked('POST', `/deposits/${id}/refund`, { reason: WHY })
    expect(again.status).toBe(409)
    expect(await balance()).toMatchObject({ balance_cents: 70_000 })
  })

  it('a forfeit takes two persons and the time to object', async () => {
    const id = await heldDeposit()
    const decide = (by: typeof avery, decision = 'forfeit') =>
      asked('PUT', `/deposits/${id}/forfeit`, { decision }, by)
    expect((await decide(blake)).body.code).toBe('not_proposed')
    await asked('POST', `/deposits/${id}/forfeit`, { reason: WHY })
    expect((await decide(avery)).body.code).toBe('same_person')
    expect((await decide(blake)).body.code).toBe('too_early')
    const objected = await server.call('POST', `/customer/api/customers/${buyer.id}/deposits/${id}/appeal`, {
      token: buyer.token,
      body: { text: 'The seller walked away, not I.' },
    })
    expect(objected.status).toBe(200)
    await server.database.db
      .updateTable('deposits')
      .set({ forfeit_proposed_at: new Date(Date.now() - FORFEIT_NOTICE_MS - 1000) })
      .where('id', '=', id)
      .execute()
    expect((await decide(blake)).body.data.state).toBe('forfeited')
    expect(await balance()).toMatchObject({ balance_cents: 20_000, deposit_cents: 0 })
    expect((await asked('GET', '/ledger-totals')).body.data.sum_cents).toBe(0)
  })

  it('is not kept by who proposed it under another login of theirs', async () => {
    const { db } = server.database
    const id = await heldDeposit()
    await asked('POST', `/deposits/${id}/forfeit`, { reason: WHY })
    await db
      .updateTable('deposits')
      .set({ forfeit_proposed_at: new Date(Date.now() - FORFEIT_NOTICE_MS - 1000) })
      .where('id', '=', id)
      .execute()
    const alias = await addStaff(server, 'Avery+2')
    const decided = await asked('PUT', `/deposits/${id}/forfeit`, { decision: 'forfeit' }, alias)
    expect(decided.body.code).toBe('same_person')
  })

  it('a forfeit that is dropped leaves the deposit as it was', async () => {
    const id = await heldDeposit()
    await asked('POST', `/deposits/${id}/forfeit`, { reason: WHY })
    const dropped = await asked('PUT', `/deposits/${id}/forfeit`, { decision: 'drop' })
    expect(dropped.body.data).toMatchObject({ state: 'current', forfeit: null })
  })
})

describe('reports and sellers', () => {
  it('a reported deal that is taken away is off the list, and all reports of it are closed', async () => {
    const property = await server.addProperty(seller.id)
    const other = await server.addCustomer('Marcus Reyes')
    for (const { token } of [buyer, other])
      await server.call('POST', `/customer/api/properties/${property}/reports`, {
        token,
        body: { reason: 'duplicate' },
      })
    const open = await asked('GET', '/reports')
    const mine = open.body.data.filter((report: { subject_id: number }) => report.subject_id === property)
    expect(mine).toHaveLength(2)
    await asked('PUT', `/reports/deal/${mine[0].id}`, { decision: 'removed' })
    const left = await asked('GET', '/reports')
    expect(left.body.data.filter((report: { subject_id: number }) => report.subject_id === property)).toEqual(
      [],
    )
    const deal = await server.database.db
      .selectFrom('properties')
      .select('listing')
      .where('id', '=', property)
      .executeTakeFirstOrThrow()
    expect(deal.listing).toBe('removed')
    expect((await asked('PUT', `/reports/deal/${mine[0].id}`, { decision: 'kept' })).status).toBe(409)
  })

  it('a suspended seller is logged out for good and its deals are taken down', async () => {
    const suspended = await server.addAccount()
    const property = await server.addProperty(suspended.id)
    const suspend = (is_suspended: boolean) =>
      asked('PUT', `/accounts/${suspended.id}/suspension`, { is_suspended, reason: WHY })
    const status = async (token = suspended.token) =>
      (await server.call('GET', '/account/api/auth/user', { token })).status
    const answer = await suspend(true)
    expect(answer.body.data).toMatchObject({ active_deals: 0 })
    expect(await status()).toBe(401)
    expect(server.terminated.some((user) => user.startsWith(`member:${suspended.memberId}:`))).toBe(true)
    await suspend(false)
    // Who is let in again logs in again.
    expect(await status()).toBe(401)
    const body = { email: suspended.email, password: PASSWORD }
    const login = await server.call('POST', '/account/api/auth/login', { body })
    expect(await status(login.body.data.token)).toBe(200)
    expect((await server.call('GET', `/customer/api/properties/${property}`)).body.data?.listing).toBe(
      'removed',
    )
  })
})

describe('a customer', () => {
  it('is looked at for its owner: everything can be read and nothing changed', async () => {
    const property = await server.addProperty(seller.id)
    const answer = await asked('POST', `/customers/${buyer.id}/view`, { reason: WHY })
    expect(answer.status).toBe(200)
    expect(answer.body.data.url).toMatch(/\/profile$/)
    const cookie = answer.cookies.find(({ name }) => name === 'plat_session')?.value ?? ''
    const csrf = answer.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const headers = { cookie: `plat_session=${cookie}; XSRF-TOKEN=${csrf}`, 'x-xsrf-token': csrf }
    const user = await server.call('GET', '/customer/api/auth/user', { headers })
    expect(user.body.data).toMatchObject({ id: buyer.id, is_viewed: true })
    const change = await server.call('POST', '/customer/api/auth/update-profile', {
      headers,
      body: { first_name: 'Mallory' },
    })
    expect([change.status, change.body.code]).toEqual([403, 'read_only'])
    expect((await server.call('POST', '/customer/api/auth/token', { headers, body: {} })).status).toBe(403)
    // A file is opened under one's own name, from the console.
    const proof = await server.database.db
      .insertInto('proofs_of_funds')
      .values({
        customer_id: buyer.id,
        ref: 'viewed',
        file_name: 'bank.pdf',
        storage_key: 'proofs/v',
        content_type: 'application/pdf',
        size_bytes: 9,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const proofs = await server.call('GET', '/customer/api/proof-of-funds', { headers })
    expect(proofs.body.data[0]).toMatchObject({ id: proof.id, url: null })
    const file = `/customer/api/proof-of-funds/${proof.id}/download`
    expect((await server.call('GET', file, { headers })).status).toBe(403)
    const { rows: [document] = [] } = await sql<{ id: number }>`
      insert into property_documents (property_id, title, kind, content_type, size_bytes, storage_key)
      values (${property}, 'Report', 'inspection_report', 'application/pdf', 9, 'deals/report.pdf') returning id`.execute(
      server.database.db,
    )
    const deal = await server.call('GET', `/customer/api/properties/${property}`, { headers })
    expect(deal.body.data.documents).toMatchObject([{ id: document?.id, url: null }])
    for (const closed of [
      '/customer/api/auth/export',
      `/customer/api/customers/${buyer.id}/transactions.csv`,
      `/customer/api/property-documents/${document?.id}/report.pdf?until=1&signature=x`,
    ])
      expect([closed, (await server.call('GET', closed, { headers })).body.code]).toEqual([
        closed,
        'read_only',
      ])
    const log = await asked('GET', `/audit?subject_kind=customer&subject_id=${buyer.id}`)
    expect(log.body.data[0]).toMatchObject({
      action: 'customer.view',
      actor: 'Avery',
      after: { reason: WHY },
    })
  })

  it.each([
    { name: 'a logout', end: (by: Staff) => asked('POST', '/auth/logout', {}, by) },
    { name: '"Log out everywhere"', end: (by: Staff) => asked('DELETE', '/auth/sessions', undefined, by) },
    {
      name: 'a new password',
      end: async ({ id }: Staff) => {
        const { db } = server.database
        const { email } = await db
          .selectFrom('staff')
          .select('email')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const person = { kind: 'staff', id } as const
        const token = await makeLink(db, { purpose: 'recovery', person, email, lifetimeMs: 60_000 })
        const body = { token, password: 'another door in the hill' }
        return server.call('POST', '/admin/api/auth/set-password', { body })
      },
    },
    {
      name: 'the end of their account',
      end: ({ id }: Staff) => server.database.db.deleteFrom('staff').where('id', '=', id).execute(),
    },
  ])('is looked at no longer after $name of the staff member', async ({ name, end }) => {
    const casey = await addStaff(server, `Casey${name.length}`)
    const { cookies } = await asked('POST', `/customers/${buyer.id}/view`, { reason: WHY }, casey)
    const headers = { cookie: cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ') }
    const look = async () => (await server.call('GET', '/customer/api/auth/user', { headers })).status
    expect(await look()).toBe(200)
    await end(casey)
    expect(await look()).toBe(401)
  })

  it('logs in in the same browser without ending the session of the staff member who looked', async () => {
    const casey = await addStaff(server, 'Casey')
    const view = await asked('POST', `/customers/${buyer.id}/view`, { reason: WHY }, casey)
    const csrf = view.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const headers = {
      cookie: view.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; '),
      'x-xsrf-token': csrf,
    }
    const body = { email: buyer.email, password: PASSWORD }
    expect((await server.call('POST', '/login', { headers, body })).status).toBe(200)
    expect((await server.call('GET', '/customer/api/auth/user', { headers })).status).toBe(401)
    expect((await asked('GET', '/auth/sessions', undefined, casey)).status).toBe(200)
  })

  it('whose identity check waits for a person is decided once', async () => {
    const { db } = server.database
    await db
      .insertInto('identity_checks')
      .values({
        customer_id: buyer.id,
        provider: 'embedded',
        external_id: `e${buyer.id}`,
        status: 'pending_review',
      })
      .execute()
    await db
      .updateTable('customers')
      .set({ idv_status: 'pending_review' })
      .where('id', '=', buyer.id)
      .execute()
    const waiting = await asked('GET', '/customers?idv=review')
    expect(waiting.body.data.map(({ id }: { id: number }) => id)).toContain(buyer.id)
    const decide = () => asked('PUT', `/customers/${buyer.id}/identity`, { decision: 'success', reason: WHY })
    const both = await Promise.all([decide(), decide()])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await decide()).status).toBe(409)
    expect(server.said).toContainEqual(
      expect.objectContaining({
        channel: `App.Models.Customer.${buyer.id}`,
        event: 'CustomerIdvStatusUpdated',
      }),
    )
  })
})
