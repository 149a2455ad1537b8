/** Migrations of a PostgreSQL that people use meanwhile: what they wait for, what waits for them, and what an interruption leaves. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '#server/core/database/migrate.ts'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { runMigrations, type SchemaMigrations } from '#server/core/database/run-migrations.ts'
import { copyDatabase, createDatabase, type OwnDatabase } from '#tests/support/postgres-databases.ts'

let own: OwnDatabase
let database: OpenDatabase
const clients: pg.Client[] = []
const databases: OpenDatabase[] = []

beforeEach(async () => {
  const copied = await copyDatabase('migrations', async (url) => {
    const template = await openDatabase({ url })
    await template.migrate()
    await sql`insert into accounts (title) select 'Company ' || n from generate_series(1, 100) n`.execute(
      template.db,
    )
    await template.close()
  })
  if (!copied) throw new Error('TEST_DATABASE_URL is needed.')
  own = copied
  database = await openVersion()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await Promise.all(databases.splice(0).map((one) => one.close()))
  await own.drop()
})

async function openVersion(): Promise<OpenDatabase> {
  const opened = await openDatabase({ url: own.url })
  databases.push(opened)
  return opened
}

/** A session of somebody else, whose statements give up soon instead of hanging the test. */
async function connect(lockTimeout = '1s'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: own.url })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  await client.query(`set lock_timeout = '${lockTimeout}'`)
  return client
}

function start(added: SchemaMigrations, on: OpenDatabase = database) {
  const lines: string[] = []
  const migrations = { ...MIGRATIONS, ...added }
  const ended = runMigrations(on, { migrations, onProgress: (line) => void lines.push(line) })
  // A test may await it only later.
  ended.catch(() => {})
  return { lines, ended }
}

const INDEX = { indexes: [{ name: 'accounts_held', on: 'accounts (held(id))' }] }
const LABEL: SchemaMigrations[string] = {
  up: async (db) => void (await sql`alter table accounts add column label text`.execute(db)),
}
/** Advisory locks are the gates of these tests. */
const GATE = 4711

/** An index whose build stops at its first row until the gate opens. */
async function closeGate(): Promise<pg.Client> {
  const gate = await connect()
  await gate.query(`create function held(id bigint) returns bigint immutable language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return id; end $$`)
  await gate.query(`select pg_advisory_lock(${GATE})`)
  return gate
}
const openGate = (gate: pg.Client) => gate.query(`select pg_advisory_unlock(${GATE})`)

/** The backend that waits for a lock of this kind. */
async function waiterFor(client: pg.Client, condition: string): Promise<number> {
  const find = async () =>
    (
      await client.query<{ pid: number }>(
        `select pid from pg_locks where not granted and database = (select oid from pg_database where datname = current_database()) and ${condition}`,
      )
    ).rows[0]?.pid ?? 0
  await expect.poll(find).toBeGreaterThan(0)
  return find()
}
const atGate = `locktype = 'advisory' and objid = ${GATE}`
const forAccounts = `relation = 'accounts'::regclass and mode = 'AccessExclusiveLock'`

async function stateOf(client: pg.Client, index: string): Promise<boolean | null> {
  const { rows } = await client.query(
    `select indisvalid from pg_index where indexrelid = to_regclass('${index}')`,
  )
  return rows[0]?.indisvalid ?? null
}

const write = (client: pg.Client) => client.query(`insert into accounts (title) values ('Written meanwhile')`)

test('a plain CREATE INDEX stops writes until it ends', async () => {
  const [gate, writer, builder] = [await closeGate(), await connect(), await connect('0')]
  const built = builder.query('create index accounts_held on accounts (held(id))')
  await waiterFor(gate, atGate)
  await expect(write(writer)).rejects.toThrow('lock timeout')
  await openGate(gate)
  await built
})

test('the index of a migration is built while others write', async () => {
  const [gate, writer] = [await closeGate(), await connect()]
  const { ended, lines } = start({ '9001-held-index': INDEX })
  await waiterFor(gate, atGate)
  await write(writer)
  await openGate(gate)
  await ended
  expect(lines).toEqual(['migrated 9001-held-index'])
  expect(await stateOf(writer, 'accounts_held')).toBe(true)
})

