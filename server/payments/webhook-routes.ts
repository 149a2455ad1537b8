/** The webhook of the card provider. In a scope of its own, because a signature is over the bytes of the body and not over what they mean. */
import type { FastifyInstance } from 'fastify'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import type { MoneyDeps } from './money-deps.ts'
import { receiveEvent } from './provider-events.ts'

export function registerBillingWebhook(app: FastifyInstance, deps: MoneyDeps): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { provider: string } }>(
      '/webhooks/billing/:provider',
      { schema: { hide: true } },
      async (request, reply) => {
        const { billing } = deps.parts
        if (request.params.provider !== billing.name || billing.name === 'none') throw notFound()
        const event = billing.readWebhook(request, String(request.body ?? ''))
        if (event === 'forged')
          throw new Refusal(401, { message: 'The signature is not valid.', code: 'unauthenticated' })
        if (event !== 'irrelevant') await receiveEvent(deps, event)
        return reply.code(204).send()
      },
    )
  })
}
