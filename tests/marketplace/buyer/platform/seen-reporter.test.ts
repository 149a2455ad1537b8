import { expect, test } from 'vitest'
import { createSeenReporter } from '#marketplace/buyer/platform/seen-reporter.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

/** Answers are given one by one, in the order of the calls. */
function setUp() {
  const clock = createFakeClock()
  const calls: number[][] = []
  const waiting: ((isSaved: boolean) => void)[] = []
  const reporter = createSeenReporter(clock, (ids) => {
    calls.push(ids)
    return new Promise((resolve) => waiting.push(resolve))
  })
  const answer = async (isSaved: boolean) => {
    waiting.shift()?.(isSaved)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { clock, calls, reporter, answer }
}

test('deals seen during a call are reported after it', async () => {
  const { clock, calls, reporter, answer } = setUp()
  reporter.add(1)
  clock.advance(1000)
  reporter.add(2)
  clock.advance(60_000)
  expect(calls).toEqual([[1]])
  await answer(true)
  expect(calls).toEqual([[1], [2]])
})

test('leaving reports what is left at once, and again after a failure', async () => {
  const { clock, calls, reporter, answer } = setUp()
  reporter.add(1)
  reporter.flush()
  expect(calls).toEqual([[1]])
  await answer(false)
  clock.advance(1000)
  expect(calls).toEqual([[1], [1]])
  await answer(true)
  clock.advance(120_000)
  expect(calls).toEqual([[1], [1]])
})

test('leaving during a call keeps what it was about until it is saved, and then reports the rest', async () => {
  const { clock, calls, reporter, answer } = setUp()
  reporter.add(1)
  clock.advance(1000)
  reporter.add(2)
  reporter.flush()
  expect(calls).toEqual([[1]])
  await answer(false)
  reporter.flush()
  expect(calls).toEqual([[1], [2, 1]])
  await answer(true)
  clock.advance(120_000)
  expect(calls).toHaveLength(2)
})

test('a call that fails after a reset is not repeated', async () => {
  const { clock, calls, reporter, answer } = setUp()
  reporter.add(1)
  clock.advance(1000)
  reporter.reset()
  await answer(false)
  clock.advance(120_000)
  expect(calls).toEqual([[1]])
})
