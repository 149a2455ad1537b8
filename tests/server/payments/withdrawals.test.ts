/** Money out of a wallet: back to the cards that paid, to a bank account for the rest, once, and never more than the wallet holds. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfBooks } from '#server/payments/books.ts'
import { OPEN_WITHDRAWALS, sendOpenWithdrawals } from '#server/payments/send-withdrawal.ts'
import type { BillingProvider } from '#server/providers/billing/billing-provider.ts'
import { CARD_REFUND_MS, WITHDRAWALS_PER_HOUR } from '#shared/contract/limits.ts'
import {
  type Answer,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'
import { addStaff } from '../admin/staff.ts'
import { topUp as fill } from '../offers/offers/scene.ts'
import { addCard, balanceOf, chargeOf, nextKey, notify, payDeposit, payerWith, topUp } from './money-world.ts'

const MINUTE_MS = 60_000
const BANK = { holder: 'Dana Whitfield', routing_number: '021000021', account_number: '000123456789' }
let server: TestServer
let billing: BillingProvider
beforeAll(async () => {
  server = await startTestServer()
  billing = { ...server.parts.billing }
})
afterEach(() => {
  Object.assign(server.parts.billing, billing)
})
afterAll(async () => {
  expect(await faultsOfBooks(server.database.db)).toEqual([])
  await server.close()
})

const withdraw = (who: Person, cents: number, given: { key?: string; [field: string]: unknown } = {}) => {
  const { key = nextKey(), ...more } = given
  return server.call('POST', `/customer/api/customers/${who.id}/withdrawals`, {
    token: who.token,
    headers: { 'Idempotency-Key': key },
    body: { amount_cents: cents, ...more },
  })
}
const get = async (who: Person, path: string) =>
  (await server.call('GET', `/customer/api/customers/${who.id}/${path}`, { token: who.token })).body
const states = async (who: Person) =>
  (await get(who, 'withdrawals')).data.map(({ state }: { state: string }) => state)
const statement = async (who: Person) =>
  (await get(who, 'transactions')).data.map((row: Record<string, unknown>) => [
    row.kind,
    row.amount_cents,
    row.status,
  ])
const refunds = async () =>
  (await server.database.db.selectFrom('embedded_refunds').selectAll().execute()).length
const errors = ({ status, body }: Answer) => [status, ...Object.keys(body.errors ?? {})]

/** As the job does it, some minutes from now. */
const lookAfter = (minutes: number) => {
  const { database, parts, broadcaster, app } = server
  return sendOpenWithdrawals({
    db: database.db,
    parts,
    broadcaster,
    prefix: 'App',
    site: { origin: '' },
    log: app.log,
    nowMs: () => Date.now() + minutes * MINUTE_MS,
  })
}
const lost = () => Promise.reject(new Error('The line was cut.'))

