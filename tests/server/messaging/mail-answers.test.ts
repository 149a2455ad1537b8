/** Mails about unread messages are answered by mail: the answer is a message in the thread, once, from who was asked and from nobody else. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { replyAddress } from '#server/providers/mail/reply-address.ts'
import { EMBEDDED_PARTS } from '#server/providers/providers.ts'
import { MAIL_REFUSALS_PER_HOUR } from '#shared/contract/limits.ts'
import { guestWithEmail, keyForGuests } from '#tests/support/guest-browser.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { MINUTE_MS, notificationScene } from '../notifications/centre/scene.ts'

const INBOUND = { domain: 'in.plat.test', secret: 'a provider’s own secret', authHost: null }
const DAY_MS = 24 * 60 * MINUTE_MS
let server: TestServer
let scene: ReturnType<typeof notificationScene>
let homes: Seller
let dana: Person

beforeAll(async () => {
  server = await startTestServer({ parts: { ...EMBEDDED_PARTS, inboundMail: INBOUND } })
  scene = notificationScene(server)
  homes = await server.addAccount('Bluebonnet Homes')
})
beforeEach(async () => {
  dana = await server.addCustomer()
  await server.introduce(dana, homes)
  await scene.set(dana, { quiet_hours: { from: null, until: null } })
})
afterAll(() => server?.close())

/** Where the mail about a seller's unread message is answered to. */
async function asked(body = 'Is Tuesday fine?'): Promise<string> {
  await server.messenger.sendFromAccount({ customerId: dana.id, accountId: homes.id, body })
  scene.clock.nowMs = Date.now() + 11 * MINUTE_MS
  await scene.deliver()
  const mail = (await scene.mails(dana)).find(({ subject }) => subject?.includes('wrote to you'))
  expect(mail?.body_text).toContain('Write your answer above this line')
  return mail?.headers['Reply-To'] ?? ''
}

let made = 0
interface Written {
  to: string
  from?: string
  text?: string
  id?: string
  more?: string
}
const mime = ({
  to,
  from = dana.email,
  text = 'Yes, at ten.',
  id = `<m${++made}@mail.example>`,
  more = '',
}: Written) =>
  [
    `From: Dana Whitfield <${from}>`,
    `To: <${to}>`,
    'Subject: Re: Bluebonnet Homes wrote to you',
    `Message-ID: ${id}`,
    'Content-Type: text/plain; charset=utf-8',
    ...(more ? [more] : []),
    '',
    text,
  ].join('\r\n')

const withFile = (to: string, words: string) =>
  mime({ to, more: 'MIME-Version: 1.0' }).replace(
    /Content-Type: text\/plain[\s\S]*$/,
    [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      words,
      '--b',
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Disposition: attachment; filename=a.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      'AAAA',
      '--b--',
      '',
    ].join('\r\n'),
  )

const basic = { Authorization: `Basic ${Buffer.from(`plat:${INBOUND.secret}`).toString('base64')}` }
const post = (payload: string, headers: Record<string, string>) =>
  server.app.inject({ method: 'POST', url: '/webhooks/mail', payload, headers })
const answer = async (written: Written) =>
  (await post(mime(written), { 'Content-Type': 'message/rfc822', ...basic })).statusCode
const inThread = async () => {
  const rows = await server.database.db
    .selectFrom('messages')
    .select(['type', 'body'])
    .where('customer_id', '=', dana.id)
    .where('idempotency_key', 'like', 'mail:%')
    .orderBy('id')
    .execute()
  return rows.map(({ type, body }) => `${type}: ${body}`)
}
const toldBack = async () =>
  (await scene.mails(dana)).filter(({ subject }) => subject === 'Your reply was not sent')

it('is a message in the thread, said live, without what it answers; the same mail again is not another', async () => {
  const to = await asked()
  expect(to).toMatch(/^reply\+[0-9a-f]{54}@in\.plat\.test$/)
  expect(to.indexOf('@')).toBeLessThanOrEqual(64)
  server.said.length = 0
  const text = 'Yes, at ten.\r\n\r\nOn Fri, Nov 20, 2026 at 9:14 AM Plat wrote:\r\n> Is Tuesday fine?'
  const both = await Promise.all(
    [1, 2].map(() =>
      answer({ to: to.toUpperCase().replace('REPLY', 'reply'), text, id: '<one@mail.example>' }),
    ),
  )
  expect([...both, await answer({ to, text, id: '<one@mail.example>' })]).toEqual([204, 204, 204])
  expect(await inThread()).toEqual(['inbound: Yes, at ten.'])
  expect(server.said.filter(({ event }) => event === 'TextMessageInboundSent').length).toBeGreaterThan(0)
  expect(await toldBack()).toEqual([])
})

it('leaves files out and says so, as JSON signed by the provider and as a form', async () => {
  const to = await asked()
  const raw = withFile(to, 'See the file.')
  const body = JSON.stringify({ RawEmail: raw })
  const seconds = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', INBOUND.secret).update(`${seconds}.${body}`).digest('hex')
  const signed = { 'Content-Type': 'application/json', 'X-Plat-Signature': `t=${seconds},v1=${v1}` }
  expect((await post(body, signed)).statusCode).toBe(204)
  const form = `--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n${mime({ to, text: 'And this.' })}\r\n--x\r\nContent-Disposition: form-data; name="SPF"\r\n\r\npass\r\n--x\r\nContent-Disposition: form-data; name="envelope"\r\n\r\n{"from":"${dana.email}"}\r\n--x--\r\n`
  const sent = await post(form, { 'Content-Type': 'multipart/form-data; boundary=x', ...basic })
  expect(sent.statusCode).toBe(204)
  expect(await inThread()).toEqual([
    'inbound: See the file.\n\n(A file of this mail left out)',
    'inbound: And this.',
  ])
})

