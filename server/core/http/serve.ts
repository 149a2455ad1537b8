/**
 * Serves one contract endpoint: authentication, validation in, stripping out, on every path it has.
 * What a handler gets is decoded and typed by the contract; what it returns is encoded by it, so that a field
 * the contract does not name cannot leave the house.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { PERMISSIONS, type Permission, ROLE_LABELS, roleMay } from '#shared/contract/member-roles.ts'
import type { Act } from '#shared/contract/requirements.ts'
import { CONFIRMED_FOR_MS } from '#shared/contract/two-step-limits.ts'
import { routeSchema } from './openapi.ts'
import { type PageOf, type Paginated, pagingOf } from './paginate.ts'
import { fastifyPath, pathsOf } from './paths.ts'
import type { AccountPrincipal, Authenticator, Caller, Callers } from './principal.ts'
import { forbidden, onlyLooking, Refusal, unauthenticated } from './refusal.ts'
import { cleanTexts } from './storable.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authenticator: Authenticator
    requireConfirmed: RequireConfirmed
    /** Filled by `serve`, for the documentation and for 405. */
    servedEndpoints: Endpoint[]
  }
  interface FastifyRequest {
    /** Set by the guard of `serve` for callers that the endpoint admits. */
    me: Caller | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** Rejects with 403 until the customer has confirmed what the act needs. */
export type RequireConfirmed = (customerId: number, act: Act) => Promise<void>

export interface Call<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<NonNullable<E['body']>>
  me: Callers[E['auth']]
  request: FastifyRequest
  reply: FastifyReply
  /** Of an endpoint whose query declares `page`: the page that is asked for, from 1. */
  page: Paged<E, number>
  /** Puts its rows into Laravel's shape. */
  paginated: Paged<E, <Row>(found: PageOf<Row>) => Paginated<Row>>
  /** For an endpoint that declares a list of acts: rejects with 403 until the customer has confirmed what this one of them needs. */
  requireAct(act: Act): Promise<void>
}

type Paged<E extends Endpoint, T> = 'page' extends keyof z.output<E['query']> ? T : null
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
        await guard(app, endpoint, { request, reply })
      },
      preValidation: async (request) => {
        if (!endpoint.body) return
        // Without a body every required field is named, not the body as a whole.
        request.body ??= {}
        cleanTexts(request.body)
      },
      preHandler: async (request) => requireNeeds(app, endpoint, request),
      async handler(request, reply) {
        reply.code(endpoint.status)
        const { params, query, body } = request as Pick<Call<E>, 'params' | 'query' | 'body'>
        const requireAct = (act: Act) => requireDeclared(app, endpoint, request.me, act)
        const me = request.me as Call<E>['me']
        const paging = pagingOf(request) as Pick<Call<E>, 'page' | 'paginated'>
        return handler({ params, query, body, me, request, reply, requireAct, ...paging })
      },
    })
  }
}

/**
 * The one place that decides who may call what, by the endpoint's own declaration. A stranger always gets 401, a token of
 * another scope 403.
 */
async function guard(
  app: FastifyInstance,
  endpoint: Endpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  if (endpoint.auth === 'none') return
  // Public responses may be cached; they set no cookie.
  const caller = await app.authenticator.identify(request, endpoint.auth === 'optional' ? undefined : reply)
  if (caller && endpoint.scopes.includes(caller.scope)) request.me = caller
  else if (caller?.scope === 'view' && endpoint.scopes.includes('session')) throw onlyLooking()
  else if (endpoint.auth !== 'optional') throw refusalOf(caller, endpoint)
  if (endpoint.permission && caller?.kind === 'account') {
    requirePermission(endpoint.permission, caller)
    if (caller.isClosing && endpoint.method !== 'GET' && !endpoint.isForClosing) throw companyCloses()
  }
  if (endpoint.needsStepUp && caller) requireStepUp(caller)
}

async function requireNeeds(
  app: FastifyInstance,
  { needs }: Endpoint,
  { me, body }: FastifyRequest,
): Promise<void> {
  if (isList(needs)) return
  const act = typeof needs === 'function' ? needs(body as never) : needs
  if (act !== null && me?.kind === 'customer') await app.requireConfirmed(me.id, act)
}

/** For acts that the handler tells apart. Throws for one that the endpoint does not declare. */
export async function requireDeclared(
  app: Pick<FastifyInstance, 'requireConfirmed'>,
  { name, needs }: Pick<Endpoint, 'name' | 'needs'>,
  me: { kind: Caller['kind']; id?: number } | null,
  act: Act,
): Promise<void> {
  if (!isList(needs) || !needs.includes(act)) throw new Error(`${name} does not declare the act ${act}`)
  if (me?.kind === 'customer' && me.id !== undefined) await app.requireConfirmed(me.id, act)
}

const isList = (needs: Endpoint['needs']): needs is readonly Act[] => Array.isArray(needs)

function refusalOf(caller: Caller | null, endpoint: Endpoint): Refusal {
  if (!caller) return endpoint.auth === 'server-key' ? keyRefused() : unauthenticated()
  return isEnrolling(caller, endpoint) ? twoStepFirst() : forbidden()
}

/** Whether it would be admitted with the second factor that is still to be set up. */
const isEnrolling = ({ scope }: Caller, { scopes }: Endpoint): boolean =>
  (scope === 'desk-enrolling' && scopes.includes('desk')) ||
  (scope === 'console-enrolling' && scopes.includes('console'))

function requirePermission(permission: Permission, { role }: AccountPrincipal): void {
  if (roleMay(role, permission)) return
  if (permission === 'settings')
    throw new Refusal(403, {
      message: 'Only an owner of the company can do this. Ask an owner.',
      code: 'administrators_only',
    })
  const needed = PERMISSIONS[permission].roles.map((one) => ROLE_LABELS[one]).join(' or ')
  throw new Refusal(403, {
    message: `Your role, ${ROLE_LABELS[role]}, can’t do this. It needs the role ${needed}: ask an owner of the company.`,
    code: 'role_refused',
  })
}

const companyCloses = () =>
  new Refusal(409, {
    message: 'Your company is closing, so nothing can be changed. An owner can cancel the closing.',
    code: 'company_closing',
  })

function requireStepUp({ confirmedAgoMs }: Caller): void {
  if (confirmedAgoMs !== null && confirmedAgoMs < CONFIRMED_FOR_MS) return
  throw new Refusal(403, { message: "Confirm it's you to do this.", code: 'confirm_identity' })
}

const keyRefused = () =>
  new Refusal(401, {
    message:
      'Send a secret key of your account as "Authorization: Bearer sk_…". This one is missing, unknown, revoked, or was replaced more than 24 hours ago. Keys are in the seller’s app under Company, On your site.',
    code: 'server_key_refused',
  })

const twoStepFirst = () =>
  new Refusal(403, { message: 'Set up two-step login first.', code: 'two_step_required' })
