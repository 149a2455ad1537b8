import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { mailsTo, mailTo } from './outbox.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    publicUrl: 'https://plat.example',
    limits: { registrationsPerHour: 1000, emailStatusPerMinute: 1000 },
  })
})
afterAll(() => server.close())

let last = 0
const person = (given: Record<string, unknown> = {}) => {
  last += 1
  return {
    first_name: 'Dana',
    last_name: 'Whitfield',
    email: `new${last}@example.com`,
    phone: '(713) 284-0142',
    password: 'a door in the hill',
    ...given,
  }
}
const post = (body: unknown, headers: Record<string, string> = {}, at = server) =>
  at.call('POST', '/register', { body, headers })

describe('registration', () => {
  it('creates the account, logs in and answers with the whole customer', async () => {
    const body = person({ terms_version: TERMS_VERSION, utm: { utm_source: 'podcast' } })
    const answer = await post(body, { 'user-agent': 'Firefox', 'sec-fetch-site': 'same-origin' })
    expect(answer.status).toBe(201)
    expect(answer.body.data.user).toMatchObject({
      name: 'Dana Whitfield',
      first_name: 'Dana',
      last_name: 'Whitfield',
      email: body.email,
      email_confirmed: false,
      has_password: true,
      buy_box_mode: null,
      photo: null,
      idv_status: null,
      idv_id: null,
      property_types: [],
      parking_types: [],
      favourite_properties: [],
      property_stats: [],
      proof_of_funds: [],
      balance: 0,
      unread_total: 0,
      phones: [{ phone: '+17132840142', pivot: { sms_default: true, is_confirmed: false, opted_in: false } }],
    })
    expect(answer.cookies.map((cookie) => cookie.name)).toEqual(['__Host-plat_session', 'XSRF-TOKEN'])
    const row = await customer(answer.body.data.user.id)
    expect(row).toMatchObject({ terms_version: TERMS_VERSION, utm: { utm_source: 'podcast' } })
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
    expect(row.terms_accepted_at).toBeInstanceOf(Date)
    const session = await server.database.db
      .selectFrom('access_tokens')
      .select(['ip', 'user_agent'])
      .where('principal_id', '=', row.id)
      .executeTakeFirst()
    expect(session).toEqual({ ip: '127.0.0.1', user_agent: 'Firefox' })
  })

  it('sends a mail whose link confirms the address and logs in, and whose code stands beside it', async () => {
    const body = person()
    const { user } = (await post(body)).body.data
    const mail = await mailTo(server, body.email)
    expect(mail.subject).toBe('Confirm your email')
    expect(mail.text).toContain(`https://plat.example/?email_confirm=1&auth_token=${mail.token}`)
    expect(mail.code).toMatch(/^\d{6}$/)
    const answer = await server.call('POST', '/login-with-token', { body: { auth_token: mail.token } })
    expect(answer.body.data.user).toMatchObject({ id: user.id, email_confirmed: true })
  })

  it('keeps the proof of consent only of who ticked the box', async () => {
    const consents = async (id: number) =>
      server.database.db
        .selectFrom('sms_consents')
        .select(['phone', 'opted_in', 'source', 'words', 'ip'])
        .where('customer_id', '=', id)
        .execute()
    const ticked = (await post(person({ sms_opt_in: true }))).body.data.user
    const unticked = (await post(person())).body.data.user
    expect(ticked.phones[0].pivot.opted_in).toBe(true)
    expect(await consents(ticked.id)).toEqual([
      {
        phone: '+17132840142',
        opted_in: true,
        source: 'register',
        words: expect.stringMatching(
          /^Text me new deals .+ from Plat to the number above, up to 5 a day\. .+STOP.+HELP/,
        ),
        ip: '127.0.0.1',
      },
    ])
    expect(await consents(unticked.id)).toEqual([])
  })

  it('from a seller opens the conversation with them, and an unknown seller is no obstacle', async () => {
    const seller = await server.addAccount()
    const { token, user } = (await post(person({ attach_account_id: seller.id }))).body.data
    const chats = await server.call('GET', `/customer/api/customers/${user.id}/chats`, { token })
    expect(chats.body.data.map((chat: { account: { id: number } }) => chat.account.id)).toEqual([seller.id])
    expect((await post(person({ attach_account_id: 999_999 }))).status).toBe(201)
  })

  it('of a taken e-mail is 422 on it, whatever its case, and sends nothing', async () => {
    const { email } = await server.addCustomer()
    const answer = await post(person({ email: email.toUpperCase() }))
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['email'])
    expect(answer.cookies).toEqual([])
    expect(await mailsTo(server, email)).toEqual([])
  })

  it('of one e-mail several times in the same moment makes one account', async () => {
    const body = person()
    const answers = await Promise.all([post(body), post(body), post(body)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422])
  })

  it.each([
    ['a short password', { password: 'seven77' }, 'password', 'Use at least 8 characters.'],
    ['a common password', { password: 'Password1' }, 'password', /lists of common ones/],
    [
      'the e-mail as password',
      { email: 'dana.w@example.com', password: 'dana.w@example.com' },
      'password',
      /email/,
    ],
    ['the name as password', { password: 'dana whitfield' }, 'password', /name/],
    ['a phone of nowhere', { phone: '12' }, 'phone', /10 digits/],
    ['no first name', { first_name: ' ' }, 'first_name', 'Enter your first name.'],
    ['no e-mail', { email: 'dana' }, 'email', /name@example.com/],
  ])('with %s says so on the field', async (_, given, field, words) => {
    const answer = await post(person(given))
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(answer.body.errors[field][0]).toMatch(words)
  })

  it('keeps where the person came from, but for what no database holds', async () => {
    const utm = { utm_source: 'pod\0cast\ud83d', 'a\0b': 'x', 'no name': 'y', gclid: 'z' }
    const { user } = (await post(person({ utm }))).body.data
    expect((await customer(user.id)).utm).toEqual({ utm_source: 'podcast\uFFFD', gclid: 'z' })
  })

  it('of a body nested without end is refused like any other that is wrong', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const answer = await post(`{"utm":${deep}}`, { 'content-type': 'application/json' })
    expect(answer.status).toBe(422)
  })

  it('survives a mail server that is gone', async () => {
    const broken = await startTestServer({
      parts: { mail: { driver: 'smtp', url: 'smtp://127.0.0.1:1', from: 'plat@example.com' } },
    })
    const body = person()
    const answer = await post(body, {}, broken)
    expect(answer.status).toBe(201)
    await broken.app.close()
    const failed = broken.lines.filter((line) => line.includes('confirmation mail failed'))
    expect(failed).toHaveLength(1)
    expect(failed[0]).not.toContain(body.email)
    await broken.close()
  })

  it('is limited for one IP address', async () => {
    const strict = await startTestServer({ limits: { registrationsPerHour: 2 } })
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await post(person(), {}, strict)).status)
    expect(statuses).toEqual([201, 201, 429])
    await strict.close()
  })
})

