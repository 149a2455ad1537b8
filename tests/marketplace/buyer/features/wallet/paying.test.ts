import { expect, test } from 'vitest'
import { createPayKey } from '#marketplace/buyer/features/wallet/pay-key.ts'
import { createPaying } from '#marketplace/buyer/features/wallet/paying.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import { settled } from '#tests/support/fake-backend.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

/** A tab that pays; each call gets the next of `answers`, and succeeds after the last. */
function openTab(answers: (Failure | 'hangs')[] = []) {
  const kept = new Map<string, string>()
  let made = 0
  const storage = () => ({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  const clock = createFakeClock()
  const asked: { key: string | undefined; timeoutMs: number | undefined }[] = []
  return {
    clock,
    asked,
    /** As after a reload of the tab. */
    open: () => createPaying({ key: createPayKey({ storage, random: () => `key ${++made}` }), clock }),
    call: async ({ headers, timeoutMs }: { headers?: Record<string, string>; timeoutMs?: number }) => {
      asked.push({ key: headers?.['Idempotency-Key'], timeoutMs })
      const answer = answers.shift()
      if (answer === 'hangs') return new Promise<string>(() => {})
      if (answer) throw new ApiError('topUpBalance', answer)
      return 'paid'
    },
  }
}

const TIMEOUT: Failure = { kind: 'timeout' }
const refused = (message: string, code?: string): Failure => ({
  kind: 'refused',
  status: 409,
  problem: { message, ...(code ? { code } : {}) },
  retryAfterMs: null,
})

test('a payment whose answer is lost is asked for under its key, with time-outs that grow, until it is known', async () => {
  const { open, call, clock, asked } = openTab([TIMEOUT, { kind: 'offline' }, TIMEOUT])
  const paying = open()
  const paid = paying.run(call)
  for (const waitMs of [2000, 4000, 8000]) {
    await settled()
    expect([paying.isSending.value, paying.isChecking.value, paying.problem.value]).toEqual([
      true,
      true,
      null,
    ])
    clock.advance(waitMs)
  }
  expect(await paid).toBe('paid')
  expect(asked.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 1', 'key 1'])
  expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([20_000, 40_000, 60_000, 60_000])
  expect([paying.isSending.value, paying.isChecking.value]).toEqual([false, false])
  await paying.run(call)
  expect(asked.at(-1)?.key).toBe('key 2')
})

test('one that was given up keeps its key for whatever is paid next in this tab, also after a reload', async () => {
  const { open, call, clock, asked } = openTab([TIMEOUT])
  const paying = open()
  const paid = paying.run(call)
  await settled()
  paying.giveUp()
  clock.advance(60_000)
  expect(await paid).toBeNull()
  expect([asked.length, paying.isSending.value]).toEqual([1, false])
  // The server charges at most one amount for one key.
  expect(await open().run(call)).toBe('paid')
  await open().run(call)
  expect(asked.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 2'])
})

test('an answer that comes after it was given up settles the key', async () => {
  const { open, call, asked } = openTab()
  let answer = (_: string) => {}
  const paying = open()
  const paid = paying.run(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve
      }),
  )
  paying.giveUp()
  answer('paid')
  expect(await paid).toBeNull()
  await open().run(call)
  expect(asked.at(-1)?.key).toBe('key 2')
})

test('an earlier payment that arrived after all is said, and the next one is another', async () => {
  const { open, call, asked } = openTab([TIMEOUT, refused('Used for another.', 'idempotency_key_reused')])
  const first = open()
  void first.run(call)
  await settled()
  first.giveUp()
  const next = open()
  expect(await next.run(call)).toBeNull()
  expect(next.problem.value).toMatch(/earlier payment went through.*before you pay again/)
  await next.run(call)
  expect(asked.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 2'])
})

test('a refusal is said in the server’s words, with its code, and the next try is another payment', async () => {
  const { open, call, asked } = openTab([refused('The deposit is $600 now.', 'changed')])
  const paying = open()
  expect(await paying.run(call)).toBeNull()
  expect([paying.problem.value, paying.code.value]).toEqual(['The deposit is $600 now.', 'changed'])
  await paying.run(call)
  expect(asked.map(({ key }) => key)).toEqual(['key 1', 'key 2'])
})

test('a refusal of the repeat says nothing of the try before it, so the key stays', async () => {
  const { open, call, clock, asked } = openTab([TIMEOUT, refused('Too many tries.')])
  const paying = open()
  const paid = paying.run(call)
  await settled()
  clock.advance(2000)
  expect(await paid).toBeNull()
  await paying.run(call)
  expect(asked.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 1'])
})

test('a second press while it is sent sends nothing', async () => {
  const { open, call, asked } = openTab(['hangs'])
  const paying = open()
  void paying.run(call)
  expect(await paying.run(call)).toBeNull()
  expect([asked.length, paying.isSending.value]).toEqual([1, true])
})

test('a browser without storage can still pay, each time with a new key', async () => {
  const { call, clock, asked } = openTab()
  const forbidden = () => {
    throw new Error('SecurityError')
  }
  let made = 0
  const key = createPayKey({ storage: forbidden, random: () => `key ${++made}` })
  const paying = createPaying({ key, clock })
  await paying.run(call)
  await paying.run(call)
  expect(asked.map((each) => each.key)).toEqual(['key 1', 'key 2'])
})
