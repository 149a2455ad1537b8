import { describe, expect, it } from 'vitest'
import { createRequestRows, waitingOf } from '#marketplace/seller/request-rows.ts'
import { type SellerRequestWire, sellerDecideRequest, sellerRequests } from '#shared/contract/seller-deals.ts'
import { createFakeApi, refused } from '#tests/support/fake-api.ts'

/** A server with so many requests; `taken` are those that somebody else declines just before this store does anything. */
function setUp(count: number, taken: readonly number[] = []) {
  const server = createFakeApi()
  const all: Pick<SellerRequestWire, 'id' | 'state'>[] = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    state: 'pending',
  }))
  server.on(sellerRequests, () => ({ data: all }))
  server.on(sellerDecideRequest, ({ params, body }) => {
    const isTaken = taken.includes(params.request)
    const one = { id: params.request, state: isTaken ? ('declined' as const) : body.state }
    all[params.request - 1] = one
    return isTaken ? refused(409, 'This request was already decided the other way.') : { data: one }
  })
  return { rows: createRequestRows(server.api), server }
}

describe('the requests in the seller app', () => {
  it('several are granted one after another', async () => {
    const { rows, server } = setUp(3)
    await rows.load()
    await rows.decide([1, 3], { state: 'granted' })
    expect(server.of(sellerDecideRequest).map(({ params }) => params.request)).toEqual([1, 3])
    expect(waitingOf(rows.requests.value).map(({ id }) => id)).toEqual([2])
    expect(rows.deciding.value.size).toBe(0)
  })

  it('one that somebody else decided says so, and shows as it is', async () => {
    const { rows } = setUp(2, [1])
    await rows.load()
    await rows.decide([1, 2], { state: 'granted' })
    expect(rows.errorMessage.value).toBe('This request was already decided the other way.')
    await expect.poll(() => rows.requests.value.map(({ state }) => state)).toEqual(['declined', 'granted'])
  })

  it('changes during a load cause one more load, not one each', async () => {
    const { rows, server } = setUp(1)
    const first = rows.load()
    await Promise.resolve()
    await Promise.all([first, rows.load(), rows.load()])
    expect(server.names()).toEqual(['sellerRequests', 'sellerRequests'])
  })
})
