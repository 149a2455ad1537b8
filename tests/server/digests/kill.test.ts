import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { type DatabaseSettings, type OpenDatabase, openDatabase } from '#server/database/open.ts'
import { prepareDataDir } from '#tests/support/database.ts'
import { createDatabase } from '#tests/support/postgres-databases.ts'
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

/** Says `mail` before each one that it hands over. */
const WORKER = `
  import { openDatabase } from '#server/database/open.ts'
  import { workThrough } from '#tests/server/digests/many-buyers.ts'
  const { at, nowMs } = JSON.parse(process.env.WORKER)
  const database = await openDatabase(at)
  await workThrough(database, { nowMs, onMail: () => console.log('mail') })
  await database.close()`

async function workAndDie(at: DatabaseSettings, nowMs: number): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', WORKER], {
    env: { ...process.env, WORKER: JSON.stringify({ at, nowMs }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let mails = 0
  for await (const _ of createInterface(child.stdout)) {
    mails += 1
    if (mails === KILLED_AT) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
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

    await workAndDie(at, nowMs)

    const database = await open(at)
    cleanUp.push(() => database.close())
    const left = BUYERS - (await whatWasTold(database.db)).mails
    expect(left).toBeGreaterThan(0)
    const later = { nowMs: nowMs + CLAIM_OVER_MS }
    await Promise.all([workThrough(database, later), workThrough(database, later)])
    expect(await whatWasTold(database.db)).toEqual({
      ...{ buyers: BUYERS, mails: BUYERS, wrong: 0 },
      ...{ messages: (BUYERS / 2) * DEALS_EACH, deals: BUYERS * DEALS_EACH },
    })
  })
})
