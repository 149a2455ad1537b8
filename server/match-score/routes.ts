/** What a customer was not interested in, which moves the weights of their match score (checklist BOX-42). */
import type { FastifyInstance } from 'fastify'
import { sessionOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import type { RoomDeps } from '#server/rooms.ts'
import {
  giveMatchFeedback,
  listMatchFeedback,
  withdrawMatchFeedback,
} from '#shared/contract/match-feedback.ts'
import { feedbackOf, giveFeedback, withdrawFeedback } from './feedback.ts'

export function registerMatchFeedback(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, listMatchFeedback, async ({ who }) => ({ data: await feedbackOf(db, sessionOf(who).id) }))

  serve(app, giveMatchFeedback, async ({ who, params, body }) => {
    const me = sessionOf(who)
    await giveFeedback(db, { customerId: me.id, propertyId: params.property, reason: body.reason })
    return { data: await feedbackOf(db, me.id) }
  })

  serve(app, withdrawMatchFeedback, async ({ who, params }) => {
    const me = sessionOf(who)
    await withdrawFeedback(db, me.id, params.property)
    return { data: await feedbackOf(db, me.id) }
  })
}
