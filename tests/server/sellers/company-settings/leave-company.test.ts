/** A member deletes their own login: who may, and what stays. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import type { MemberRole } from '#shared/contract/member-roles.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { tablesWith } from '#tests/support/tables-with.ts'

let server: TestServer
let owner: Seller
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  owner = await server.addAccount()
})

let added = 0
async function addMember(role: MemberRole) {
  const email = `unmistakable${++added}@example.com`
  const { db } = server.database
  const { id } = await db
    .insertInto('account_members')
    .values({ account_id: owner.id, name: 'Mo Unmistakable', email, role, phone: '+17135550142' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wanted = { kind: 'member', purpose: 'desk', lifetimeMs: 3_600_000 } as const
  const { token } = await issue(db, { ...wanted, principalId: id, ip: '198.51.100.77', userAgent: 'Moz' })
  return { id, email, token }
}
const leave = (token: string, confirmation: string) =>
  server.call('POST', '/account/api/auth/delete-login', { token, body: { confirmation } })

it.each(['administrator', 'manager', 'agent', 'read_only'] as const)(
  'with the role %s leaves nothing that says who it was, and the company goes on',
  async (role) => {
    const member = await addMember(role)
    const { db } = server.database
    const buyer = await server.addCustomer()
    await server.introduce(buyer, owner)
    const chat = db
      .selectFrom('chats')
      .select('assigned_to')
      .where('customer_id', '=', buyer.id)
      .where('account_id', '=', owner.id)
    await db
      .updateTable('chats')
      .set({ assigned_to: member.id })
      .where('customer_id', '=', buyer.id)
      .execute()
    await db
      .insertInto('second_factors')
      .values({
        person_kind: 'member',
        person_id: member.id,
        kind: 'app',
        name: 'Unmistakable phone',
        sealed_secret: Buffer.from('sealed'),
      })
      .execute()
    await db
      .insertInto('audit_log')
      .values({
        actor_kind: 'member',
        actor_id: owner.memberId,
        action: 'member.invite',
        subject_kind: 'member',
        subject_id: member.id,
        after: JSON.stringify({ name: 'Mo Unmistakable', email: member.email, role }),
      })
      .execute()
    const words = /unmistakable|7135550142|198\.51\.100\.77/i
    expect(await tablesWith(db, words)).toEqual(
      expect.arrayContaining(['access_tokens', 'account_members', 'audit_log', 'second_factors']),
    )
    const reply = { token: member.token, body: { message: 'It has a new roof.' } }
    if (role !== 'read_only')
      await server.call('POST', `/account/api/customers/${buyer.id}/text-messages`, reply)
    expect((await leave(member.token, member.email.toUpperCase())).status).toBe(200)
    expect(await tablesWith(db, words)).toEqual([])
    expect((await server.call('GET', '/account/api/auth/user', { token: member.token })).status).toBe(401)
    expect((await chat.executeTakeFirstOrThrow()).assigned_to).toBe(null)
    const team = await server.call('GET', '/account/api/members', { token: owner.token })
    expect(team.body.data.map(({ email }: { email: string }) => email)).toEqual([owner.email])
    const thread = await server.call('GET', `/account/api/customers/${buyer.id}/text-messages`, {
      token: owner.token,
    })
    expect(thread.body.data).toHaveLength(role === 'read_only' ? 0 : 1)
    const log = db
      .selectFrom('audit_log')
      .select(['actor_kind', 'actor_id', 'ip'])
      .where('action', '=', 'member.leave')
      .where('subject_id', '=', member.id)
    expect(await log.execute()).toEqual([{ actor_kind: 'member', actor_id: member.id, ip: null }])
  },
)

it('is refused to the only owner who can log in, with what to do, and after another email', async () => {
  const agent = await addMember('agent')
  const refused = await leave(owner.token, owner.email)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A company needs an owner who can log in. Make somebody else an owner first.',
  ])
  const other = await leave(agent.token, owner.email)
  expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['confirmation']])
  const team = await server.call('GET', '/account/api/members', { token: owner.token })
  expect(team.body.data).toHaveLength(2)
})

it('is refused to the last two owners at once: one stays', async () => {
  const second = await addMember('administrator')
  await server.database.db
    .updateTable('account_members')
    .set({ password_hash: 'set' })
    .where('id', '=', second.id)
    .execute()
  const answers = await Promise.all([leave(owner.token, owner.email), leave(second.token, second.email)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('passes scheduled blasts to an owner, and each other owner is mailed who left', async () => {
  const { db } = server.database
  const second = await addMember('administrator')
  const agent = await addMember('agent')
  await db
    .insertInto('campaigns')
    .values(
      (['scheduled', 'sent'] as const).map((state) => ({
        account_id: owner.id,
        member_id: agent.id,
        kind: 'blast' as const,
        channel: 'email' as const,
        body: 'A new roof.',
        words: state,
        property_ids: '[]',
        audience: '{}',
        state,
        send_at: new Date(Date.now() + 86_400_000),
      })),
    )
    .execute()
  expect((await leave(agent.token, agent.email)).status).toBe(200)
  const { body } = await server.call('GET', '/account/api/campaigns', { token: owner.token })
  const senders = (
    await db.selectFrom('account_members').select('name').where('id', '=', owner.memberId).execute()
  )[0]
  expect(body.data.map(({ state, by }: { state: string; by: string | null }) => [state, by])).toEqual([
    ['sent', null],
    ['scheduled', senders?.name],
  ])
  for (const [{ email }, whom] of [
    [owner, 'you'],
    [second, senders?.name],
  ] as const) {
    await expect.poll(() => sentTo(server, 'mail', email)).toHaveLength(1)
    const [mail] = await sentTo(server, 'mail', email)
    expect(mail?.subject).toBe('Mo Unmistakable deleted their login')
    expect(mail?.body_text).toContain(`One blast that they scheduled passes to ${whom}.`)
    expect(mail?.body_text).toContain('/seller/#blasts')
  }
})
