/** The day of an earlier deposit: when it ended, not when it was paid. */
import { expect, test } from 'vitest'
import { depositDay } from '#marketplace/buyer/features/wallet/labels.ts'
import type { DepositWire } from '#shared/contract/money.ts'

const PAID = { state: 'current', at: '2026-03-02T18:00:00Z' } as const
const REFUNDED = { state: 'refunded', at: '2026-05-20T18:00:00Z' } as const

test.each<[string, Pick<DepositWire, 'state' | 'history'>, string]>([
  ['a refunded one was refunded', { state: 'refunded', history: [PAID, REFUNDED] }, 'May 20, 2026'],
  ['one of an older server was paid', { state: 'refunded', history: undefined }, 'Mar 2, 2026'],
])('the day on which %s', (_, deposit, day) => {
  expect(depositDay({ ...deposit, created_at: PAID.at })).toBe(day)
})