test('an index whose build was interrupted is built again at the next start', async () => {
  const [gate, other] = [await closeGate(), await connect()]
  const first = start({ '9001-held-index': INDEX })
  const pid = await waiterFor(gate, atGate)
  await other.query(`select pg_terminate_backend(${pid})`)
  await expect(first.ended).rejects.toThrow()
  await expect.poll(() => stateOf(other, 'accounts_held')).toBe(false)
  await openGate(gate)

  const second = start({ '9001-held-index': INDEX })
  await second.ended
  expect(second.lines).toContain('migrated 9001-held-index')
  expect(await stateOf(other, 'accounts_held')).toBe(true)
})

test('of two nodes that start at once, one builds the index and the other waits for it', async () => {
  const gate = await closeGate()
  const first = start({ '9001-held-index': INDEX })
  await waiterFor(gate, atGate)
  const second = start({ '9001-held-index': INDEX }, await openVersion())
  await expect.poll(() => second.lines).toEqual(['another node migrates the database; waiting for it'])
  await openGate(gate)
  await Promise.all([first.ended, second.ended])
  expect(first.lines).toEqual(['migrated 9001-held-index'])
  expect(second.lines).toHaveLength(1)
})

test('a migration that waits for a long read lets others write, and goes on when the read ends', async () => {
  const [reader, writer] = [await connect(), await connect('4s')]
  await reader.query('begin')
  await reader.query('select count(*) from accounts')
  const { ended, lines } = start({ '9001-labels': LABEL })
  await waiterFor(writer, forAccounts)
  await write(writer)
  await expect
    .poll(() => lines)
    .toEqual(['migration 9001-labels waits for a table that another transaction uses; trying again in 5 s'])
  await reader.query('commit')
  await ended
  expect(lines.at(-1)).toBe('migrated 9001-labels')
}, 40_000)

test('each migration of a database in use is a separate transaction', async () => {
  const failing = { up: async () => Promise.reject(new Error('This one fails.')) }
  await expect(start({ '9001-labels': LABEL, '9002-failing': failing }).ended).rejects.toThrow(
    'This one fails.',
  )
  const again = start({ '9001-labels': LABEL })
  await again.ended
  expect(again.lines).toEqual([])
})

test('what the version before 0040 stored and stores is right after the newest migration', async () => {
  const empty = await createDatabase()
  if (!empty) throw new Error('TEST_DATABASE_URL is needed.')
  const before = await openDatabase({ url: empty.url })
  try {
    const migrations = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0040'))
    await runMigrations(before, { migrations, onProgress: () => {} })
    /** The statements of that version, for a pair of people. */
    const store = async (n: number) => {
      await sql`insert into customers (id, name, email) values (${n}, 'Dana', ${`dana${n}@example.com`})`.execute(
        before.db,
      )
      await sql`insert into accounts (id, title) values (${n}, 'Bluebonnet Homes')`.execute(before.db)
      await sql`insert into account_members (id, account_id, name, email, role)
        values (${n}, ${n}, 'Sam', ${`sam${n}@example.com`}, 'manager')`.execute(before.db)
      await sql`insert into chats (customer_id, account_id, last_message_at, assigned_to)
        values (${n}, ${n}, now(), ${n})`.execute(before.db)
      await sql`insert into access_tokens (id, token_hash, principal_kind, principal_id, purpose, expires_at)
        values (${n}, ${Buffer.of(n)}, 'customer', ${n}, 'session', now() + interval '1 hour')`.execute(
        before.db,
      )
      await sql`insert into push_devices (customer_id, session_id, endpoint, p256dh, auth)
        values (${n}, ${n}, ${`https://push.example/${n}`}, 'key', 'auth')`.execute(before.db)
    }
    await store(1)
    await before.migrate()
    await store(2)

    const { db } = before
    const members = await db
      .selectFrom('account_members')
      .select(['role', 'paused_at', 'invited_at'])
      .execute()
    expect(members).toEqual(Array(2).fill({ role: 'manager', paused_at: null, invited_at: null }))
    const chats = await db.selectFrom('chats').select(['assigned_to', 'blocked_at']).orderBy('id').execute()
    expect(chats).toEqual([1, 2].map((assigned_to) => ({ assigned_to, blocked_at: null })))
    const devices = await db
      .selectFrom('push_devices')
      .select(['customer_id', 'member_id'])
      .orderBy('id')
      .execute()
    expect(devices).toEqual([1, 2].map((customer_id) => ({ customer_id, member_id: null })))
  } finally {
    await before.close()
    await empty.drop()
  }
})
