/** The calls of Plaid's API that an identity check needs: JSON over HTTPS. Plaid's own library takes 18 MB of disk and 80 MB of memory. */
import * as z from 'zod/mini'
import type { IdentitySettings } from './identity-provider.ts'

export type PlaidSettings = Extract<IdentitySettings, { driver: 'plaid' }>

/** Every version of the API since then answers alike until another is asked for. */
const VERSION = '2020-09-14'
const TIMEOUT_MS = 10_000
const HOSTS = { sandbox: 'https://sandbox.plaid.com', production: 'https://production.plaid.com' } as const

const session = z.object({
  id: z.string(),
  status: z.string(),
  steps: z.record(z.string(), z.string()),
  /** Plaid's own page for the check. */
  shareable_url: z.optional(z.nullable(z.string())),
})
export type PlaidSession = z.output<typeof session>

const key = z.object({
  kid: z.string(),
  alg: z.string(),
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  /** In seconds. */
  expired_at: z.nullable(z.number()),
})
export type PlaidKey = z.output<typeof key>

/** Plaid refuses a longer one. */
const CLIENT_NAME_MAX_LENGTH = 30

export type PlaidClient = ReturnType<typeof createPlaidClient>

/** Each call rejects with a `PlaidError` when Plaid refuses, and with another error when it does not answer. */
export function createPlaidClient({ clientId, secret, environment, basePath }: PlaidSettings) {
  const post = async <S extends z.ZodMiniType>(
    path: string,
    reply: S,
    body: unknown,
  ): Promise<z.output<S>> => {
    const answer = await fetch(`${basePath ?? HOSTS[environment]}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'PLAID-CLIENT-ID': clientId,
        'PLAID-SECRET': secret,
        'Plaid-Version': VERSION,
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const said: unknown = await answer.json().catch(() => null)
    if (!answer.ok) throw new PlaidError(answer.status, codeOf(said))
    return z.parse(reply, said)
  }
  return {
    createLinkToken: (body: { user: PlaidUser; templateId: string; brand: string }) =>
      post('/link/token/create', z.object({ link_token: z.string() }), {
        client_name: body.brand.slice(0, CLIENT_NAME_MAX_LENGTH),
        language: 'en',
        country_codes: ['US'],
        products: ['identity_verification'],
        user: body.user,
        identity_verification: { template_id: body.templateId },
      }),
    /** Goes on with the open session of the same user and template. */
    createSession: ({
      user,
      templateId,
      hasPage,
    }: {
      user: PlaidUser
      templateId: string
      hasPage: boolean
    }) =>
      post('/identity_verification/create', session, {
        client_user_id: user.client_user_id,
        template_id: templateId,
        is_shareable: hasPage,
        gave_consent: false,
        is_idempotent: true,
        user: { email_address: user.email_address },
      }),
    retrySession: ({ user, templateId }: { user: PlaidUser; templateId: string }) =>
      post('/identity_verification/retry', session, {
        client_user_id: user.client_user_id,
        template_id: templateId,
        strategy: 'reset',
      }),
    readSession: (id: string) =>
      post('/identity_verification/get', session, { identity_verification_id: id }),
    readKey: (id: string) => post('/webhook_verification_key/get', z.object({ key }), { key_id: id }),
  }
}

export interface PlaidUser {
  client_user_id: string
  email_address: string
}

export class PlaidError extends Error {
  readonly status: number
  /** Plaid's own code; its messages repeat what was sent. */
  readonly code: string

  constructor(status: number, code: string) {
    super(`Plaid answered ${status} (${code})`)
    this.status = status
    this.code = code
  }
}

function codeOf(said: unknown): string {
  const parsed = z.safeParse(z.object({ error_code: z.string() }), said)
  return parsed.success ? parsed.data.error_code : 'unknown'
}
