import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markedRead, mergeMessages } from '#marketplace/seller/open-thread.ts'
import { EXAMPLE_MS, message } from '#tests/support/eg.ts'

const all = [1, 2, 3, 4, 5, 6].map((id) => message({ id, isRead: id < 4 }))
const ids = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)

describe('a thread in the seller app', () => {
  it('is the same whatever the order of pages, answers and live events', () => {
    fc.assert(
      fc.property(fc.array(fc.subarray(all), { maxLength: 8 }), (batches) => {
        const merged = [...batches, all].reduce(
          (known, batch) => mergeMessages(known, batch),
          [] as typeof all,
        )
        expect(merged).toEqual(all)
      }),
    )
  })

  it('sorts messages of one moment by their id', () => {
    const twins = [9, 8].map((id) => message({ id, atMs: EXAMPLE_MS }))
    expect(ids(mergeMessages([], twins))).toEqual([8, 9])
  })

  it('keeps a message read when an older answer says that it is not', () => {
    const read = markedRead([message({ id: 1, isRead: false })], new Set([1]), null)
    expect(mergeMessages(read, [message({ id: 1, isRead: false })])[0]?.isRead).toBe(true)
  })
})
