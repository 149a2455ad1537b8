import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byPlace } from '#shared/lib/deque.ts'
import type { Message, OutgoingMessage, Row } from '#shared/thread/model.ts'
import * as eg from '#tests/support/eg.ts'
import { createMessageLog } from '#widget/chat/message-log.ts'
import { createTimeline } from '#widget/chat/timeline.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Noon, so that minutes around it are the same day in any zone. */
const noon = new Date(2025, 5, 10, 12).getTime()

function open(sentAs: (id: number) => string | null = () => null) {
  const log = createMessageLog()
  const timeline = createTimeline(log, sentAs)
  return {
    log,
    timeline,
    add: (...messages: Message[]) => timeline.follow(log.add(messages)),
    rows(outgoing: OutgoingMessage[] = []): Row[] {
      const view = timeline.view(outgoing)
      return Array.from({ length: view.count }, (_, offset) => view.at(offset))
    },
  }
}

const at = (id: number, atMs: number, given: Partial<Message> = {}) => eg.message({ id, atMs, ...given })
const outgoing = (clientId: string, atMs: number): OutgoingMessage => ({
  clientId,
  text: 'Hello',
  atMs,
  state: 'sending',
  reason: null,
  canTakeBack: false,
})
const shape = (rows: Row[]) =>
  rows.map((row) => (row.kind === 'message' ? row.message.id : row.kind === 'date' ? 'date' : 'outgoing'))
const joined = (rows: Row[]) =>
  rows.flatMap((row) =>
    row.kind === 'date' ? [] : [`${row.joined.before ? '<' : '|'}${row.joined.after ? '>' : '|'}`],
  )

describe('the newest of one’s own', () => {
  const marked = (rows: Row[]) =>
    rows.flatMap((row) => (row.kind === 'message' && row.isOwnLast ? row.message.id : []))

  test('is one row, which moves on with each new one, and none while something is on its way', () => {
    const { add, rows } = open()
    add(at(5, noon, { type: 'inbound' }), at(6, noon + MINUTE, { type: 'outbound' }))
    expect(marked(rows())).toEqual([5])
    add(at(4, noon - MINUTE, { type: 'inbound' }))
    expect(marked(rows())).toEqual([5])
    expect(marked(rows([outgoing('a', noon + MINUTE)]))).toEqual([])
    add(at(7, noon + 2 * MINUTE, { type: 'inbound' }))
    expect(marked(rows())).toEqual([7])
  })
})

describe('dates', () => {
  test('stand between messages of different days', () => {
    const { add, rows, timeline } = open()
    add(at(1, noon - DAY), at(2, noon))
    timeline.endHistory()
    expect(shape(rows())).toEqual(['date', 1, 'date', 2])
  })

  test('the first is held back until its day is complete, so that older messages only add rows in front', () => {
    const { add, rows, timeline } = open()
    add(at(5, noon), at(6, noon + MINUTE))
    expect(shape(rows())).toEqual([5, 6])
    add(at(4, noon - MINUTE))
    expect(shape(rows())).toEqual([4, 5, 6])
    add(at(3, noon - DAY))
    expect(shape(rows())).toEqual([3, 'date', 4, 5, 6])
    timeline.endHistory()
    expect(shape(rows())).toEqual(['date', 3, 'date', 4, 5, 6])
  })

  test('a send of a new day brings its date along and keeps it when it is confirmed', () => {
    const { add, rows, timeline } = open((id) => (id === 2 ? 'abc' : null))
    add(at(1, noon - DAY))
    timeline.endHistory()
    const before = rows([outgoing('abc', noon)])
    add(at(2, noon, { type: 'inbound' }))
    const after = rows()
    expect(shape(before)).toEqual(['date', 1, 'date', 'outgoing'])
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })

  test('a message whose instant nobody knows has no date', () => {
    const { add, rows, timeline } = open()
    add(at(1, 0), at(2, noon))
    timeline.endHistory()
    expect(shape(rows())).toEqual([1, 'date', 2])
  })
})

