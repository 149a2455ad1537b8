import { expect, test } from 'vitest'
import { createTypeAhead } from '#widget/ui/list/conversation-rows.tsx'

const rows = ['Bayou', 'Gulf', 'Bluebonnet', 'Sabine'].map((name) => ({ name }))

function typeAhead() {
  let nowMs = 0
  const clock = { now: () => nowMs, after: () => () => {}, every: () => () => {} }
  return { ahead: createTypeAhead(clock), wait: (ms: number) => (nowMs += ms) }
}

test('one letter goes to the next name with it, around the end', () => {
  const { ahead, wait } = typeAhead()
  expect(ahead.find('b', rows, 0)).toBe(2)
  wait(1000)
  expect(ahead.find('b', rows, 2)).toBe(0)
})

test('more letters narrow the name down', () => {
  const { ahead } = typeAhead()
  const first = ahead.find('b', rows, 3)
  expect(ahead.find('l', rows, first)).toBe(2)
})

test('letters after a pause begin anew', () => {
  const { ahead, wait } = typeAhead()
  ahead.find('b', rows, 0)
  wait(1000)
  expect(ahead.find('s', rows, 2)).toBe(3)
})

test('a letter that no name begins with moves nothing', () => {
  expect(typeAhead().ahead.find('x', rows, 1)).toBe(1)
})
