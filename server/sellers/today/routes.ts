/** The seller's Today over HTTP. */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { sellerToday } from '#shared/contract/seller-today.ts'
import { todayOf } from './needs.ts'

export function registerToday(app: FastifyInstance, { db, nowMs }: Pick<RoomDeps, 'db' | 'nowMs'>): void {
  serve(app, sellerToday, async ({ me }) => ({
    data: await todayOf(db, { accountId: me.accountId, nowMs: nowMs() }),
  }))
}
