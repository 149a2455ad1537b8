import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOfferBook } from '#shared/thread/offer-book.ts'
import type { OfferNow } from '#shared/thread/offer-model.ts'
import { toOfferNow } from '#shared/thread/translate.ts'
import * as eg from '#tests/support/eg.ts'

const at = (nowMs: number) => createOfferBook({ now: () => nowMs })
const told = (messageId: number, now: OfferNow) =>
  eg.message({ id: messageId, offer: { id: now.id, priceUsd: 1, buyer: null, url: null, now } })

describe('the offers of a thread', () => {
  it('stand as the newest word says, in whichever order words come in', () => {
    const words = [
      { message: 1, now: eg.offerNow({ version: 1 }) },
      { message: 4, now: eg.offerNow({ version: 2, state: 'countered' }) },
      { message: null, now: eg.offerNow({ version: 3, state: 'accepted' }) },
      {
        message: 6,
        now: eg.offerNow({ version: 3, state: 'accepted', isBackup: true, saidAtMs: eg.EXAMPLE_MS + 1 }),
      },
    ]
    const orders = fc.shuffledSubarray(words, { minLength: words.length, maxLength: words.length })
    fc.assert(
      fc.property(orders, (order) => {
        const book = at(eg.EXAMPLE_MS)
        for (const { message, now } of order)
          if (message === null) book.hear(now)
          else book.take([told(message, now)])
        const standing = book.standings.peek().get(9)
        expect([standing?.now.version, standing?.now.isBackup, standing?.last.id]).toEqual([3, true, 6])
      }),
    )
  })

  it('a page that set out before changes nothing', () => {
    const book = at(eg.EXAMPLE_MS)
    book.take([told(1, eg.offerNow({ version: 2, state: 'countered' }))])
    const before = book.standings.peek()
    book.take([told(1, eg.offerNow({ version: 1 }))])
    expect(book.standings.peek()).toBe(before)
  })

  it('news of an offer that no message has told of is not kept', () => {
    const book = at(eg.EXAMPLE_MS)
    book.hear(eg.offerNow())
    expect(book.standings.peek().size).toBe(0)
  })

  it('goes by the server’s clock when this one is wrong', () => {
    const slow = at(eg.EXAMPLE_MS - 600_000)
    slow.take([told(1, eg.offerNow())])
    expect(slow.serverNow()).toBe(eg.EXAMPLE_MS)
    const good = at(eg.EXAMPLE_MS - 400)
    good.take([told(1, eg.offerNow())])
    expect(good.serverNow()).toBe(eg.EXAMPLE_MS - 400)
  })

  it('a state that nobody knows here is none', () => {
    expect(toOfferNow({ id: 9, state: 'sublet', version: 2 })).toBeNull()
    expect(toOfferNow({ id: 9 })).toBeNull()
    expect(toOfferNow({ id: 9, state: 'closed', version: 2 })).toMatchObject({ state: 'closed', version: 2 })
  })
})
