/** What a customer was not interested in, which moves the weights of their match score (checklist BOX-42). */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  giveMatchFeedback,
  listMatchFeedback,
  withdrawMatchFeedback,
} from '#shared/contract/match-feedback.ts'
import { feedbackOf, giveFeedback, withdrawFeedback } from './feedback.ts'

export function registerMatchFeedback(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, listMatchFeedback, async ({ me }) => ({ data: await feedbackOf(db, me.id) }))

  serve(app, giveMatchFeedback, async ({ me, params, body }) => {
    await giveFeedback(db, { customerId: me.id, propertyId: params.property, reason: body.reason })
    return { data: await feedbackOf(db, me.id) }
  })

  serve(app, withdrawMatchFeedback, async ({ me, params }) => {
    await withdrawFeedback(db, me.id, params.property)
    return { data: await feedbackOf(db, me.id) }
  })
}
