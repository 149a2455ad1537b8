import { expect, test } from 'vitest'
import { createReferralStore } from '#marketplace/buyer/platform/referral.ts'

const NOTHING = { attachAccountId: null, utm: {} }

function memory(): () => Storage {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage
  return () => storage
}

test('where a person came from is still known pages later, until the seller was told', () => {
  const storage = memory()
  createReferralStore({ attachAccountId: 7, utm: { utm_source: 'mail' } }, storage)
  const later = createReferralStore(NOTHING, storage)
  expect(later.get()).toEqual({ attachAccountId: 7, utm: { utm_source: 'mail' } })
  later.attached()
  expect(createReferralStore(NOTHING, storage).get()).toEqual({
    attachAccountId: null,
    utm: { utm_source: 'mail' },
  })
})

test('a new link wins over an older one', () => {
  const storage = memory()
  createReferralStore({ attachAccountId: 7, utm: {} }, storage)
  expect(createReferralStore({ attachAccountId: 8, utm: {} }, storage).get().attachAccountId).toBe(8)
})

test('a visitor of a seller’s page is introduced to them, unless another seller sent the visitor', () => {
  const store = createReferralStore(NOTHING, memory())
  store.looksAt(4)
  expect(store.get().attachAccountId).toBe(4)
  const sent = createReferralStore({ attachAccountId: 7, utm: {} }, memory())
  sent.looksAt(4)
  expect(sent.get().attachAccountId).toBe(7)
})

test('blocked storage costs only the memory', () => {
  const blocked = () => {
    throw new DOMException('blocked')
  }
  const store = createReferralStore({ attachAccountId: 7, utm: {} }, blocked)
  expect(store.get().attachAccountId).toBe(7)
  store.attached()
  expect(store.get().attachAccountId).toBeNull()
})
