/** A rehearsal on a real PostgreSQL: `plat backup` of an installation that runs, `plat restore` into a new one, and people go on in it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/core/database/open.ts'
import { runPlat, SECRET } from '#tests/server/cli/run-plat.ts'
import { createDatabase, type OwnDatabase } from '#tests/support/postgres-databases.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { formOf, PDF } from '#tests/support/uploads.ts'

let folder: string
let databases: OwnDatabase[]
const servers: TestServer[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-rehearsal-'))
  databases = await Promise.all([own(), own()])
})
afterAll(async () => {
  for (const server of servers) await server.close()
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function own(): Promise<OwnDatabase> {
  const made = await createDatabase()
  if (!made) throw new Error('TEST_DATABASE_URL is needed.')
  return made
}

const envOf = (at: 0 | 1) => ({
  DATABASE_URL: databases[at]?.url ?? '',
  FILES_DIR: join(folder, `files-${at}`),
})
const archive = () => join(folder, 'plat.tar')

async function start(at: 0 | 1): Promise<TestServer> {
  const database = await openDatabase({ url: envOf(at).DATABASE_URL })
  await database.migrate()
  const files = { driver: 'disk', directory: envOf(at).FILES_DIR } as const
  const server = await startTestServer({ database, secret: SECRET, parts: { files } })
  servers.push(server)
  return server
}

test('a backup of a running installation is restored, and people log in, read and write there', async () => {
  const before = await start(0)
  const [dana, seller] = [await before.addCustomer(), await before.addAccount('Gulf Coast Wholesale')]
  await before.introduce(dana, seller)
  const write = (server: TestServer, token: string, message: string) =>
    server.call('POST', `/customer/api/customers/${dana.id}/accounts/${seller.id}/text-messages`, {
      token,
      body: { message },
    })
  await write(before, dana.token, 'Is the lot fenced?')
  const upload = await formOf({ path: '', field: 'proof_file', bytes: PDF, fields: { ref: 'one' } })
  const taken = await before.app.inject({
    method: 'POST',
    url: '/customer/api/proof-of-funds',
    payload: Buffer.from(upload.payload),
    headers: { authorization: `Bearer ${dana.token}`, 'content-type': upload.contentType },
  })
  expect(taken.statusCode).toBe(201)

  const saved = await runPlat(['backup', '--file', archive()], { env: envOf(0) })
  expect([saved.code, saved.errors]).toEqual([0, ''])
  const refused = await runPlat(['restore', '--file', archive()], {
    env: { ...envOf(0), FILES_DIR: join(folder, 'none') },
  })
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('The database has tables')])
  const restored = await runPlat(['restore', '--file', archive(), '--json'], { env: envOf(1) })
  expect([restored.code, restored.errors]).toEqual([0, ''])
  expect(JSON.parse(restored.out)).toMatchObject({ files: 1 })

  const after = await start(1)
  const login = await after.call('POST', '/login', { body: { email: dana.email, password: PASSWORD } })
  expect(login.status).toBe(200)
  const { token } = dana
  expect((await write(after, token, 'Is it still available?')).status).toBe(201)
  const thread = await after.call(
    'GET',
    `/customer/api/customers/${dana.id}/text-messages?filter[account_id]=${seller.id}`,
    {
      token,
    },
  )
  expect(JSON.stringify(thread.body)).toMatch(/Is it still available\?.*Is the lot fenced\?/)
  const { id } = taken.json().data
  const { headers } = await after.call('GET', `/customer/api/proof-of-funds/${id}/download`, { token })
  const signed = new URL(String(headers.location), 'https://plat.example')
  const file = await after.app.inject({ url: signed.pathname + signed.search })
  expect(file.rawPayload.equals(PDF)).toBe(true)
}, 120_000)
