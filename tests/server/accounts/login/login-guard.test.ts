/** The limits on guessing passwords of buyers, sellers and staff. The numbers are those of docs/security.md. */
import { createHook } from 'node:async_hooks'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { solveAltcha } from '#marketplace/kit/captcha-altcha.ts'
import { HASH_OF_NOBODY, hashPassword } from '#server/accounts/login/passwords.ts'
import { addStaff } from '#tests/server/admin/staff.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ trustProxy: true })
})
beforeEach(async () => {
  await server.database.db.deleteFrom('login_attempts').execute()
})
afterAll(() => server.close())

const DOORS = {
  customer: '/login',
  member: '/account/api/auth/login',
  staff: '/admin/api/auth/login',
} as const
type Kind = keyof typeof DOORS
const KINDS = Object.keys(DOORS) as Kind[]

const knock = (
  kind: Kind,
  given: { email: string; password: string; ip?: string; captcha?: string },
  on = server,
) => {
  const { email, password, ip = '203.0.113.9', captcha } = given
  const body = { email, password, ...(captcha ? { recaptcha_token: captcha } : {}) }
  return on.call('POST', DOORS[kind], { body, headers: { 'x-forwarded-for': ip } })
}

let staff = 0
async function emailOf(kind: Kind, on = server): Promise<string> {
  if (kind === 'customer') return (await on.addCustomer()).email
  if (kind === 'member') return (await on.addAccount()).email
  staff += 1
  const { id } = await addStaff(on, `Guard${staff}`)
  const password_hash = await hashPassword(PASSWORD)
  await on.database.db.updateTable('staff').set({ password_hash }).where('id', '=', id).execute()
  return `guard${staff}@plat.example`
}

/** How often a password is compared with a hash meanwhile: each is one task of the native module. */
async function comparisonsDuring(work: () => Promise<unknown>): Promise<number> {
  let comparisons = 0
  const hook = createHook({
    init(_id, type) {
      if (type !== 'PROMISE' && new Error().stack?.includes('isPassword')) comparisons += 1
    },
  }).enable()
  await work()
  hook.disable()
  return comparisons
}

describe.each(KINDS)('guessing the password of a %s', (kind) => {
  it('costs one comparison of a password, whether the person exists or not', async () => {
    const email = await emailOf(kind)
    for (const one of [email, 'nobody@example.com'])
      expect(await comparisonsDuring(() => knock(kind, { email: one, password: 'not it' }))).toBe(1)
  })

  it('one person from one network: five failures, then 429 with Retry-After, even for the correct password', async () => {
    const email = await emailOf(kind)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () =>
        knock(kind, { email, password: 'not it' }).then(({ status }) => status),
      ),
    )
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
    const right = await knock(kind, { email, password: PASSWORD })
    expect(right.status).toBe(429)
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800)
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(900)
    // The person themself, on another network, is not blocked.
    expect((await knock(kind, { email, password: PASSWORD, ip: '198.51.100.1' })).status).toBe(200)
  })

  it('twelve people with one password each from one network: 429 before the list is through', async () => {
    const email = await emailOf(kind)
    const statuses: number[] = []
    for (let n = 1; n <= 12; n++)
      statuses.push(
        (
          await knock(kind, {
            email: `person${n}@example.com`,
            password: 'Summer2026!',
            ip: `203.0.113.${n}`,
          })
        ).status,
      )
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422))
    expect(statuses.slice(10)).toEqual([429, 429])
    expect((await knock(kind, { email, password: PASSWORD })).status).toBe(429)
    expect((await knock(kind, { email, password: PASSWORD, ip: '198.51.100.1' })).status).toBe(200)
  })

  it('twelve people from a /64 each of one /48: 429 before the list is through', async () => {
    const statuses: number[] = []
    for (let n = 1; n <= 12; n++) {
      const guess = { email: `person${n}@example.com`, password: 'Summer2026!', ip: `2001:db8:1:${n}::1` }
      statuses.push((await knock(kind, guess)).status)
    }
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  it('one person from many networks: 429 after thirty failures', async () => {
    const email = await emailOf(kind)
    const from = (n: number) => knock(kind, { email, password: 'not it', ip: `203.0.${n}.1` })
    const statuses: number[] = []
    for (let n = 1; n <= 31; n++) statuses.push((await from(n)).status)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(422))
    expect(statuses[30]).toBe(429)
  })
})

it('compares the password of nobody with a hash that costs as much as a real one', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4)
  expect(costOf(HASH_OF_NOBODY)).toEqual(costOf(await hashPassword(PASSWORD)))
  expect(await verify(HASH_OF_NOBODY, PASSWORD)).toBe(false)
})

