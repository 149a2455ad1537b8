/**
 * Identity verification by Plaid. A webhook of Plaid only says that something changed: what it is, is asked of Plaid, so a stale
 * or repeated webhook brings the present state and no older one.
 */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from '#server/core/http/refusal.ts'
import type { CheckedPerson, IdentityProvider, IdentityStatus } from './identity-provider.ts'
import {
  createPlaidClient,
  type PlaidClient,
  PlaidError,
  type PlaidSession,
  type PlaidSettings,
  type PlaidUser,
} from './plaid-client.ts'
import { createPlaidSignature } from './plaid-signature.ts'

export function createPlaidIdentity(
  settings: PlaidSettings,
  { log, nowMs }: { log: Pick<FastifyBaseLogger, 'warn'>; nowMs?: () => number },
): IdentityProvider {
  const { templateId } = settings
  const client = createPlaidClient(settings)
  const signature = createPlaidSignature(client, nowMs)
  return {
    name: 'plaid',
    async start({ email, brand, ...person }) {
      const user = { client_user_id: clientUserId(person), email_address: email }
      try {
        const { id: externalId, shareable_url } = await openSession(client, user, {
          templateId,
          hasPage: person.kind === 'member',
        })
        if (person.kind === 'member') {
          if (!shareable_url) throw new Error('Plaid gave no address for the check.')
          return { linkToken: externalId, externalId, url: shareable_url }
        }
        // With the same user id and template, Link goes on with the session that was just opened.
        const { link_token } = await client.createLinkToken({ user, templateId, brand })
        return { linkToken: link_token, externalId, url: null }
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'Plaid did not open an identity check')
        throw new Refusal(503, { message: UNREACHABLE, code: 'identity_unavailable' })
      }
    },
    async readWebhook(request: FastifyRequest, rawBody: string) {
      const header = request.headers['plaid-verification']
      if (typeof header !== 'string' || !(await signature.holds(header, rawBody))) return 'forged'
      const event = plaidEvent.safeParse(JSON.parse(rawBody))
      if (!event.success) return 'irrelevant'
      const session = await client.readSession(event.data.identity_verification_id)
      return { externalId: session.id, status: statusOf(session), reason: wordsOf(session) }
    },
  }
}

const UNREACHABLE = 'The identity service does not answer right now. Try again in a few minutes.'

/** Names a person to Plaid without a name. */
const clientUserId = ({ kind, id }: CheckedPerson) => `plat-${kind}-${id}`

/** One session per person and template: an open one goes on, one that ended is begun again. */
async function openSession(
  client: PlaidClient,
  user: PlaidUser,
  { templateId, hasPage }: { templateId: string; hasPage: boolean },
): Promise<PlaidSession> {
  const session = await client.createSession({ user, templateId, hasPage })
  return ENDED.includes(session.status) ? client.retrySession({ user, templateId }) : session
}

const ENDED = ['failed', 'expired', 'canceled']

const plaidEvent = z.object({
  webhook_type: z.literal('IDENTITY_VERIFICATION'),
  identity_verification_id: z.string().check(z.minLength(1), z.maxLength(200)),
})

function statusOf({ status }: PlaidSession): IdentityStatus {
  switch (status) {
    case 'success':
    case 'failed':
    case 'pending_review':
      return status
    case 'expired':
    case 'canceled':
      return 'expired'
    default:
      return 'in_progress'
  }
}

const FAILED_STEPS = [
  ['watchlist_screening', 'A member of our team checks your details.'],
  ['documentary_verification', 'Your document could not be verified.'],
  ['selfie_check', 'The selfie did not match the document.'],
  ['verify_sms', 'Your phone number could not be verified.'],
  ['kyc_check', 'Your name, date of birth or address could not be matched.'],
  ['risk_check', 'The check could not be completed on this device.'],
] as const

/** Which step failed, without what was found. */
function wordsOf(session: PlaidSession): string | null {
  if (statusOf(session) !== 'failed') return null
  const failed = FAILED_STEPS.find(([step]) =>
    ['failed', 'manually_rejected'].includes(session.steps[step] ?? ''),
  )
  return failed?.[1] ?? 'Your identity could not be verified.'
}

/** Messages of errors hold what was sent; the code does not. */
const reasonOf = (error: unknown): string =>
  error instanceof PlaidError ? error.code : error instanceof Error ? error.name : 'unknown'
