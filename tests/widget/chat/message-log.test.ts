import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byPlace } from '#shared/lib/deque.ts'
import type { Message } from '#shared/thread/model.ts'
import * as eg from '#tests/support/eg.ts'
import { createMessageLog } from '#widget/chat/message-log.ts'

const all = (log: ReturnType<typeof createMessageLog>) =>
  Array.from({ length: log.size }, (_, index) => log.at(index)?.id)

describe('the message log', () => {
  test('keeps messages by instant, then id, and drops repeats', () => {
    const log = createMessageLog()
    log.add([
      eg.message({ id: 3, atMs: 10 }),
      eg.message({ id: 2, atMs: 10 }),
      eg.message({ id: 9, atMs: 5 }),
    ])
    log.add([eg.message({ id: 2, atMs: 10 })])
    expect(all(log)).toEqual([9, 2, 3])
    expect(log.indexOf(3)).toBe(2)
    expect(log.indexOf(4)).toBe(-1)
  })

  test('tells what came in front, behind and between', () => {
    const log = createMessageLog()
    log.add([eg.message({ id: 5 }), eg.message({ id: 8 })])
    expect(log.add([eg.message({ id: 2 }), eg.message({ id: 6 }), eg.message({ id: 9 })])).toMatchObject({
      prepended: 1,
      insertedAt: 2,
    })
    expect(all(log)).toEqual([2, 5, 6, 8, 9])
  })

  test('what an event leaves out is kept, and read stays read', () => {
    const log = createMessageLog()
    const property = { id: 1, address: 'Main St' } as NonNullable<Message['property']>
    log.add([eg.message({ id: 1, isRead: true, property, message: 'Look' })])
    log.add([eg.message({ id: 1, isRead: false, property: null, message: '' })])
    expect(log.get(1)).toMatchObject({ isRead: true, property, message: 'Look' })
  })

  test('is in order after any additions', () => {
    const batch = fc.array(fc.record({ id: fc.nat(30), atMs: fc.nat(20) }), { maxLength: 8 })
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 10 }), (batches) => {
        const log = createMessageLog()
        const latest = new Map<number, Message>()
        for (const messages of batches.map((each) => each.map(eg.message))) {
          for (const message of messages) latest.set(message.id, message)
          log.add(messages)
        }
        expect(all(log)).toEqual([...latest.values()].sort(byPlace).map(({ id }) => id))
        for (const id of latest.keys()) expect(log.at(log.indexOf(id))?.id).toBe(id)
      }),
    )
  })
})