describe('runs', () => {
  test.each<[string, Message[], string[]]>([
    ['same side, close in time', [at(1, noon), at(2, noon + MINUTE)], ['|>', '<|']],
    ['five minutes apart', [at(1, noon), at(2, noon + 5 * MINUTE)], ['||', '||']],
    ['just under five minutes', [at(1, noon), at(2, noon + 5 * MINUTE - 1)], ['|>', '<|']],
    ['different sides', [at(1, noon), at(2, noon + 1, { type: 'inbound' })], ['||', '||']],
    [
      'a label starts a run',
      [at(1, noon), at(2, noon + 1, { action: 'offer' }), at(3, noon + 2)],
      ['||', '|>', '<|'],
    ],
    ['an unknown action is no label', [at(1, noon), at(2, noon + 1, { action: 'wave' })], ['|>', '<|']],
  ])('%s', (_, messages, expected) => {
    const { add, rows } = open()
    add(...messages)
    expect(joined(rows())).toEqual(expected)
  })

  test('midnight ends a run', () => {
    const midnight = new Date(2025, 5, 11).getTime()
    const { add, rows } = open()
    add(at(1, midnight - 1000), at(2, midnight + 1000))
    expect(joined(rows())).toEqual(['||', '||'])
  })

  test('what is on its way joins the own message before it', () => {
    const { add, rows } = open()
    add(at(1, noon, { type: 'inbound' }))
    expect(joined(rows([outgoing('a', noon + 1000), outgoing('b', noon + 2000)]))).toEqual(['|>', '<>', '<|'])
    expect(joined(rows())).toEqual(['||'])
    expect(joined(rows([outgoing('a', noon + 1000)]))).toEqual(['|>', '<|'])
  })

  test.each(['failed', 'checking', 'waiting'] as const)(
    'nothing joins on below the words of one that is %s',
    (state) => {
      const { add, rows } = open()
      add(at(1, noon, { type: 'inbound' }))
      const tail = [{ ...outgoing('a', noon + 1000), state }, outgoing('b', noon + 2000)]
      expect(joined(rows(tail)).slice(1)).toEqual(['<|', '||'])
    },
  )
})

describe('indexes', () => {
  test('a row keeps its index in the virtual list while others come in front and behind', () => {
    const { add, timeline } = open()
    add(at(5, noon))
    const before = timeline.view([])
    add(at(3, noon - DAY), at(4, noon - MINUTE), at(6, noon + MINUTE))
    const after = timeline.view([])
    expect(after.firstIndex + after.offsetOf(5)).toBe(before.firstIndex + before.offsetOf(5))
    expect(before.at(0).key).toBe('m5')
    expect(after.offsetOf(99)).toBe(-1)
  })

  test('an unchanged row is the same object', () => {
    const { add, timeline } = open()
    add(at(1, noon), at(2, noon + 10 * MINUTE))
    const first = timeline.view([]).at(0)
    add(at(3, noon + 20 * MINUTE))
    expect(timeline.view([]).at(0)).toBe(first)
  })

  test('the rows of no thread cannot be read', () => {
    const { timeline } = open()
    expect(timeline.view([]).count).toBe(0)
    expect(() => timeline.view([]).at(0)).toThrow(RangeError)
  })
})

describe('any order of arrival', () => {
  const arrivals = fc.array(
    fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 1, max: 40 }), hours: fc.integer({ min: 0, max: 80 }) }),
      { selector: ({ id }) => id, maxLength: 6 },
    ),
    { maxLength: 12 },
  )

  test('gives the rows that the same messages give when they come at once', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 0, max: 12 }), (batches, endAt) => {
        const grown = open()
        const latest = new Map<number, Message>()
        batches.forEach((batch, index) => {
          if (index === endAt) grown.timeline.endHistory()
          const messages = batch.map(({ id, hours }) => at(id, noon + hours * 60 * MINUTE))
          for (const message of messages) latest.set(message.id, message)
          grown.add(...messages)
        })
        grown.timeline.endHistory()
        const atOnce = open()
        atOnce.add(...latest.values())
        atOnce.timeline.endHistory()
        expect(grown.rows()).toEqual(atOnce.rows())
        expect(shape(grown.rows()).filter((each) => each !== 'date')).toEqual(
          [...latest.values()].sort(byPlace).map(({ id }) => id),
        )
        for (const id of latest.keys()) {
          const view = grown.timeline.view([])
          expect(view.at(view.offsetOf(id))).toMatchObject({ message: { id } })
        }
      }),
      { numRuns: 500 },
    )
  })

  test('older pages only ever add rows in front', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 2, maxLength: 30 }), (gaps) => {
        const { add, timeline, rows } = open()
        let atMs = noon
        let id = 1000
        let before: Row[] = []
        for (const gap of gaps) {
          atMs -= gap * MINUTE
          add(at(--id, atMs))
          const now = rows()
          const first = timeline.view([]).firstIndex
          expect(now.slice(now.length - before.length).map(({ key }) => key)).toEqual(
            before.map(({ key }) => key),
          )
          expect(1_000_000_000 - first).toBe(now.length - 1)
          before = now
        }
      }),
    )
  })
})

test('messages are numbered once the first one is loaded, dates are not, and what is on its way comes last', () => {
  const { add, timeline } = open()
  add(at(1, noon), at(2, noon + DAY))
  const sending = [outgoing('c', noon + DAY + MINUTE)]
  const before = timeline.view(sending)
  expect([before.total, before.numberAt(0)]).toEqual([null, null])
  timeline.endHistory()
  const rows = timeline.view(sending)
  const numbers = Array.from({ length: rows.count }, (_, offset) => rows.numberAt(offset))
  expect([rows.total, numbers]).toEqual([3, [null, 1, null, 2, 3]])
})
