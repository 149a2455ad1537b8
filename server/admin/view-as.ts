/**
 * A read-only view of a buyer's account that ends with the staff member's session. If the console has a separate origin, a link opens the
 * view in the buyers' app.
 */
import type { FastifyInstance } from 'fastify'
import { setSessionCookies, writeSessionCookies } from '#server/accounts/login/session-cookie.ts'
import { issue, newToken, tokenHash } from '#server/accounts/login/tokens.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { adminViewAs } from '#shared/contract/admin-people.ts'
import type { Page } from '#shared/contract/pages.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'
import { customerWith } from './customer-routes.ts'

const VIEW_MS = 15 * 60_000
const LINK_MS = 60_000
const PAGE: Page = '/profile'
const LINK = '/customer/api/auth/view'

export function registerViewAs(app: FastifyInstance, deps: AdminDeps): void {
  const { db, secret, site, nowMs } = deps

  serve(app, adminViewAs, async ({ params, body, request, reply, me }) => {
    const { id } = await customerWith(db, params.customer)
    await writeAudit(db, {
      ...actingAs(me, request),
      action: 'customer.view',
      subject: { kind: 'customer', id },
      after: { reason: body.reason },
    })
    const view = { kind: 'customer', principalId: id, purpose: 'view' } as const
    const lifetimeMs = Math.min(VIEW_MS, me.expiresAt.getTime() - nowMs())
    const session = await issue(db, { ...view, lifetimeMs, parentId: me.sessionId, ip: request.ip })
    if (site.adminOrigin !== undefined) {
      const { token } = await issue(db, { ...view, lifetimeMs: LINK_MS, parentId: session.id })
      return { data: { url: `${site.origin}${LINK}/${token}` } }
    }
    const handed = { kind: 'customer', sessionId: session.id, ...session } as const
    setSessionCookies({ request, reply }, handed, { secret, site })
    return { data: { url: site.origin + PAGE } }
  })

  app.get<{ Params: { token: string } }>(
    `${LINK}/:token`,
    { schema: { hide: true } },
    async (request, reply) => {
      const session = await takeOver(db, request.params.token)
      if (!session) throw oldLink()
      writeSessionCookies({ request, reply }, { kind: 'customer', ...session }, { secret, site })
      return reply.header('Cache-Control', 'no-store').redirect(PAGE, 303)
    },
  )
}

/** Uses the link up, and gives the session that waits for it a token. By the unique index on token_hash, then by primary key. */
function takeOver(db: Database, linkToken: string) {
  const token = newToken()
  return db.transaction().execute(async (trx) => {
    const link = await trx
      .updateTable('access_tokens')
      .set({ revoked_at: NOW })
      .where('token_hash', '=', tokenHash(linkToken))
      .where('purpose', '=', 'view')
      // Of a view, not of the staff member's session.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('access_tokens as session')
            .select('session.id')
            .whereRef('session.id', '=', 'access_tokens.parent_id')
            .where('session.purpose', '=', 'view'),
        ),
      )
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', NOW)
      .returning('parent_id')
      .executeTakeFirst()
    if (!link) return null
    const session = await trx
      .updateTable('access_tokens')
      .set({ token_hash: tokenHash(token) })
      .where('id', '=', link.parent_id)
      .where('revoked_at', 'is', null)
      .returning(['id', 'expires_at'])
      .executeTakeFirst()
    return session ? { sessionId: session.id, token, expiresAt: session.expires_at } : null
  })
}

const oldLink = () =>
  new Refusal(410, {
    message: 'This link has expired or was used before. Open the buyer again from the console.',
    code: 'expired_link',
  })
