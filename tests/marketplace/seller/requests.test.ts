import { describe, expect, it } from 'vitest'
import { createRequestRows, waitingOf } from '#marketplace/seller/request-rows.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { SellerRequestWire } from '#shared/contract/seller-deals.ts'

const request = (id: number, state: 'pending' | 'granted' | 'declined' = 'pending') =>
  ({ id, state, type: 'address_request' }) as SellerRequestWire

/** The server's requests; `taken` are those that somebody else declines just before this store does anything. */
function setUp(all: SellerRequestWire[], taken: readonly number[] = []) {
  const calls: string[] = []
  const api = (async (
    endpoint: { name: string },
    input: { params?: { request: number }; body?: { state: 'granted' } },
  ) => {
    const id = input.params?.request ?? 0
    calls.push(id ? `${endpoint.name} ${id}` : endpoint.name)
    const index = all.findIndex((one) => one.id === id)
    if (endpoint.name === 'sellerRequests') return { data: [...all], links: { next: null } }
    if (taken.includes(id)) {
      all[index] = request(id, 'declined')
      const problem = { message: 'This request was already decided the other way.' }
      throw new ApiError(endpoint.name, { kind: 'refused', status: 409, problem, retryAfterMs: null })
    }
    all[index] = request(id, input.body?.state)
    return { data: all[index] }
  }) as unknown as Api
  return { rows: createRequestRows(api), calls }
}

describe('the requests in the seller app', () => {
  it('several are granted one after another', async () => {
    const { rows, calls } = setUp([request(1), request(2), request(3)])
    await rows.load()
    await rows.decide([1, 3], { state: 'granted' })
    expect(calls.slice(1)).toEqual(['sellerDecideRequest 1', 'sellerDecideRequest 3'])
    expect(waitingOf(rows.requests.value).map(({ id }) => id)).toEqual([2])
    expect(rows.deciding.value.size).toBe(0)
  })

  it('one that somebody else decided says so, and shows as it is', async () => {
    const { rows } = setUp([request(1), request(2)], [1])
    await rows.load()
    await rows.decide([1, 2], { state: 'granted' })
    expect(rows.errorMessage.value).toBe('This request was already decided the other way.')
    await expect.poll(() => rows.requests.value.map(({ state }) => state)).toEqual(['declined', 'granted'])
  })

  it('news during a load are asked for once more, not once each', async () => {
    const { rows, calls } = setUp([request(1)])
    const first = rows.load()
    await Promise.resolve()
    await Promise.all([first, rows.load(), rows.load()])
    expect(calls).toEqual(['sellerRequests', 'sellerRequests'])
  })
})
