import { expect, test } from 'vitest'
import { createPayKey } from '#marketplace/features/wallet/pay-key.ts'
import { createPaying } from '#marketplace/features/wallet/paying.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'

function keys() {
  const kept = new Map<string, string>()
  let made = 0
  const storage = () => ({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  /** As after a reload of the tab. */
  return { open: () => createPayKey({ storage, random: () => `key ${++made}` }) }
}

/** Pays once and answers with the key that went out. */
async function pay(paying: ReturnType<typeof createPaying>, what: string, failure: Failure | null = null) {
  let key: string | undefined
  await paying.run(what, async ({ headers }) => {
    key = headers?.['Idempotency-Key']
    if (failure !== null) throw new ApiError('topUpBalance', failure)
  })
  return key
}

const refused = (message: string, code?: string): Failure => ({
  kind: 'refused',
  status: 409,
  problem: { message, ...(code ? { code } : {}) },
  retryAfterMs: null,
})

test('a payment whose answer was lost is asked for again under its key, also after a reload', async () => {
  const { open } = keys()
  expect(await pay(createPaying(open()), 'top_up 50000', { kind: 'timeout' })).toBe('key 1')
  const reloaded = createPaying(open())
  expect(await pay(reloaded, 'top_up 50000')).toBe('key 1')
  expect(await pay(reloaded, 'top_up 50000')).toBe('key 2')
})

test('another amount is another payment', async () => {
  const paying = createPaying(keys().open())
  await pay(paying, 'top_up 50000', { kind: 'offline' })
  expect(await pay(paying, 'top_up 25000')).toBe('key 2')
})

test('a lost answer is not called a failure', async () => {
  const paying = createPaying(keys().open())
  await pay(paying, 'top_up 50000', { kind: 'timeout' })
  expect(paying.problem.value).toMatch(/may have gone through.*never taken twice/)
})

test('a refusal is said in the server’s words, with its code, and the next try is another one', async () => {
  const paying = createPaying(keys().open())
  await pay(paying, 'deposit', refused('The deposit is $600 now.', 'changed'))
  expect([paying.problem.value, paying.code.value]).toEqual(['The deposit is $600 now.', 'changed'])
  expect(await pay(paying, 'deposit')).toBe('key 2')
})

test('a second press while it is sent sends nothing', async () => {
  const paying = createPaying(keys().open())
  let answer = () => {}
  let calls = 0
  const call = () => {
    calls++
    return new Promise<void>((resolve) => {
      answer = resolve
    })
  }
  const first = paying.run('top_up', call)
  expect(await paying.run('top_up', call)).toBeNull()
  expect([calls, paying.isSending.value]).toEqual([1, true])
  answer()
  await first
  expect(paying.isSending.value).toBe(false)
})

test('a browser that forbids storage still pays', async () => {
  const forbidden = () => {
    throw new Error('SecurityError')
  }
  const paying = createPaying(createPayKey({ storage: forbidden, random: () => 'key' }))
  expect(await pay(paying, 'top_up')).toBe('key')
})