it('counts the people a network failed for across all three logins', async () => {
  for (let n = 1; n <= 10; n++)
    await knock(KINDS[n % 3] as Kind, { email: `somebody${n}@example.com`, password: 'Summer2026!' })
  expect((await knock('staff', { email: 'next@example.com', password: 'Summer2026!' })).status).toBe(429)
})

it.each([
  ['one /48', '2001:db8:1:2::1', '2001:db8:1:3::1', 429],
  ['one /24', '203.0.113.1', '203.0.113.254', 429],
  ['two /48', '2001:db8:1:2::1', '2001:db8:2:2::1', 422],
  ['two /24', '203.0.113.1', '203.0.112.1', 422],
])('addresses of %s count as that: %s and %s', async (_, one, other, status) => {
  const email = await emailOf('member')
  for (let n = 0; n < 5; n++) await knock('member', { email, password: 'not it', ip: one })
  expect((await knock('member', { email, password: 'not it', ip: other })).status).toBe(status)
})

it('a refused attempt does not extend the wait, and a success clears only its own failures', async () => {
  const { db } = server.database
  const email = await emailOf('member')
  for (let n = 0; n < 7; n++) await knock('member', { email, password: 'not it' })
  expect(await db.selectFrom('login_attempts').selectAll().execute()).toHaveLength(5)
  const own = await emailOf('member')
  await knock('member', { email: own, password: PASSWORD })
  expect(await db.selectFrom('login_attempts').selectAll().execute()).toHaveLength(5)
})

it('lets the person try again when the window is over, and stores neither address nor password', async () => {
  const { db } = server.database
  const email = await emailOf('member')
  for (let n = 0; n < 5; n++) await knock('member', { email, password: 'not it' })
  const rows = await db.selectFrom('login_attempts').selectAll().execute()
  expect(JSON.stringify(rows.map((row) => Buffer.from(row.person_hash).toString()))).not.toContain(email)
  await db
    .updateTable('login_attempts')
    .set({ created_at: new Date(Date.now() - 15 * 60_000 - 1000) })
    .execute()
  expect((await knock('member', { email, password: PASSWORD })).status).toBe(200)
})

describe('the captcha', () => {
  let strict: TestServer
  beforeAll(async () => {
    strict = await startTestServer({ trustProxy: true, parts: { captcha: { driver: 'altcha', cost: 1 } } })
  })
  afterAll(() => strict.close())

  const asksFor = async (given: { email: string; password: string; ip?: string }, kind: Kind = 'member') =>
    Object.keys((await knock(kind, given, strict)).body.errors ?? {})

  it.each(['member', 'staff'] as const)(
    'is required of a %s after three failures of this person, from anywhere',
    async (kind) => {
      const email = await emailOf(kind, strict)
      const ip = (n: number) => `192.${kind === 'member' ? 0 : 1}.${n}.1`
      for (let n = 1; n <= 3; n++)
        expect(await asksFor({ email, password: 'not it', ip: ip(n) }, kind)).toEqual(['email'])
      const right = { email, password: PASSWORD, ip: ip(9) }
      expect(await asksFor(right, kind)).toEqual(['recaptcha_token'])
      const captcha = await solved(strict)
      expect((await knock(kind, { ...right, captcha }, strict)).status).toBe(200)
    },
  )

  it('is required of the fourth of many guesses at once, from however many networks', async () => {
    const { email } = await strict.addAccount()
    const guesses = Array.from({ length: 10 }, (_, n) =>
      asksFor({ email, password: 'not it', ip: `192.0.${n + 20}.1` }),
    )
    const asked = (await Promise.all(guesses)).flat()
    expect(asked.filter((field) => field === 'email')).toHaveLength(3)
    expect(asked.filter((field) => field === 'recaptcha_token')).toHaveLength(7)
  })

  it('is required of everybody on a network that failed for three people, and a wrong captcha costs no attempt', async () => {
    for (let n = 1; n <= 3; n++)
      expect(await asksFor({ email: `p${n}@example.com`, password: 'not it', ip: '198.18.0.1' })).toEqual([
        'email',
      ])
    const { email } = await strict.addAccount()
    const given = { email, password: PASSWORD, ip: '198.18.0.77' }
    expect(await asksFor(given)).toEqual(['recaptcha_token'])
    expect((await knock('member', { ...given, captcha: 'made up' }, strict)).status).toBe(422)
    expect((await knock('member', { ...given, captcha: await solved(strict) }, strict)).status).toBe(200)
  })
})

async function solved(on: TestServer): Promise<string> {
  const { body } = await on.call('GET', '/customer/api/auth/captcha')
  return solveAltcha(body.data.challenge)
}
