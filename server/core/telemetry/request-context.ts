/**
 * Which request caused the work under way, so that log lines can name it: in the request itself, and later in what it queued, which
 * keeps the id in its row.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const causes = new AsyncLocalStorage<string | null>()

/** Null in work that no request caused, e.g. a scheduled job. */
export const currentRequestId = (): string | null => causes.getStore() ?? null

export const withRequestId = <T>(id: string | null, run: () => T): T => causes.run(id, run)

export function registerRequestContext(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id }, _reply, done) => withRequestId(id, done))
  // The events of a body that was read belong to the connection, not to the hook above.
  app.addHook('preValidation', ({ id }, _reply, done) => withRequestId(id, done))
}
