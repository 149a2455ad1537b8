/** The team of a seller: what each role may do, invitations by mail, and people who are paused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import { pathsOf } from '#server/core/http/paths.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import type { MemberRole } from '#shared/contract/member-roles.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { PASSWORD, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const NEW = 'plum orbit lantern 7'
let server: TestServer
let owner: Seller
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example' })
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  owner = await server.addAccount()
})

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = owner.token) =>
  server.call(method, `/account/api${path}`, { token, ...(body === undefined ? {} : { body }) })
const bearerOf = async (memberId: number) => {
  const wanted = { kind: 'member', purpose: 'desk', lifetimeMs: 3_600_000 } as const
  return (await issue(server.database.db, { ...wanted, principalId: memberId })).token
}

let added = 0
async function addMember(role: MemberRole) {
  const email = `member${++added}@example.com`
  const { id } = await server.database.db
    .insertInto('account_members')
    .values({ account_id: owner.id, name: 'Mo Reyes', email, role })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email, token: await bearerOf(id) }
}

/** As the team page lists them. */
const MAY = {
  administrator: ['reply', 'offers', 'deals', 'outreach', 'settings'],
  manager: ['reply', 'offers', 'deals', 'outreach'],
  agent: ['reply'],
  read_only: [],
} as const satisfies Record<MemberRole, readonly string[]>

describe('a role', () => {
  const calls = ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ auth }) => auth === 'account')

  it.each(Object.entries(MAY))(
    '%s is admitted to what the table gives it, and to nothing else',
    async (role, may) => {
      const member = await addMember(role as MemberRole)
      const wrong: string[] = []
      for (const endpoint of calls.filter(({ permission }) => permission !== null)) {
        const url = (pathsOf(endpoint)[0] ?? '').replace(/\{\w+\}/g, '999999999')
        const { status, body } = await server.call(endpoint.method, url, { token: member.token })
        const isRefused = status === 403 && ['role_refused', 'administrators_only'].includes(body.code)
        const { permission } = endpoint
        const isGiven = (may as readonly string[]).includes(permission ?? '')
        if (isRefused === isGiven) wrong.push(`${endpoint.name} (${permission}): ${status} ${body?.code}`)
      }
      expect(wrong).toEqual([])
    },
  )

  it('is asked for by every call that changes something of the company', () => {
    const free = calls.filter(({ method, permission }) => method !== 'GET' && permission === null)
    const own =
      /^seller(Logout|AcceptTerms|DeleteLogin|AuthoriseChannel|EndSessions?|SetNotificationPreferences|SendPhoneCode|ConfirmPhone|AddPushDevice|RemovePushDevice|StartIdentity|StartConfirm|Confirm|OfferApp|ConfirmApp|StartPasskey|AddPasskey|RenameFactor|RemoveFactor|RenewRecoveryCodes)$/
    expect(free.map(({ name }) => name).filter((name) => !own.test(name))).toEqual([])
  })

  it('counts from the next call on, and says what it needs', async () => {
    const agent = await addMember('agent')
    expect((await ask('POST', '/deals', {}, agent.token)).body).toMatchObject({
      code: 'role_refused',
      message:
        'Your role, Agent, can’t do this. It needs the role Owner or Manager: ask an owner of the company.',
    })
    expect((await ask('PUT', `/members/${agent.id}`, { role: 'manager' })).status).toBe(200)
    expect((await ask('POST', '/deals', {}, agent.token)).status).toBe(201)
  })
})

