/**
 * Identity verification by Plaid, through its own library. A webhook of Plaid only says that something changed: what it is, is
 * asked of Plaid, so a stale or repeated webhook brings the present state and no older one.
 */
import { createRequire } from 'node:module'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { IdentityVerificationGetResponse, PlaidApi } from 'plaid'
import * as z from 'zod/mini'
import { Refusal } from '#server/core/http/refusal.ts'
import type { IdentityProvider, IdentitySettings, IdentityStatus } from './identity-provider.ts'
import { createPlaidSignature } from './plaid-signature.ts'

export type PlaidSettings = Extract<IdentitySettings, { driver: 'plaid' }>

const TIMEOUT_MS = 10_000
const require = createRequire(import.meta.url)

/** Takes about 80 MB of memory, so it is loaded where Plaid is set up, and not at the start of every server. */
const library = (): typeof import('plaid') => require('plaid')

export function createPlaidIdentity(
  settings: PlaidSettings,
  { log, nowMs }: { log: Pick<FastifyBaseLogger, 'warn'>; nowMs?: () => number },
): IdentityProvider {
  const { CountryCode, Products } = library()
  const client = clientOf(settings)
  const signature = createPlaidSignature(client, nowMs)
  return {
    name: 'plaid',
    async start({ customerId, email }) {
      const user = { client_user_id: clientUserId(customerId), email_address: email }
      try {
        const externalId = await openSession(client, settings, user)
        // With the same user id and template, Link goes on with the session that was just opened.
        const { data } = await client.linkTokenCreate({
          client_name: 'Plat',
          language: 'en',
          country_codes: [CountryCode.Us],
          products: [Products.IdentityVerification],
          user,
          identity_verification: { template_id: settings.templateId },
        })
        return { linkToken: data.link_token, externalId, url: null }
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
      const { data } = await client.identityVerificationGet({
        identity_verification_id: event.data.identity_verification_id,
      })
      return { externalId: data.id, status: statusOf(data), reason: wordsOf(data) }
    },
  }
}

const UNREACHABLE = 'The identity service does not answer right now. Try again in a few minutes.'

function clientOf({ clientId, secret, environment, basePath }: PlaidSettings): PlaidApi {
  const { Configuration, PlaidApi, PlaidEnvironments } = library()
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret }
  return new PlaidApi(
    new Configuration({
      basePath: basePath ?? PlaidEnvironments[environment] ?? '',
      baseOptions: { headers, timeout: TIMEOUT_MS },
    }),
  )
}

/** Names a customer to Plaid without a name. */
const clientUserId = (customerId: number) => `plat-customer-${customerId}`

/** One session per customer and template: an open one goes on, one that ended is begun again. */
async function openSession(
  client: PlaidApi,
  { templateId }: PlaidSettings,
  user: { client_user_id: string; email_address: string },
): Promise<string> {
  const { data } = await client.identityVerificationCreate({
    client_user_id: user.client_user_id,
    template_id: templateId,
    is_shareable: false,
    gave_consent: false,
    is_idempotent: true,
    user: { email_address: user.email_address },
  })
  if (!ENDED.includes(data.status)) return data.id
  const retried = await client.identityVerificationRetry({
    client_user_id: user.client_user_id,
    template_id: templateId,
    strategy: library().Strategy.Reset,
  })
  return retried.data.id
}

const ENDED = ['failed', 'expired', 'canceled']

const plaidEvent = z.object({
  webhook_type: z.literal('IDENTITY_VERIFICATION'),
  identity_verification_id: z.string().check(z.minLength(1), z.maxLength(200)),
})

type Session = Pick<IdentityVerificationGetResponse, 'status' | 'steps' | 'completed_at'>

function statusOf({ status }: Session): IdentityStatus {
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
function wordsOf(session: Session): string | null {
  if (statusOf(session) !== 'failed') return null
  const failed = FAILED_STEPS.find(([step]) => ['failed', 'manually_rejected'].includes(session.steps[step]))
  return failed?.[1] ?? 'Your identity could not be verified.'
}

/** Plaid's own code; its messages, and axios's, hold what was sent. */
function reasonOf(error: unknown): string {
  const { response, code } = error as { response?: { data?: { error_code?: string } }; code?: string }
  return response?.data?.error_code ?? code ?? 'unknown'
}
