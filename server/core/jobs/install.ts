/** Brings the queue's own tables to the version of its package, and its queue to its settings; starts and stops the library. */
import { CompiledQuery } from 'kysely'
import PgBoss from 'pg-boss'
import type { OpenDatabase } from '#server/core/database/open-database.ts'

export type BossDatabase = Pick<OpenDatabase, 'db' | 'runScript'>

/** A schema of its own: its tables are the queue's business. */
const SCHEMA = 'jobs'

/** Nothing runs by itself: what has to be looked after, `createJobs` looks after. */
const createBoss = (database: BossDatabase): PgBoss =>
  new PgBoss({ db: bossSql(database), schema: SCHEMA, supervise: false, schedule: false })

/** With the migrations, before anybody is served: it takes the embedded database a quarter of a second. */
export async function installBoss(database: BossDatabase): Promise<void> {
  const boss = createBoss(database)
  await boss.start()
  await boss.stop({ graceful: false })
}

export interface InstalledQueue {
  /** Another one after a failed `install`: one whose start failed takes itself for started. */
  readonly boss: PgBoss
  /** Does it once. Rejects when the database does not let it, and tries again at the next call. */
  install(): Promise<void>
  stop(): Promise<void>
}

export function createInstalledQueue(
  database: BossDatabase,
  queue: PgBoss.Queue,
  onError: (error: Error) => void,
): InstalledQueue {
  const newBoss = () => {
    const made = createBoss(database)
    made.on('error', onError)
    return made
  }
  let boss = newBoss()
  let installed: Promise<void> | null = null
  return {
    get boss() {
      return boss
    },
    install() {
      installed ??= installQueue(boss, queue).catch((error: unknown) => {
        boss = newBoss()
        installed = null
        throw error
      })
      return installed
    },
    async stop() {
      await installed?.then(
        () => boss.stop({ graceful: false }),
        () => {},
      )
    },
  }
}

/** Makes the queue when it is missing, and changes one that another version made otherwise. */
async function installQueue(boss: PgBoss, wanted: PgBoss.Queue): Promise<void> {
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
