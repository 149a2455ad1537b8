/** Proof of consent for each channel: what an import says, what is kept of it, and whom a blast reaches by it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { campaignScene } from '../blasts/scene.ts'

let server: TestServer
let scene: ReturnType<typeof campaignScene>
let homes: Seller
beforeAll(async () => {
  server = await startTestServer({ limits: { campaignsPerMinute: 1000 } })
  scene = campaignScene(server)
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  ;({ homes } = await scene.begin())
})

const FORM = { how: 'form on our site', at: '2026-03-01' }
const OPEN_HOUSE = { how: 'signed at open house', at: '3/2/2026' }

const bring = async (...rows: Record<string, unknown>[]) => {
  const lines = rows.map((row, index) => ({ line: index + 2, has_consent: false, ...row }))
  return (await scene.post(homes, '/buyers/import', { rows: lines })).body.data
}
const list = async () => (await server.call('GET', '/account/api/buyers', { token: homes.token })).body.data
const countOf = async (channel: 'email' | 'sms'): Promise<number> =>
  (await scene.post(homes, '/campaigns/audience', { channel, audience: {} })).body.data.count

it('a blast goes only to who is proven to have agreed to its channel', async () => {
  const [dana, erin, fay] = [await scene.buyer(), await scene.buyer(), await scene.buyer()]
  const phone = await scene.phoneOf(erin)
  await bring(
    { email: dana.email, consents: { email: FORM } },
    { email: erin.email, phone, consents: { sms: OPEN_HOUSE } },
    // A new client that gives no proof has no consent, whatever it says besides.
    { email: fay.email, has_consent: true, consents: {} },
  )
  expect([await countOf('email'), await countOf('sms')]).toEqual([1, 1])
  await scene.blast(homes)
  await scene.blast(homes, { channel: 'sms', message: 'New in Houston' })
  await scene.sendDue()
  const sent = (await scene.deliveries()).map(({ customer_id, channel }) => [customer_id, channel])
  expect(new Set(sent)).toEqual(
    new Set([
      [dana.id, 'email'],
      [erin.id, 'sms'],
    ]),
  )
})

it('texts go only to the number that agreed', async () => {
  const erin = await scene.buyer()
  await scene.phoneOf(erin)
  await bring({ email: erin.email, phone: '(713) 284-0142', consents: { sms: OPEN_HOUSE } })
  expect(await countOf('sms')).toBe(0)
})

it('the proof is kept with its words, day and who imported it; the first one stays', async () => {
  const both = { email: FORM, sms: OPEN_HOUSE }
  await bring({ email: 'ann@example.com', phone: '(713) 284-0142', consents: both })
  const later = { email: { how: 'newsletter', at: '2026-04-01' } }
  await bring({ email: 'ann@example.com', phone: '(713) 284-0199', consents: later })
  const by = (
    await server.database.db
      .selectFrom('account_members')
      .select('name')
      .where('id', '=', homes.memberId)
      .executeTakeFirstOrThrow()
  ).name
  expect(await list()).toMatchObject([
    {
      phone: '+17132840142',
      has_consent: true,
      consents: { email: { ...FORM, by }, sms: { how: 'signed at open house', at: '2026-03-02', by } },
    },
  ])
})

it('an old client that says only has_consent gives the seller’s word, for emails alone', async () => {
  const dana = await scene.buyer()
  await scene.phoneOf(dana)
  await bring({ email: dana.email, has_consent: true })
  expect(await list()).toMatchObject([{ consents: { email: { how: 'the seller’s word at the import' } } }])
  expect((await list())[0].consents).not.toHaveProperty('sms')
  expect([await countOf('email'), await countOf('sms')]).toEqual([1, 0])
})

it('a row from before proofs were kept reads as the seller’s word', async () => {
  const at = new Date('2026-02-03T12:00:00Z')
  const row = { account_id: homes.id, source: 'import', email: 'ann@example.com' } as const
  await server.database.db
    .insertInto('account_buyers')
    .values({ ...row, has_consent: true, consent_at: at })
    .execute()
  const word = { how: 'the seller’s word at the import', at: '2026-02-03' }
  expect(await list()).toMatchObject([{ consents: { email: word } }])
  await bring({ email: 'ann@example.com', phone: '7132840142', consents: { sms: OPEN_HOUSE } })
  expect(await list()).toMatchObject([{ consents: { email: word, sms: { how: 'signed at open house' } } }])
})

it.each([
  ['a day that cannot be read', { consents: { email: { how: 'form', at: 'last spring' } } }],
  ['a day that is to come', { consents: { email: { how: 'form', at: '2999-01-01' } } }],
  ['no words', { consents: { email: { how: ' ', at: '2026-03-01' } } }],
  ['texts without a phone', { consents: { sms: OPEN_HOUSE } }],
  ['texts to what is no phone', { phone: 'call me', consents: { sms: OPEN_HOUSE } }],
])('a proof with %s is none, and the import says why', async (_, row) => {
  const { skipped } = await bring({ email: 'ann@example.com', ...row })
  expect(skipped).toContainEqual({ line: 2, reason: expect.stringMatching(/get none/) })
  expect(await list()).toMatchObject([{ has_consent: false, phone: null, consents: {} }])
})
