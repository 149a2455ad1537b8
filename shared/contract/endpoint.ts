/** What one HTTP call is: its address, who may make it, and the schemas of what goes in and comes out. */
import * as z from 'zod/mini'
import type { Permission } from './member-roles.ts'
import type { Act } from './requirements.ts'

type Fields = z.ZodMiniObject

/**
 * The purpose of a token. A customer's: `session` is a login, `messages` the bearer of a messenger on any page, `view` a staff
 * member's view of the customer's account. `desk` is a seller's login, `console` a staff login; the two that end in `-enrolling`
 * are the same logins while a required second factor is still missing. `server-key` is the secret key of a seller's own server.
 */
export type Scope =
  | 'session'
  | 'messages'
  | 'view'
  | 'desk'
  | 'desk-enrolling'
  | 'console'
  | 'console-enrolling'
  | 'server-key'

export type Auth = 'none' | 'optional' | 'customer' | 'account' | 'any' | 'staff' | 'server-key'

export interface Endpoint<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  By extends Auth = Auth,
> {
  /** Also the OpenAPI operation id. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{params}` in braces, relative to what `at` says. */
  path: string
  /**
   * `api`: relative to the customer area `{api}`, e.g. `https://host/customer/api`.
   * `site`: relative to the origin of it.
   */
  at: 'api' | 'site'
  /** Also served without the `/customer/api` prefix: the second path family of spec section 7. */
  alsoAtRoot: boolean
  /**
   * Who may call it. A `customer` is a buyer, an `account` a seller's person, `any` either of them, `staff` the operator's staff,
   * `server-key` a seller's own server.
   * `optional` is open to everybody and identifies the caller: with expired credentials, or a scope it does not admit, the caller
   * counts as a visitor and is not refused.
   */
  auth: By
  /** The tokens it admits. The guard in server/core/http/serve.ts refuses all others. */
  scopes: readonly Scope[]
  /** Only for a person who confirmed their identity within the last 10 minutes. Others get 403 `confirm_identity`. */
  needsStepUp: boolean
  /**
   * The act whose requirements a customer must meet (`requirements.ts`). A function if it depends on the body; null requires
   * nothing. A list if it depends on stored data: the handler names one of these acts with `requireAct`, which refuses any other.
   */
  needs: Act | ((body: never) => Act | null) | readonly Act[] | null
  /** What the role of a seller's person must include (`member-roles.ts`); null admits every role. */
  permission: Permission | null
  /** Also while the company closes, when other calls that need a permission only read. */
  isForClosing?: boolean
  /** The calls of spec section 7 this one answers for, word for word; empty for our own additions. */
  spec: readonly string[]
  summary: string
  params: Params
  query: Query
  body: Body | null
  reply: Reply
  status: 200 | 201 | 202 | 204
  /** A GET that does something, so a client never repeats it by itself (it is harmless when somebody does). */
  isUnsafe: boolean
  /**
   * Whether it takes the header `Idempotency-Key`, 1 to 64 letters, digits, `_` or `-`. A repeat with the same key and the same terms
   * gets the first answer; with other terms 409 `idempotency_key_reused`.
   */
  idempotency: 'optional' | 'required' | null
}

const nothing = z.object({})
export type Nothing = typeof nothing

interface Given<
  P extends Fields,
  Q extends Fields,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  A extends Auth,
> extends Pick<Endpoint, 'name' | 'method' | 'path' | 'summary'> {
  at?: Endpoint['at']
  alsoAtRoot?: boolean
  auth?: A
  /** Replaces the scopes that follow from `auth`. */
  scopes?: readonly Scope[]
  needsStepUp?: boolean
  needs?: Act | ((body: z.output<B>) => Act | null) | readonly Act[]
  permission?: Permission
  isForClosing?: boolean
  spec?: readonly string[]
  params?: P
  query?: Q
  body?: B
  reply: R
  status?: Endpoint['status']
  isUnsafe?: boolean
  idempotency?: 'optional' | 'required'
}

/**
 * Declares an endpoint. Defaults: in the customer area, for customers with a session, no parameters, answers 200.
 * A read for a session is also open to staff who view the account.
 */
// A pure call, so that a browser that imports one endpoint does not carry its whole file.
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  R extends z.ZodMiniType,
  P extends Fields = Nothing,
  Q extends Fields = Nothing,
  B extends z.ZodMiniType = z.ZodMiniNever,
  A extends Auth = 'customer',
>(given: Given<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  const auth = given.auth ?? ('customer' as A)
  const own: readonly Scope[] = SCOPES_OF[auth]
  const isHarmless = given.method === 'GET' && !given.isUnsafe
  return {
    at: 'api',
    alsoAtRoot: false,
    scopes: isHarmless && own.includes('session') ? [...own, 'view'] : own,
    needsStepUp: false,
    needs: null,
    permission: null,
    spec: [],
    status: 200,
    isUnsafe: false,
    idempotency: null,
    ...given,
    auth,
    params: given.params ?? (nothing as unknown as P),
    query: given.query ?? (nothing as unknown as Q),
    body: given.body ?? null,
  }
}

const SCOPES_OF = {
  none: [],
  optional: ['session', 'desk'],
  customer: ['session'],
  account: ['desk'],
  any: ['session', 'desk'],
  staff: ['console'],
  'server-key': ['server-key'],
} as const satisfies Record<Auth, readonly Scope[]>

/** What a caller hands in: decoded values, e.g. numbers for ids. A part without required fields may be left out. */
export type Input<E extends Endpoint> = Part<'params', z.output<E['params']>> &
  Part<'query', z.output<E['query']>> &
  (NonNullable<E['body']> extends z.ZodMiniNever
    ? { body?: undefined }
    : { body: z.output<NonNullable<E['body']>> })

type Part<Name extends string, Value> =
  Value extends Record<string, never>
    ? { [K in Name]?: undefined }
    : object extends Value
      ? { [K in Name]?: Value }
      : { [K in Name]: Value }

/** What a caller gets back, decoded. */
export type Reply<E extends Endpoint> = z.output<E['reply']>
