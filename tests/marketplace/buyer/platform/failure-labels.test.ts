import { expect, test } from 'vitest'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'

test('a time-out, a lost connection and a failure of ours are told apart', () => {
  const refused = { kind: 'refused', status: 500, problem: { message: 'x' }, retryAfterMs: null } as const
  const words = [{ kind: 'offline' } as const, { kind: 'timeout' } as const, refused].map(failureWords)
  expect(new Set(words).size).toBe(3)
  expect(words[1]).toContain('took too long')
})
