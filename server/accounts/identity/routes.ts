/** Identity verification (spec section 7): the token that opens a check, and the webhooks that tell how it goes. */
import type { FastifyInstance } from 'fastify'
import { currentCustomer } from '#server/accounts/login/current-user.ts'
import { personById } from '#server/accounts/login/people.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import { conflict, notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { IDENTITY_CHECKS_PER_HOUR } from '#shared/contract/limits.ts'
import { identityLinkToken } from '#shared/contract/profile.ts'
import {
  adminDecideMemberIdentity,
  sellerIdentity,
  sellerStartIdentity,
} from '#shared/contract/seller-identity.ts'
import { applyUpdate, decideByHand, recordStart } from './apply-update.ts'
import { memberIdentities } from './member-checks.ts'

const HOUR_MS = 3_600_000

export function registerIdentity(app: FastifyInstance, deps: RoomDeps): void {
  const { parts, db } = deps
  const starts = app.createThrottle('identity-checks', IDENTITY_CHECKS_PER_HOUR, HOUR_MS)

  serve(app, identityLinkToken, async ({ me }) => {
    const customer = await currentCustomer(deps, me.id)
    requireStart(customer.idv_status)
    await starts.take(String(me.id))
    const { name, start } = parts.identity
    const person = { kind: 'customer', id: me.id } as const
    const { name: brand } = await installationOf(deps.site)
    const check = await start({ ...person, email: customer.email ?? '', name: customer.name ?? '', brand })
    await recordStart(deps, { ...person, provider: name, externalId: check.externalId })
    return {
      data: { link_token: check.linkToken, ...(name === 'none' ? {} : { provider: name }), url: check.url },
    }
  })

  serve(app, sellerIdentity, async ({ me }) => {
    const identity = (await memberIdentities(db, [me.memberId]))(me.memberId)
    return { data: { ...identity, is_offered: parts.identity.name !== 'none' } }
  })

  serve(app, sellerStartIdentity, async ({ me }) => {
    const person = { kind: 'member', id: me.memberId } as const
    requireStart((await memberIdentities(db, [me.memberId]))(me.memberId).status)
    const member = await personById(db, person)
    if (!member) throw notFound()
    await starts.take(`member ${me.memberId}`)
    const { name, start } = parts.identity
    const { name: brand } = await installationOf(deps.site)
    const { externalId, url } = await start({ ...person, email: member.email, name: member.name, brand })
    await recordStart(deps, { ...person, provider: name, externalId })
    if (url === null) throw new Error('The identity check of a member has no page.')
    return { data: { url } }
  })

  serve(app, adminDecideMemberIdentity, async ({ params, body, me, request }) => {
    const person = { kind: 'member', id: params.member } as const
    const decision = { person, status: body.decision, reason: body.reason }
    const isDecided = await decideByHand(deps, decision, (trx) =>
      writeAudit(trx, {
        actor: { kind: 'staff', id: me.staffId },
        ip: request.ip,
        action: `identity.${body.decision}`,
        subject: person,
        before: { idv_status: 'pending_review' },
        after: { reason: body.reason },
      }),
    )
    if (!isDecided) throw conflict('No identity check of this member waits.')
  })

  app.register(async (scope) => registerWebhook(scope, deps))
}

function requireStart(status: string | null | undefined): void {
  if (status === 'success') throw conflict('Your identity is verified already.')
  if (status === 'pending_review')
    throw conflict('Your documents are being reviewed. You hear from us as soon as that is done.')
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
