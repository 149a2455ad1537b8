/** `plat` on an empty embedded database: what each command changes, prints and ends with. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { startReceiver } from '#tests/support/telemetry-receiver.ts'
import { runPlat, type Surroundings } from './run-plat.ts'

const PASSWORD = 'plum orbit lantern 7'
const STAFF = ['staff', 'add', '--name', 'Avery Lane', '--email', 'avery@plat.example']

let dataDir: string
let server: TestServer
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plat-cli-'))
})
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const plat = (args: readonly string[], { input = '', env = {} }: Pick<Surroundings, 'input' | 'env'> = {}) =>
  // The server of this test has it open too.
  runPlat(args, { database: server.database, input, env: { PLAT_DATA: dataDir, ...env } })

const json = async (args: readonly string[]) => JSON.parse((await plat([...args, '--json'])).out)

const stored = <T>(read: (database: OpenDatabase) => Promise<T>) => read(server.database)
const served = <T>(ask: (server: TestServer) => Promise<T>) => ask(server)

describe('plat staff add', () => {
  it('prints a link that sets the password, with which the person logs in', async () => {
    const { link } = await json(STAFF)
    expect(link).toMatch(/^https:\/\/plat\.example\/admin\/#reset-password\/[\w-]{43}$/)
    const answers = await served(async (server) => {
      const body = { token: link.split('/').at(-1), password: PASSWORD }
      const set = await server.call('POST', '/admin/api/auth/set-password', { body })
      const login = await server.call('POST', '/admin/api/auth/login', {
        body: { email: 'avery@plat.example', password: PASSWORD },
      })
      return [set.status, login.status, login.body.data.user.name]
    })
    expect(answers).toEqual([200, 200, 'Avery Lane'])
  })

  it('leads to the origin of the console, where it has one', async () => {
    const env = { ADMIN_ORIGIN: 'https://admin.example' }
    expect((await plat(STAFF, { env })).out).toContain('https://admin.example/admin/#reset-password/')
  })

  it('takes the password from standard input, prints no link, and refuses a bad one', async () => {
    const bad = await plat([...STAFF, '--password-stdin'], { input: 'password1\n' })
    expect([bad.code, bad.out]).toEqual([1, ''])
    expect(bad.errors).not.toContain('password1')
    const good = await plat([...STAFF, '--password-stdin'], { input: `${PASSWORD}\n` })
    expect([good.code, good.out]).toEqual([0, 'Avery Lane <avery@plat.example> was added.'])
    const status = await served(async (server) => {
      const body = { email: 'avery@plat.example', password: PASSWORD }
      return (await server.call('POST', '/admin/api/auth/login', { body })).status
    })
    expect(status).toBe(200)
  })

  it('refuses an email that has a login, and is in the audit log once', async () => {
    await plat(STAFF)
    const again = await plat(STAFF)
    expect([again.code, again.errors]).toEqual([1, 'avery@plat.example already has a login of this kind.'])
    const log = await stored(({ db }) =>
      db.selectFrom('audit_log').select(['action', 'actor_kind']).execute(),
    )
    expect(log).toEqual([{ action: 'staff.add', actor_kind: 'system' }])
  })
})

describe('plat account add and member add', () => {
  it('make a company and a person who logs in at the seller app', async () => {
    const { id } = await json(['account', 'add', '--title', 'Bluebonnet Homes'])
    const person = ['--name', 'Maria Lopez', '--email', 'maria@example.com']
    const { link } = await json(['member', 'add', '--account', String(id), ...person])
    expect(link).toMatch(/^https:\/\/plat\.example\/seller\/#join\//)
    const user = await served(async (server) => {
      const body = { token: link.split('/').at(-1), password: PASSWORD, terms_version: TERMS_VERSION }
      await server.call('POST', '/account/api/auth/set-password', { body })
      const login = { email: 'maria@example.com', password: PASSWORD }
      return (await server.call('POST', '/account/api/auth/login', { body: login })).body.data.user
    })
    expect(user).toMatchObject({ name: 'Maria Lopez', account: { title: 'Bluebonnet Homes' } })
    const rows = await stored(({ db }) => db.selectFrom('account_members').select('role').execute())
    expect(rows).toEqual([{ role: 'administrator' }])
  })

  it('add nobody to an account that is not there', async () => {
    const person = ['--name', 'Maria Lopez', '--email', 'maria@example.com']
    const { code, errors } = await plat(['member', 'add', '--account', '77', ...person])
    expect([code, errors]).toEqual([1, 'There is no account 77. Add one with: plat account add'])
  })
})

describe('plat key create', () => {
  it('makes a key whose secret gets a token for a visitor, who has a conversation with the account', async () => {
    const { id } = await json(['account', 'add', '--title', 'Bluebonnet Homes'])
    const origins = 'https://homes.example, https://homes.example/'
    const args = ['key', 'create', '--account', String(id), '--name', 'Our site', '--origins', origins]
    const key = await json(args)
    const [site, guests] = [['https://homes.example'], { allowed: false, contact: 'email' }]
    expect(key).toMatchObject({ name: 'Our site', origins: site, guests })
    expect(await json([...args, '--guests'])).toMatchObject({ guests: { ...guests, allowed: true } })
    const [user, chats] = await served(async (server) => {
      const visitor = { id: 'user-7', email: 'ann@example.com', name: 'Ann Lee' }
      const body = { user: visitor }
      const issued = await server.call('POST', '/account/api/embed-tokens', { body, token: key.secret_key })
      const { token } = issued.body
      const headers = { Origin: 'https://homes.example' }
      const user = await server.call('GET', '/customer/api/auth/user', { token, headers })
      const path = `/customer/api/customers/${user.body.data.id}/chats`
      return [user, await server.call('GET', path, { token, headers })]
    })
    expect([user.status, user.body.data.name]).toEqual([200, 'Ann Lee'])
    const titles = chats.body.data.map(({ account }: { account: { title: string } }) => account.title)
    expect(titles).toEqual(['Bluebonnet Homes'])
    const log = await stored(({ db }) => db.selectFrom('audit_log').selectAll().execute())
    expect(log.at(-1)).toMatchObject({ action: 'key.create', actor_kind: 'system', ip: null })
    expect(JSON.stringify(log)).not.toContain(key.secret_key)
  })

  it('makes none for an account that is not there', async () => {
    const { code, errors } = await plat(['key', 'create', '--account', '77', '--name', 'Our site'])
    expect([code, errors]).toEqual([1, 'There is no account 77. Add one with: plat account add'])
  })
})

describe('plat jobs', () => {
  const giveUp = () =>
    stored(({ db }) =>
      db
        .insertInto('failed_work')
        .values({
          kind: 'offers',
          item: '12',
          tries: 8,
          error: 'out of reach',
          next_try_at: 'infinity',
          first_failed_at: new Date(0),
          last_failed_at: new Date(0),
          given_up_at: new Date(0),
        })
        .execute(),
    )

  it('list says so when nothing has failed', async () => {
    expect(await plat(['jobs', 'list'])).toEqual({ code: 0, out: 'No failed work.', errors: '' })
  })

  it('list what was given up, and retry it from its first try', async () => {
    await giveUp()
    const [row] = await json(['jobs', 'list'])
    expect(row).toMatchObject({ kind: 'offers', item: '12', state: 'given_up', tries: 8 })
    expect((await plat(['jobs', 'retry', '--id', String(row.id)])).code).toBe(0)
    expect((await json(['jobs', 'list']))[0]).toMatchObject({ state: 'trying', tries: 0 })
    expect((await plat(['jobs', 'retry', '--kind', 'offers'])).code).toBe(1)
  })
})

describe('plat check', () => {
  it('says of each part whether it works, and what to do', async () => {
    const found = await plat(['check', '--json'], {
      env: { PUBLIC_URL: 'http://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' },
    })
    const states = JSON.parse(found.out).map(({ name, state }: { name: string; state: string }) => [
      name,
      state,
    ])
    expect(Object.fromEntries(states)).toEqual({
      settings: 'ok',
      database: 'ok',
      clock: 'unused',
      redis: 'failed',
      files: 'ok',
      mail: 'unused',
      clamd: 'unused',
      'public url': 'failed',
      tls: 'unused',
      pages: 'failed',
      traces: 'unused',
    })
    expect(found.code).toBe(1)
    for (const remedy of ['Start Redis', 'check DNS', 'npm run build']) expect(found.out).toContain(remedy)
  })

  it('takes the running server’s embedded database for what it is', async () => {
    const running = await openDatabase({ dataDir })
    const env = { PLAT_DATA: dataDir, PUBLIC_URL: 'http://127.0.0.1:1' }
    const { out } = await runPlat(['check', '--json'], { env }).finally(() => running.close())
    const [database] = JSON.parse(out).filter(({ name }: { name: string }) => name === 'database')
    expect(database).toEqual({
      name: 'database',
      state: 'ok',
      text: `embedded, in ${dataDir}, which the running server uses`,
    })
  })

  it('says whether the collector of traces answers', async () => {
    const collector = await startReceiver()
    const tracesAt = async (url: string) => {
      const env = { PUBLIC_URL: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_ENDPOINT: url }
      const { out } = await plat(['check', '--json'], { env })
      return JSON.parse(out).find(({ name }: { name: string }) => name === 'traces').state
    }
    expect(await tracesAt(collector.url)).toBe('ok')
    expect(collector.received).toEqual([{ path: '/v1/traces', body: '{"resourceSpans":[]}' }])
    await collector.close()
    expect(await tracesAt(collector.url)).toBe('failed')
  })

  it('cannot ask a server on localhost from a container, which is no failure', async () => {
    const { out } = await plat(['check', '--json'], { env: { PUBLIC_URL: 'http://localhost:1' } })
    const [found] = JSON.parse(out).filter(({ name }: { name: string }) => name === 'public url')
    expect(found).toMatchObject({ state: 'unused', text: expect.stringContaining('container') })
  })

  it('names every wrong setting', async () => {
    const { code, out } = await plat(['check'], { env: { PLAT_SECRET: 'short', PORT: '70000' } })
    expect(code).toBe(1)
    for (const name of ['PLAT_SECRET', 'PORT']) expect(out).toContain(name)
  })
})

/** The commands of docs/operations.md, each with the options that it cannot do without. */
const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ['staff add', ['name', 'email']],
  ['account add', ['title']],
  ['member add', ['account', 'name', 'email']],
  ['key create', ['account', 'name']],
  ['secret rotate', []],
  ['deals import', ['account', 'file']],
  ['buyers export', ['account']],
  ['jobs list', []],
  ['jobs retry', []],
  ['seed-demo', []],
  ['migrate', []],
  ['backup', ['file']],
  ['restore', ['file']],
  ['check', []],
]

