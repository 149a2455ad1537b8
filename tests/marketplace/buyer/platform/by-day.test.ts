import { expect, test } from 'vitest'
import { byDay } from '#marketplace/buyer/platform/by-day.ts'

test('days are named as one speaks, each once', () => {
  const nowMs = new Date(2025, 5, 10, 12).getTime()
  const at = (day: number) => new Date(2025, 5, day, 9).toISOString()
  const days = byDay([at(10), at(10), at(9), at(3)], { atOf: (one) => one, nowMs })
  expect(days.map(({ label, entries }) => [label, entries.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Tuesday, June 3, 2025', 1],
  ])
})
