import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLink } from '#server/accounts/login/mail-links.ts'
import { CODES_PER_HOUR } from '#shared/contract/limits.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { mailsTo, mailTo } from './outbox.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example', limits: { sendsPerIpPerHour: 1000 } })
})
afterAll(() => server.close())

const NEW = 'another door in the hill'
const ask = (email: string) =>
  server.call('POST', '/customer/api/auth/recovery-password-email', { body: { email } })
const set = (token: string, password = NEW, password_confirmation = password) =>
  server.call('POST', '/customer/api/auth/change-password', {
    body: { confirm_hash: token, password, password_confirmation },
  })
const isValid = async (token: string) =>
  (await server.call('POST', '/customer/api/auth/check-recovery-link', { body: { confirm_hash: token } }))
    .body.data.is_valid
const login = (email: string, password: string) =>
  server.call('POST', '/login', { body: { email, password } })

/** Up to the link in the mail. */
async function asked() {
  const dana = await server.addCustomer('Dana Whitfield', { isConfirmed: false })
  await ask(dana.email)
  const { token, text } = await mailTo(server, dana.email)
  return { ...dana, link: token, text }
}

const GONE = { confirm_hash: ['This link has expired or was used before. Ask for a new one.'] }

describe('a forgotten password', () => {
  it('is set by the mailed link, which logs in, ends other sessions and confirms the address', async () => {
    const dana = await asked()
    expect(dana.text).toContain(`https://plat.example/reset-password/${dana.link}`)
    server.terminated.length = 0
    const answer = await set(dana.link)
    expect(answer.status).toBe(200)
    expect(answer.body.data.user).toMatchObject({ id: dana.id, email_confirmed: true })
    expect((await server.call('GET', '/auth/user', { token: dana.token })).status).toBe(401)
    expect(server.terminated).toEqual([expect.stringMatching(new RegExp(`^customer:${dana.id}:`))])
    expect((await server.call('GET', '/auth/user', { token: answer.body.data.token })).status).toBe(200)
    expect((await login(dana.email, PASSWORD)).status).toBe(422)
    expect((await login(dana.email, NEW)).status).toBe(200)
  })

  it('leads back to the page that was left for it, if that is one of this site', async () => {
    const { email } = await server.addCustomer()
    await server.call('POST', '/customer/api/auth/recovery-password-email', {
      body: { email, return_to: '/deal/5/offer?step=2' },
    })
    const { token, text } = await mailTo(server, email)
    expect(text).toContain(
      `https://plat.example/reset-password/${token}?return_to=${encodeURIComponent('/deal/5/offer?step=2')}\n`,
    )
    for (const elsewhere of [
      '//evil.example',
      'https://evil.example/',
      '/login',
      `/deals?area=${'1'.repeat(500)}`,
    ]) {
      const { email: other } = await server.addCustomer()
      await server.call('POST', '/customer/api/auth/recovery-password-email', {
        body: { email: other, return_to: elsewhere },
      })
      expect((await mailTo(server, other)).text).not.toContain('return_to')
    }
  })

  it('ends the networks of an address that nobody had confirmed, and of no other', async () => {
    const { db } = server.database
    const [unconfirmed, confirmed] = [await asked(), await asked()]
    await db
      .updateTable('customers')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', confirmed.id)
      .execute()
    for (const { id } of [unconfirmed, confirmed])
      await db
        .insertInto('social_identities')
        .values({ customer_id: id, network: 'test', subject: `recovered-${id}` })
        .execute()
    for (const { link } of [unconfirmed, confirmed]) expect((await set(link)).status).toBe(200)
    const left = await db.selectFrom('social_identities').select('customer_id').execute()
    expect(left).toEqual([{ customer_id: confirmed.id }])
  })

  it('is followed by a notice', async () => {
    const dana = await asked()
    await set(dana.link)
    const notice = await mailTo(server, dana.email, 2)
    expect(notice.subject).toBe('Your password was changed')
  })

  it('is asked for with the same answer by who has an account and by who has none', async () => {
    const dana = await server.addCustomer()
    const known = await ask(dana.email)
    const unknown = await ask('ghost.of.recovery@example.com')
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(unknown.body).toEqual(known.body)
    await mailTo(server, dana.email)
    expect(await mailsTo(server, 'ghost.of.recovery@example.com')).toEqual([])
  })

  it('is mailed so often to one address, known or not, then 429', async () => {
    const dana = await server.addCustomer()
    for (const email of [dana.email, 'ghost.of.many@example.com']) {
      const statuses = []
      for (let n = 0; n <= CODES_PER_HOUR; n++) statuses.push((await ask(email)).status)
      expect(statuses).toEqual([...Array(CODES_PER_HOUR).fill(200), 429])
    }
  })

  it('is mailed so often for one IP address, whoever it is for', async () => {
    const strict = await startTestServer({ limits: { sendsPerIpPerHour: 2 } })
    const statuses = []
    for (let n = 0; n < 3; n++) {
      const body = { email: `someone${n}@example.com` }
      statuses.push(
        (await strict.call('POST', '/customer/api/auth/recovery-password-email', { body })).status,
      )
    }
    expect(statuses).toEqual([200, 200, 429])
    await strict.close()
  })
})

