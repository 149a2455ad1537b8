/** What one HTTP call is: its address, who may make it, and the schemas of what goes in and comes out. */
import * as z from 'zod/mini'

type Fields = z.ZodMiniObject

export interface Endpoint<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
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
   * Who may call it. A `customer` is a buyer, an `account` a seller's person, `any` either of them, `staff` the house's own people.
   * `optional` is open to everybody and finds out who calls: credentials that are no longer good make a visitor of the caller, not
   * a refusal.
   */
  auth: 'none' | 'optional' | 'customer' | 'account' | 'any' | 'staff'
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
}

const nothing = z.object({})
export type Nothing = typeof nothing

interface Given<P extends Fields, Q extends Fields, B extends z.ZodMiniType, R extends z.ZodMiniType>
  extends Pick<Endpoint, 'name' | 'method' | 'path' | 'summary'> {
  at?: Endpoint['at']
  alsoAtRoot?: boolean
  auth?: Endpoint['auth']
  spec?: readonly string[]
  params?: P
  query?: Q
  body?: B
  reply: R
  status?: Endpoint['status']
  isUnsafe?: boolean
}

/** Declares an endpoint; what is not said is: in the customer area, for customers, no parameters, answers 200. */
// A pure call, so that a browser that imports one endpoint does not carry its whole file.
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  R extends z.ZodMiniType,
  P extends Fields = Nothing,
  Q extends Fields = Nothing,
  B extends z.ZodMiniType = z.ZodMiniNever,
>(given: Given<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    at: 'api',
    alsoAtRoot: false,
    auth: 'customer',
    spec: [],
    status: 200,
    isUnsafe: false,
    ...given,
    params: given.params ?? (nothing as unknown as P),
    query: given.query ?? (nothing as unknown as Q),
    body: given.body ?? null,
  }
}

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
