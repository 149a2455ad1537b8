/** A seller's keys over HTTP, and how its own server vouches for a visitor: by a call with a secret one, or by what it signed. */
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
import { requireSiteKey } from '#server/sellers/guests/site-key.ts'
import { EMBED_TOKEN_LIFETIME_MS } from '#shared/contract/key-limits.ts'
import {
  exchangeAssertion,
  issueEmbedToken,
  sellerChangeKey,
  sellerCreateKey,
  sellerKeys,
  sellerRevokeKey,
  sellerRotateKey,
} from '#shared/contract/seller-keys.ts'
import { ORIGIN_HINT, originOf } from '#shared/rules/origins.ts'
import { readAssertion, useOnce } from './assertions.ts'
import { type By, changeKey, createKey, keysOf, revokeKey, rotateKey } from './keys.ts'
import { checkedJwks } from './site-jwks.ts'
import { type Visitor, visitorOf } from './visitors.ts'

export function registerKeys(app: FastifyInstance, deps: RoomDeps): void {
  const { db, broadcaster } = deps
  const background = createBackground(app)

  serve(app, sellerKeys, async ({ me }) => {
    return { data: await keysOf(db, me.accountId) }
  })

  serve(app, sellerCreateKey, async ({ body, me, request }) => {
    const wanted = { name: body.name, origins: checkedOrigins(body.origins ?? []), guests: body.guests }
    return { data: await createKey(deps, byOf(me, request), wanted) }
  })

  serve(app, sellerChangeKey, async ({ params, body, me, request }) => {
    const origins = body.origins && checkedOrigins(body.origins)
    const jwks = body.jwks && (await checkedJwks(body.jwks))
    const { name, guests, launcher } = body
    await changeKey(db, byOf(me, request), { id: params.key, name, origins, guests, launcher, jwks })
    return { data: await keysOf(db, me.accountId) }
  })

  serve(app, sellerRotateKey, async ({ params, me, request }) => {
    return { data: await rotateKey(deps, byOf(me, request), params.key) }
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

function registerEmbedTokens(app: FastifyInstance, deps: RoomDeps): void {
  const { db, limits } = deps
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
    const { token, expiresAt } = await db.transaction().execute((trx) => issueFor(trx, me, visitor))
    return { token, expires_at: expiresAt.toISOString() }
  })

  serve(app, exchangeAssertion, async ({ params, body, request }) => {
    const key = await requireSiteKey(deps, params.key, request.headers.origin)
    const { visitor, ...use } = await readAssertion(deps, key, body.assertion)
    // Only now: what a stranger makes up does not count among the key's tokens.
    await tokens.take(String(key.id))
    const { token, expiresAt } = await db.transaction().execute(async (trx) => {
      await useOnce(trx, key.id, use)
      return issueFor(trx, { keyId: key.id, accountId: key.accountId }, visitor)
    })
    return { data: { token, expires_at: expiresAt.toISOString() } }
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

/** A bearer for the visitor of a seller's site. The conversation is open afterwards, so that the element has where to write. */
async function issueFor(
  trx: Database,
  { keyId, accountId }: Pick<ServerKeyPrincipal, 'keyId' | 'accountId'>,
  visitor: Visitor,
): Promise<IssuedToken> {
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
}
