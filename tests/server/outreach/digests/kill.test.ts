import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/core/database/open.ts'
import type { DatabaseSettings, OpenDatabase } from '#server/core/database/open-database.ts'
import { prepareDataDir } from '#tests/support/database.ts'
import { createDatabase } from '#tests/support/postgres-databases.ts'
import { workAndDie } from './dying-worker.ts'
import { addBuyers, DEALS_EACH, morningOf, whatWasTold, workThrough } from './many-buyers.ts'

const BUYERS = 120
const KILLED_AT = 40

let cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

/** A database that another process can open too; an embedded one while this one does not have it open. */
async function place(): Promise<DatabaseSettings> {
  const own = await createDatabase()
  if (own) {
    cleanUp.push(own.drop)
    return { url: own.url }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'plat-digests-'))
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
  await prepareDataDir(dataDir)
  return { dataDir }
}

async function open(at: DatabaseSettings): Promise<OpenDatabase> {
  const database = await openDatabase(at)
  await database.migrate()
  return database
}

/** Two processes open a database one after the other. */
const PROCESSES_MS = 120_000
const CLAIM_OVER_MS = 10 * 60_000

describe('a worker that is killed in the middle of the digests', () => {
  it('leaves the rest to two others, and everybody gets every mail and message once', {
    timeout: PROCESSES_MS,
  }, async () => {
    const at = await place()
    const nowMs = morningOf(Date.now())
    const seeded = await open(at)
    await addBuyers(seeded.db, { count: BUYERS, atMs: nowMs })
    await seeded.close()

    expect(await workAndDie(at, { nowMs, afterMails: KILLED_AT })).toBe(true)

    const database = await open(at)
    cleanUp.push(() => database.close())
    const left = BUYERS - (await whatWasTold(database.db)).mails
    expect(left).toBeGreaterThan(0)
    const later = { nowMs: nowMs + CLAIM_OVER_MS }
    await Promise.all([workThrough(database, later), workThrough(database, later)])
    expect(await whatWasTold(database.db)).toEqual({
      buyers: BUYERS,
      mails: BUYERS,
      wrong: 0,
      messages: (BUYERS / 2) * DEALS_EACH,
      deals: BUYERS * DEALS_EACH,
    })
  })
})
