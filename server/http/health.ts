/** Whether this node should get requests: its database answers and it is not closing. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'

const PATIENCE_MS = 2000

/** `isLeaving`: it still answers everything, and wants nothing new. */
export function registerHealth(app: FastifyInstance, db: Database, isLeaving: () => boolean): void {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    if (isLeaving()) {
      reply.code(503)
      return { status: 'leaving' }
    }
    const isWell = await answers(db)
    reply.code(isWell ? 200 : 503)
    return { status: isWell ? 'ok' : 'unavailable', database: isWell ? 'ok' : 'unreachable' }
  })
}

async function answers(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const isWell = await Promise.race([asked, late])
  clearTimeout(timer)
  return isWell
}
