/** The card of one buyer at the desk. */
import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { buyerCards } from '#server/offers/offers/buyer-card.ts'
import { deskBuyer } from '#shared/contract/desk-offers.ts'
import type { DeskDeps } from './conversation-deps.ts'
import { ownConversation } from './rules.ts'

/** Whoever makes an offer or asks for an address has a conversation with the account by it. */
export function registerDeskBuyers(app: FastifyInstance, { db, site }: Pick<DeskDeps, 'db' | 'site'>): void {
  serve(app, deskBuyer, async ({ params, me }) => {
    const { customerId } = await ownConversation(db, me, params.customer)
    const card = (await buyerCards(db, site, [customerId])).get(customerId)
    if (!card) throw notFound()
    return { data: card }
  })
}
