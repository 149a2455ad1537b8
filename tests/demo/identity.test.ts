import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenWorld, openWorld } from '#demo/seed/open-world.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let world: OpenWorld
let last = 0

beforeAll(async () => {
  world = await openWorld({
    database: await openTestDatabase(),
    messages: 0,
    companies: 0,
    deals: 0,
    secret: 'a secret for tests only',
    demoReplies: false,
    log: { level: 'silent' },
  })
})
afterAll(() => world.close({ graceMs: 0 }))

/** A check that a customer has begun: its path. */
async function begin(customerId: number): Promise<string> {
  last += 1
  await world.server.database.db
    .insertInto('identity_checks')
    .values({
      customer_id: customerId,
      provider: 'embedded',
      external_id: `check-${last}`,
      status: 'started',
    })
    .execute()
  return `/identity/check-${last}`
}

const show = (url: string) => world.server.app.inject({ method: 'GET', url })
const decide = (url: string, answer: Record<string, string>) =>
  world.server.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(answer).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const identityOf = (customerId: number) =>
  world.server.database.db
    .selectFrom('customers')
    .select(['idv_status', 'idv_reason'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()

describe('the identity check', () => {
  it.each([
    ['pass', 2, 'success', null, 'Verified.'],
    ['fail', 3, 'failed', 'Blurred.', 'Not verified.'],
    ['review', 4, 'pending_review', null, 'under review'],
  ])('that ends with %s is told to Plat, and the page says so', async (decision, customerId, ...expected) => {
    const [status, reason, words] = expected
    const url = await begin(customerId)
    const answer = await decide(url, { decision, reason: 'Blurred.' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, url])
    expect(await identityOf(customerId)).toEqual({ idv_status: status, idv_reason: reason })
    expect((await show(url)).body).toContain(String(words))
  })

  it('under review is decided later on the same page', async () => {
    const url = await begin(6)
    await decide(url, { decision: 'review' })
    expect((await show(url)).body).toContain('value="pass"')
    await decide(url, { decision: 'pass' })
    expect((await identityOf(6)).idv_status).toBe('success')
  })

  it('that was decided stays decided', async () => {
    const url = await begin(7)
    await decide(url, { decision: 'pass' })
    await decide(url, { decision: 'fail' })
    expect((await identityOf(7)).idv_status).toBe('success')
    expect((await show(url)).body).not.toContain('value="fail"')
  })

  it('asks again for an answer it does not know', async () => {
    const answer = await decide(await begin(1), { decision: 'maybe' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('Choose how the check ends.')
  })

  it('of an unknown link is not there', async () => {
    expect((await show('/identity/nothing')).statusCode).toBe(404)
    expect((await decide('/identity/nothing', { decision: 'pass' })).statusCode).toBe(404)
  })
})