describe('a recovery link', () => {
  it('is looked at without being used up', async () => {
    const dana = await asked()
    expect([await isValid(dana.link), await isValid(dana.link)]).toEqual([true, true])
    await set(dana.link)
    expect(await isValid(dana.link)).toBe(false)
    expect(await isValid('made-up')).toBe(false)
  })

  it('works once, also in the same moment', async () => {
    const dana = await asked()
    const answers = await Promise.all([set(dana.link), set(dana.link, 'a third door in the hill')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await set(dana.link)).body.errors).toEqual(GONE)
  })

  it('ends with the use of another one', async () => {
    const dana = await asked()
    await ask(dana.email)
    const second = await mailTo(server, dana.email, 2)
    await set(second.token)
    expect((await set(dana.link)).body.errors).toEqual(GONE)
  })

  it('ends the links to log in that were mailed before', async () => {
    const dana = await asked()
    const person = { kind: 'customer', id: dana.id } as const
    const wanted = { purpose: 'auth', person, email: dana.email, lifetimeMs: 60_000 } as const
    const auth_token = await makeLink(server.database.db, wanted)
    await set(dana.link)
    expect((await server.call('POST', '/login-with-token', { body: { auth_token } })).status).toBe(422)
  })

  it.each([
    ['expired', { expires_at: new Date(0) }],
    ['sent to an address the customer no longer has', { email: 'former@example.com' }],
    ['of another purpose', { purpose: 'auth' as const }],
  ])('that is %s sets nothing', async (_, changed) => {
    const dana = await asked()
    await server.database.db
      .updateTable('mail_links')
      .set(changed)
      .where('customer_id', '=', dana.id)
      .execute()
    expect(await isValid(dana.link)).toBe(false)
    expect((await set(dana.link)).body.errors).toEqual(GONE)
    expect((await login(dana.email, PASSWORD)).status).toBe(200)
  })

  it('survives a password that may not be set', async () => {
    const dana = await asked()
    expect((await set(dana.link, 'short')).body.errors).toEqual({ password: ['Use at least 8 characters.'] })
    expect((await set(dana.link, dana.email)).body.errors.password[0]).toContain('email')
    expect((await set(dana.link, NEW, 'not the same')).body.errors).toEqual({
      password_confirmation: ['The two passwords differ.'],
    })
    expect((await set(dana.link)).status).toBe(200)
  })

  it('lets nobody in who is blocked', async () => {
    const dana = await asked()
    const { db } = server.database
    await db.updateTable('customers').set({ blocked_at: new Date() }).where('id', '=', dana.id).execute()
    const answer = await set(dana.link)
    expect([answer.status, answer.body.code]).toEqual([403, 'blocked'])
  })
})
