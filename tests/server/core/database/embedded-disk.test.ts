/** The disk under an embedded database: a damaged, read-only or full one is reported, and nothing hangs. */
import fs, { mkdtemp, open, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findDamage } from '#server/core/database/check-pages.ts'
import { EXTENSIONS, openDatabase, requireSpace, wrapPGlite } from '#server/core/database/open.ts'
import { guardPGlite } from '#server/core/database/pglite-guard.ts'
import { requireWritable } from '#server/core/require-writable.ts'
import { prepareDataDir } from '#tests/support/database.ts'
import { startTestServer } from '#tests/support/server.ts'

const MEGABYTE = 1024 * 1024
/** Hundreds of files are written and flushed, on a disk that may be busy. */
vi.setConfig({ testTimeout: 60_000 })
let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plat-disk-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** A catalog table that nobody reads when a database opens. */
const TABLE = 'base/1/2609'

async function overwrite(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(64, 7), 0, 64, at)
  await file.close()
}

describe('an embedded database whose files were damaged', () => {
  it('is reported at the start, with page and file', async () => {
    await prepareDataDir(dir)
    const folder = join(dir, 'pg')
    expect(await findDamage(folder)).toBeNull()
    await overwrite(join(folder, TABLE), 2 * 8192 + 1000)
    await expect(openDatabase({ dataDir: dir })).rejects.toThrow(
      `The embedded database in ${dir} is damaged: page 2 of ${TABLE} does not match its checksum. Restore a backup of this folder.`,
    )
    await truncate(join(folder, TABLE), 8192 + 100)
    expect(await findDamage(folder)).toEqual({ file: TABLE, page: 1 })
    await overwrite(join(folder, 'global/pg_control'), 100)
    await expect(openDatabase({ dataDir: dir })).rejects.toThrow(
      /is damaged: it does not open\. Restore a backup/,
    )
  })
})

describe('a folder that cannot be written to', () => {
  it('is reported at the start in one sentence', async () => {
    const file = join(dir, 'file')
    await writeFile(file, '')
    await expect(requireWritable(file, 'FILES_DIR')).rejects.toThrow(
      `The folder ${file} (FILES_DIR) is not a folder.`,
    )
    // Nobody can write there, not even the superuser.
    await expect(openDatabase({ dataDir: '/sys/kernel' })).rejects.toThrow(
      /^The folder \/sys\/kernel \(PLAT_DATA\) (is on a disk that is mounted read-only|cannot be written by the user of this process)\.$/,
    )
    await requireWritable(join(dir, 'made'), 'FILES_DIR')
  })

  it('a disk with too little space to open the database is reported too', async () => {
    // A file system without any blocks.
    await expect(requireSpace('/proc')).rejects.toThrow(
      'The disk of the data directory /proc has 0 MB left; the embedded database needs 32 MB to open.',
    )
    await requireSpace(dir)
  })

  it('a full disk is reported before anything is written to it, the lock included', async () => {
    const { statfs } = fs
    const isFull = { bavail: 0, bsize: 4096 } as Awaited<ReturnType<typeof statfs>>
    Object.assign(fs, { statfs: async () => isFull })
    syncBuiltinESMExports()
    try {
      await expect(openDatabase({ dataDir: dir })).rejects.toThrow(
        `The disk of the data directory ${dir} has 0 MB left; the embedded database needs 32 MB to open.`,
      )
    } finally {
      Object.assign(fs, { statfs })
      syncBuiltinESMExports()
    }
    expect(await readdir(dir)).toEqual([])
  })
})

describe('an embedded database on a disk that fills up', () => {
  it('refuses writes with 507, still answers reads, reports it in its health, and accepts writes again when there is space', async () => {
    await prepareDataDir(dir)
    let free = 1000 * MEGABYTE
    const pglite = await PGlite.create(join(dir, 'pg'), { extensions: EXTENSIONS })
    const guard = guardPGlite(pglite, {
      directory: dir,
      lookMs: 10,
      freeBytes: async () => free,
      onFatal: () => {},
    })
    const database = wrapPGlite(pglite, undefined, { guard, afterClose: async () => {} })
    await database.migrate()
    const server = await startTestServer({ database })
    const [dana, homes] = [await server.addCustomer(), await server.addAccount()]
    await server.introduce(dana, homes)
    const { token } = dana
    const send = (message: string) =>
      server.call('POST', `/customers/${dana.id}/accounts/${homes.id}/text-messages`, {
        token,
        body: { message },
      })
    const health = async () => {
      const { status, body } = await server.call('GET', '/healthz')
      return { http: status, ...body }
    }
    expect((await send('There is space')).status).toBe(201)

    free = 60 * MEGABYTE
    await expect.poll(health).toEqual({ http: 200, status: 'degraded', database: 'ok', disk: 'full' })
    const refused = await send('There is none')
    expect(refused.status).toBe(507)
    expect(refused.body).toMatchObject({ code: 'storage_full', message: expect.stringMatching(/not saved/) })
    const thread = await server.call('GET', `/customers/${dana.id}/chats`, { token })
    expect(thread.body.data[0].last_message.calculated_body).toBe('There is space')

    free = 100 * MEGABYTE
    await expect.poll(async () => (await send('There is space again')).status).toBe(201)
    await server.close()
  })

  it('is not used after a panic, and says once that the server must be restarted', async () => {
    const asked: Uint8Array[] = []
    const said: string[] = []
    const words = 'could not write to file "pg_wal/xlogtemp.42": No space left on device'
    // An ErrorResponse of the protocol: type, length, fields.
    const fields = Buffer.from(`SPANIK\0VPANIC\0C53100\0M${words}\0\0`)
    const panic = Buffer.concat([Buffer.from([0x45, 0, 0, 0, fields.length + 4]), fields])
    const pglite = {
      waitReady: Promise.resolve(),
      closed: false,
      execProtocolRaw: async () => panic,
      async execProtocolRawStream(message: Uint8Array, to: { onRawData: (part: Uint8Array) => void }) {
        asked.push(message)
        to.onRawData(panic)
      },
    } as unknown as PGlite
    const guard = guardPGlite(pglite, { directory: dir, onFatal: ({ message }) => said.push(message) })
    const { db } = wrapPGlite(pglite, undefined, { guard, afterClose: async () => {} })
    for (let call = 0; call < 3; call++)
      await expect(sql`select 1`.execute(db)).rejects.toThrow(`The embedded database has stopped: ${words}`)
    expect(asked).toHaveLength(1)
    expect(said).toEqual([
      'The embedded database has stopped: could not write to file "pg_wal/xlogtemp.42": No space left on device. Start the server again.',
    ])
  })
})