describe('nothing is written and nothing is told', () => {
  it('without the provider’s proof', async () => {
    const raw = mime({ to: await asked() })
    const type = { 'Content-Type': 'message/rfc822' }
    const wrong = { Authorization: `Basic ${Buffer.from('plat:another').toString('base64')}` }
    for (const headers of [{}, wrong, { 'X-Plat-Signature': `t=1,v1=${'0'.repeat(64)}` }])
      expect((await post(raw, { ...type, ...headers })).statusCode).toBe(401)
    expect(await inThread()).toEqual([])
  })

  it('of an address that nobody gave out, of a machine, and of who is blocked', async () => {
    const to = await asked()
    expect(await answer({ to: to.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0')) })).toBe(204)
    expect(await answer({ to: to.replace('in.plat.test', 'in.evil.test') })).toBe(204)
    for (const more of [
      'Auto-Submitted: auto-replied',
      'Precedence: bulk',
      'Return-Path: <>',
      'List-Id: <l>',
    ])
      expect(await answer({ to, more })).toBe(204)
    const { db } = server.database
    await db.updateTable('customers').set({ blocked_at: new Date() }).where('id', '=', dana.id).execute()
    expect(await answer({ to })).toBe(204)
    expect([await inThread(), await toldBack()]).toEqual([[], []])
  })
})

describe('an answer that is not taken is told back to the person’s own address', () => {
  const refusals: readonly (readonly [string, Partial<Written>, RegExp])[] = [
    ['from another address', { from: 'mallory@evil.example' }, /different address/],
    ['without words', { text: '> Is Tuesday fine?' }, /no words/],
    ['that is too long', { text: 'word '.repeat(300) }, /at most 1000 characters/],
  ]
  it.each(refusals)('%s', async (_, written, why) => {
    expect(await answer({ to: await asked(), ...written })).toBe(204)
    expect(await inThread()).toEqual([])
    expect((await toldBack()).map(({ body_text }) => body_text)).toEqual([expect.stringMatching(why)])
  })

  it('with files alone', async () => {
    const raw = withFile(await asked(), '')
    expect((await post(raw, { 'Content-Type': 'message/rfc822', ...basic })).statusCode).toBe(204)
    expect(await inThread()).toEqual([])
    expect((await toldBack()).map(({ body_text }) => body_text)).toEqual([
      expect.stringContaining('only files'),
    ])
  })

  it('after a month, and no more often than a few times an hour', async () => {
    const who = { kind: 'customer', personId: dana.id, otherId: homes.id } as const
    const to = replyAddress('a secret for tests only', INBOUND, who, Date.now() - 40 * DAY_MS)
    for (let more = 0; more < MAIL_REFUSALS_PER_HOUR + 2; more++) await answer({ to })
    const told = await toldBack()
    expect([told.length, told[0]?.body_text]).toEqual([
      MAIL_REFUSALS_PER_HOUR,
      expect.stringContaining('for 30 days'),
    ])
  })
})

it('a seller’s member answers a buyer the same way', async () => {
  await server.call('POST', `/customer/api/customers/${dana.id}/accounts/${homes.id}/text-messages`, {
    token: dana.token,
    body: { message: 'May I see it?' },
  })
  scene.clock.nowMs = Date.now() + 11 * MINUTE_MS
  await scene.deliver()
  const { db } = server.database
  const member = await db
    .selectFrom('account_members')
    .select('email')
    .where('account_id', '=', homes.id)
    .executeTakeFirstOrThrow()
  const mails = await db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', member.email)
    .orderBy('id', 'desc')
    .execute()
  const to = mails[0]?.headers['Reply-To'] ?? ''
  expect(await answer({ to, from: member.email, text: 'Any time.' })).toBe(204)
  expect(await inThread()).toEqual(['outbound: Any time.'])
})

it('answers of a member to a guest reach the buyer that the guest is by now', async () => {
  const { db } = server.database
  const { email, id: personId } = await db
    .selectFrom('account_members')
    .select(['id', 'email'])
    .where('account_id', '=', homes.id)
    .executeTakeFirstOrThrow()
  const { token } = await guestWithEmail(server, await keyForGuests(server, homes), dana.email)
  const guest = await server.call('GET', '/customer/api/auth/user', { token })
  const otherId = guest.body.data.id
  const to = replyAddress(
    'a secret for tests only',
    INBOUND,
    { kind: 'member', personId, otherId },
    Date.now(),
  )
  await server.call('GET', '/customer/api/auth/user', { token: dana.token })
  expect(await answer({ to, from: email, text: 'It is vacant.' })).toBe(204)
  expect(await inThread()).toEqual(['outbound: It is vacant.'])
})

it('without the settings no mail can be answered, and the call is not there', async () => {
  const bare = await startTestServer()
  const other = notificationScene(bare)
  const [seller, buyer] = [await bare.addAccount('Loblolly'), await bare.addCustomer()]
  await bare.introduce(buyer, seller)
  await other.set(buyer, { quiet_hours: { from: null, until: null } })
  await bare.messenger.sendFromAccount({ customerId: buyer.id, accountId: seller.id, body: 'Hello' })
  other.clock.nowMs = Date.now() + 11 * MINUTE_MS
  await other.deliver()
  const [mail] = await other.mails(buyer)
  expect([mail?.headers['Reply-To'], mail?.body_text.includes('above this line')]).toEqual([undefined, false])
  const call = await bare.app.inject({ method: 'POST', url: '/webhooks/mail', payload: 'x', headers: basic })
  expect(call.statusCode).toBe(404)
  await bare.close()
})
