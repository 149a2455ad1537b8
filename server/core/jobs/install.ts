/** Brings the queue's own tables to the version of its package, and its queue to its settings. */
import { CompiledQuery } from 'kysely'
import PgBoss from 'pg-boss'
import type { OpenDatabase } from '#server/core/database/open-database.ts'

export type BossDatabase = Pick<OpenDatabase, 'db' | 'runScript'>

/** A schema of its own: its tables are the queue's business. */
const SCHEMA = 'jobs'

/** Nothing runs by itself: what has to be looked after, `createJobs` looks after. */
export const createBoss = (database: BossDatabase): PgBoss =>
  new PgBoss({ db: bossSql(database), schema: SCHEMA, supervise: false, schedule: false })

/** With the migrations, before anybody is served: it takes the embedded database a quarter of a second. */
export async function installBoss(database: BossDatabase): Promise<void> {
  const boss = createBoss(database)
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Makes the queue when it is missing, and changes one that another version made otherwise. */
export async function installQueue(boss: PgBoss, wanted: PgBoss.Queue): Promise<void> {
  await boss.start()
  const found = (await boss.getQueues()).find(({ name }) => name === wanted.name)
  if (!found) await boss.createQueue(wanted.name, wanted)
  else if (!isSame(found, wanted)) await boss.updateQueue(wanted.name, wanted)
}

const isSame = (found: PgBoss.Queue, wanted: PgBoss.Queue): boolean =>
  Object.entries(wanted).every(([setting, value]) => found[setting as keyof PgBoss.Queue] === value)

interface BossSql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/**
 * The queue's way into the database of everything else. Statements go through Kysely, so that on the embedded database
 * they wait for a transaction that is open there; its scripts of several statements hold one connection until they are
 * whole or undone.
 */
const bossSql = ({ db, runScript }: Pick<OpenDatabase, 'db' | 'runScript'>): BossSql => ({
  executeSql: (text, values) =>
    values === undefined ? runScript(text) : db.executeQuery(CompiledQuery.raw(text, values)),
})
