import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastCode, notThis, sentTo } from '#tests/support/outbox.ts'
import { PASSWORD, type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const API = '/customer/api'
const NEW = 'plum orbit lantern 7'
const post = (who: { token: string }, path: string, body?: unknown) =>
  server.call('POST', API + path, { token: who.token, body })
const login = (email: string, password: string) =>
  server.call('POST', '/login', { body: { email, password } })
const change = (who: { token: string }, given: Record<string, unknown>) =>
  post(who, '/auth/update-password', { password: NEW, password_confirmation: NEW, ...given })
const codeBy = (who: Person, channel: string) =>
  post(who, `/customers/${who.id}/action-code/channel/${channel}`)
const moveTo = (who: Person, email: string, code: string) =>
  server.call('PUT', `${API}/customers/${who.id}/email`, { token: who.token, body: { email, code } })
/** Mails that follow an answer. */
const arrived = async (recipient: string, subject: RegExp) =>
  expect
    .poll(async () => (await sentTo(server, 'mail', recipient)).map((mail) => mail.subject))
    .toEqual(expect.arrayContaining([expect.stringMatching(subject)]))

describe('a new password', () => {
  it('needs the current one, ends other sessions with their sockets, and is noticed by mail', async () => {
    const dana = await server.addCustomer()
    const other = (await login(dana.email, PASSWORD)).body.data.token
    const wrong = await change(dana, { current_password: 'not this one' })
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { current_password: ['This is not your password.'] },
    ])
    server.terminated.length = 0
    expect((await change(dana, { current_password: PASSWORD })).status).toBe(200)
    expect((await server.call('GET', `${API}/auth/user`, { token: dana.token })).status).toBe(200)
    expect((await server.call('GET', `${API}/auth/user`, { token: other })).status).toBe(401)
    expect(server.terminated).toEqual([expect.stringMatching(`^customer:${dana.id}:`)])
    expect((await login(dana.email, NEW)).status).toBe(200)
    await arrived(dana.email, /password was changed/)
  })

  it('may be set without one by who has none', async () => {
    const dana = await server.addCustomer()
    await server.database.db
      .updateTable('customers')
      .set({ password_hash: null })
      .where('id', '=', dana.id)
      .execute()
    expect((await change(dana, {})).status).toBe(200)
    expect((await change(dana, {})).body.errors.current_password).toEqual(['Enter your current password.'])
  })

  it('is refused when it is weak or repeated wrongly', async () => {
    const dana = await server.addCustomer()
    const refused = async (given: Record<string, unknown>) =>
      Object.keys((await change(dana, { current_password: PASSWORD, ...given })).body.errors)
    expect(await refused({ password: 'short', password_confirmation: 'short' })).toEqual(['password'])
    expect(await refused({ password: dana.email, password_confirmation: dana.email })).toEqual(['password'])
    expect(await refused({ password_confirmation: 'another one' })).toEqual(['password_confirmation'])
  })

  it('cannot be guessed without end', async () => {
    const dana = await server.addCustomer()
    for (let count = 0; count < 5; count++)
      expect((await change(dana, { current_password: `guess ${count}` })).status).toBe(422)
    const last = await change(dana, { current_password: PASSWORD })
    expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true])
  })
})

describe('a new e-mail address', () => {
  it('needs a mailed code; the old address gets a notice, the new one has to be confirmed', async () => {
    const dana = await server.addCustomer()
    const fresh = `new-${dana.email}`
    const sent = await codeBy(dana, 'email')
    expect(sent.body.message).toMatch(/^The code is on its way to b•••@example\.com\.$/)
    const code = await lastCode(server, 'mail', dana.email)
    expect((await moveTo(dana, fresh, notThis(code))).body.errors.code).toHaveLength(1)
    const moved = await moveTo(dana, fresh, code)
    expect(moved.body.data).toMatchObject({ email: fresh, email_confirmed: false })
    await arrived(dana.email, /email address was changed/)
    await arrived(fresh, /Confirm your email/)
    expect((await login(dana.email, PASSWORD)).status).toBe(422)
    expect((await login(fresh, PASSWORD)).status).toBe(200)
    expect((await moveTo(dana, `again-${fresh}`, code)).body.errors.code).toHaveLength(1)
  })

  it('that is taken is refused and costs no code', async () => {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    await codeBy(dana, 'email')
    const code = await lastCode(server, 'mail', dana.email)
    expect((await moveTo(dana, eli.email.toUpperCase(), code)).body.errors.email).toEqual([
      'This address belongs to another account.',
    ])
    expect((await moveTo(dana, dana.email, code)).body.errors.email).toEqual([
      'This is already your address.',
    ])
    expect((await moveTo(dana, `free-${dana.email}`, code)).status).toBe(200)
  })

  it('can be confirmed by text, with a confirmed default phone', async () => {
    const dana = await server.addCustomer()
    const phone = '+17132840777'
    expect((await codeBy(dana, 'sms')).status).toBe(409)
    await server.database.db
      .insertInto('customer_phones')
      .values({ customer_id: dana.id, phone, is_default: true, confirmed_at: new Date(Date.now() - 60_000) })
      .execute()
    expect((await codeBy(dana, 'sms')).body.message).toBe('The code is on its way to (•••) •••-0777.')
    const code = await lastCode(server, 'sms', phone)
    expect((await moveTo(dana, `text-${dana.email}`, code)).status).toBe(200)
  })

  it('cannot be confirmed by a phone that the same session added: a stolen one could', async () => {
    const dana = await server.addCustomer()
    const phone = '+17132840778'
    const added = await post(dana, '/phone', { phone })
    await server.call(
      'POST',
      `${API}/customers/${dana.id}/entity-phones/${added.body.data[0].id}/confirmation`,
      {
        token: dana.token,
        body: { code: await lastCode(server, 'sms', phone) },
      },
    )
    const refused = await codeBy(dana, 'sms')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You confirmed this phone after you logged in here. Get the code by email, or log out, log in again and try again.',
    ])
    const again = { ...dana, token: (await login(dana.email, PASSWORD)).body.data.token }
    expect((await codeBy(again, 'sms')).status).toBe(200)
    const code = await lastCode(server, 'sms', phone)
    expect((await moveTo(dana, `stolen-${dana.email}`, code)).status).toBe(409)
    expect((await moveTo(again, `own-${dana.email}`, code)).status).toBe(200)
  })

  it('is nothing anybody can change for another', async () => {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    const body = { email: 'mine@example.com', code: '123456' }
    const url = `${API}/customers/${dana.id}`
    expect((await server.call('PUT', `${url}/email`, { token: eli.token, body })).status).toBe(404)
    expect((await server.call('POST', `${url}/action-code/channel/email`, { token: eli.token })).status).toBe(
      404,
    )
    expect(await sentTo(server, 'mail', dana.email)).toEqual([])
  })
})
