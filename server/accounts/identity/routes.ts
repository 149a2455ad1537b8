/** Identity verification (spec section 7): the token that opens a check, and the webhooks that tell how it goes. */
import type { FastifyInstance } from 'fastify'
import { currentCustomer } from '#server/accounts/login/current-user.ts'
import { conflict, notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { IDENTITY_CHECKS_PER_HOUR } from '#shared/contract/limits.ts'
import { identityLinkToken } from '#shared/contract/profile.ts'
import { applyUpdate, recordStart } from './apply-update.ts'

const HOUR_MS = 3_600_000

export function registerIdentity(app: FastifyInstance, deps: RoomDeps): void {
  const { parts } = deps
  const starts = app.createThrottle('identity-checks', IDENTITY_CHECKS_PER_HOUR, HOUR_MS)

  serve(app, identityLinkToken, async ({ me }) => {
    const customer = await currentCustomer(deps, me.id)
    if (customer.idv_status === 'success') throw conflict('Your identity is verified already.')
    if (customer.idv_status === 'pending_review')
      throw conflict('Your documents are being reviewed. You hear from us as soon as that is done.')
    await starts.take(String(me.id))
    const { name, start } = parts.identity
    const check = await start({ customerId: me.id, email: customer.email ?? '', name: customer.name ?? '' })
    await recordStart(deps, { customerId: me.id, provider: name, externalId: check.externalId })
    return {
      data: { link_token: check.linkToken, ...(name === 'none' ? {} : { provider: name }), url: check.url },
    }
  })

  app.register(async (scope) => registerWebhook(scope, deps))
}

/** In a scope of its own, because a signature is over the bytes of the body and not over what they mean. */
function registerWebhook(scope: FastifyInstance, deps: RoomDeps): void {
  const { identity } = deps.parts
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  scope.post<{ Params: { provider: string } }>(
    '/webhooks/identity/:provider',
    { schema: { hide: true } },
    async (request, reply) => {
      if (request.params.provider !== identity.name || identity.name === 'none') throw notFound()
      const webhook = await identity.readWebhook(request, String(request.body ?? ''))
      if (webhook === 'forged')
        throw new Refusal(401, { message: 'The signature is not valid.', code: 'unauthenticated' })
      if (webhook !== 'irrelevant') await applyUpdate(deps, identity.name, webhook)
      return reply.code(204).send()
    },
  )
}