describe('a withdrawal to the card', () => {
  it('refunds a part of what the card paid, and says so in the wallet, the statement and live', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    server.said.length = 0
    const { status, body } = await withdraw(payer, 25_000)
    expect([status, body.data]).toMatchObject([
      201,
      [{ amount_cents: 25_000, method: 'card', state: 'paid', card: { brand: 'Visa', last_four: '4417' } }],
    ])
    expect(await balanceOf(server, payer)).toBe(35_000)
    expect(await statement(payer)).toEqual([
      ['withdrawal', -25_000, 'completed'],
      ['top_up', 60_000, 'completed'],
    ])
    expect(server.said.filter(({ event }) => event === 'WalletUpdated').length).toBeGreaterThan(0)
    const notices = await server.call('GET', '/customer/api/auth/notifications', { token: payer.token })
    const titles = notices.body.data.map(({ title }: { title: string }) => title)
    expect(titles).toContain('$250 was paid out to you')
    expect((await get(payer, 'withdrawal-routes')).data).toMatchObject({
      balance_cents: 35_000,
      cards: [{ last_four: '4417', amount_cents: 35_000 }],
    })
  })

  it('goes to several cards, the latest charge first, also after a deposit came back', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer, { cents: 10_000 })
    const second = { ...payer, cardId: await addCard(server, payer, 'approved') }
    const { body } = await payDeposit(server, second, { source: 'card' })
    const refund = `/customer/api/customers/${payer.id}/deposits/${body.data.id}/refund`
    expect((await server.call('POST', refund, { token: payer.token })).status).toBe(200)
    const { data } = (await withdraw(payer, 60_000)).body
    expect(data.map((row: Record<string, unknown>) => [row.amount_cents, row.state])).toEqual([
      [50_000, 'paid'],
      [10_000, 'paid'],
    ])
    expect(await balanceOf(server, payer)).toBe(0)
  })

  it('is never more than the wallet holds, also when two are asked for at once', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    expect((await withdraw(payer, 60_001)).body.code).toBe('insufficient')
    expect((await withdraw(payer, 0)).status).toBe(422)
    const both = await Promise.all([withdraw(payer, 40_000), withdraw(payer, 40_000)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await balanceOf(server, payer)).toBe(20_000)
  })

  it('is one withdrawal however often its key is repeated; with other terms the key is refused', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    const before = await refunds()
    const key = nextKey()
    const all = await Promise.all([1, 2, 3].map(() => withdraw(payer, 30_000, { key })))
    expect(new Set(all.map(({ body }) => body.data[0].id)).size).toBe(1)
    const other = await withdraw(payer, 20_000, { key })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
    expect([await balanceOf(server, payer), (await refunds()) - before]).toEqual([30_000, 1])
    const headers = { token: payer.token, body: { amount_cents: 100 } }
    expect(
      (await server.call('POST', `/customer/api/customers/${payer.id}/withdrawals`, headers)).status,
    ).toBe(422)
  })

  it('whose answer was lost stays open and is found by the job, which pays nothing twice', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    const before = await refunds()
    server.parts.billing.refundPart = (part) => billing.refundPart(part).then(lost)
    expect((await withdraw(payer, 60_000)).body.data).toMatchObject([{ state: 'sending' }])
    expect([await balanceOf(server, payer), await statement(payer)]).toMatchObject([
      0,
      [
        ['withdrawal', -60_000, 'pending'],
        ['top_up', 60_000, 'completed'],
      ],
    ])
    await lookAfter(0.5)
    expect(await states(payer)).toEqual(['sending'])
    await lookAfter(2)
    expect([await states(payer), (await refunds()) - before]).toEqual([['paid'], 1])
  })

  it('that never reached the card service is sent by the job, and given up after the last try', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    server.parts.billing.refundPart = lost
    const [row] = (await withdraw(payer, 60_000)).body.data
    for (let tries = 0; tries < OPEN_WITHDRAWALS.tries; tries++) await lookAfter(60 * 24 * (tries + 1))
    const failed = () =>
      server.database.db
        .selectFrom('failed_work')
        .select(['tries', 'given_up_at'])
        .where('kind', '=', 'open-withdrawals')
        .where('item', '=', String(row.id))
        .executeTakeFirst()
    expect(await failed()).toMatchObject({ tries: OPEN_WITHDRAWALS.tries, given_up_at: expect.any(Date) })
    expect(await states(payer)).toEqual(['sending'])
    await server.database.db.deleteFrom('failed_work').execute()
    Object.assign(server.parts.billing, billing)
    await Promise.all([lookAfter(2), lookAfter(2)])
    expect([await states(payer), await balanceOf(server, payer)]).toEqual([['paid'], 0])
  })

  it('that the card refuses is in the wallet again, and needs a bank account next time', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    server.parts.billing.refundPart = async () => 'refused'
    const { data } = (await withdraw(payer, 60_000)).body
    expect(data).toMatchObject([{ state: 'returned', note: expect.stringContaining('bank account') }])
    expect(await balanceOf(server, payer)).toBe(60_000)
    expect(await statement(payer)).toEqual([
      ['withdrawal_return', 60_000, 'completed'],
      ['withdrawal', -60_000, 'returned'],
      ['top_up', 60_000, 'completed'],
    ])
    expect(errors(await withdraw(payer, 60_000))).toEqual([422, 'bank'])
  })

  it('counts once when the bank reports the money that went back', async () => {
    const payer = await payerWith(server, 'approved')
    const { data } = (await topUp(server, payer)).body
    await withdraw(payer, 60_000)
    const charge = await chargeOf(server, data.id)
    await notify(server, { event_id: `back ${charge}`, charge, state: 'reversed' })
    expect(await balanceOf(server, payer)).toBe(0)
    expect(await statement(payer)).toHaveLength(2)
  })

  it('of a charge that the bank takes back meanwhile is not returned to the wallet', async () => {
    const payer = await payerWith(server, 'approved')
    const { data } = (await topUp(server, payer)).body
    server.parts.billing.refundPart = lost
    await withdraw(payer, 20_000)
    const charge = await chargeOf(server, data.id)
    await notify(server, { event_id: `taken ${charge}`, charge, state: 'reversed' })
    expect(await balanceOf(server, payer)).toBe(0)
    server.parts.billing.refundPart = async () => 'refused'
    server.parts.billing.find = async () => ({ state: 'reversed', ref: charge })
    await lookAfter(2)
    expect([await states(payer), await balanceOf(server, payer)]).toEqual([['paid'], 0])
  })
})

