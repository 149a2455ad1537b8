import { expect, test } from 'vitest'
import { createCodeModel } from '#marketplace/buyer/features/profile/code-model.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import { CODE_RESEND_MS } from '#shared/contract/limits.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

function code(answers: (Failure | null)[] = []) {
  const clock = createFakeClock()
  const calls: string[] = []
  const answer = async (call: string) => {
    calls.push(call)
    const failure = answers.shift() ?? null
    if (failure !== null) throw new ApiError('test', failure)
  }
  const model = createCodeModel({
    clock,
    send: () => answer('send'),
    check: (typed) => answer(`check ${typed}`),
  })
  return { model, clock, calls }
}

const wrong: Failure = {
  kind: 'refused',
  status: 422,
  problem: { message: 'No.', errors: { code: ['That code is not right. 4 tries left.'] } },
  retryAfterMs: null,
}

test('a right code is told so', async () => {
  const { model, calls } = code()
  expect(await model.check('123456')).toBe(true)
  expect(calls).toEqual(['check 123456'])
})

test("a wrong code keeps the server's words until something else is typed", async () => {
  const { model } = code([wrong])
  expect(await model.check('000000')).toBe(false)
  expect(model.error.value).toBe('That code is not right. 4 tries left.')
  model.type('1')
  expect(model.error.value).toBeNull()
})

test('another code can be asked for when the wait is over', async () => {
  const { model, clock, calls } = code()
  model.wasSent()
  expect(model.secondsLeft.value).toBe(CODE_RESEND_MS / 1000)
  expect(await model.resend()).toBe(false)
  clock.advance(CODE_RESEND_MS)
  model.type('12')
  expect(await model.resend()).toBe(true)
  expect([calls, model.code.value, model.secondsLeft.value]).toEqual([['send'], '', CODE_RESEND_MS / 1000])
})

test('a code that could not be sent says so and may be asked for again', async () => {
  const { model } = code([{ kind: 'offline' }])
  expect(await model.resend()).toBe(false)
  expect(model.error.value).toMatch(/cannot be reached/)
  expect(model.secondsLeft.value).toBe(0)
})

test('nothing ticks on after the screen is gone', () => {
  const { model, clock } = code()
  model.wasSent()
  model.dispose()
  expect(clock.timers).toBe(0)
})
