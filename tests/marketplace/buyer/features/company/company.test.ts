import { describe, expect, it } from 'vitest'
import { statesWords } from '#marketplace/buyer/features/company/company-labels.ts'
import { createCompanyModel } from '#marketplace/buyer/features/company/company-model.ts'
import { linkCode } from '#marketplace/buyer/features/company/link-code.tsx'
import { createApi } from '#shared/api/client.ts'
import { answerTime } from '#shared/format/answer-time.ts'

const COMPANY = {
  id: 3,
  title: 'Lone Star',
  states: ['TX'],
  is_verified: true,
  active_deals: 2,
  team: [],
  created_at: '2025-06-03T00:00:00.000Z',
  is_followed: false,
  followers: 4,
  rating: { average: null, count: 0, histogram: [0, 0, 0, 0, 0], closed_deals: 0 },
}
const reply = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

function modelWith(answer: (method: string, url: URL) => Response, id = '3') {
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    return answer(request.method, new URL(request.url))
  }
  return createCompanyModel(createApi({ base: 'http://plat.test/customer/api', fetch }), id)
}

describe('a company page', () => {
  it.each(['', 'three', '0', '-1', '1e3'])('is not there for %o, without asking', async (id) => {
    const model = modelWith(() => {
      throw new Error('Nobody was to be asked.')
    }, id)
    await model.load()
    expect(model.state.value).toEqual({ phase: 'missing' })
  })

  it('tells a seller who is not there from a failure', async () => {
    const gone = modelWith(() => reply(404, { message: 'Not found.' }))
    await gone.load()
    expect(gone.state.value.phase).toBe('missing')
    const broken = modelWith(() => reply(500, { message: 'Server Error' }))
    await broken.load()
    expect(broken.state.value.phase).toBe('failed')
  })

  it('shows a follow at once and takes it back when it failed', async () => {
    const model = modelWith((method) => (method === 'GET' ? reply(200, { data: COMPANY }) : reply(503, {})))
    await model.load()
    const following = model.follow(true)
    expect(model.state.value).toMatchObject({ company: { is_followed: true, followers: 5 } })
    expect(await following).toBe(false)
    expect(model.state.value).toMatchObject({ company: { is_followed: false, followers: 4 } })
  })

  it('asks for reviews as they are narrowed', async () => {
    const asked: string[] = []
    const model = modelWith((_method, { searchParams }) => {
      asked.push(searchParams.toString())
      return reply(200, { data: [] })
    })
    await model.reviews.load()
    await model.setFilter({ sort: 'lowest', stars: 2 })
    await model.setFilter({ words: ' roof ' })
    expect(asked).toEqual([
      'page=1&sort=newest',
      'page=1&sort=lowest&stars=2',
      'page=1&sort=lowest&stars=2&q=roof',
    ])
  })
})

describe('the words of a company page', () => {
  it.each([
    [[], ''],
    [['TX'], 'Texas'],
    [['TX', 'LA'], 'Texas and Louisiana'],
    [['TX', 'LA', 'OK', 'NM'], 'Texas, Louisiana and 2 more states'],
  ])('says where it sells: %o', (codes, words) => {
    expect(statesWords(codes)).toBe(words)
  })

  it.each([
    [null, null],
    [0.4, 'an hour'],
    [2.1, '3 hours'],
    [24, 'a day'],
    [30, '2 days'],
  ])('says how soon it answers: %o hours', (hours, words) => {
    expect(answerTime(hours)).toBe(words)
  })

  it('puts a name into the link code as text', () => {
    const { page, register } = linkCode({
      accountId: 3,
      name: '<b>"M&O"</b>',
      origin: 'https://plat.example',
    })
    expect(page).toContain('href="https://plat.example/company/3"')
    expect(page).toContain('&lt;b&gt;&quot;M&amp;O&quot;&lt;/b&gt;')
    expect(register).toContain('/register?attach_account_id=3')
  })
})
