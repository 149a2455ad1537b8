/** `plat seed-demo` on an empty installation: who can log in and what they see, and on which installations it writes nothing. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeExampleWorld } from '#demo/seed/example-world.ts'
import { DEMO_LOGINS } from '#demo/seed/logins.ts'
import type { WriteExampleWorld } from '#server/cli/command.ts'
import { faultsOfBooks } from '#server/payments/books.ts'
import { createFileStore } from '#server/providers/files/create-file-store.ts'
import { type Bucket, startBucket } from '#tests/support/bucket.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { runPlat } from './run-plat.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const SMALL = ['seed-demo', '--deals', '40', '--companies', '20', '--messages', '30']

interface Login {
  kind: 'customer' | 'member'
  email: string
  password: string
  url: string
}

let folder: string
let server: TestServer
const filesOf = () => ({ driver: 'disk', directory: join(folder, 'files') }) as const
const open = async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-seed-demo-'))
  server = await startTestServer({ parts: { files: filesOf() } })
}
const close = async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

const plat = (args: readonly string[], exampleWorld: WriteExampleWorld | null = writeExampleWorld) =>
  runPlat(args, {
    database: server.database,
    env: { FILES_DIR: join(folder, 'files') },
    ...(exampleWorld ? { exampleWorld } : {}),
  })
const addStaff = (name: string) =>
  server.database.db
    .insertInto('staff')
    .values({ name, email: `${name.toLowerCase()}@plat.example` })
    .execute()
const counts = async () => {
  const tables = ['accounts', 'customers', 'properties', 'audit_log'] as const
  const rows = tables.map((table) => server.database.db.selectFrom(table).select('id').execute())
  return (await Promise.all(rows)).map(({ length }) => length)
}
const storedFiles = async () => {
  const keys: string[] = []
  for await (const key of createFileStore(filesOf()).keys()) keys.push(key)
  return keys.sort()
}
const pathOf = (url: string) => new URL(url, 'https://plat.example').pathname

describe('plat seed-demo, repeated after a failure in its last step', () => {
  let failed: Awaited<ReturnType<typeof plat>>
  let [countsAfterFailure, filesAfterFailure]: [number[], string[]] = [[], []]
  let world: { deals: number; companies: number; logins: Login[] }
  let progress: string
  beforeAll(async () => {
    await open()
    const { db } = server.database
    await addStaff('Avery')
    await db
      .insertInto('deliveries')
      .values({
        key: 'invitation',
        channel: 'email',
        recipient: 'new@seller.example',
        type: 'message',
        content: '{}',
        due_at: new Date(),
      })
      .execute()
    failed = await plat(SMALL, async (trx, settings) => {
      await writeExampleWorld(trx, settings)
      throw new Error('the disk is full')
    })
    countsAfterFailure = await counts()
    filesAfterFailure = await storedFiles()
    const done = await plat([...SMALL, '--json'])
    world = JSON.parse(done.out)
    progress = done.errors
  })
  afterAll(close)

  const find = (kind: Login['kind']) => {
    const login = world.logins.find((one) => one.kind === kind)
    if (!login) throw new Error(`No login of a ${kind} was printed.`)
    return login
  }

  it('had written nothing when it failed, and leaves no more files than one run', async () => {
    expect([failed.code, failed.errors]).toEqual([1, expect.stringContaining('the disk is full')])
    expect(countsAfterFailure).toEqual([0, 0, 0, 0])
    expect(filesAfterFailure.length).toBeGreaterThan(0)
    expect(await storedFiles()).toEqual(filesAfterFailure)
  })

  it('prints a buyer who logs in, sees deals with pictures, and has conversations', async () => {
    expect([world.deals, world.companies]).toEqual([40, 20])
    const { email, password, url } = find('customer')
    expect(url).toBe('https://plat.example/')
    const login = await server.call('POST', '/login', { body: { email, password } })
    expect(login.status).toBe(200)
    const { token, user } = login.body.data
    const list = await server.call('GET', '/customer/api/properties', { token })
    expect(list.body.all_count).toBe(40)
    const covers = await server.database.db.selectFrom('properties').select(['id', 'thumb_url']).execute()
    for (const { id, thumb_url } of covers) {
      const cover = await server.call('GET', thumb_url ?? '')
      expect([id, cover.status, cover.headers['content-type']]).toEqual([id, 200, 'image/webp'])
    }
    const deal = await server.call('GET', '/customer/api/properties/1', { token })
    const pictures = deal.body.data.images.map(({ url }: { url: string }) => pathOf(url))
    expect(pictures.length).toBeGreaterThan(1)
    for (const path of pictures) expect([path, (await server.call('GET', path)).status]).toEqual([path, 200])
    const chats = await server.call('GET', `/customer/api/customers/${user.id}/chats`, { token })
    expect(chats.body.data.length).toBeGreaterThan(3)
  })

  it('prints a seller who logs in at the seller app', async () => {
    const { email, password, url } = find('member')
    expect(url).toBe('https://plat.example/seller/')
    const login = await server.call('POST', '/account/api/auth/login', { body: { email, password } })
    expect([login.status, login.body.data.user.account.title]).toEqual([200, 'Lone Star Dispositions'])
  })

  it('stores every document and logo, and leaves no address that only the demo serves', async () => {
    const { db } = server.database
    const files = createFileStore(filesOf())
    const papers = await db.selectFrom('property_documents').select(['storage_key', 'size_bytes']).execute()
    const proofs = await db.selectFrom('proofs_of_funds').select(['storage_key', 'size_bytes']).execute()
    expect([papers.length > 0, proofs.length > 0]).toEqual([true, true])
    for (const { storage_key, size_bytes } of [...papers, ...proofs])
      expect([storage_key, (await files.get(storage_key))?.length]).toEqual([storage_key, size_bytes])
    const logos = await db
      .selectFrom('accounts')
      .select('logo_url as url')
      .where('logo_url', 'is not', null)
      .execute()
    expect(logos.length).toBe(3)
    for (const { url } of logos) expect((await server.call('GET', url ?? '')).status).toBe(200)
    const addresses = [
      ...logos,
      ...(await db.selectFrom('properties').select('thumb_url as url').execute()),
      ...(await db.selectFrom('property_images').select('url').execute()),
      ...(await db.selectFrom('property_images').select('thumb_url as url').execute()),
    ]
    expect(addresses.filter(({ url }) => !url?.startsWith('/photos/'))).toEqual([])
    const drawn = await db
      .selectFrom('properties')
      .select('id')
      .where('illustration', 'is not', null)
      .execute()
    expect(drawn).toEqual([])
  })

  it('gives each login a separate random password and an address without a mailbox', async () => {
    const { logins } = world
    expect(logins.length).toBe(5)
    expect(new Set(logins.map(({ password }) => password)).size).toBe(logins.length)
    for (const { email, password, role } of DEMO_LOGINS) {
      const path = { buyer: '/login', seller: '/account/api/auth/login', staff: '/admin/api/auth/login' }[
        role
      ]
      const address = email.replace(/\.com$/, '.example')
      const login = await server.call('POST', path, { body: { email: address, password } })
      expect([address, login.status]).toEqual([address, 422])
    }
    const people = await server.database.db.selectFrom('customers').select('email').execute()
    const members = await server.database.db.selectFrom('account_members').select('email').execute()
    const addresses = [...logins, ...people, ...members].map(({ email }) => email)
    expect(addresses.filter((email) => !email?.endsWith('.example'))).toEqual([])
  })

  it('keeps the staff member and the mail that waited, sends nothing, and balances the books', async () => {
    const { db } = server.database
    expect(await db.selectFrom('staff').select('name').execute()).toEqual([{ name: 'Avery' }])
    expect(await db.selectFrom('deliveries').select('key').execute()).toEqual([{ key: 'invitation' }])
    expect(await faultsOfBooks(db)).toEqual([])
  })

  it('is in the audit log once, and prints its progress apart from the outcome', async () => {
    const log = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'after'])
      .execute()
    const after = { deals: 40, companies: 20, messages: 30, by: 'plat' }
    expect(log.filter(({ action }) => action === 'demo.seed')).toEqual([
      { action: 'demo.seed', actor_kind: 'system', after },
    ])
    expect(progress).toMatch(/stored \d+ of \d+ pictures/)
  })

  it('writes nothing a second time', async () => {
    const before = await counts()
    const { code, errors } = await plat(SMALL)
    expect([code, errors]).toEqual([1, expect.stringContaining('This installation is in use')])
    expect(await counts()).toEqual(before)
  })
})

describe('plat seed-demo', () => {
  beforeEach(open)
  afterEach(close)

  it.each([
    ['a company', () => server.addAccount()],
    ['a buyer', () => server.addCustomer()],
    ['two staff members', async () => [await addStaff('Avery'), await addStaff('Blake')]],
  ])('writes nothing into an installation that has %s, and says what to do', async (_name, prepare) => {
    await prepare()
    const before = await counts()
    const { code, out, errors } = await plat(SMALL)
    expect([code, out]).toEqual([1, ''])
    expect(errors).toContain('This installation is in use')
    expect(errors).toContain('DATABASE_URL')
    expect(await counts()).toEqual(before)
  })

  it('lists the logins, one a line', async () => {
    const login = { kind: 'member', name: 'Nora Beck', email: 'nora@a.example', password: 'abc' } as const
    const size = { deals: 40, companies: 20, messages: 30 }
    const { code, out } = await plat(SMALL, async () => ({ size, logins: [login] }))
    expect([code, out.split('\n').map((line) => line.trim().split(/ {2,}/))]).toEqual([
      0,
      [
        ['The installation has 40 example deals, 20 LLCs and trusts, and these logins:'],
        ['seller', 'Nora Beck', 'nora@a.example', 'abc', 'https://plat.example/seller/'],
        ['The passwords are shown only now.'],
      ],
    ])
  })

  it('says how to build the example data where it is not built', async () => {
    const { code, errors } = await plat(SMALL, null)
    expect([code, errors]).toEqual([1, 'The example data is not built. Build it with: npm run build:server'])
  })
})

describe('plat seed-demo into a bucket', () => {
  let store: Bucket
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plat-seed-bucket-'))
    store = await startBucket(folder)
    const { endpoint, bucket, keys } = store
    const files = { driver: 's3', endpoint, bucket, region: 'us-east-1', ...keys } as const
    server = await startTestServer({ parts: { files } })
  })
  afterAll(async () => {
    await close()
    await store.close()
  })
  const seed = (name: string) =>
    runPlat(['seed-demo', '--deals', '30', '--companies', '5', '--messages', '10'], {
      database: server.database,
      env: {
        S3_BUCKET: name,
        S3_REGION: 'us-east-1',
        S3_ENDPOINT: store.endpoint,
        S3_ACCESS_KEY_ID: store.keys.accessKeyId,
        S3_SECRET_ACCESS_KEY: store.keys.secretAccessKey,
      },
      exampleWorld: writeExampleWorld,
    })

  it('writes nothing when the bucket is not there, and then stores each picture and document in one that is', async () => {
    const { db } = server.database
    const refused = await seed('another')
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('404')])
    expect(await counts()).toEqual([0, 0, 0, 0])
    expect((await seed(store.bucket)).code).toBe(0)
    const covers = await db.selectFrom('properties').select('thumb_url as url').execute()
    expect(covers.length).toBe(30)
    for (const { url } of covers)
      expect([url, (await server.call('GET', url ?? '')).status]).toEqual([url, 200])
    const papers = await db.selectFrom('property_documents').select(['storage_key', 'size_bytes']).execute()
    expect(papers.length).toBeGreaterThan(0)
    for (const { storage_key, size_bytes } of papers)
      expect((await server.parts.files.get(storage_key))?.length).toBe(size_bytes)
  })
})