describe('a withdrawal to a bank account', () => {
  /** Whose money came by staff, so that no card takes it back. */
  const rich = async (name?: string) => {
    const person = await server.addCustomer(name)
    await fill(server, person.id, 50_000)
    return person
  }

  it('is for what cards do not take, needs the password, and waits for staff', async () => {
    const person = await rich()
    expect((await get(person, 'withdrawal-routes')).data).toEqual({
      balance_cents: 50_000,
      cards: [],
      confirm_by: 'password',
    })
    expect(errors(await withdraw(person, 50_000))).toEqual([422, 'bank'])
    expect(errors(await withdraw(person, 50_000, { bank: BANK }))).toEqual([422, 'password'])
    expect(errors(await withdraw(person, 50_000, { bank: BANK, password: 'a stolen session' }))).toEqual([
      422,
      'password',
    ])
    for (const [field, text] of [
      ['routing_number', '021000022'],
      ['account_number', '12'],
    ])
      expect(
        errors(
          await withdraw(person, 50_000, { bank: { ...BANK, [field ?? '']: text }, password: PASSWORD }),
        ),
      ).toEqual([422, `bank.${field}`])
    const { status, body } = await withdraw(person, 50_000, { bank: BANK, password: PASSWORD })
    expect([status, body.data]).toMatchObject([
      201,
      [{ method: 'bank', state: 'requested', bank_last_four: '6789', card: null }],
    ])
    expect(await balanceOf(server, person)).toBe(0)
    const stored = await server.database.db.selectFrom('withdrawals').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(BANK.account_number)
  })

  it('of somebody without a password needs a code that is mailed to them', async () => {
    const person = await rich()
    const { db } = server.database
    await db.updateTable('customers').set({ password_hash: null }).where('id', '=', person.id).execute()
    expect((await get(person, 'withdrawal-routes')).data.confirm_by).toBe('code')
    expect(errors(await withdraw(person, 100, { bank: BANK }))).toEqual([422, 'code'])
    await server.call('POST', `/customer/api/customers/${person.id}/action-code/channel/email`, {
      token: person.token,
    })
    const mail = await db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', person.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const code = /\b\d{6}\b/.exec(JSON.stringify(mail))?.[0]
    expect((await withdraw(person, 100, { bank: BANK, code })).status).toBe(201)
  })

  it('takes the rest of what cards take back, and all of a charge that is too old for its card', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer, { cents: 10_000 })
    await fill(server, payer.id, 5_000)
    const { data } = (await withdraw(payer, 12_000, { bank: BANK, password: PASSWORD })).body
    expect(data.map((row: Record<string, unknown>) => [row.method, row.amount_cents])).toEqual([
      ['card', 10_000],
      ['bank', 2_000],
    ])
    const old = await payerWith(server, 'approved')
    await topUp(server, old)
    const settled_at = new Date(Date.now() - CARD_REFUND_MS - MINUTE_MS)
    await server.database.db
      .updateTable('payments')
      .set({ settled_at })
      .where('customer_id', '=', old.id)
      .execute()
    expect(errors(await withdraw(old, 60_000))).toEqual([422, 'bank'])
  })
})

