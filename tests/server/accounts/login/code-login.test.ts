import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { VERIFICATION_HASH_LIFETIME_MS } from '#shared/contract/limits.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { mailsTo, mailTo } from './outbox.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limits: { sendsPerIpPerHour: 1000 } })
})
afterAll(() => server.close())

const NEW = 'another door in the hill'
const CODE = '/customer/api/auth/action-verification-code'
const start = async (email: string): Promise<number> =>
  (await server.call('POST', '/customer/api/auth/login', { body: { email } })).body.data.customer_id
const ask = (handle: number) => server.call('GET', `${CODE}?action=login&customer_id=${handle}`)
const check = (handle: number, code: string) =>
  server.call('POST', CODE, { body: { action: 'login', customer_id: handle, code } })
const login = (email: string, hash: string) =>
  server.call('POST', '/login', { body: { email, verification_hash: hash } })

/** Up to the code in the mail. */
async function coded() {
  const dana = await server.addCustomer('Dana Whitfield', { isConfirmed: false })
  const handle = await start(dana.email)
  await ask(handle)
  const { code } = await mailTo(server, dana.email)
  return { ...dana, handle, code }
}

/** Up to the hash the code was traded for. */
async function traded() {
  const dana = await coded()
  const answer = await check(dana.handle, dana.code)
  return { ...dana, hash: answer.body.data.verification_hash as string }
}

describe('login by a code', () => {
  it('goes from the e-mail to the code to the session, without a password', async () => {
    const dana = await traded()
    const answer = await login(dana.email.toUpperCase(), dana.hash)
    expect(answer.status).toBe(200)
    expect(answer.body.data.user).toMatchObject({ id: dana.id, email_confirmed: true })
    expect(answer.cookies.map((cookie) => cookie.name)).toEqual(['plat_session', 'XSRF-TOKEN'])
  })

  it('takes an unconfirmed account from whoever registered it with somebody else’s address', async () => {
    const squatter = await traded()
    const answer = await login(squatter.email, squatter.hash)
    expect(answer.body.data.user).toMatchObject({ has_password: false, email_confirmed: true })
    expect((await server.call('GET', '/auth/user', { token: squatter.token })).status).toBe(401)
    const body = { email: squatter.email, password: PASSWORD }
    expect((await server.call('POST', '/login', { body })).status).toBe(422)
  })

  it('leaves a confirmed account its password and its other sessions', async () => {
    const dana = await traded()
    const confirmed = { email_confirmed_at: new Date() }
    await server.database.db.updateTable('customers').set(confirmed).where('id', '=', dana.id).execute()
    expect((await login(dana.email, dana.hash)).body.data.user.has_password).toBe(true)
    expect((await server.call('GET', '/auth/user', { token: dana.token })).status).toBe(200)
  })

  it('answers the same for an e-mail nobody has, and sends nothing', async () => {
    const dana = await server.addCustomer()
    const ghost = 'ghost.of.codes@example.com'
    const handles = [await start(dana.email), await start(ghost)]
    for (const handle of handles) expect(handle).toBeGreaterThan(0)
    expect(handles[0]).not.toBe(dana.id)
    const asked = [await ask(handles[0] ?? 0), await ask(handles[1] ?? 0)]
    expect(asked.map(({ status }) => status)).toEqual([200, 200])
    expect(asked[0]?.body).toEqual(asked[1]?.body)
    const { code } = await mailTo(server, dana.email)
    const guess = code === '000000' ? '000001' : '000000'
    const checked = [await check(handles[0] ?? 0, guess), await check(handles[1] ?? 0, guess)]
    expect(checked.map(({ status }) => status)).toEqual([422, 422])
    expect(checked[0]?.body.errors).toEqual({ code: ['That code is not right. 4 tries left.'] })
    expect(checked[1]?.body.errors).toEqual(checked[0]?.body.errors)
    expect(await mailsTo(server, ghost)).toEqual([])
  })

  it('asking twice, as a retry or a mail scanner does, sends one code', async () => {
    const dana = await server.addCustomer()
    const handle = await start(dana.email)
    const answers = [await ask(handle), await ask(handle)]
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    const { code } = await mailTo(server, dana.email)
    expect((await check(handle, code)).status).toBe(200)
    expect(await mailsTo(server, dana.email)).toHaveLength(1)
  })

  it('begun anew, in a second tab say, leaves the first one alone', async () => {
    const dana = await coded()
    const second = await start(dana.email)
    expect(second).not.toBe(dana.handle)
    expect((await check(second, dana.code)).status).toBe(422)
    expect((await check(dana.handle, dana.code)).status).toBe(200)
  })

  it.each([
    [
      'a used code',
      async () => {
        const dana = await traded()
        return check(dana.handle, dana.code)
      },
      { code: ['This code has been used. Ask for a new one.'] },
    ],
    [
      'a handle of nothing',
      () => check(77, '123456'),
      { code: ['This code has expired. Ask for a new one.'] },
    ],
    ['a code of letters', () => check(77, 'abcdef'), { code: ['Enter the 6 digits of the code.'] }],
  ])('%s is 422 on the code', async (_, act, errors) => {
    const answer = await act()
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual(errors)
  })
})

