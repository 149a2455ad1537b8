import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signWebhook } from '#server/providers/identity/embedded.ts'
import type { IdentityStatus } from '#server/providers/identity/identity-provider.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { startPlaidStub } from './plaid-stub.ts'

const SECRET = 'a secret for tests only'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ secret: SECRET })
})
afterAll(() => server.close())

const begin = (who: Person) => server.call('POST', '/customer/api/plaid/idv/link-token', { token: who.token })
const started = async (who: Person): Promise<string> => (await begin(who)).body.data.link_token
const send = (externalId: string, status: IdentityStatus, reason: string | null = null) => {
  const { body, headers } = signWebhook(SECRET, { externalId, status, reason })
  return server.call('POST', '/webhooks/identity/embedded', { body, headers })
}
const stateOf = async (who: Person) => {
  const { data } = (await server.call('GET', '/customer/api/auth/user', { token: who.token })).body
  return { status: data.idv_status, reason: data.idv_reason, id: data.idv_id }
}
const saidTo = (who: Person) =>
  server.said.filter((said) => said.channel === `App.Models.Customer.${who.id}`).map((said) => said.payload)

describe('identity verification', () => {
  it('goes from a link to verified, and says each step live', async () => {
    const dana = await server.addCustomer()
    const answer = await begin(dana)
    expect(answer.body.data).toEqual({
      link_token: expect.any(String),
      provider: 'embedded',
      url: expect.stringContaining('/identity/'),
    })
    const id = answer.body.data.link_token
    expect((await send(id, 'pending_review')).status).toBe(204)
    expect((await send(id, 'success')).status).toBe(204)
    expect(await stateOf(dana)).toEqual({ status: 'success', reason: null, id })
    expect(saidTo(dana)).toEqual([
      { idv_status: 'in_progress', idv_id: id },
      { idv_status: 'pending_review', idv_id: id },
      { idv_status: 'success', idv_id: id },
    ])
    const again = await begin(dana)
    expect([again.status, again.body.message]).toEqual([409, 'Your identity is verified already.'])
  })

  it('says why it failed, and may be tried again', async () => {
    const dana = await server.addCustomer()
    await send(await started(dana), 'failed', 'The selfie did not match the document.')
    expect(await stateOf(dana)).toMatchObject({
      status: 'failed',
      reason: 'The selfie did not match the document.',
    })
    await send(await started(dana), 'success')
    expect(await stateOf(dana)).toMatchObject({ status: 'success', reason: null })
  })

  it('cannot be begun again while it is reviewed', async () => {
    const dana = await server.addCustomer()
    await send(await started(dana), 'pending_review')
    expect((await begin(dana)).status).toBe(409)
  })

  it('says the same thing live once, however often the webhook comes', async () => {
    const dana = await server.addCustomer()
    const id = await started(dana)
    for (let count = 0; count < 3; count++) await send(id, 'failed')
    expect(saidTo(dana)).toHaveLength(2)
  })

  it('keeps what the newest check says when an older one fails late', async () => {
    const dana = await server.addCustomer()
    const first = await started(dana)
    const second = await started(dana)
    await send(second, 'pending_review')
    await send(first, 'failed')
    expect(await stateOf(dana)).toMatchObject({ status: 'pending_review', id: second })
    await send(first, 'success')
    expect(await stateOf(dana)).toMatchObject({ status: 'success', id: first })
    await send(second, 'failed')
    expect(await stateOf(dana)).toMatchObject({ status: 'success', id: first })
  })

  it('ends the same for the same webhooks in any order, and success is never undone', async () => {
    const statuses: IdentityStatus[] = [
      'started',
      'in_progress',
      'pending_review',
      'success',
      'failed',
      'expired',
    ]
    const endOf = async (updates: IdentityStatus[]) => {
      const dana = await server.addCustomer()
      const externalId = await started(dana)
      for (const status of updates) await send(externalId, status)
      return (await stateOf(dana)).status
    }
    const shuffled = fc
      .array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 5 })
      .chain((some) =>
        fc.tuple(
          fc.constant(some),
          fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
        ),
      )
    await fc.assert(
      fc.asyncProperty(shuffled, async ([one, other]) => {
        const end = await endOf(one)
        expect(await endOf(other)).toBe(end)
        if (one.includes('success')) expect(end).toBe('success')
      }),
      { numRuns: 15 },
    )
  })
})

describe('the webhook', () => {
  it('is refused without a signature and changes nothing', async () => {
    const dana = await server.addCustomer()
    const id = await started(dana)
    const { body } = signWebhook(SECRET, { externalId: id, status: 'success', reason: null })
    const headers = { 'content-type': 'application/json' }
    const answer = await server.call('POST', '/webhooks/identity/embedded', { body, headers })
    expect(answer.status).toBe(401)
    expect(await stateOf(dana)).toMatchObject({ status: 'in_progress' })
  })

  it('about a check nobody knows is taken and does nothing; of another provider it is not found', async () => {
    expect((await send('nobody', 'success')).status).toBe(204)
    const { body, headers } = signWebhook(SECRET, { externalId: 'x', status: 'success', reason: null })
    expect((await server.call('POST', '/webhooks/identity/plaid', { body, headers })).status).toBe(404)
  })
})

