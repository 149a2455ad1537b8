/** The seller's Today over HTTP. */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { sellerToday } from '#shared/contract/seller-today.ts'
import { sellerTodayFigures } from '#shared/contract/seller-today-figures.ts'
import { figuresOf } from './figures.ts'
import { funnelOf } from './funnel.ts'
import { todayOf } from './needs.ts'

export function registerToday(app: FastifyInstance, { db, nowMs }: Pick<RoomDeps, 'db' | 'nowMs'>): void {
  serve(app, sellerToday, async ({ me }) => ({
    data: await todayOf(db, { accountId: me.accountId, nowMs: nowMs() }),
  }))
  serve(app, sellerTodayFigures, async ({ me }) => {
    const asked = { accountId: me.accountId, nowMs: nowMs() }
    const [figures, deals] = await Promise.all([figuresOf(db, asked), funnelOf(db, asked)])
    return { data: { ...figures, deals } }
  })
}
