/** The seller desk over HTTP; ours, beside the calls of the spec. Login and its own deals here, conversations below. */
import type { FastifyInstance } from 'fastify'
import { checkLogin, createLoginThrottle } from '#server/account/login.ts'
import { issue, revoke } from '#server/account/tokens.ts'
import type { ServerLimits } from '#server/config/limits.ts'
import type { Database } from '#server/database/open.ts'
import { paginated } from '#server/http/paginate.ts'
import { memberOf, realtimeUser } from '#server/http/principal.ts'
import { unauthenticated } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import type { Site } from '#server/http/site.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import { propertiesOf } from '#server/properties/queries.ts'
import { cardWire } from '#server/properties/wire.ts'
import type { Broadcaster } from '#server/realtime/broadcaster.ts'
import { deskLogin, deskLogout, deskProperties, deskUser } from '#shared/contract/desk.ts'
import { registerDeskBuyers } from './buyer-routes.ts'
import { registerDeskConversations } from './conversation-routes.ts'
import { type MemberRow, memberByEmail, memberById } from './queries.ts'
import { registerDeskRequests } from './request-routes.ts'

export interface DeskDeps {
  db: Database
  broadcaster: Broadcaster
  messenger: Messenger
  limits: ServerLimits
  site: Site
  /** Channel prefix. */
  prefix: string
}

export function registerDesk(app: FastifyInstance, deps: DeskDeps): void {
  registerDeskLogin(app, deps)
  registerDeskConversations(app, deps)
  registerDeskRequests(app, deps)
  registerDeskBuyers(app, deps)
  registerOwnDeals(app, deps)
}

function registerDeskLogin(app: FastifyInstance, { db, limits, broadcaster }: DeskDeps): void {
  const throttle = createLoginThrottle(limits)

  serve(app, deskLogin, async ({ body, request }) => {
    const attempt = { ip: request.ip, email: body.email, password: body.password }
    const row = await checkLogin(throttle, attempt, (email) => memberByEmail(db, email))
    const { token } = await issue(db, {
      kind: 'member',
      principalId: row.id,
      purpose: 'desk',
      lifetimeMs: limits.sessionMs,
    })
    return { data: { token, user: memberWire(row) } }
  })

  serve(app, deskLogout, async ({ who }) => {
    const me = memberOf(who)
    await revoke(db, me.tokenId)
    await broadcaster.terminate(realtimeUser(me))
  })

  serve(app, deskUser, async ({ who }) => {
    const row = await memberById(db, memberOf(who).memberId)
    if (!row) throw unauthenticated()
    return { data: memberWire(row) }
  })
}

function registerOwnDeals(app: FastifyInstance, { db, site }: DeskDeps): void {
  serve(app, deskProperties, async ({ query, who, request }) => {
    const { accountId } = memberOf(who)
    const page = query.page ?? 1
    const { rows, hasMore } = await propertiesOf(db, accountId, page)
    return paginated(request, page, { rows: rows.map((row) => cardWire(row, site)), hasMore })
  })
}

const memberWire = (row: MemberRow) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  account: { id: row.account_id, title: row.title },
})
