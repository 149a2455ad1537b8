/** The login of the seller's app and the console: what the page sends and shows, from its first question to the logout. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Connection } from '#marketplace/kit/connection.ts'
import { createAppLogin, type LoginCalls } from '#marketplace/kit/login/app-login.ts'
import { type MailedLink, takeMailedLink } from '#marketplace/kit/login/reset-link.ts'
import type { Passkeys } from '#marketplace/kit/two-step/passkeys.ts'
import { REQUEST_TIMEOUT_MS } from '#shared/contract/limits.ts'
import { sellerSessionCalls } from '#shared/contract/login-calls.ts'
import { sellerChats, sellerLogin, sellerLogout, sellerUser } from '#shared/contract/seller.ts'
import { sellerTwoStep } from '#shared/contract/two-step.ts'
import { type ScriptedFetch, scriptedFetch } from '#tests/support/scripted-fetch.ts'

const SAM = {
  id: 5,
  name: 'Sam',
  email: 'sam@plat.example',
  role: 'administrator' as const,
  needs_two_step: false,
  account: { id: 1, title: 'Lone Star' },
}
type Member = Omit<typeof SAM, 'role' | 'needs_two_step'> & { needs_two_step?: boolean | null | undefined }
const WHO = 'GET /account/api/auth/user'
const LOGIN = 'POST /account/api/auth/login'
const CHATS = 'GET /account/api/chats'
const CALLS: LoginCalls<Member> = {
  who: async (api) => (await api(sellerUser, {})).data,
  login: async (api, body) => (await api(sellerLogin, { body })).data,
  twoStep: sellerTwoStep,
  logout: (api) => api(sellerLogout, {}),
  recover: (api, body) => api(sellerSessionCalls.recover, { body }),
  setPassword: async (api, body) => (await api(sellerSessionCalls.setPassword, { body })).data.email,
}
const NO_DEVICE: Passkeys = { isSupported: () => false, get: async () => null, create: async () => null }
const UNAUTHENTICATED = { status: 401, body: { message: 'Unauthenticated.', code: 'unauthenticated' } }

let server: ScriptedFetch
beforeEach(() => {
  server = scriptedFetch()
  vi.stubGlobal('fetch', server.fetch)
  server.on(WHO, { body: { data: SAM } })
  server.on(LOGIN, { body: { data: { user: SAM } } })
})
afterEach(() => vi.unstubAllGlobals())

function open({ cookies = '', mailedLink = null as MailedLink | null } = {}) {
  const onSwitch = vi.fn()
  const check = vi.fn(async () => true)
  const login = createAppLogin<Member>({
    origin: 'https://plat.example',
    connection: { check } as unknown as Connection,
    cookie: 'XSRF-TOKEN-SELLER',
    cookies: () => cookies,
    calls: CALLS,
    onSwitch,
    mailedLink,
    passkeys: NO_DEVICE,
  })
  return { login, check, onSwitch }
}
const MAILED: MailedLink = { token: 'mailed', isFirst: false }
const WITH_SESSION = { cookies: 'XSRF-TOKEN-SELLER=token%3D1' }

async function openIn() {
  const opened = open(WITH_SESSION)
  await opened.login.start()
  expect(opened.login.state.value).toMatchObject({ kind: 'in', person: { id: 5 }, hasEnded: false })
  return opened
}

describe('a page that is opened', () => {
  it('asks the server nothing without a cookie', async () => {
    const { login } = open()
    await login.start()
    expect([login.state.value, server.asked]).toEqual([{ kind: 'out' }, []])
  })

  it('goes on with the session, and sends the CSRF token with each call', async () => {
    await openIn()
    expect(server.of(WHO)[0]?.headers.get('X-XSRF-TOKEN')).toBe('token=1')
  })

  it('shows the login for a session that has ended, without a complaint', async () => {
    server.on(WHO, UNAUTHENTICATED)
    const { login } = open(WITH_SESSION)
    await login.start()
    expect([login.state.value, login.errorMessage.value]).toEqual([{ kind: 'out' }, null])
  })
})

it('a call that nothing answers has the connection checked', async () => {
  const { login, check } = await openIn()
  expect(check).not.toHaveBeenCalled()
  server.on('GET /account/api/chats', 'offline')
  await expect(login.api(sellerChats, {})).rejects.toThrow()
  expect(check).toHaveBeenCalled()
})

it('a page opened by the link of a mail asks for the new password, also while somebody is logged in', async () => {
  const { login } = open({ ...WITH_SESSION, mailedLink: MAILED })
  await login.start()
  expect([login.state.value, login.mailedLink.value]).toEqual([{ kind: 'out' }, MAILED])
})

describe('logging in', () => {
  it('says what is wrong with a password', async () => {
    server.on(LOGIN, { status: 422, body: { message: 'Email or password is incorrect.' } })
    const { login } = open()
    await login.start()
    await login.login(SAM.email, 'wrong')
    expect(login.errorMessage.value).toBe('Email or password is incorrect.')
    expect([login.state.value, login.isBusy.value]).toEqual([{ kind: 'out' }, false])
  })

  it('waits for a busy server longer than for other answers', async () => {
    let answer = () => {}
    server.on(
      LOGIN,
      () => new Promise((resolve) => (answer = () => resolve({ body: { data: { user: SAM } } }))),
    )
    const { login } = open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const done = login.login(SAM.email, 'right')
    await vi.advanceTimersByTimeAsync(2 * REQUEST_TIMEOUT_MS)
    answer()
    await done
    expect([login.errorMessage.value, login.state.value.kind]).toEqual([null, 'in'])
  })

  it('says how long to wait after too many attempts', async () => {
    server.on(LOGIN, { status: 429, body: { message: 'Too many.' }, headers: { 'Retry-After': '840' } })
    const { login } = open()
    await login.login(SAM.email, 'wrong')
    expect(login.errorMessage.value).toContain('Try again in 14 minutes')
  })

  it('waits for the second step', async () => {
    const second_step = { challenge: 'c', expires_at: '2026-06-10T09:52:00.000000Z', passkey: {} }
    server.on(LOGIN, { body: { data: { second_step } } })
    server.on('POST /account/api/auth/second-step', { body: { data: { user: SAM } } })
    const { login } = open()
    await login.login(SAM.email, 'right')
    expect(login.state.value.kind).not.toBe('in')
    await login.step.value?.answer('123456')
    expect([login.state.value.kind, login.step.value]).toEqual(['in', null])
  })

  it('with the link of a mail sets the password and uses the link up', async () => {
    const path = sellerSessionCalls.setPassword.path
    server.on(`POST ${path}`, { body: { data: { email: SAM.email } } })
    const { login } = open({ mailedLink: MAILED })
    expect(await login.setPassword('a new long password')).toBe(true)
    expect(JSON.parse(server.of(`POST ${path}`)[0]?.body ?? '')).toMatchObject({ token: 'mailed' })
    expect([login.mailedLink.value, login.state.value.kind]).toEqual([null, 'in'])
  })
})

describe('a session that ends while the page is open', () => {
  it('is asked for over the page, and the call goes on after the login', async () => {
    const { login, onSwitch } = await openIn()
    server.on(CHATS, UNAUTHENTICATED)
    const chats = login.api(sellerChats, { query: {} })
    await expect.poll(() => login.state.value).toMatchObject({ kind: 'in', hasEnded: true })
    expect(login.notice.value).toContain('Nothing you typed is lost')
    server.on(CHATS, { body: { data: [], links: { next: null } } })
    await login.login(SAM.email, 'right')
    expect((await chats).data).toEqual([])
    expect([login.state.value, onSwitch.mock.calls]).toMatchObject([{ kind: 'in', hasEnded: false }, []])
  })

  it('shows nothing of it to another person', async () => {
    const { login, onSwitch } = await openIn()
    server.on(LOGIN, { body: { data: { user: { ...SAM, id: 6 } } } })
    await login.login('other@plat.example', 'right')
    expect(onSwitch).toHaveBeenCalledOnce()
  })

  it('fails the call that waited when the person logs out instead', async () => {
    const { login } = await openIn()
    server.on(CHATS, UNAUTHENTICATED)
    const chats = login.api(sellerChats, { query: {} }).catch(({ name }: Error) => name)
    await expect.poll(() => login.state.value).toMatchObject({ hasEnded: true })
    await login.logout()
    expect(await chats).toBe('ApiError')
    expect(server.of(`${sellerLogout.method} ${sellerLogout.path}`)).toEqual([])
  })
})

describe('two-step login that becomes required', () => {
  it('is set up on the open page', async () => {
    const { login } = await openIn()
    server.on(CHATS, { status: 403, body: { message: 'Set it up first.', code: 'two_step_required' } })
    await login.api(sellerChats, { query: {} }).catch(() => {})
    expect(login.state.value).toMatchObject({ kind: 'in', person: { needs_two_step: true } })
  })
})

it('logs out at once, also when the server does not answer', async () => {
  const { login } = await openIn()
  server.on(`${sellerLogout.method} ${sellerLogout.path}`, 'offline')
  const done = login.logout()
  expect(login.state.value).toEqual({ kind: 'out' })
  await done
})

describe('the link of a mail', () => {
  const page = (hash: string) => {
    const heard: (() => void)[] = []
    const [replaceState, reload] = [vi.fn(), vi.fn()]
    const location = { hash, pathname: '/seller/', search: '?a=1', reload }
    const addEventListener = (_event: string, run: () => void) => void heard.push(run)
    const window = { location, history: { replaceState }, addEventListener } as unknown as Window
    return { window, location, replaceState, reload, change: () => heard.forEach((run) => void run()) }
  }

  it('hands over its token, which stays in no history', () => {
    const { window, replaceState } = page('#reset-password/abc-DEF_1')
    expect(takeMailedLink(window)).toEqual({ token: 'abc-DEF_1', isFirst: false })
    expect(replaceState.mock.calls.map(([, , to]) => to)).toEqual(['/seller/?a=1'])
  })

  it('opens the page anew when the app is open already', () => {
    const { window, location, replaceState, reload, change } = page('#offers/all/3')
    expect(takeMailedLink(window)).toBeNull()
    change()
    expect([replaceState.mock.calls, reload.mock.calls]).toEqual([[], []])
    location.hash = '#reset-password/abc'
    change()
    expect(reload).toHaveBeenCalledOnce()
  })
})