describe('an invitation', () => {
  const invite = (email: string) => ask('POST', '/members', { name: 'Ruben Ochoa', email, role: 'agent' })
  const linkOf = async (email: string) => {
    const { subject, body_text } = (await sentTo(server, 'mail', email)).at(-1) ?? {
      body_text: '',
      subject: '',
    }
    return { subject, token: /https:\/\/plat\.example\/seller\/#join\/([\w-]+)/.exec(body_text)?.[1] ?? '' }
  }
  const join = (token: string, given: object = { terms_version: TERMS_VERSION }) =>
    server.call('POST', '/account/api/auth/set-password', { body: { token, password: NEW, ...given } })

  it('is mailed with a link that sets the password, and the person logs in with the role', async () => {
    const email = `ruben${owner.id}@example.com`
    const { status, body } = await invite(email)
    expect(status).toBe(201)
    expect(body.data[1]).toMatchObject({ name: 'Ruben Ochoa', email, role: 'agent', is_invited: true })
    const { subject, token } = await linkOf(email)
    expect(subject).toBe('Join Bluebonnet Homes on Plat')
    expect((await join(token)).status).toBe(200)
    const login = await server.call('POST', '/account/api/auth/login', {
      body: { email, password: NEW },
    })
    expect(login.body.data.user.role).toBe('agent')
    const team = (await ask('GET', '/members')).body.data
    expect(team[1]).toMatchObject({ is_invited: false, invited_until: null })
    expect((await ask('POST', `/members/${team[1].id}/invitation`)).status).toBe(409)
    expect((await ask('DELETE', `/members/${team[1].id}/invitation`)).status).toBe(409)
    // The first password is no news, so there is one mail.
    expect(await sentTo(server, 'mail', email)).toHaveLength(1)
  })

  it('is accepted with the terms in force, whose version and time are kept', async () => {
    const email = `terms${owner.id}@example.com`
    await invite(email)
    const { token } = await linkOf(email)
    const stored = () =>
      server.database.db
        .selectFrom('account_members')
        .select(['terms_version', 'terms_accepted_at', 'password_hash'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    const without = await join(token, {})
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['terms_version']])
    const other = await join(token, { terms_version: '1999-01-01' })
    expect([other.status, other.body.code]).toEqual([409, 'terms_changed'])
    expect(await stored()).toEqual({ terms_version: null, terms_accepted_at: null, password_hash: null })
    expect((await join(token)).status).toBe(200)
    expect(await stored()).toMatchObject({
      terms_version: TERMS_VERSION,
      terms_accepted_at: expect.any(Date),
    })
    const { body } = await server.call('POST', '/account/api/auth/login', { body: { email, password: NEW } })
    expect(body.data.user.terms_due).toBe(undefined)
  })

  it('goes on by "Forgot password?", which mails a link to join as well', async () => {
    const email = `forgot${owner.id}@example.com`
    await invite(email)
    await server.call('POST', '/account/api/auth/recover', { body: { email } })
    await expect.poll(async () => (await linkOf(email)).subject).toBe('Set a new password')
    const { token } = await linkOf(email)
    expect((await join(token, {})).status).toBe(422)
    expect((await join(token)).status).toBe(200)
  })

  it('that is sent again ends the former link, and one that is withdrawn ends both', async () => {
    const email = `nora${owner.id}@example.com`
    const { id } = (await invite(email)).body.data[1]
    const first = await linkOf(email)
    expect((await ask('POST', `/members/${id}/invitation`)).status).toBe(200)
    expect((await join(first.token)).status).toBe(422)
    const second = await linkOf(email)
    expect((await ask('DELETE', `/members/${id}/invitation`)).body.data).toHaveLength(1)
    expect((await join(second.token)).status).toBe(422)
  })

  it('of an email that has a seller login says so', async () => {
    const { status, body } = await invite(owner.email)
    expect([status, body.errors.email]).toEqual([
      422,
      ['This email has a seller login already. Use another one.'],
    ])
  })

  it('is refused by another company', async () => {
    const { id } = (await invite(`sam${owner.id}@example.com`)).body.data[1]
    const rival = await server.addAccount()
    expect((await ask('POST', `/members/${id}/invitation`, undefined, rival.token)).status).toBe(404)
    expect((await ask('PUT', `/members/${id}/pause`, { is_paused: true }, rival.token)).status).toBe(404)
  })
})

describe('a paused person', () => {
  it('is logged out, cannot log in, and their conversations go to somebody else', async () => {
    const [agent, heir] = [await addMember('agent'), await addMember('agent')]
    const buyer = await server.addCustomer()
    await server.introduce(buyer, owner)
    const assignee = `/customers/${buyer.id}/assignee`
    await ask('PUT', assignee, { member_id: agent.id })
    const before = (await ask('GET', '/members')).body.data
    expect(before.map(({ conversations }: { conversations: number }) => conversations)).toEqual([0, 1, 0])

    const pause = (body: unknown) => ask('PUT', `/members/${agent.id}/pause`, body)
    expect((await pause({ is_paused: true, reassign_to: agent.id })).status).toBe(422)
    expect((await pause({ is_paused: true, reassign_to: heir.id })).status).toBe(200)
    expect((await ask('GET', '/chats', undefined, agent.token)).status).toBe(401)
    expect((await ask('GET', '/chats')).body.data[0].assigned_to.id).toBe(heir.id)
    expect((await ask('PUT', assignee, { member_id: agent.id })).status).toBe(422)
    await ask('POST', '/auth/recover', { email: agent.email })
    const login = { email: owner.email, password: 'not it' }
    expect((await server.call('POST', '/account/api/auth/login', { body: login })).status).toBe(422)

    expect((await pause({ is_paused: false })).body.data[1].is_paused).toBe(false)
    expect((await ask('GET', '/chats', undefined, await bearerOf(agent.id))).status).toBe(200)
  })

  it('gets the reason at the login, after the right password only', async () => {
    const paused = await addMember('administrator')
    const pause = (id: number, token: string) =>
      server.call('PUT', `/account/api/members/${id}/pause`, { token, body: { is_paused: true } })
    expect((await pause(owner.memberId, paused.token)).status).toBe(200)
    const logIn = (password: string) =>
      server.call('POST', '/account/api/auth/login', { body: { email: owner.email, password } })
    expect((await logIn('wrong')).status).toBe(422)
    expect((await logIn(PASSWORD)).body.code).toBe('login_paused')
    // Nobody else could change settings.
    expect((await pause(paused.id, paused.token)).status).toBe(409)
    expect((await ask('PUT', `/members/${paused.id}`, { role: 'agent' }, paused.token)).status).toBe(409)
  })
})
