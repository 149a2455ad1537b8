/** Whoever’s ways in change hears of it, in the bell and by mail: a number, a device that was never there before. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lastCode } from '#tests/support/outbox.ts'
import { PASSWORD, type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notificationScene } from '../../notifications/centre/scene.ts'

const API = '/customer/api'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
const FIREFOX_NEWER = FIREFOX.replaceAll('128', '141')
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

let server: TestServer
let scene: ReturnType<typeof notificationScene>
let dana: Person
let last = 2_841_100
beforeAll(async () => {
  server = await startTestServer()
  scene = notificationScene(server)
})
beforeEach(async () => {
  dana = await server.addCustomer()
  last += 1
})
afterAll(() => server.close())

const told = async (who: Person): Promise<string[]> =>
  (await scene.list(who)).data.map(({ title }: { title: string }) => title)
const mailed = async (who: Person) => {
  scene.clock.nowMs = Date.now() + 1000
  await scene.deliver()
  return (await scene.mails(who)).map(({ subject }) => subject)
}
const end = () => String(last).slice(-4)

async function confirmed(who: Person): Promise<number> {
  const phone = `+1713${last}`
  const { body } = await server.call('POST', `${API}/phone`, { token: who.token, body: { phone } })
  const { id } = body.data.find((row: { phone: string }) => row.phone === phone)
  const code = await lastCode(server, 'sms', phone)
  const path = `${API}/customers/${who.id}/entity-phones/${id}/confirmation`
  expect((await server.call('POST', path, { token: who.token, body: { code } })).status).toBe(200)
  return id
}
const remove = (who: Person, id: number) =>
  server.call('DELETE', `${API}/entity-phone/${id}`, { token: who.token })
const login = async (userAgent: string) => {
  const body = { email: dana.email, password: PASSWORD }
  const { status } = await server.call('POST', '/login', { body, headers: { 'user-agent': userAgent } })
  expect(status).toBe(200)
}

describe('a phone number', () => {
  it('that is confirmed, and one that is removed, is told by its last digits', async () => {
    await remove(dana, await confirmed(dana))
    const titles = [
      `The number ending in ${end()} was removed from your account`,
      `The number ending in ${end()} was confirmed as yours`,
    ]
    expect(await told(dana)).toEqual(titles)
    expect((await mailed(dana)).toSorted()).toEqual(titles.toSorted())
  })

  it('that somebody else confirms is told to who had it', async () => {
    await confirmed(dana)
    const eli = await server.addCustomer()
    await confirmed(eli)
    const title = `The number ending in ${end()} was confirmed by another account and is no longer yours`
    expect((await told(dana))[0]).toBe(title)
    expect(await mailed(dana)).toContain(title)
    expect(await told(eli)).toHaveLength(1)
  })

  it('that was never confirmed goes without a word', async () => {
    const { body } = await server.call('POST', `${API}/phone`, {
      token: dana.token,
      body: { phone: `+1713${last}` },
    })
    await remove(dana, body.data[0].id)
    expect(await told(dana)).toEqual([])
  })
})

describe('a login', () => {
  it('from a kind of device that was never there is told once, and a newer version of it is none', async () => {
    await login(FIREFOX)
    expect(await told(dana)).toEqual(['New login: Firefox on Windows'])
    await login(FIREFOX_NEWER)
    await login(SAFARI)
    expect(await told(dana)).toEqual(['New login: Safari on iOS', 'New login: Firefox on Windows'])
    expect((await mailed(dana)).toSorted()).toEqual((await told(dana)).toSorted())
    const [latest] = (await scene.list(dana)).data
    expect(latest).toMatchObject({ type: 'security', url: '/profile/security' })
    expect(latest.body).toContain('from 127.0.0.*.')
  })

  it('that is the first one is told to nobody', async () => {
    await server.database.db.deleteFrom('access_tokens').where('principal_id', '=', dana.id).execute()
    const body = { email: dana.email, password: PASSWORD }
    const { body: answer } = await server.call('POST', '/login', { body, headers: { 'user-agent': SAFARI } })
    expect(await told({ ...dana, token: answer.data.token })).toEqual([])
  })
})
