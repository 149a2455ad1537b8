/**
 * Digests to 10,000 buyers, on PGlite and on PostgreSQL: one process is killed in the middle of them, two workers do the rest. What is
 * counted is who got other than one mail; a run in which anybody did fails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/core/database/open.ts'
import type { DatabaseSettings } from '#server/core/database/open-database.ts'
import { workAndDie } from '#tests/server/outreach/digests/dying-worker.ts'
import {
  addBuyers,
  DEALS_EACH,
  morningOf,
  type Told,
  whatWasTold,
  workThrough,
} from '#tests/server/outreach/digests/many-buyers.ts'
import { startPostgres } from './postgres.ts'
import { ms, publish, thousands } from './report.ts'

const BUYERS = 10_000
const KILLED_AT = 4_000
const CLAIM_OVER_MS = 10 * 60_000

export async function benchDigests(): Promise<void> {
  const postgres = startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'plat-digests-'))
  try {
    const rows = [await measure('PGlite', { dataDir: folder })]
    if (postgres) rows.push(await measure(`PostgreSQL ${postgres.version}`, { url: postgres.url }))
    publish({
      id: 'digests',
      title: 'Digests to 10,000 buyers',
      command: 'npm run bench -- digests',
      note: `Each buyer is due for ${DEALS_EACH} deals, and every second buyer has a conversation with the seller. A process is killed with SIGKILL at mail ${thousands(KILLED_AT)}. Two workers in one process do the rest. The last column is their time per buyer for whom they wrote a digest or sent a mail.`,
      head: ['Database', 'Buyers', 'Mails', 'No mail, or two', 'Messages', 'Per remaining buyer'],
      rows,
    })
  } finally {
    postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(name: string, at: DatabaseSettings): Promise<string[]> {
  const nowMs = morningOf(Date.now())
  const seeded = await openDatabase(at)
  await seeded.migrate()
  await addBuyers(seeded.db, { count: BUYERS, atMs: nowMs })
  await seeded.close()
  if (!(await workAndDie(at, { nowMs, afterMails: KILLED_AT }))) throw new Error('It was done too soon.')

  const database = await openDatabase(at)
  try {
    const left = BUYERS - (await whatWasTold(database.db)).mails
    const startedAt = performance.now()
    const later = { nowMs: nowMs + CLAIM_OVER_MS }
    await Promise.all([workThrough(database, later), workThrough(database, later)])
    const took = performance.now() - startedAt
    return row(name, await whatWasTold(database.db), took / left)
  } finally {
    await database.close()
  }
}

function row(name: string, told: Told, each: number): string[] {
  const messages = (BUYERS / 2) * DEALS_EACH
  if (told.wrong > 0 || told.messages !== messages || told.deals !== BUYERS * DEALS_EACH)
    throw new Error(`Something was left out, or told twice: ${JSON.stringify(told)}`)
  return [
    name,
    thousands(told.buyers),
    thousands(told.mails),
    String(told.wrong),
    thousands(told.messages),
    ms(each),
  ]
}
