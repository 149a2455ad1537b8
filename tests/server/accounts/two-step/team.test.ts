/** Two-step login of others: required for a whole team, and reset for somebody who has lost everything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addApp, addSomeone, bearerFor, logIn, ORIGIN, type Someone } from '#tests/support/two-step.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicUrl: ORIGIN, limits: { loginFailures: 1000 } })
})
afterAll(() => server.close())

/** Another person of the same account. */
async function addColleague({ accountId }: Someone, role: 'administrator' | 'manager'): Promise<Someone> {
  const other = await addSomeone(server, 'member')
  const moved = { account_id: accountId ?? 0, role }
  await server.database.db.updateTable('account_members').set(moved).where('id', '=', other.id).execute()
  return { ...other, accountId }
}

const audited = (action: string) =>
  server.database.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute()

describe('an account that requires two-step login', () => {
  const require = (token: string, is_required = true) =>
    server.call('PUT', '/account/api/company/two-step', { token, body: { is_required } })
  const chats = (token: string) => server.call('GET', '/account/api/chats', { token })

  it('requires it of everyone on the team at once, and of nobody else', async () => {
    const owner = await addSomeone(server, 'member')
    const [manager, elsewhere] = [await addColleague(owner, 'manager'), await addSomeone(server, 'member')]
    const [own, theirs, other] = [
      await bearerFor(server, owner),
      await bearerFor(server, manager),
      await bearerFor(server, elsewhere),
    ]
    await addApp(server, owner, own)
    expect((await require(own)).status).toBe(204)
    const demoted = await chats(theirs)
    expect([demoted.status, demoted.body.code]).toEqual([403, 'two_step_required'])
    expect((await chats(own)).status).toBe(200)
    expect((await chats(other)).status).toBe(200)
    expect(server.terminated.some((user) => user.startsWith(`member:${manager.id}:`))).toBe(true)
    expect((await logIn(server, manager)).body.data.user.needs_two_step).toBe(true)
    await addApp(server, manager, theirs)
    expect((await chats(theirs)).status).toBe(200)
    expect(
      (await server.call('GET', '/account/api/company', { token: own })).body.data.requires_two_step,
    ).toBe(true)
    expect(await audited('two-step.require')).toHaveLength(1)
  })

  it('lets nobody on the team remove their last factor while it is required', async () => {
    const owner = await addSomeone(server, 'member')
    const token = await bearerFor(server, owner)
    const { id } = await addApp(server, owner, token)
    await require(token)
    const remove = () => server.call('DELETE', `/account/api/security/factors/${id}`, { token })
    expect((await remove()).status).toBe(409)
    await require(token, false)
    expect((await remove()).status).toBe(200)
  })

  it('can only be set by administrators', async () => {
    const owner = await addSomeone(server, 'member')
    const manager = await addColleague(owner, 'manager')
    const { status, body } = await require(await bearerFor(server, manager))
    expect([status, body.code]).toEqual([403, 'administrators_only'])
  })
})

describe('a reset', () => {
  it('by an administrator logs a colleague out, removes their factors, and sends a mail', async () => {
    const owner = await addSomeone(server, 'member')
    const colleague = await addColleague(owner, 'administrator')
    const theirs = await bearerFor(server, colleague)
    await addApp(server, colleague, theirs)
    const token = await bearerFor(server, owner)
    const { body: team } = await server.call('GET', '/account/api/members', { token })
    expect(team.data.map(({ has_two_step }: { has_two_step: boolean }) => has_two_step)).toEqual([
      false,
      true,
    ])
    const reset = await server.call('DELETE', `/account/api/members/${colleague.id}/factors`, { token })
    expect(reset.status).toBe(204)
    expect((await server.call('GET', '/account/api/security', { token: theirs })).status).toBe(401)
    expect((await logIn(server, colleague)).body.data.token).toBeDefined()
    const codesLeft = await server.database.db
      .selectFrom('recovery_codes')
      .select('id')
      .where('person_kind', '=', 'member')
      .where('person_id', '=', colleague.id)
      .execute()
    expect(codesLeft).toEqual([])
    const [entry] = await audited('two-step.reset')
    expect(entry).toMatchObject({ actor_id: owner.id, subject_kind: 'member', subject_id: colleague.id })
    const mails = () =>
      server.database.db
        .selectFrom('outbox')
        .select('subject')
        .where('recipient', '=', colleague.email)
        .execute()
    await expect.poll(mails).toContainEqual({ subject: 'Your two-step login was reset' })
  })

  it('of a person of another account gets 404', async () => {
    const [owner, other] = [await addSomeone(server, 'member'), await addSomeone(server, 'member')]
    const token = await bearerFor(server, owner)
    expect((await server.call('DELETE', `/account/api/members/${other.id}/factors`, { token })).status).toBe(
      404,
    )
  })

  it('needs an administrator, and never works on oneself', async () => {
    const owner = await addSomeone(server, 'member')
    const manager = await addColleague(owner, 'manager')
    const reset = async (by: Someone, of: Someone) => {
      const token = await bearerFor(server, by)
      return (await server.call('DELETE', `/account/api/members/${of.id}/factors`, { token })).status
    }
    expect(await reset(manager, owner)).toBe(403)
    expect(await reset(owner, owner)).toBe(409)
  })

  it('by staff works for other staff and sellers’ people, not for themselves', async () => {
    const [avery, blake, seller] = [
      await addSomeone(server, 'staff'),
      await addSomeone(server, 'staff'),
      await addSomeone(server, 'member'),
    ]
    for (const one of [blake, seller]) await addApp(server, one, await bearerFor(server, one))
    const token = await bearerFor(server, avery, 'two-step')
    const having = async (path: string) => {
      const { body } = await server.call('GET', `/admin/api/${path}`, { token })
      return body.data
        .filter((one: { has_two_step: boolean }) => one.has_two_step)
        .map(({ id }: { id: number }) => id)
    }
    expect(await having('staff')).toContain(blake.id)
    expect(await having(`accounts/${seller.accountId}/members`)).toEqual([seller.id])
    const reset = async (path: string) =>
      (await server.call('DELETE', `/admin/api/${path}/factors`, { token })).status
    expect(await reset(`staff/${avery.id}`)).toBe(409)
    expect(await reset(`staff/${blake.id}`)).toBe(204)
    expect(await reset(`members/${seller.id}`)).toBe(204)
    expect(await having('staff')).not.toContain(blake.id)
    expect((await logIn(server, blake)).body.data.user.needs_two_step).toBe(true)
  })
})
