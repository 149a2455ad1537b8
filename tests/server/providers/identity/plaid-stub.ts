/** Plaid's API as far as identity verification needs it, on a free local port, with its own key for signing webhooks. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { PlaidSettings } from '#server/providers/identity/plaid-client.ts'

export interface PlaidStub {
  /** Of an installation that asks this stub. */
  settings: PlaidSettings
  /** Paths that were asked, in order. */
  asked: string[]
  /** What Link showed as the name of who asks. */
  clientNames: string[]
  /** How a session stands from now on. */
  settle(id: string, status: string, failedStep?: string): void
  /** A webhook as Plaid would send it, `ageS` seconds ago. */
  webhook(id: string, options?: { ageS?: number; type?: string }): Promise<Webhook>
  close(): Promise<void>
}

interface Webhook {
  body: string
  headers: Record<string, string>
}

const CREDENTIALS = { clientId: 'client', secret: 'sesame', templateId: 'idvtmp_1' }

interface Session {
  id: string
  client_user_id: string
  status: string
  steps: Record<string, string>
  completed_at: null
  shareable_url: string | null
}

const KEY_ID = 'key-1'

export async function startPlaidStub(): Promise<PlaidStub> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const sessions = new Map<string, Session>()
  const asked: string[] = []
  const clientNames: string[] = []

  const open = ({ client_user_id, is_shareable }: Record<string, unknown>): Session => {
    const id = `idv_${randomUUID()}`
    const session = {
      id,
      client_user_id: String(client_user_id),
      shareable_url: is_shareable ? `https://verify.example/${id}` : null,
      status: 'active',
      steps: {},
      completed_at: null,
    }
    sessions.set(session.id, session)
    return session
  }
  const latestOf = (userId: string) =>
    [...sessions.values()].filter((one) => one.client_user_id === userId).at(-1)

  const answers: Record<string, (body: Record<string, string>) => unknown> = {
    '/identity_verification/create': (body) => latestOf(String(body.client_user_id)) ?? open(body),
    // A retry keeps what the session before it was.
    '/identity_verification/retry': (body) =>
      open({ ...body, is_shareable: latestOf(String(body.client_user_id))?.shareable_url != null }),
    '/identity_verification/get': (body) => sessions.get(String(body.identity_verification_id)),
    '/link/token/create': ({ client_name: name = '' }) => {
      if (name.length > 30) return
      clientNames.push(name)
      return { link_token: `link-sandbox-${randomUUID()}`, expiration: '', request_id: '1' }
    },
    '/webhook_verification_key/get': (body) =>
      body.key_id === KEY_ID
        ? { key: { ...jwk, alg: 'ES256', kid: KEY_ID, use: 'sig', created_at: 0, expired_at: null } }
        : undefined,
  }

  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const path = request.url ?? ''
    asked.push(path)
    const isKnown =
      request.headers['plaid-client-id'] === CREDENTIALS.clientId &&
      request.headers['plaid-secret'] === CREDENTIALS.secret
    const answer = isKnown ? answers[path]?.(JSON.parse(text)) : undefined
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error_type: 'INVALID_REQUEST', error_code: 'INVALID_FIELD' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    settings: {
      driver: 'plaid',
      environment: 'sandbox',
      basePath: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...CREDENTIALS,
    },
    asked,
    clientNames,
    settle(id, status, failedStep) {
      const session = sessions.get(id)
      if (!session) throw new Error(`Plaid has no session ${id}.`)
      session.status = status
      if (failedStep) session.steps[failedStep] = 'failed'
    },
    async webhook(id, { ageS = 0, type = 'IDENTITY_VERIFICATION' } = {}) {
      const body = JSON.stringify(
        {
          webhook_type: type,
          webhook_code: 'STATUS_UPDATED',
          identity_verification_id: id,
          environment: 'sandbox',
        },
        null,
        2,
      )
      const token = await new SignJWT({
        request_body_sha256: createHash('sha256').update(body).digest('hex'),
      })
        .setProtectedHeader({ alg: 'ES256', kid: KEY_ID, typ: 'JWT' })
        .setIssuedAt(Math.floor(Date.now() / 1000) - ageS)
        .sign(privateKey)
      return { body, headers: { 'content-type': 'application/json', 'plaid-verification': token } }
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