describe('plat', () => {
  it.each(COMMANDS)('%s has help, which opens no database', async (name) => {
    const { code, out } = await plat([...name.split(' '), '--help'], { env: { PLAT_SECRET: '' } })
    expect([code, out.split('\n')[0]]).toEqual([0, `plat ${name}`])
  })

  it.each(COMMANDS)('%s names an option it does not know, in words and as JSON', async (name) => {
    const words = await plat([...name.split(' '), '--colour', 'red'])
    expect([words.code, words.out]).toEqual([2, ''])
    expect(words.errors).toContain("'--colour'")
    expect(words.errors).toContain(`See plat ${name} --help.`)
    const asJson = await plat([...name.split(' '), '--colour', 'red', '--json'])
    expect([asJson.code, asJson.errors]).toEqual([2, ''])
    expect(JSON.parse(asJson.out)).toEqual({ error: words.errors })
  })

  it.each(COMMANDS.filter(([, needed]) => needed.length > 0))(
    '%s names what is missing: %j',
    async (name, needed) => {
      const { code, errors } = await plat(name.split(' '))
      expect(code).toBe(2)
      expect(errors).toBe(`Missing: ${needed.map((one) => `--${one}`).join(', ')}.\nSee plat ${name} --help.`)
    },
  )

  it.each([
    [['staff', 'remove'], 'There is no command "staff remove"'],
    [['staff', 'add', '--pasword', 'x'], '--pasword'],
    [['staff', 'add', '--name', 'A', '--email', 'nobody'], 'not an email address'],
    [['key', 'create', '--account', '1', '--name', 'Site', '--origins', 'homes'], '"homes"'],
    [['key', 'create', '--account', '1', '--name', 'x'.repeat(61)], '--name: at most 60 characters.'],
    [['jobs', 'retry'], 'either --id or --kind'],
    [['seed-demo', '--deals', 'many'], '--deals must be a whole number from 0 to 500000.'],
  ])('ends with 2 when it is asked in a wrong way: %j', async (args, message) => {
    const { code, errors } = await plat(args)
    expect(code).toBe(2)
    expect(errors).toContain(message)
  })

  it('takes --json and --help before the command too', async () => {
    expect(await plat(['--json', 'jobs', 'list'])).toEqual({ code: 0, out: '[]', errors: '' })
    expect((await plat(['--help', 'jobs', 'list'])).out.split('\n')[0]).toBe('plat jobs list')
  })

  it('names the commands that begin with a word', async () => {
    const { code, out } = await plat(['jobs', '--help'])
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.trim().split(/ {2,}/)[0])).toEqual(['jobs list', 'jobs retry'])
  })

  it('answers failures as JSON where JSON is asked for', async () => {
    const { out } = await plat(['jobs', 'retry', '--kind', 'offers', '--json'])
    expect(JSON.parse(out)).toEqual({ error: 'Nothing that was given up matches. See: plat jobs list' })
  })
})
