import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff } from '#tests/server/admin/staff.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
const db = () => server.database.db

it('a review that is hidden after a report is gone for others, and its writer is told, a buyer or a seller', async () => {
  const dana = await server.addCustomer('Dana Whitfield')
  const homes = await server.addAccount()
  const property_id = await server.addProperty(homes.id)
  const { id: offer_id } = await db()
    .insertInto('offers')
    .values({
      property_id,
      customer_id: dana.id,
      account_id: homes.id,
      state: 'closed',
      terms: '{}',
      snapshot: 'null',
      price_cents: 10_000_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = 'Numbers were as described and the title work was ready.'
  const [own, other] = [
    await server.call('POST', `/customer/api/customers/${dana.id}/written-reviews`, {
      token: dana.token,
      body: { account_id: homes.id, offer_id, rating: 4, content },
    }),
    await server.call('POST', '/account/api/reviews', {
      token: homes.token,
      body: { customer_id: dana.id, offer_id, rating: 5, content },
    }),
  ]
  const { token } = await addStaff(server, `Staff${offer_id}`)
  const hide = async (id: number, by: string) => {
    await server.call('POST', `/customer/api/reviews/${id}/reports`, { token: by, body: { reason: 'false' } })
    const { body } = await server.call('GET', '/admin/api/reports', { token })
    const report = body.data.find(({ subject_id }: { subject_id: number }) => subject_id === id)
    const decide = () =>
      server.call('PUT', `/admin/api/reports/review/${report.id}`, { token, body: { decision: 'removed' } })
    expect([(await decide()).status, (await decide()).status]).toEqual([200, 409])
  }
  await hide(own.body.data.id, homes.token)
  await hide(other.body.data.id, dana.token)
  const listOf = async (path: string, who: { token: string }) =>
    (await server.call('GET', path, { token: who.token })).body.data
  expect(await listOf(`/customer/api/accounts/${homes.id}/received-reviews`, dana)).toEqual([])
  expect(await listOf(`/customer/api/customers/${dana.id}/received-reviews`, dana)).toEqual([])
  for (const written of [
    await listOf(`/customer/api/customers/${dana.id}/written-reviews`, dana),
    await listOf('/account/api/reviews?list=written', homes),
  ])
    expect(written).toMatchObject([{ hidden_at: expect.any(String) }])
  const told = await db()
    .selectFrom('deliveries')
    .select(['content', 'member_id'])
    .where((of) => of.or([of('customer_id', '=', dana.id), of('member_id', '=', homes.memberId)]))
    .where('channel', '=', 'email')
    .execute()
  const subjects = told.map(({ content, member_id }) => [member_id, (content as { subject: string }).subject])
  expect(subjects).toContainEqual([null, 'Your review of Bluebonnet Homes was hidden'])
  expect(subjects).toContainEqual([homes.memberId, 'Your review of a buyer was hidden'])
})
