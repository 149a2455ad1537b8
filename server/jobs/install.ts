/** Brings the queue's own tables to the version of its package, and the queues in them to their settings. */
import PgBoss from 'pg-boss'
import type { OpenDatabase } from '#server/database/open.ts'
import { bossSql } from './boss-sql.ts'

/** A schema of its own: its tables are the queue's business. */
const SCHEMA = 'jobs'

/** Nothing runs by itself: what has to be looked after, `createJobs` looks after. */
export const createBoss = (database: Pick<OpenDatabase, 'db' | 'runScript'>): PgBoss =>
  new PgBoss({ db: bossSql(database), schema: SCHEMA, supervise: false, schedule: false })

/** With the migrations, before anybody is served: it takes the embedded database a quarter of a second. */
export async function installBoss(database: Pick<OpenDatabase, 'db' | 'runScript'>): Promise<void> {
  const boss = createBoss(database)
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Makes those that are missing, and changes those that another version made otherwise. */
export async function installQueues(boss: PgBoss, wanted: readonly PgBoss.Queue[]): Promise<void> {
  await boss.start()
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const queue of wanted) {
    const found = known.get(queue.name)
    if (!found) await boss.createQueue(queue.name, queue)
    else if (!isSame(found, queue)) await boss.updateQueue(queue.name, queue)
  }
}

const isSame = (found: PgBoss.Queue, wanted: PgBoss.Queue): boolean =>
  Object.entries(wanted).every(([setting, value]) => found[setting as keyof PgBoss.Queue] === value)