describe('the check of a member of a company', () => {
  const path = '/account/api/identity'
  const stateFor = async (token: string) => (await server.call('GET', path, { token })).body.data
  const begin = async (token: string) => {
    const answer = await server.call('POST', path, { token })
    return { ...answer, id: String(answer.body.data?.url ?? '').split('/identity/')[1] ?? '' }
  }

  it('is theirs alone, live for the company, and told by mail when it has ended', async () => {
    const [nora, other] = [await server.addAccount('Lone Star'), await server.addAccount('Bluebonnet')]
    expect(await stateFor(nora.token)).toEqual({ status: 'not_started', reason: null, is_offered: true })
    const { id } = await begin(nora.token)
    expect(await stateFor(nora.token)).toMatchObject({ status: 'in_progress' })
    await send(id, 'failed', 'The photo could not be read.')
    expect(await stateFor(nora.token)).toMatchObject({
      status: 'failed',
      reason: 'The photo could not be read.',
    })
    const again = await begin(nora.token)
    await send(again.id, 'success')
    expect(await stateFor(nora.token)).toMatchObject({ status: 'success', reason: null })
    expect(await stateFor(other.token)).toMatchObject({ status: 'not_started' })
    const heard = server.said.filter(({ event }) => event === 'MemberIdentityUpdated')
    expect(new Set(heard.map(({ channel }) => channel))).toEqual(new Set([`App.Models.Account.${nora.id}`]))
    expect(heard.at(-1)?.payload).toEqual({ member_id: nora.memberId })
    const mails = await server.database.db
      .selectFrom('outbox')
      .select(['subject', 'body_text'])
      .where('recipient', '=', nora.email)
      .orderBy('id')
      .execute()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your identity could not be verified',
      'Your identity is verified',
    ])
    expect(mails[0]?.body_text).toContain('The photo could not be read.')
    const done = await begin(nora.token)
    expect([done.status, done.body.message]).toEqual([409, 'Your identity is verified already.'])
  })

  it('goes away with the member', async () => {
    const nora = await server.addAccount()
    await begin(nora.token)
    const { db } = server.database
    const left = () =>
      db.selectFrom('identity_checks').where('member_id', '=', nora.memberId).select('id').execute()
    expect(await left()).toHaveLength(1)
    await db.deleteFrom('account_members').where('id', '=', nora.memberId).execute()
    expect(await left()).toEqual([])
  })

  it('by Plaid is done on a page of Plaid', async () => {
    const plaid = await startPlaidStub()
    const other = await startTestServer({ parts: { identity: plaid.settings } })
    const nora = await other.addAccount()
    const answer = await other.call('POST', path, { token: nora.token })
    expect(answer.body.data.url).toMatch(/^https:\/\/verify\.example\/idv_/)
    const id = answer.body.data.url.split('/').at(-1)
    plaid.settle(id, 'success')
    await other.call('POST', '/webhooks/identity/plaid', await plaid.webhook(id))
    const me = await other.call('GET', path, { token: nora.token })
    expect(me.body.data.status).toBe('success')
    await other.close()
    await plaid.close()
  })
})

it('by Plaid goes from a link to verified through the same door', async () => {
  const plaid = await startPlaidStub()
  const other = await startTestServer({ parts: { identity: plaid.settings } })
  const dana = await other.addCustomer()
  const link = await other.call('POST', '/customer/api/plaid/idv/link-token', { token: dana.token })
  expect(link.body.data).toMatchObject({ provider: 'plaid', url: null })
  const me = () => other.call('GET', '/customer/api/auth/user', { token: dana.token })
  const id = (await me()).body.data.idv_id
  const early = await plaid.webhook(id)
  plaid.settle(id, 'success')
  // The webhook of an earlier step arrives late and brings the present state.
  expect((await other.call('POST', '/webhooks/identity/plaid', early)).status).toBe(204)
  expect((await me()).body.data.idv_status).toBe('success')
  const forged = { ...early, body: early.body.replace('STATUS', 'STEP') }
  expect((await other.call('POST', '/webhooks/identity/plaid', forged)).status).toBe(401)
  await other.close()
  await plaid.close()
})

it('where nobody can be verified, that is said', async () => {
  const other = await startTestServer({ parts: { identity: { driver: 'none' } } })
  const dana = await other.addCustomer()
  const answer = await other.call('POST', '/customer/api/plaid/idv/link-token', { token: dana.token })
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(/not set up here/)])
  const nora = await other.addAccount()
  const [asked, begun] = [
    await other.call('GET', '/account/api/identity', { token: nora.token }),
    await other.call('POST', '/account/api/identity', { token: nora.token }),
  ]
  expect(asked.body.data.is_offered).toBe(false)
  expect([begun.status, begun.body.message]).toEqual([409, expect.stringMatching(/not set up here/)])
  await other.close()
})