describe('the status of an e-mail', () => {
  const status = (email: string, more = {}, at = server) =>
    at.call('POST', '/customer/api/auth/getStatusByEmail', { body: { email, ...more } })

  it('is one of four', async () => {
    const dana = await server.addCustomer()
    const erin = await server.addCustomer()
    const blocked = await server.addCustomer()
    const { db } = server.database
    await db.updateTable('customers').set({ password_hash: null }).where('id', '=', erin.id).execute()
    await db.updateTable('customers').set({ blocked_at: new Date() }).where('id', '=', blocked.id).execute()
    const emails = ['ghost@example.com', dana.email.toUpperCase(), erin.email, blocked.email]
    const found = await Promise.all(emails.map((email) => status(email)))
    expect(found.map((answer) => answer.body.status)).toEqual([
      'not_exists',
      'active',
      'no_password',
      'blocked',
    ])
  })

  it('is told ten times a minute, then not before the minute is over', async () => {
    const strict = await startTestServer()
    const answers = []
    for (let n = 0; n < 11; n++) answers.push(await status('ghost@example.com', {}, strict))
    expect(answers.map((answer) => answer.status)).toEqual([...Array(10).fill(200), 429])
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
    await strict.close()
  })

  it('costs a captcha after ten, where there is one', async () => {
    const strict = await startTestServer({ parts: { captcha: { driver: 'altcha', cost: 1 } } })
    for (let n = 0; n < 10; n++) expect((await status('ghost@example.com', {}, strict)).status).toBe(200)
    const asked = await status('ghost@example.com', {}, strict)
    expect(asked.status).toBe(422)
    expect(Object.keys(asked.body.errors)).toEqual(['recaptcha_token'])
    await strict.close()
  })
})

const customer = (id: number) =>
  server.database.db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
