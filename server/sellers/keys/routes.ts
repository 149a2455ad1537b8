/** A seller's keys over HTTP, and the call that its own server makes with a secret one. */
import type { FastifyInstance } from 'fastify'
import { requireAdministrator } from '#server/accounts/login/administrator.ts'
import { createBackground } from '#server/accounts/login/background.ts'
import { actorOf } from '#server/core/audit/audit.ts'
import { type AccountPrincipal, realtimeUser } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { createThrottle, MINUTE_MS } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  deskChangeKey,
  deskCreateKey,
  deskKeys,
  deskRevokeKey,
  deskRotateKey,
  issueEmbedToken,
} from '#shared/contract/desk-keys.ts'
import { ORIGIN_HINT, originOf } from '#shared/rules/origins.ts'
import { issueFor } from './embed-token.ts'
import { type By, changeKey, createKey, keysOf, revokeKey, rotateKey } from './keys.ts'

export function registerKeys(app: FastifyInstance, deps: RoomDeps): void {
  const { db, broadcaster } = deps
  const background = createBackground(app)

  serve(app, deskKeys, async ({ me }) => {
    await requireAdministrator(db, me)
    return { data: await keysOf(db, me.accountId) }
  })

  serve(app, deskCreateKey, async ({ body, me, request }) => {
    await requireAdministrator(db, me)
    const wanted = { name: body.name, origins: checkedOrigins(body.origins ?? []) }
    return { data: await createKey(db, byOf(me, request), wanted) }
  })

  serve(app, deskChangeKey, async ({ params, body, me, request }) => {
    await requireAdministrator(db, me)
    const origins = body.origins && checkedOrigins(body.origins)
    await changeKey(db, byOf(me, request), { id: params.key, name: body.name, origins })
    return { data: await keysOf(db, me.accountId) }
  })

  serve(app, deskRotateKey, async ({ params, me, request }) => {
    await requireAdministrator(db, me)
    return { data: await rotateKey(db, byOf(me, request), params.key) }
  })

  serve(app, deskRevokeKey, async ({ params, me, request }) => {
    await requireAdministrator(db, me)
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
  const tokens = createThrottle(limits.embedTokensPerMinute, MINUTE_MS)

  serve(app, issueEmbedToken, async ({ body, me }) => {
    tokens.take(String(me.keyId))
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
