import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publishDue } from '#server/sellers/reviews/publish.ts'
import { REVIEW_WINDOW_MS } from '#shared/contract/limits.ts'
import {
  PASSWORD,
  type Person,
  type Seller,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'

const WORDS = 'Numbers were as described and the title work was ready.'
let server: TestServer
let dana: Person
let homes: Seller
let propertyId: number
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  dana = await server.addCustomer('Dana Whitfield')
  homes = await server.addAccount()
  propertyId = await server.addProperty(homes.id)
})
afterAll(() => server.close())

const db = () => server.database.db
const addOffer = async (state: 'submitted' | 'rejected' | 'closed', who = dana) => {
  const between = { property_id: propertyId, customer_id: who.id, account_id: homes.id }
  const row = await db()
    .insertInto('offers')
    .values({ ...between, state, terms: '{}', snapshot: 'null', price_cents: 10_000_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const say = (type: 'inbound' | 'outbound', action: string | null = null) =>
  server.messenger
    .sendFromAccount({ accountId: homes.id, customerId: dana.id, body: 'Hello', action })
    .then(({ id }) => db().updateTable('messages').set({ type }).where('id', '=', id).execute())
const write = (body: object = {}, who = dana) =>
  server.call('POST', `/customer/api/customers/${who.id}/written-reviews`, {
    token: who.token,
    body: { account_id: homes.id, rating: 4, content: WORDS, ...body },
  })
const sellerWrite = (body: object = {}) =>
  server.call('POST', '/account/api/reviews', {
    token: homes.token,
    body: { customer_id: dana.id, rating: 5, content: 'Closed early and kept us posted.', ...body },
  })
const about = async (query = '') =>
  (await server.call('GET', `/customer/api/accounts/${homes.id}/received-reviews${query}`)).body.data
const aboutDana = async () => {
  const path = `/customer/api/customers/${dana.id}/received-reviews?with=response`
  return (await server.call('GET', path, { token: dana.token })).body.data
}
const rating = async () =>
  (await server.call('GET', `/customer/api/account-stats/${homes.id}/rating`)).body.data
const daysPass = async (reviewId: number) => {
  // A minute more, because the database's clock may be behind this one.
  const past = new Date(Date.now() - REVIEW_WINDOW_MS - 60_000)
  await db()
    .updateTable('reviews')
    .set({ created_at: past, published_at: new Date(Date.now() - 60_000) })
    .where('id', '=', reviewId)
    .execute()
}
const background = { run: (_what: string, work: () => unknown) => void work() }
const sweep = () => {
  const { broadcaster, parts } = server
  const deps = { db: db(), broadcaster, prefix: 'App', parts, site: { origin: '' }, background }
  return publishDue(deps, Date.now())
}
/** Written by somebody and shown, without waiting. */
const shownReview = async (stars: number, content = WORDS) => {
  const who = await server.addCustomer(`Buyer ${stars}`)
  await addOffer('rejected', who)
  const { body } = await write({ property_id: propertyId, rating: stars, content }, who)
  await daysPass(body.data.id)
  await sweep()
  return { id: body.data.id as number, who }
}

describe('who may review a seller', () => {
  it('is nobody who has not dealt with them', async () => {
    expect(await write()).toMatchObject({ status: 409, body: { code: 'no_interaction' } })
    const offer = await addOffer('submitted')
    expect(await write({ offer_id: offer })).toMatchObject({ status: 409, body: { code: 'no_interaction' } })
    expect((await write({ account_id: 999_999, offer_id: offer })).status).toBe(404)
  })

  it('is a buyer whose offer was decided, marked when they have closed', async () => {
    const closed = await addOffer('closed')
    const { status, body } = await write({ offer_id: closed, scores: { communication: 5 } })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      about: 'account',
      rating: 4,
      is_own: true,
      is_verified_deal: true,
      response: null,
      scores: { communication: 5 },
      property: { id: propertyId },
    })
  })

  it('is a buyer who was answered, and nobody who only got what went to everybody', async () => {
    await say('inbound')
    await say('outbound', 'blast')
    expect((await write()).status).toBe(409)
    await say('outbound')
    expect((await write()).body.data).toMatchObject({ property: null, is_verified_deal: false })
  })

  it('is a buyer who has been to an open house, once it is over', async () => {
    const house = await db()
      .insertInto('open_houses')
      .values({
        property_id: propertyId,
        time_zone: 'America/Chicago',
        starts_at: new Date(Date.now() - 7_200_000),
        ends_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('open_house_registrations')
      .values({ open_house_id: house.id, customer_id: dana.id, state: 'registered' })
      .execute()
    expect((await write({ property_id: propertyId })).status).toBe(409)
    await db()
      .updateTable('open_houses')
      .set({ ends_at: new Date(Date.now() - 60_000) })
      .where('id', '=', house.id)
      .execute()
    expect((await write({ property_id: propertyId })).status).toBe(201)
  })

  it('writes one per deal, however often at once, and may write on another deal', async () => {
    const offer = await addOffer('rejected')
    const answers = await Promise.all(Array.from({ length: 6 }, () => write({ offer_id: offer })))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409])
    await say('inbound')
    await say('outbound')
    expect((await write()).status).toBe(201)
  })

  it('is told what there is to review, each deal once', async () => {
    await addOffer('rejected')
    await addOffer('closed')
    await say('inbound')
    await say('outbound')
    const list = async () =>
      (await server.call('GET', `/customer/api/customers/${dana.id}/reviewable`, { token: dana.token })).body
        .data
    expect((await list()).map((row: { because: string }) => row.because).sort()).toEqual([
      'conversation',
      'offer',
    ])
    await write({ property_id: propertyId })
    expect(await list()).toMatchObject([
      { because: 'conversation', property: null, account: { id: homes.id } },
    ])
  })
})

describe('when a review is shown', () => {
  it('waits until both have written, and then shows both', async () => {
    const offer = await addOffer('closed')
    await write({ offer_id: offer })
    expect([await about(), (await rating()).average]).toEqual([[], null])
    server.said.length = 0
    expect((await sellerWrite({ offer_id: offer })).status).toBe(201)
    expect(await about()).toMatchObject([{ rating: 4, customer: { name: 'Dana W.' }, is_own: false }])
    expect(await aboutDana()).toMatchObject([{ rating: 5, about: 'customer' }])
    const account = await db()
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', homes.id)
      .executeTakeFirstOrThrow()
    expect([account.rating, account.reviews_count]).toEqual([4, 1])
    const told = server.said.filter(({ event }) => event === 'ReviewUpdated').map(({ channel }) => channel)
    expect(new Set(told)).toEqual(
      new Set([`App.Models.Customer.${dana.id}.Session`, `App.Models.Account.${homes.id}`]),
    )
  })

  it('shows both when they are written at the same moment, and tells the buyer once', async () => {
    const offer = await addOffer('closed')
    await Promise.all([write({ offer_id: offer }), sellerWrite({ offer_id: offer })])
    expect([(await about()).length, (await aboutDana()).length]).toEqual([1, 1])
    await Promise.all([sweep(), sweep()])
    const news = db().selectFrom('notifications').select('title').where('key', 'like', 'review % shown')
    expect(await news.where('customer_id', '=', dana.id).execute()).toHaveLength(1)
  })

  it('shows one that nobody answered after 14 days, and brings the deals of the seller to the lists', async () => {
    const before = await db()
      .selectFrom('properties')
      .select('revision')
      .where('id', '=', propertyId)
      .executeTakeFirstOrThrow()
    await shownReview(3)
    expect(await about()).toHaveLength(1)
    expect(await rating()).toMatchObject({ average: 3, count: 1, histogram: [0, 0, 1, 0, 0] })
    const after = await db()
      .selectFrom('properties')
      .select('revision')
      .where('id', '=', propertyId)
      .executeTakeFirstOrThrow()
    expect(after.revision).toBeGreaterThan(before.revision)
  })

  it('mails a buyer that a review waits, without its words', async () => {
    const offer = await addOffer('closed')
    await sellerWrite({ offer_id: offer })
    expect(await aboutDana()).toEqual([])
    const mails = () =>
      db()
        .selectFrom('deliveries')
        .select('content')
        .where('customer_id', '=', dana.id)
        .where('channel', '=', 'email')
        .execute()
    await expect.poll(mails).toMatchObject([{ content: { subject: 'Bluebonnet Homes reviewed you' } }])
    expect(JSON.stringify(await mails())).not.toContain('kept us posted')
  })

  it('keeps a review that waits out of what its subject exports', async () => {
    await sellerWrite({ offer_id: await addOffer('closed') })
    const { status, body } = await server.call('GET', '/customer/api/auth/export', { token: dana.token })
    expect([status, body.data.reviews]).toEqual([200, []])
  })
})

describe('changing and deleting a review', () => {
  const change = (id: number, body: object) =>
    server.call('PUT', `/customer/api/customers/${dana.id}/written-reviews/${id}`, {
      token: dana.token,
      body,
    })
  const remove = (id: number) =>
    server.call('DELETE', `/customer/api/customers/${dana.id}/written-reviews/${id}`, { token: dana.token })

  it('marks it as edited and keeps how it was, for 14 days', async () => {
    const { body } = await write({ offer_id: await addOffer('closed') })
    const id: number = body.data.id
    const text = 'On a second thought it went less well than I wrote.'
    expect((await change(id, { rating: 2, content: text })).body.data).toMatchObject({
      rating: 2,
      content: text,
      edited_at: expect.any(String),
    })
    const edits = await db().selectFrom('review_edits').selectAll().where('review_id', '=', id).execute()
    expect(edits).toMatchObject([{ rating: 4, content: WORDS }])
    await daysPass(id)
    expect(await change(id, { rating: 1, content: text })).toMatchObject({
      status: 409,
      body: { code: 'too_late' },
    })
  })

  it('takes a deleted one out of the rating, and lets it be written anew', async () => {
    const offer = await addOffer('closed')
    const { body } = await write({ offer_id: offer })
    await sellerWrite({ offer_id: offer })
    expect((await rating()).count).toBe(1)
    expect((await remove(body.data.id)).status).toBe(204)
    expect(await rating()).toMatchObject({ average: null, count: 0 })
    expect((await remove(body.data.id)).status).toBe(404)
    expect((await write({ offer_id: offer })).status).toBe(201)
    expect((await rating()).count).toBe(1)
  })

  it('goes with its writer, and the rating follows', async () => {
    const { who } = await shownReview(5)
    await shownReview(3)
    expect((await rating()).average).toBe(4)
    await server.call('POST', '/customer/api/auth/delete-account', {
      token: who.token,
      body: { confirmation: who.email, password: PASSWORD },
    })
    expect(await rating()).toMatchObject({ average: 3, count: 1 })
    expect(await about()).toHaveLength(1)
  })

  it('takes plain text of 20 to 2000 characters and 1 to 5 stars', async () => {
    const offer = await addOffer('closed')
    expect((await write({ offer_id: offer, content: 'Too short.' })).body.errors).toHaveProperty('content')
    expect((await write({ offer_id: offer, rating: 6 })).body.errors).toHaveProperty('rating')
    const text = '<b>Bold</b> & "plain" text is what it is.'
    expect((await write({ offer_id: offer, content: text })).body.data.content).toBe(text)
  })
})

describe('responding', () => {
  const response = (method: 'POST' | 'PUT' | 'DELETE', id: number, content = 'Thank you.') =>
    server.call(method, `/customer/api/customers/${dana.id}/received-reviews/${id}/response`, {
      token: dana.token,
      ...(method === 'DELETE' ? {} : { body: { content } }),
    })
  const received = async () => {
    const offer = await addOffer('closed')
    await write({ offer_id: offer })
    return (await sellerWrite({ offer_id: offer })).body.data.id as number
  }

  it('is done once, marked when it was changed, and can be taken back', async () => {
    const id = await received()
    expect((await response('PUT', id)).status).toBe(404)
    expect((await response('POST', id)).body.data.response).toMatchObject({
      content: 'Thank you.',
      edited_at: null,
    })
    expect(await response('POST', id)).toMatchObject({ status: 409, body: { code: 'exists' } })
    expect((await response('PUT', id, 'Thanks a lot.')).body.data.response).toMatchObject({
      content: 'Thanks a lot.',
      edited_at: expect.any(String),
    })
    expect((await response('PUT', id, 'x'.repeat(1001))).status).toBe(422)
    expect((await response('DELETE', id)).status).toBe(204)
    expect((await aboutDana())[0].response).toBeNull()
  })

  it('is not possible while the review waits, so that nobody learns of it', async () => {
    const { body } = await sellerWrite({ offer_id: await addOffer('closed') })
    expect((await response('POST', body.data.id)).status).toBe(404)
  })

  it('is done by the seller in the seller app, and empty words take it back', async () => {
    const { id } = await shownReview(2)
    const answer = (content: string, seller = homes) =>
      server.call('PUT', `/account/api/reviews/${id}/response`, { token: seller.token, body: { content } })
    expect((await answer('We have learned from it.')).body.data.response.edited_at).toBeNull()
    expect((await answer('We learned.')).body.data.response.edited_at).not.toBeNull()
    expect((await about())[0].response.content).toBe('We learned.')
    expect((await answer('')).body.data.response).toBeNull()
    expect((await answer('Not mine.', await server.addAccount())).status).toBe(404)
  })
})

describe('reading reviews of a seller', () => {
  it('sorts, filters by stars and finds words', async () => {
    await shownReview(5, 'Wired on the day, honest numbers and a clean title.')
    await shownReview(1, 'The roof was 100% older than the papers said it was.')
    await shownReview(4, 'Good pictures, slow answers, fair price in the end.')
    const ratings = async (query: string) => (await about(query)).map((row: { rating: number }) => row.rating)
    expect(await ratings('')).toEqual([4, 1, 5])
    expect(await ratings('?sort=lowest')).toEqual([1, 4, 5])
    expect(await ratings('?sort=highest')).toEqual([5, 4, 1])
    expect(await ratings('?stars=4')).toEqual([4])
    expect(await ratings('?q=HONEST')).toEqual([5])
    expect(await ratings('?q=100%25')).toEqual([1])
    expect(await ratings('?q=_')).toEqual([])
  })

  it('never names a hidden street', async () => {
    await shownReview(5)
    expect((await about())[0].property.name).toContain('412 Live Oak St')
    await db()
      .updateTable('properties')
      .set({ is_street_shown: false })
      .where('id', '=', propertyId)
      .execute()
    expect(JSON.stringify(await about())).not.toContain('Live Oak')
  })

  it('lists in the seller app what the account wrote and whom it may review', async () => {
    const offer = await addOffer('closed')
    const ask = (path: string) => server.call('GET', path, { token: homes.token })
    expect((await ask('/account/api/reviewable')).body.data).toMatchObject([
      { customer: { id: dana.id }, offer_id: offer, property: { id: propertyId } },
    ])
    await sellerWrite({ offer_id: offer })
    expect((await ask('/account/api/reviewable')).body.data).toEqual([])
    expect((await ask('/account/api/reviews?list=written')).body.data).toMatchObject([
      { rating: 5, is_own: true },
    ])
    await write({ offer_id: offer })
    expect((await ask('/account/api/reviews')).body.data).toMatchObject([{ rating: 4, is_own: false }])
  })

  it('keeps a report once, and none of one’s own review', async () => {
    const { id, who } = await shownReview(1)
    const report = (token: string) =>
      server.call('POST', `/customer/api/reviews/${id}/reports`, {
        token,
        body: { reason: 'false', details: ' ' },
      })
    for (const token of [dana.token, dana.token, homes.token]) expect((await report(token)).status).toBe(204)
    expect(await report(who.token)).toMatchObject({ status: 409, body: { code: 'own' } })
    const rows = await db().selectFrom('content_reports').selectAll().where('subject_id', '=', id).execute()
    expect(rows.map(({ reporter_kind, details }) => [reporter_kind, details])).toEqual([
      ['customer', null],
      ['member', null],
    ])
  })
})
