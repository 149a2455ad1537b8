/** A server process is killed in the middle of deleting the files of an account; the next one deletes the rest, each once. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { createFileStore } from '#server/providers/files/create-file-store.ts'
import { type NodeProcess, startNodeProcess } from '#tests/support/node-process.ts'
import { createDatabase, type OwnDatabase } from '#tests/support/postgres-databases.ts'
import { PASSWORD, type Person, peopleOf } from '#tests/support/server.ts'

let own: OwnDatabase
let database: OpenDatabase
let folder: string
let gate: pg.Client
const nodes: NodeProcess[] = []

beforeAll(async () => {
  const made = await createDatabase()
  if (!made || !process.env.TEST_REDIS_URL)
    throw new Error('TEST_DATABASE_URL and TEST_REDIS_URL are needed.')
  own = made
  folder = await mkdtemp(join(tmpdir(), 'plat-files-'))
  database = await openDatabase({ url: own.url })
  await database.migrate()
  gate = new pg.Client({ connectionString: own.url })
  await gate.connect()
}, 120_000)
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await gate.end()
  await database.close()
  await own.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<NodeProcess> {
  const node = await startNodeProcess({
    DATABASE_URL: own.url,
    REDIS_URL: process.env.TEST_REDIS_URL ?? '',
    PUSHER_APP_ID: `files-${randomUUID()}`,
    PUSHER_APP_KEY: 'files',
    PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
    CAPTCHA_DRIVER: 'none',
    FILES_DIR: folder,
  })
  nodes.push(node)
  return node
}

const FILES = 20
const GATE = 4712

/** So many proofs of funds with a file each. */
async function addBuyerWithFiles(buyer: Person): Promise<Person> {
  const store = createFileStore({ driver: 'disk', directory: folder })
  for (let index = 0; index < FILES; index++) {
    const storage_key = `proofs/${buyer.id}-${index}.pdf`
    await store.put(storage_key, new Uint8Array([index]), 'application/pdf')
    const file = { file_name: 'bank.pdf', content_type: 'application/pdf', size_bytes: 1, storage_key }
    await database.db
      .insertInto('proofs_of_funds')
      .values({ customer_id: buyer.id, ref: randomUUID(), review: 'approved', ...file })
      .execute()
  }
  return buyer
}

const filesOf = async ({ id }: { id: number }) =>
  (await readdir(join(folder, 'proofs'))).filter((name) => name.startsWith(`${id}-`)).length

/** Notes each file whose row is deleted; after five of them the next deletion waits for the lock. */
const closeGate = () =>
  gate.query(`create table done_with (storage_key text);
    create function note_done() returns trigger language plpgsql as $$
    begin
      if (select count(*) from done_with) >= 5 then perform pg_advisory_xact_lock(${GATE}); end if;
      insert into done_with values (old.storage_key);
      return old;
    end $$;
    create trigger note_done before delete on file_deletions for each row execute function note_done();
    select pg_advisory_lock(${GATE})`)

const isSomebodyAtGate = async (): Promise<boolean> => {
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted and objid = ${GATE}`
  return (await gate.query(waiting)).rows.length > 0
}

it('after kill -9 in the middle of it, the files of a deleted account go, each once, and nobody else’s', async () => {
  const people = peopleOf({ database })
  const dana = await addBuyerWithFiles(await people.addCustomer())
  const other = await addBuyerWithFiles(await people.addCustomer())
  await closeGate()
  const first = await start()
  const answer = await fetch(`${first.url}/customer/api/auth/delete-account`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dana.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ confirmation: dana.email, password: PASSWORD }),
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('deleted')])
  await expect.poll(isSomebodyAtGate, { timeout: 60_000 }).toBe(true)
  await first.kill()
  const left = await filesOf(dana)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(FILES)
  await gate.query(`select pg_advisory_unlock(${GATE})`)

  await start()
  // The job looks once a minute.
  await expect.poll(() => filesOf(dana), { timeout: 150_000, interval: 500 }).toBe(0)
  const queued = () => database.db.selectFrom('file_deletions').selectAll().execute()
  await expect.poll(queued, { timeout: 30_000 }).toEqual([])
  const { rows } = await gate.query('select storage_key from done_with')
  expect(new Set(rows.map((row) => row.storage_key)).size).toBe(FILES)
  expect(rows).toHaveLength(FILES)
  expect(await filesOf(other)).toBe(FILES)
  expect(await database.db.selectFrom('failed_work').selectAll().execute()).toEqual([])
}, 300_000)
