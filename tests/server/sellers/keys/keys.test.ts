/** A seller's keys: who makes them, what is shown of a secret, how long the former one works, and what revoking ends. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let seller: Seller
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example' })
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  seller = await server.addAccount()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = (method: Method, path: string, body?: unknown, token = seller.token) =>
  server.call(method, `/account/api/keys${path}`, { token, ...(body === undefined ? {} : { body }) })
const make = async (body: object = { name: 'Website' }) => (await ask('POST', '', body)).body.data
const works = async (secret: string) =>
  (
    await server.call('POST', '/account/api/embed-tokens', {
      token: secret,
      body: { user: { id: 'u1', email: 'ann@example.com', name: 'Ann Lee' } },
    })
  ).status
const auditOf = (id: number) =>
  server.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_kind', '=', 'server_key')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

async function addManager() {
  const { db } = server.database
  const { id } = await db
    .insertInto('account_members')
    .values({ account_id: seller.id, name: 'Mo', email: `mo${seller.id}@example.com`, role: 'manager' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wanted = { kind: 'member', purpose: 'desk', lifetimeMs: 3_600_000 } as const
  return (await issue(db, { ...wanted, principalId: id })).token
}

describe('a new key', () => {
  it('shows its secret once, and stores only a hash', async () => {
    const { status, body } = await ask('POST', '', { name: ' Website ', origins: ['https://Acme.example/'] })
    expect(status).toBe(201)
    const { secret_key: secret, ...shown } = body.data
    expect(secret).toMatch(/^sk_[\w-]{43}$/)
    expect(shown).toMatchObject({
      name: 'Website',
      origins: ['https://acme.example'],
      secret_ends_with: secret.slice(-4),
      publishable_key: expect.stringMatching(/^pk_[\w-]{24}$/),
      last_used_at: null,
      former_secret_until: null,
    })
    expect((await ask('GET', '')).body).toEqual({ data: [shown] })
    const stored = await sql<{ row: string }>`select to_jsonb(k)::text as row from server_keys k`.execute(
      server.database.db,
    )
    expect(JSON.stringify(stored.rows)).not.toContain(secret)
    const [noted] = await auditOf(shown.id)
    expect(noted).toMatchObject({ action: 'key.create', actor_kind: 'member', actor_id: seller.memberId })
    expect(JSON.stringify(noted)).not.toContain(secret)
    expect(server.lines.join('')).not.toContain(secret)
  })

  it('is made, seen and ended by administrators only', async () => {
    const { id } = await make()
    const token = await addManager()
    const calls = await Promise.all([
      ask('GET', '', undefined, token),
      ask('POST', '', { name: 'Mine' }, token),
      ask('PUT', `/${id}`, { name: 'Mine' }, token),
      ask('POST', `/${id}/rotate`, undefined, token),
      ask('DELETE', `/${id}`, undefined, token),
    ])
    for (const { status, body } of calls) expect([status, body.code]).toEqual([403, 'administrators_only'])
  })

  it('needs a login that was confirmed within the last ten minutes', async () => {
    await sql`update access_tokens set confirmed_at = now() - interval '11 minutes'
      where principal_kind = 'member' and principal_id = ${seller.memberId}`.execute(server.database.db)
    const { status, body } = await ask('POST', '', { name: 'Website' })
    expect([status, body.code]).toEqual([403, 'confirm_identity'])
    expect((await ask('GET', '')).status).toBe(200)
  })

  it.each([
    'http://acme.example',
    'https://acme.example/shop',
    'acme.example',
    'https://*.acme.example',
    'null',
  ])('refuses %s as an origin', async (origin) => {
    const { status, body } = await ask('POST', '', { name: 'a', origins: ['https://ok.example', origin] })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['origins.1']])
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'https://acme.example:8443'])(
    'takes %s as an origin',
    async (origin) => {
      expect((await make({ name: 'a', origins: [origin] })).origins).toEqual([origin])
    },
  )

  it('is refused beyond the twentieth', async () => {
    for (let count = 0; count < 20; count += 1) await make()
    const { status, body } = await ask('POST', '', { name: 'One more' })
    expect([status, body.code]).toEqual([409, 'conflict'])
  })
})

describe('a key', () => {
  it('of another account does not exist', async () => {
    const { id } = await make()
    const rival = await server.addAccount('Rival Homes')
    const calls = await Promise.all([
      ask('PUT', `/${id}`, { name: 'Mine' }, rival.token),
      ask('POST', `/${id}/rotate`, undefined, rival.token),
      ask('DELETE', `/${id}`, undefined, rival.token),
    ])
    expect(calls.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await ask('GET', '', undefined, rival.token)).body.data).toEqual([])
  })

  it('gets another name and other origins, which is logged', async () => {
    const { id } = await make()
    const change = { name: 'Shop', origins: ['https://shop.example', 'https://shop.example/'] }
    const { body } = await ask('PUT', `/${id}`, change)
    expect(body.data[0]).toMatchObject({ name: 'Shop', origins: ['https://shop.example'] })
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'key.change',
      before: { name: 'Website', origins: [] },
      after: { name: 'Shop', origins: ['https://shop.example'] },
    })
  })

  it('says when its secret was last used', async () => {
    const { id, secret_key } = await make()
    expect(await works(secret_key)).toBe(201)
    const found = (await ask('GET', '')).body.data.find((key: { id: number }) => key.id === id)
    expect(Date.now() - Date.parse(found.last_used_at)).toBeLessThan(60_000)
  })

  it('keeps its former secret working for 24 hours after a rotation', async () => {
    const { id, secret_key: first } = await make()
    const { status, body } = await ask('POST', `/${id}/rotate`)
    const second = body.data.secret_key
    expect([status, second === first]).toEqual([200, false])
    expect([await works(first), await works(second)]).toEqual([201, 201])
    const hours = (Date.parse(body.data.former_secret_until) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24.1)
    await sql`update server_keys set former_until = now() where id = ${id}`.execute(server.database.db)
    expect([await works(first), await works(second)]).toEqual([401, 201])
    expect((await auditOf(id)).at(-1)?.action).toBe('key.rotate')
  })

  it('ends at once when it is revoked, with the tokens and sockets that came from it', async () => {
    const { id, secret_key } = await make()
    const issued = await server.call('POST', '/account/api/embed-tokens', {
      token: secret_key,
      body: { user: { id: 7, email: 'ann@example.com', name: 'Ann Lee' } },
    })
    const token = issued.body.token as string
    const me = await server.call('GET', '/customer/api/auth/user', { token })
    expect(me.status).toBe(200)
    const { body } = await ask('DELETE', `/${id}`)
    expect(body).toEqual({ data: [] })
    expect(await works(secret_key)).toBe(401)
    expect((await server.call('GET', '/customer/api/auth/user', { token })).status).toBe(401)
    await expect
      .poll(() => server.terminated.filter((user) => user.startsWith(`customer:${me.body.data.id}:`)))
      .toHaveLength(1)
    expect((await auditOf(id)).at(-1)?.action).toBe('key.revoke')
  })

  it('does not work while its account is suspended', async () => {
    const { secret_key } = await make()
    await sql`update accounts set suspended_at = now() where id = ${seller.id}`.execute(server.database.db)
    expect(await works(secret_key)).toBe(401)
  })
})
