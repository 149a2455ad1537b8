/**
 * Serves one contract endpoint: authentication, validation in, stripping out, on every path it has.
 * What a handler gets is decoded and typed by the contract; what it returns is encoded by it, so that a field
 * the contract does not name cannot leave the house.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { routeSchema } from './openapi.ts'
import { fastifyPath, pathsOf } from './paths.ts'
import {
  type Authenticator,
  customerOf,
  memberOf,
  type Principal,
  type StaffPrincipal,
  staffOf,
} from './principal.ts'
import { forbidden, Refusal, unauthenticated } from './refusal.ts'
import { cleanTexts } from './storable.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authenticator: Authenticator
    /** Filled by `serve`, for the documentation and for 405. */
    servedEndpoints: Endpoint[]
  }
  interface FastifyRequest {
    who: Principal | null
    /** Set instead of `who` for one of the house's people. */
    staff: StaffPrincipal | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export interface Call<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<NonNullable<E['body']>>
  who: Principal | null
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E extends Endpoint> = z.output<E['reply']>

export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Answer<E> | Promise<Answer<E>>,
): void {
  addRoutes(app, endpoint, async (call: Call<E>) => {
    const answer = await handler(call)
    return endpoint.status === 204 ? undefined : answer
  })
}

/** For an answer too large to be encoded for each caller: `send` makes the reply, and answers for its fitting the contract. */
export function serveSent<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  send: (call: Call<E>) => Promise<FastifyReply>,
): void {
  addRoutes(app, endpoint, send)
}

function addRoutes<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<unknown>,
): void {
  app.servedEndpoints.push(endpoint)
  for (const [index, path] of pathsOf(endpoint).entries()) {
    app.route({
      method: endpoint.method,
      url: fastifyPath(path),
      config: { endpoint },
      schema: routeSchema(endpoint, index > 0),
      // Behind the rate limit, which is an onRequest hook, and before the body is read.
      preParsing: async (request, reply) => {
        // Answers hold tokens and people's data; no cache on the way, and none on a shared computer, may keep one.
        reply.header('Cache-Control', 'no-store')
        await guard(app, endpoint, request)
      },
      preValidation: async (request) => {
        if (!endpoint.body) return
        // Without a body every required field is named, not the body as a whole.
        request.body ??= {}
        cleanTexts(request.body)
      },
      async handler(request, reply) {
        reply.code(endpoint.status)
        const { params, query, body } = request as Pick<Call<E>, 'params' | 'query' | 'body'>
        return handler({ params, query, body, who: request.who, request, reply })
      },
    })
  }
}

/** A stranger gets 401 whatever he sends. */
async function guard(app: FastifyInstance, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (endpoint.auth === 'none') return
  const caller = await app.authenticator.identify(request)
  if (caller?.kind === 'staff') request.staff = caller
  else request.who = caller
  if (isOnlyLooking(request.who) && !isHarmless(endpoint)) throw onlyLooking()
  if (endpoint.auth === 'optional') return
  if (endpoint.auth === 'staff') staffOf(request)
  else if (request.staff) throw forbidden()
  else if (endpoint.auth === 'customer') customerOf(request.who)
  else if (endpoint.auth === 'account') memberOf(request.who)
  else if (!request.who) throw unauthenticated()
}

const isOnlyLooking = (who: Principal | null): boolean => who?.kind === 'customer' && who.purpose === 'view'

const isHarmless = ({ method, isUnsafe, name }: Endpoint): boolean =>
  name === 'logout' || (method === 'GET' && !isUnsafe)

const onlyLooking = () =>
  new Refusal(403, {
    message: 'You are looking at this account for its owner and cannot change anything.',
    code: 'read_only',
  })
