/** What stands behind the embedded parts of a demo world: the outbox, Plat ID, the page of the identity check, the card provider and its bank. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sendAsset } from '#server/site/send-file.ts'
import type { BillingRoutes } from './billing-bank.ts'
import { registerBilling } from './billing-routes.ts'
import { type IdentityRoutes, registerIdentityPage } from './identity-routes.ts'
import { registerOpenId } from './openid-routes.ts'
import { type OutboxRoutes, registerOutbox } from './outbox-routes.ts'

export interface PartsRoutes {
  outbox: OutboxRoutes
  identity: IdentityRoutes
  billing: BillingRoutes
  /** This site's, empty until it listens. */
  origin: () => string
}

const SHARED_UI = fileURLToPath(new URL('../../shared/ui', import.meta.url))

/** Register these in a seeded demo world only: they show other people's codes. */
export function registerParts(
  app: FastifyInstance,
  { outbox, identity, billing, origin }: PartsRoutes,
): void {
  app.get('/demo/tokens.css', (_request, reply) => sendAsset(reply, 'tokens.css', SHARED_UI))
  registerOutbox(app, outbox)
  registerOpenId(app, origin)
  registerIdentityPage(app, identity)
  registerBilling(app, billing)
}
