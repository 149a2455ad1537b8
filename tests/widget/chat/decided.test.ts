import { describe, expect, it } from 'vitest'
import type { PropertyCard } from '#shared/thread/model.ts'
import * as eg from '#tests/support/eg.ts'
import { decided } from '#widget/chat/apply-decision.ts'
import { createMessageLog } from '#widget/chat/message-log.ts'

const ADDRESS = '412 Live Oak St, Waco, TX 76701'
const card = (id: number): PropertyCard => ({
  id,
  createdAt: null,
  url: null,
  thumb: null,
  priceUsd: 1,
  arvUsd: null,
  address: 'Waco, TX 76701',
  beds: 3,
  baths: 2,
  sqft: 1200,
})

function thread() {
  const log = createMessageLog()
  log.add([
    eg.message({ id: 1, property: card(3) }),
    eg.message({
      id: 2,
      type: 'inbound',
      action: 'address_request',
      property: card(3),
      inquiry: { id: 9, state: 'pending' },
    }),
    eg.message({ id: 3, property: card(4) }),
    eg.message({ id: 4 }),
  ])
  return log
}

describe('a decision about an address request', () => {
  it('granted: the request says so, and every card of the deal shows the address', () => {
    const changed = decided(thread(), { id: 9, property_id: 3, state: 'granted', address: ADDRESS })
    expect(changed.map(({ id, inquiry, property }) => [id, inquiry?.state, property?.address])).toEqual([
      [1, undefined, ADDRESS],
      [2, 'granted', ADDRESS],
    ])
  })

  it('declined: only the request changes', () => {
    const changed = decided(thread(), { id: 9, property_id: 3, state: 'declined', address: null })
    expect(changed.map(({ id, inquiry, property }) => [id, inquiry?.state, property?.address])).toEqual([
      [2, 'declined', 'Waco, TX 76701'],
    ])
  })

  it('about a deal that is not in the thread changes nothing', () => {
    expect(decided(thread(), { id: 8, property_id: 7, state: 'granted', address: ADDRESS })).toEqual([])
  })
})
