import { expect, test } from 'vitest'
import type { Row } from '#shared/thread/model.ts'
import * as eg from '#tests/support/eg.ts'
import { keyTarget, offsetOfRow } from '#widget/ui/thread/walk-target.ts'
import { ALONE, anOutgoing, rowsOf } from './fake-store.ts'

const date = (key: string): Row => ({ kind: 'date', key, atMs: 0 })
const message = (id: number): Row => ({
  kind: 'message',
  key: `m${id}`,
  message: eg.message({ id }),
  joined: ALONE,
  isOwnLast: false,
})
const sending: Row = { kind: 'outgoing', key: 'c1', outgoing: anOutgoing(), joined: ALONE }

/** 0 a date, 1 and 2 messages, 3 a date, 4 a message, 5 on its way. */
const ROWS = rowsOf([date('d1'), message(1), message(2), date('d2'), message(3), sending])
const at = { from: 4, isOnLog: false, page: 3 }

test.each([
  ['an arrow passes over a date', 'ArrowUp', at, { offset: 2, isBeyond: false }],
  ['an arrow goes on to what is being sent', 'ArrowDown', at, { offset: 5, isBeyond: false }],
  [
    'at the first message an arrow up asks for older ones',
    'ArrowUp',
    { ...at, from: 1 },
    { offset: 1, isBeyond: true },
  ],
  ['at the last one an arrow down stays', 'ArrowDown', { ...at, from: 5 }, { offset: 5, isBeyond: false }],
  ['Home is the first message, not its date', 'Home', at, { offset: 1, isBeyond: true }],
  ['End is the last message', 'End', { ...at, from: 1 }, { offset: 5, isBeyond: false }],
  ['a page key passes as many as are in view', 'PageUp', { ...at, from: 5 }, { offset: 1, isBeyond: false }],
  [
    'from the log itself an arrow enters where the walk stood',
    'ArrowUp',
    { ...at, isOnLog: true },
    { offset: 4, isBeyond: false },
  ],
  ['from the log itself a page key scrolls', 'PageUp', { ...at, isOnLog: true }, null],
  ['a letter does not walk', 'a', at, null],
])('%s', (_, key, from, expected) => {
  expect(keyTarget(key, ROWS, from)).toEqual(expected)
})

test('a thread without a message has nowhere to walk', () => {
  expect(keyTarget('Home', rowsOf([date('d1')]), at)).toBeNull()
})

test('a message that was being sent is found again once it has arrived', () => {
  const arrived: Row = {
    kind: 'message',
    key: 'c1',
    message: eg.message({ id: 9 }),
    joined: ALONE,
    isOwnLast: false,
  }
  expect(offsetOfRow(rowsOf([message(1), arrived]), sending)).toBe(1)
})
