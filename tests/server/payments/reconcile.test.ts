/** Payments that were left open, and what was said and not heard: asked again until it is known. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '#server/core/config/limits.ts'
import { faultsOfBooks } from '#server/payments/books.ts'
import type { MoneyDeps } from '#server/payments/money-deps.ts'
import { replayEvent } from '#server/payments/provider-events.ts'
import { reconcile } from '#server/payments/reconcile.ts'
import { decideCharge } from '#server/providers/billing/embedded-bank.ts'
import { createSettingsReader } from '#server/site/settings/settings-reader.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { balanceOf, chargeOf, notify, payerWith, topUp } from './money-world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let server: TestServer
let deps: MoneyDeps
let laterMs = 0
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.database
  deps = {
    db,
    work: db,
    parts: server.parts,
    broadcaster: server.broadcaster,
    log: server.app.log,
    prefix: 'App',
    limits: DEFAULT_LIMITS,
    secret: '',
    placesSecret: '',
    site: { origin: '' },
    settings: createSettingsReader(db),
    background: { run: (_what, work) => void work() },
    nowMs: () => Date.now() + laterMs,
  }
})
afterAll(() => server.close())

const lookAfter = async (minutes: number) => {
  laterMs = minutes * MINUTE_MS
  await reconcile(deps)
}

const stateOf = async (id: number) =>
  (await server.database.db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirst())
    ?.state

describe('looking after open payments', () => {
  it('books what was paid while nobody listened', async () => {
    const payer = await payerWith(server, 'no_answer')
    const { data } = (await topUp(server, payer)).body
    expect(data.state).toBe('started')
    await decideCharge(server.database.db, await chargeOf(server, data.id), { isPaid: true })
    await lookAfter(0.5)
    expect(await stateOf(data.id)).toBe('started')
    await lookAfter(2)
    await lookAfter(2)
    expect(await stateOf(data.id)).toBe('succeeded')
    expect(await balanceOf(server, payer)).toBe(60_000)
  })

  it('gives up on a step at the bank that nobody finished, and on a charge the bank never heard of', async () => {
    const stopped = await payerWith(server, 'action')
    const atBank = (await topUp(server, stopped)).body.data
    const lost = await server.database.db
      .insertInto('payments')
      .values({
        customer_id: stopped.id,
        purpose: 'top_up',
        amount_cents: 5000,
        state: 'started',
        provider: 'embedded',
        idempotency_key: 'lost',
        action: 'null',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await lookAfter(9)
    expect([await stateOf(atBank.id), await stateOf(lost.id)]).toEqual(['requires_action', 'started'])
    await lookAfter(59)
    expect([await stateOf(atBank.id), await stateOf(lost.id)]).toEqual(['requires_action', 'cancelled'])
    await lookAfter(61)
    expect([await stateOf(atBank.id), await stateOf(lost.id)]).toEqual(['cancelled', 'cancelled'])
    // Money that comes after all is not lost.
    const charge = await chargeOf(server, atBank.id)
    await notify(server, { event_id: `late-${charge}`, charge, state: 'succeeded' })
    expect(await balanceOf(server, stopped)).toBe(60_000)
  })

  it.each([
    ['that the provider fails on', () => Promise.reject(new Error('The provider is confused'))],
    ['that stay pending', async (ref: string) => ({ state: 'pending' as const, ref })],
  ])('gives each payment its turn, behind a hundred older ones %s', async (_name, answer) => {
    const { db } = server.database
    const begin = Date.now()
    const old = await db
      .insertInto('payments')
      .values(
        Array.from({ length: 100 }, (_, of) => ({
          customer_id: 1,
          purpose: 'top_up' as const,
          amount_cents: 100,
          state: 'pending' as const,
          provider: 'embedded',
          idempotency_key: `${_name} ${of}`,
          action: 'null',
          created_at: new Date(begin - HOUR_MS),
        })),
      )
      .returning('id')
      .execute()
    const isOld = new Set(old.map(({ id }) => id))
    const { billing } = server.parts
    const find: typeof billing.find = (asked) =>
      isOld.has(asked.paymentId) ? answer(`ref ${asked.paymentId}`) : billing.find(asked)
    const payer = await payerWith(server, 'no_answer')
    const { data } = (await topUp(server, payer)).body
    await decideCharge(db, await chargeOf(server, data.id), { isPaid: true })
    const confused = { ...deps, parts: { ...server.parts, billing: { ...billing, find } } }
    for (const minutes of [2, 3]) {
      laterMs = minutes * MINUTE_MS
      await reconcile(confused)
    }
    expect(await stateOf(data.id)).toBe('succeeded')
    await db
      .deleteFrom('payments')
      .where('id', 'in', [...isOld])
      .execute()
  })

  it('applies what was heard and not written down to its end, and again by hand without harm', async () => {
    const payer = await payerWith(server, 'pending')
    const { data } = (await topUp(server, payer)).body
    const charge = await chargeOf(server, data.id)
    const payload = { event_id: 'heard', charge, state: 'succeeded' }
    await server.database.db
      .insertInto('provider_events')
      .values({ provider: 'embedded', event_ref: 'heard', payload: JSON.stringify(payload) })
      .execute()
    await lookAfter(2)
    expect(await stateOf(data.id)).toBe('succeeded')
    expect(await replayEvent(deps, 'heard')).toBe(true)
    expect(await replayEvent(deps, 'never said')).toBe(false)
    expect(await balanceOf(server, payer)).toBe(60_000)
  })
})

describe('the books', () => {
  it('say what does not agree', async () => {
    const { db } = server.database
    expect(await faultsOfBooks(db)).toEqual([])
    const payer = await payerWith(server, 'approved')
    const { data } = (await topUp(server, payer)).body
    await db.updateTable('payments').set({ amount_cents: 60_001 }).where('id', '=', data.id).execute()
    expect(await faultsOfBooks(db)).toEqual([`payment ${data.id} of 60001 is booked with 60000`])
  })
})
