import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld } from '#demo/seed/open-world.ts'
import type { PlatServer } from '#server/compose-server.ts'
import { solveCaptcha } from '#tests/support/captcha.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { startTestServer } from '#tests/support/server.ts'

let world: PlatServer
let plain: PlatServer

beforeAll(async () => {
  const opened = await openWorld({
    database: await openTestDatabase(),
    messages: 5,
    companies: 0,
    deals: 0,
    secret: 'a secret for tests only',
    demoReplies: true,
    log: { level: 'silent' },
  })
  world = opened.server
  plain = await startTestServer()
})
afterAll(async () => {
  await world.close({ graceMs: 0 })
  await plain.close({ graceMs: 0 })
})

const DOORS = { buyer: '/login', seller: '/account/api/auth/login', staff: '/admin/api/auth/login' } as const

const get = (server: PlatServer, url: string) => server.app.inject({ method: 'GET', url })

describe('the ready-made logins', () => {
  it('are three buyers, two sellers and two of the house in a demo world', async () => {
    const { logins } = (await get(world, '/demo/logins.json')).json()
    expect(logins.map((login: { key: string }) => login.key)).toEqual([
      'buyer1',
      'buyer2',
      'buyer3',
      'seller1',
      'seller2',
      'staff1',
      'staff2',
    ])
  })

  it('open a session each', async () => {
    const { logins } = (await get(world, '/demo/logins.json')).json()
    for (const { role, email, password } of logins) {
      const url = DOORS[role as keyof typeof DOORS]
      const recaptcha_token = await solveCaptcha(async (path) => (await get(world, path)).json())
      const payload = { email, password, ...(role === 'buyer' ? { recaptcha_token } : {}) }
      const answer = await world.app.inject({ method: 'POST', url, payload })
      expect(answer.statusCode, email).toBe(200)
    }
  })

  it.each([
    '/demo/logins.json',
    '/demo/token?login=buyer1',
    '/demo/replies',
    '/demo/logos/lone-star.svg',
    '/demo/outbox',
    '/demo/outbox.json',
    '/demo/openid/.well-known/openid-configuration',
    '/demo/openid/authorize',
    '/identity/some-token',
  ])('and %s do not exist on any other server', async (url) => {
    expect((await get(plain, url)).statusCode).toBe(404)
  })
})

describe('a bearer for a host page', () => {
  it('acts for the ready-made buyer', async () => {
    const { token } = (await get(world, '/demo/token?login=buyer2')).json()
    const answer = await world.app.inject({
      method: 'GET',
      url: '/customer/api/auth/user',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.json().data.name).toBe('Marcus Reyes')
  })

  it.each(['seller1', 'priya', 'nobody', ''])('is not given for %s', async (login) => {
    expect((await get(world, `/demo/token?login=${login}`)).statusCode).toBe(404)
  })

  it('is never kept by a cache', async () => {
    expect((await get(world, '/demo/token?login=buyer1')).headers['cache-control']).toBe('no-store')
  })
})

describe('the switch of the demo replies', () => {
  const put = (payload: object) => world.app.inject({ method: 'PUT', url: '/demo/replies', payload })

  it('turns them off and on', async () => {
    expect((await put({ on: false })).json()).toEqual({ on: false })
    expect((await get(world, '/demo/replies')).json()).toEqual({ on: false })
    expect((await put({ on: true })).json()).toEqual({ on: true })
  })

  it('takes yes or no, nothing else', async () => {
    const answer = await put({ on: 'maybe' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({ on: ['The on field must be true or false.'] })
  })
})

describe('files of the demo world', () => {
  it.each(['/hosts/..%2fworld/people.ts', '/demo/logos/..%2fpeople.ts', '/drawings/..%5c..%5cx'])(
    'end at their directory: %s',
    async (url) => {
      expect((await get(world, url)).statusCode).toBe(404)
    },
  )

  it('carry the strictest policy on the page that shows it', async () => {
    const policy = (await get(world, '/hosts/strict-csp/')).headers['content-security-policy']
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
  })

  it('never carry a token in a host page', async () => {
    for (const name of ['seller-site', 'partner', 'two-buyers', 'strict-csp', 'hostile-css', 'theming']) {
      const page = (await get(world, `/hosts/${name}/`)).body
      expect(page, name).not.toMatch(/ token=|data-token=|\{\{/)
      expect(page, name).not.toMatch(/<script(?![^>]*\bsrc=)/)
    }
  })

  it('put the launcher into the corner that was asked for, and into a known one only', async () => {
    const page = async (corner: string) => (await get(world, `/hosts/partner/?corner=${corner}`)).body
    expect(await page('top-left')).toContain('data-corner="top-left"')
    expect(await page('%22%3E%3Cscript%3E')).toContain('data-corner="bottom-right"')
  })
})
