/** What counts as new on the map: what came since the visit before. */
import { expect, test } from 'vitest'
import { visitBefore } from '#marketplace/buyer/platform/last-visit.ts'

const MINUTE = 60_000

function browser() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage
  return () => storage
}

test('on the first visit there is none before it', () => {
  expect(visitBefore(browser(), 0)).toBeNull()
})

test('a later visit knows the moment the one before it ended, however often the page is opened', () => {
  const storage = browser()
  visitBefore(storage, 0)
  visitBefore(storage, 10 * MINUTE)
  expect(visitBefore(storage, 500 * MINUTE)).toBe(10 * MINUTE)
  expect(visitBefore(storage, 510 * MINUTE)).toBe(10 * MINUTE)
})

test('a browser that keeps nothing has no new deals', () => {
  const closed = () => {
    throw new DOMException('closed', 'SecurityError')
  }
  expect(visitBefore(closed, 5)).toBeNull()
})
