import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastCode, notThis, sentTo } from '#tests/support/outbox.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const API = '/customer/api'
const post = (who: Person, path: string, body?: unknown) =>
  server.call('POST', API + path, { token: who.token, body })

describe('the profile', () => {
  it('changes what is given and keeps what is not', async () => {
    const dana = await server.addCustomer()
    await post(dana, '/auth/update-profile', { company: 'Whitfield Holdings', bio: 'Buys in Harris County.' })
    const { body } = await post(dana, '/auth/update-profile', {
      first_name: ' Dan ',
      time_zone: 'America/Chicago',
      locale: 'en-US',
      property_types: [1, 4, 4],
      bio: null,
    })
    expect(body.data).toMatchObject({
      name: 'Dan Whitfield',
      first_name: 'Dan',
      last_name: 'Whitfield',
      company: 'Whitfield Holdings',
      bio: null,
      time_zone: 'America/Chicago',
      locale: 'en-US',
      property_types: [1, 4],
      parking_types: [],
    })
  })

  it('without any field changes nothing', async () => {
    const dana = await server.addCustomer()
    const { status, body } = await post(dana, '/auth/update-profile', {})
    expect([status, body.data.name]).toEqual([200, 'Dana Whitfield'])
  })

  it('names every field that is wrong', async () => {
    const dana = await server.addCustomer()
    const { status, body } = await post(dana, '/auth/update-profile', {
      time_zone: 'Texas/Houston',
      locale: '!',
      property_types: [99],
      parking_types: [98],
    })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['time_zone', 'locale', 'property_types', 'parking_types'])
    expect((await post(dana, '/auth/update-profile', { first_name: '  ' })).body.errors.first_name).toEqual([
      'Enter your first name.',
    ])
  })
})

describe('attaching to an account', () => {
  it('opens the conversation once, however often it is asked for', async () => {
    const dana = await server.addCustomer()
    const homes = await server.addAccount()
    for (let count = 0; count < 2; count++)
      expect((await post(dana, '/auth/attach-to-account', { attach_account_id: homes.id })).status).toBe(200)
    const chats = await server.call('GET', `${API}/customers/${dana.id}/chats`, { token: dana.token })
    expect(chats.body.data.map((chat: { account: { id: number } }) => chat.account.id)).toEqual([homes.id])
  })

  it('says when the account is not there', async () => {
    const dana = await server.addCustomer()
    const answer = await post(dana, '/auth/attach-to-account', { attach_account_id: 999_999 })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['attach_account_id']])
  })
})

describe('confirming the e-mail address', () => {
  it('works with the code of the mail, which is sent once within its window', async () => {
    const dana = await server.addCustomer('Dana Whitfield', { isConfirmed: false })
    expect((await post(dana, '/auth/confirmation-email')).status).toBe(200)
    expect((await post(dana, '/auth/confirmation-email')).status).toBe(200)
    expect(await sentTo(server, 'mail', dana.email)).toHaveLength(1)
    const code = await lastCode(server, 'mail', dana.email)
    const wrong = await post(dana, '/auth/confirm-email', { code: notThis(code) })
    expect(wrong.body.errors.code).toEqual(['That code is not right. 4 tries left.'])
    expect((await post(dana, '/auth/confirm-email', { code })).body.data.email_confirmed).toBe(true)
    expect((await post(dana, '/auth/confirmation-email')).body.message).toMatch(/already/)
  })
})

describe('the bearer of a messenger on a foreign page', () => {
  it('changes nothing about the account', async () => {
    const dana = await server.addCustomer()
    const widget = (await post(dana, '/auth/token')).body.data.token
    const answers = await Promise.all([
      server.call('POST', `${API}/auth/update-profile`, { token: widget, body: { company: 'Mine' } }),
      server.call('GET', `${API}/auth/export`, { token: widget }),
      server.call('DELETE', `${API}/auth/sessions`, { token: widget }),
      server.call('POST', `${API}/phone`, { token: widget, body: { phone: '713 284 0142' } }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403])
  })
})