describe('a withdrawal to a bank account that nobody has taken on', () => {
  const cancel = (who: Person, id: number) =>
    server.call('DELETE', `/customer/api/customers/${who.id}/withdrawals/${id}`, { token: who.token })
  const requested = async () => {
    const person = await server.addCustomer()
    await fill(server, person.id, 50_000)
    const { body } = await withdraw(person, 50_000, { bank: BANK, password: PASSWORD })
    return { person, id: body.data[0].id as number }
  }

  it('is cancelled by its owner, once: the money is in the wallet, and no bank account is kept', async () => {
    const { person, id } = await requested()
    expect((await get(person, 'withdrawals')).data[0].can_cancel).toBe(true)
    expect((await cancel(await server.addCustomer(), id)).status).toBe(404)
    const both = await Promise.all([cancel(person, id), cancel(person, id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await balanceOf(server, person)).toBe(50_000)
    expect((await get(person, 'withdrawals')).data[0]).toMatchObject({ state: 'returned', can_cancel: false })
    expect((await statement(person))[0]).toEqual(['withdrawal_return', 50_000, 'completed'])
    const row = await server.database.db
      .selectFrom('withdrawals')
      .select('bank')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ bank: null })
    const notices = await server.call('GET', '/customer/api/auth/notifications', { token: person.token })
    expect(notices.body.data.map(({ title }: { title: string }) => title)).not.toContain(
      '$500 could not be paid out and is in your wallet again',
    )
  })

  it('goes either to its owner or to a member of staff, when both reach for it', async () => {
    const staff = await addStaff(server, 'Avery')
    for (let round = 0; round < 8; round++) {
      const { person, id } = await requested()
      const path = `/admin/api/withdrawals/${id}`
      const takes = () => server.call('PUT', `${path}/hand`, { token: staff.token })
      const acts = [() => cancel(person, id), takes]
      const [first, second] = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
      expect([first?.status, second?.status].toSorted()).toEqual([200, 409])
      const [row] = (await get(person, 'withdrawals')).data
      const wallet = await balanceOf(server, person)
      expect([row.state, wallet]).toEqual(wallet > 0 ? ['returned', 50_000] : ['requested', 0])
      if (wallet === 0) expect((await cancel(person, id)).body.code).toBe('in_hand')
    }
  })

  it('to a card cannot be cancelled', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    const { data } = (await withdraw(payer, 25_000)).body
    expect(data[0].can_cancel).toBe(false)
    expect((await cancel(payer, data[0].id)).body.code).toBe('decided')
  })
})

it('more often than the limit in an hour is refused; a repeat is not counted', async () => {
  const payer = await payerWith(server, 'approved')
  await topUp(server, payer)
  const key = nextKey()
  await withdraw(payer, 100, { key })
  for (let more = 1; more < WITHDRAWALS_PER_HOUR; more++) await withdraw(payer, 100)
  expect((await withdraw(payer, 100)).status).toBe(429)
  expect((await withdraw(payer, 100, { key })).status).toBe(201)
})
