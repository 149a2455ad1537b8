/** What the server needs of an identity-verification service. */
import type { FastifyRequest } from 'fastify'

export type IdentityStatus = 'started' | 'in_progress' | 'pending_review' | 'success' | 'failed' | 'expired'

export interface IdentityUpdate {
  externalId: string
  status: IdentityStatus
  /** For the customer to read; null when there is nothing to say. */
  reason: string | null
}

/** A buyer, or a member of a company. */
export interface CheckedPerson {
  kind: 'customer' | 'member'
  id: number
}

export interface StartedCheck {
  /** For the provider's own script, which buyers' pages load. */
  linkToken: string
  externalId: string
  /** The page of the check. Null for a buyer whose provider has a script; members always get a page. */
  url: string | null
}

/** `forged`: the signature does not hold. `irrelevant`: genuine, and about nothing we keep. */
export type Webhook = IdentityUpdate | 'forged' | 'irrelevant'

export interface IdentityProvider {
  name: 'none' | 'embedded' | 'plaid'
  /**
   * Begins a check. `brand`: who asks for it, as the person reads it. `externalId` names it in later updates. Throws 409 where nobody can
   * be verified, 503 when the service fails.
   */
  start(person: CheckedPerson & { email: string; name: string; brand: string }): Promise<StartedCheck>
  /** Reads a webhook. Rejects when the service has to be asked and does not answer; it then sends the webhook again. */
  readWebhook(request: FastifyRequest, rawBody: string): Promise<Webhook>
}

export type IdentitySettings =
  /** Nobody can be verified: what a real installation has until it names a provider. */
  | { driver: 'none' }
  /** The demo world's: whoever is checked says how it ends. Never for real people. */
  | { driver: 'embedded' }
  | {
      driver: 'plaid'
      clientId: string
      secret: string
      environment: 'sandbox' | 'production'
      templateId: string
      /** Another address of Plaid's API, for tests. */
      basePath?: string
    }