describe('the hash of a code', () => {
  const EXPIRED = { verification_hash: ['This login has expired. Ask for a new code.'] }

  it('works once, also in the same moment', async () => {
    const dana = await traded()
    const answers = await Promise.all([login(dana.email, dana.hash), login(dana.email, dana.hash)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await login(dana.email, dana.hash)).body.errors).toEqual(EXPIRED)
  })

  it('logs nobody else in', async () => {
    const dana = await traded()
    const erin = await server.addCustomer()
    expect((await login(erin.email, dana.hash)).body.errors).toEqual(EXPIRED)
  })

  it('lives five minutes', async () => {
    const dana = await traded()
    const link = await server.database.db
      .selectFrom('mail_links')
      .select(['id', 'expires_at'])
      .where('customer_id', '=', dana.id)
      .executeTakeFirstOrThrow()
    const leftMs = link.expires_at.getTime() - Date.now()
    expect(leftMs).toBeLessThanOrEqual(VERIFICATION_HASH_LIFETIME_MS)
    expect(leftMs).toBeGreaterThan(VERIFICATION_HASH_LIFETIME_MS - 60_000)
    const past = new Date(Date.now() - 1000)
    await server.database.db
      .updateTable('mail_links')
      .set({ expires_at: past })
      .where('id', '=', link.id)
      .execute()
    expect((await login(dana.email, dana.hash)).body.errors).toEqual(EXPIRED)
  })

  it('is no link of a mail, and no password', async () => {
    const dana = await traded()
    const asLink = await server.call('POST', '/login-with-token', { body: { auth_token: dana.hash } })
    expect(asLink.status).toBe(422)
    const asRecovery = await server.call('POST', '/customer/api/auth/check-recovery-link', {
      body: { confirm_hash: dana.hash },
    })
    expect(asRecovery.body.data.is_valid).toBe(false)
  })

  it.each([
    {
      name: 'a mailed link',
      setPassword: async ({ email }: { email: string }) => {
        await server.call('POST', '/customer/api/auth/recovery-password-email', { body: { email } })
        const { token } = await mailTo(server, email, 2)
        const body = { confirm_hash: token, password: NEW, password_confirmation: NEW }
        return server.call('POST', '/customer/api/auth/change-password', { body })
      },
    },
    {
      name: 'the profile',
      setPassword: async ({ token }: { token: string }) => {
        const body = { current_password: PASSWORD, password: NEW, password_confirmation: NEW }
        return server.call('POST', '/customer/api/auth/update-password', { token, body })
      },
    },
  ])('ends with a new password by $name, also between the mail and the code', async ({ setPassword }) => {
    const dana = await coded()
    expect((await setPassword(dana)).status).toBe(200)
    expect((await check(dana.handle, dana.code)).status).toBe(422)
  })

  it('is refused with a clear 403 for who is blocked, after a right code only', async () => {
    const dana = await traded()
    await server.database.db
      .updateTable('customers')
      .set({ blocked_at: new Date() })
      .where('id', '=', dana.id)
      .execute()
    expect((await login(dana.email, 'a guess')).status).toBe(422)
    const answer = await login(dana.email, dana.hash)
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe('blocked')
  })
})

describe('login without anything', () => {
  it('misses the password', async () => {
    const dana = await server.addCustomer()
    const answer = await server.call('POST', '/login', { body: { email: dana.email } })
    expect(answer.body.errors).toEqual({ password: ['Enter your password.'] })
  })
})

describe('a mail server that is gone', () => {
  it('tells nobody who has an account, and leaves no code waiting', async () => {
    const broken = await startTestServer({
      parts: { mail: { driver: 'smtp', url: 'smtp://127.0.0.1:1', from: 'plat@example.com' } },
    })
    const dana = await broken.addCustomer()
    const answers = []
    for (const email of [dana.email, 'ghost@example.com']) {
      const started = await broken.call('POST', '/customer/api/auth/login', { body: { email } })
      const handle = started.body.data.customer_id
      const asked = await broken.call('GET', `${CODE}?action=login&customer_id=${handle}`)
      const recovery = await broken.call('POST', '/customer/api/auth/recovery-password-email', {
        body: { email },
      })
      answers.push([started.status, asked.status, asked.body, recovery.status, recovery.body])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[1]).toBe(200)
    await vi.waitFor(async () => {
      const rows = await broken.database.db
        .selectFrom('verification_codes')
        .select('sent_at')
        .where('customer_id', '=', dana.id)
        .execute()
      expect(rows).toEqual([{ sent_at: null }])
    }, 5000)
    expect(broken.lines.join('')).not.toContain(dana.email)
    await broken.close()
  })
})
