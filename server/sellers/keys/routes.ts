/** A seller's keys over HTTP, and the call that its own server makes with a secret one. */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import { type IssuedToken, issue } from '#server/accounts/login/tokens.ts'
import { actorOf } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { type AccountPrincipal, realtimeUser, type ServerKeyPrincipal } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { EMBED_TOKEN_LIFETIME_MS } from '#shared/contract/key-limits.ts'
import {
  issueEmbedToken,
  sellerChangeKey,
  sellerCreateKey,
  sellerKeys,
  sellerRevokeKey,
  sellerRotateKey,
} from '#shared/contract/seller-keys.ts'
import { ORIGIN_HINT, originOf } from '#shared/rules/origins.ts'
import { type By, changeKey, createKey, keysOf, revokeKey, rotateKey } from './keys.ts'
import { type Visitor, visitorOf } from './visitors.ts'

export function registerKeys(app: FastifyInstance, deps: RoomDeps): void {
  const { db, broadcaster } = deps
  const background = createBackground(app)

  serve(app, sellerKeys, async ({ me }) => {
    return { data: await keysOf(db, me.accountId) }
  })

  serve(app, sellerCreateKey, async ({ body, me, request }) => {
    const wanted = { name: body.name, origins: checkedOrigins(body.origins ?? []) }
    return { data: await createKey(db, byOf(me, request), wanted) }
  })

  serve(app, sellerChangeKey, async ({ params, body, me, request }) => {
    const origins = body.origins && checkedOrigins(body.origins)
    const { name, guests, launcher } = body
    await changeKey(db, byOf(me, request), { id: params.key, name, origins, guests, launcher })
    return { data: await keysOf(db, me.accountId) }
  })

  serve(app, sellerRotateKey, async ({ params, me, request }) => {
    return { data: await rotateKey(db, byOf(me, request), params.key) }
  })

  serve(app, sellerRevokeKey, async ({ params, me, request }) => {
    const ended = await revokeKey(db, byOf(me, request), params.key)
    background.run('closing the sockets of a revoked key', async () => {
      for (const { id, principal_id } of ended)
        await broadcaster.terminate(realtimeUser({ kind: 'customer', id: principal_id, sessionId: id }))
    })
    return { data: await keysOf(db, me.accountId) }
  })

  registerEmbedTokens(app, deps)
}

const byOf = (me: AccountPrincipal, { ip }: { ip: string }): By => ({
  accountId: me.accountId,
  actor: actorOf(me),
  ip,
})

function registerEmbedTokens(app: FastifyInstance, { db, limits }: RoomDeps): void {
  const tokens = app.createThrottle('embed-tokens', limits.embedTokensPerMinute, MINUTE_MS)

  serve(app, issueEmbedToken, async ({ body, me }) => {
    await tokens.take(String(me.keyId))
    const { user, account } = body
    if (account != null && account !== me.accountId)
      throw invalid({
        account: [`This key belongs to account ${me.accountId}. Leave account out, or send that one.`],
      })
    const { id, email, name, phone } = user
    const visitor = { externalId: String(id), email, name, phone: phone || null }
    const { token, expiresAt } = await issueFor(db, me, visitor)
    return { token, expires_at: expiresAt.toISOString() }
  })
}

/** As browsers write them, each once. Rejects with 422 for what is none. */
function checkedOrigins(texts: readonly string[]): string[] {
  const origins = texts.map(originOf)
  const errors = Object.fromEntries(
    origins.flatMap((origin, index) => (origin === null ? [[`origins.${index}`, [ORIGIN_HINT]]] : [])),
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return [...new Set(origins.filter((origin) => origin !== null))]
}

/**
 * A bearer for the visitor of a seller's site, asked for by the site's own server. The conversation is open afterwards,
 * so that the element has where to write.
 */
const issueFor = (db: Database, key: ServerKeyPrincipal, visitor: Visitor): Promise<IssuedToken> =>
  db.transaction().execute(async (trx) => {
    const { keyId, accountId } = key
    const customerId = await visitorOf(trx, accountId, visitor)
    await openConversation(trx, { customerId, accountId })
    return issue(trx, {
      kind: 'customer',
      purpose: 'widget',
      lifetimeMs: EMBED_TOKEN_LIFETIME_MS,
      principalId: customerId,
      accountId,
      serverKeyId: keyId,
    })
  })
