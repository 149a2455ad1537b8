/** The page of the embedded identity check. What is decided there reaches Plat as it would from a real service: by a signed webhook. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import { signWebhook } from '#server/providers/identity/embedded.ts'
import type { IdentityStatus } from '#server/providers/identity/identity-provider.ts'
import { sendHtml } from './html.ts'
import { identityPage, isOpen, noSuchCheck } from './identity-page.ts'

export interface IdentityRoutes {
  db: Database
  /** The world's, which signs the webhook. */
  secret: string
}

const TITLE = 'Identity check'
const WEBHOOK = '/webhooks/identity/embedded'
const NOT_FOUND = 404
const UNPROCESSABLE = 422
const BAD_GATEWAY = 502
const SEE_OTHER = 303
/** Everything below is a success. */
const REDIRECTS = 300
const REASON_MAX_LENGTH = 200

const DECISIONS: Readonly<Record<string, IdentityStatus>> = {
  pass: 'success',
  fail: 'failed',
  review: 'pending_review',
}

type Link = { Params: { linkToken: string } }
type Decision = Link & { Body: { decision?: unknown; reason?: unknown } | undefined }

export function registerIdentityPage(app: FastifyInstance, { db, secret }: IdentityRoutes): void {
  app.get<Link>('/identity/:linkToken', async ({ params }, reply) => {
    const check = await findCheck(db, params.linkToken)
    if (!check) return sendHtml(reply, { title: TITLE, body: noSuchCheck(), status: NOT_FOUND })
    return sendHtml(reply, { title: TITLE, body: identityPage(check) })
  })

  app.post<Decision>('/identity/:linkToken', async ({ params, body }, reply) => {
    const check = await findCheck(db, params.linkToken)
    if (!check) return sendHtml(reply, { title: TITLE, body: noSuchCheck(), status: NOT_FOUND })
    const refuse = (status: number, problem: string) =>
      sendHtml(reply, { title: TITLE, body: identityPage(check, problem), status })
    const status = DECISIONS[String(body?.decision)]
    if (!status) return refuse(UNPROCESSABLE, 'Choose how the check ends.')
    // Who pressed twice sees what was decided first.
    if (isOpen(check.status)) {
      const told = await tell({
        externalId: params.linkToken,
        status,
        reason: reasonOf(status, body?.reason),
      })
      if (!told) return refuse(BAD_GATEWAY, 'Plat did not take the answer. Try again.')
    }
    return reply.redirect(check.path, SEE_OTHER)
  })

  async function tell(update: Parameters<typeof signWebhook>[1]): Promise<boolean> {
    const { body, headers } = signWebhook(secret, update)
    const answer = await app.inject({ method: 'POST', url: WEBHOOK, headers, payload: body })
    return answer.statusCode < REDIRECTS
  }
}

const reasonOf = (status: IdentityStatus, reason: unknown) =>
  status === 'failed' && typeof reason === 'string' && reason.trim() !== ''
    ? reason.trim().slice(0, REASON_MAX_LENGTH)
    : null

/** By the unique index on (provider, external_id). */
async function findCheck(db: Database, linkToken: string) {
  const row = await db
    .selectFrom('identity_checks')
    .leftJoin('customers', 'customers.id', 'identity_checks.customer_id')
    .leftJoin('account_members', 'account_members.id', 'identity_checks.member_id')
    .select(['identity_checks.status', 'identity_checks.member_id', 'customers.name'])
    .select('account_members.name as member_name')
    .where('provider', '=', 'embedded')
    .where('external_id', '=', linkToken)
    .executeTakeFirst()
  return (
    row && {
      path: `/identity/${encodeURIComponent(linkToken)}`,
      status: row.status,
      name: row.name ?? row.member_name ?? '',
      isMember: row.member_id !== null,
    }
  )
}
