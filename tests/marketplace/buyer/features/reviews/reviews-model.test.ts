import { describe, expect, it } from 'vitest'
import { createReviewsModel } from '#marketplace/buyer/features/reviews/reviews-model.ts'
import { createApi } from '#shared/api/client.ts'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const NOW = Date.UTC(2026, 5, 3)
const AT = new Date(NOW).toISOString()
const review = (given: Partial<ReviewWire> = {}): ReviewWire => ({
  id: 5,
  about: 'customer',
  account: { id: 2, title: 'Lone Star' },
  customer: { id: 1, name: 'Dana' },
  rating: 5,
  scores: {},
  content: 'Closed early and kept us posted.',
  is_verified_deal: true,
  created_at: AT,
  published_at: AT,
  property: null,
  response: null,
  ...given,
})
const reply = (status: number, body: unknown) =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })

/** A server with one review about the customer; `answer` says what becomes of everything but reading. */
function modelWith(answer: (method: string, path: string) => Promise<Response> | Response) {
  const rows = [review()]
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET') return answer(request.method, pathname)
    if (pathname.endsWith('/reviewable')) return reply(200, { data: [] })
    return reply(200, { data: pathname.endsWith('/received-reviews') ? rows : [] })
  }
  const api = createApi({ base: 'http://plat.test/customer/api', fetch })
  return createReviewsModel(api, 1, createFakeClock(NOW))
}
const responseIn = (model: ReturnType<typeof modelWith>) => {
  const state = model.about.state.value
  return state.phase === 'ready' ? (state.rows[0]?.response?.content ?? null) : state.phase
}

describe('a response to a review', () => {
  it('stands there at once, and as the server has it afterwards', async () => {
    let answer: (response: Response) => void = () => {}
    const model = modelWith(() => new Promise((resolve) => (answer = resolve)))
    await model.load()
    const sent = model.respond(review(), 'Thank you.')
    expect(responseIn(model)).toBe('Thank you.')
    await Promise.resolve()
    while (answer.length === 0) await new Promise((resolve) => setImmediate(resolve))
    answer(reply(201, { data: review({ response: { content: 'Thank you', created_at: AT } }) }))
    await sent
    expect(responseIn(model)).toBe('Thank you')
  })

  it('is taken back when the server would not have it', async () => {
    const model = modelWith(() => reply(409, { message: 'You have responded already.', code: 'exists' }))
    await model.load()
    await expect(model.respond(review(), 'Thank you.')).rejects.toMatchObject({ failure: { status: 409 } })
    expect(responseIn(model)).toBeNull()
  })

  it('comes back when taking it away did not work', async () => {
    const before = review({ response: { content: 'Thank you.', created_at: AT } })
    const model = modelWith(() => reply(500, { message: 'Server Error' }))
    await model.load()
    await expect(model.respond(before, '')).rejects.toMatchObject({ failure: { status: 500 } })
    expect(responseIn(model)).toBe('Thank you.')
  })

  it('is changed by another call than the first', async () => {
    const calls: string[] = []
    const before = review({ response: { content: 'Thank you.', created_at: AT } })
    const model = modelWith((method, path) => {
      calls.push(`${method} ${path}`)
      return reply(200, { data: before })
    })
    await model.load()
    await model.respond(before, 'Thanks.')
    expect(calls).toEqual(['PUT /customer/api/customers/1/received-reviews/5/response'])
  })
})

describe('a review that is written', () => {
  const target = {
    account: { id: 2, title: 'Lone Star' },
    property: { id: 7, name: 'Waco' },
    because: 'offer',
  }
  const words = { rating: 4, scores: {}, content: 'Numbers were as described.' }

  it('rejects with what the server says of its fields', async () => {
    const errors = { content: ['Write at least 20 characters.'] }
    const model = modelWith(() => reply(422, { message: 'Invalid.', errors }))
    await expect(model.write({ ...target, offer_id: 3 }, words)).rejects.toMatchObject({
      failure: { problem: { errors } },
    })
  })

  it('is none when the line is down', async () => {
    const model = modelWith(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(model.write(target, words)).rejects.toMatchObject({ failure: { kind: 'offline' } })
  })
})
