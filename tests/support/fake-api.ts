/**
 * A server for models under test, driven by the contract. Calls are matched by their endpoint, what is sent and answered passes
 * the endpoint's schemas, and a test gives only what matters of an answer. A call that nothing answers fails the test.
 */
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import { type Api, type CallOptions, encodeBody } from '#shared/api/client.ts'
import type { Endpoint, Input } from '#shared/contract/endpoint.ts'
import { completed, type Given } from './wire-example.ts'

export type FakeCall<E extends Endpoint = Endpoint> = Input<E> & {
  readonly endpoint: E
  readonly name: string
  readonly options: CallOptions
}

/** An answer of whichever endpoint is called next. One that is promised comes when it is there, also after later ones. */
export type Scripted = object | Promise<object>

/** What an endpoint answers, as it is on the wire; a failure in its place is thrown. */
export type Answer<E extends Endpoint> = Given<z.input<E['reply']>> | Failure

export type Answering<E extends Endpoint> =
  | Answer<E>
  | ((input: Input<E>, options: CallOptions) => Answer<E> | Promise<Answer<E>>)

export interface FakeApi {
  readonly api: Api
  readonly calls: readonly FakeCall[]
  /** The names of the calls, in order. */
  names(): string[]
  of<E extends Endpoint>(endpoint: E): FakeCall<E>[]
  /** Answers an endpoint from now on: with one answer after the other, and then with the last. */
  on<E extends Endpoint>(endpoint: E, ...answers: [Answering<E>, ...Answering<E>[]]): void
  /** Happens to every call, whatever would answer it. */
  failure: Failure | null
}

export const OFFLINE: Failure = { kind: 'offline' }

interface More {
  errors?: Record<string, string[]>
  code?: string
  retryAfterMs?: number
}

export const refused = (status: number, message = 'No.', more: More = {}): Failure & { kind: 'refused' } => {
  const { retryAfterMs = null, ...problem } = more
  return { kind: 'refused', status, problem: { message, ...problem }, retryAfterMs }
}

/** The key by which a server knows a call that is sent again. */
export const keyOf = ({ options }: Pick<FakeCall, 'options'>) => options.headers?.['Idempotency-Key']

const FAILURES: readonly unknown[] = [
  'offline',
  'timeout',
  'refused',
  'malformed',
] satisfies Failure['kind'][]

const isFailure = (answer: object): answer is Failure => 'kind' in answer && FAILURES.includes(answer.kind)

/** Answers with the least that the contract allows, e.g. with an empty list. */
export const nothing = () => ({})

interface FakeApiOptions {
  /** Answers the endpoints that no answer was given for. */
  others?: () => Scripted | undefined
}

export function createFakeApi({ others }: FakeApiOptions = {}): FakeApi {
  const answers = new Map<Endpoint, Answering<never>[]>()
  const calls: FakeCall[] = []
  const wrong: unknown[] = []
  let isOver = false
  onTestFinished(() => {
    isOver = true
    if (wrong.length > 0) throw wrong[0]
  })

  async function answer(endpoint: Endpoint, input: Input<Endpoint>, options: CallOptions): Promise<unknown> {
    if (server.failure) throw new ApiError(endpoint.name, server.failure)
    const own = answers.get(endpoint)
    const next = own && own.length > 1 ? own.shift() : own?.[0]
    const given = await (typeof next === 'function' ? next(input as never, options) : (next ?? others?.()))
    if (!given) throw new TypeError(`Nothing answers ${endpoint.name}.`)
    if (isFailure(given)) throw new ApiError(endpoint.name, given)
    return z.decode(endpoint.reply, structuredClone(completed(endpoint.reply, given)) as never)
  }

  const server: FakeApi = {
    failure: null,
    calls,
    names: () => calls.map(({ name }) => name),
    of: <E extends Endpoint>(endpoint: E) =>
      calls.filter((call) => call.endpoint === endpoint) as FakeCall<E>[],
    on: (endpoint, ...given) => void answers.set(endpoint, given as Answering<never>[]),
    api: (async (endpoint, input, options = {}) => {
      // A model that nobody disposes of may go on asking.
      if (isOver) return new Promise(() => {})
      const given = input as Input<Endpoint>
      try {
        checkInput(endpoint, given)
        calls.push({ ...structuredClone(given), endpoint, name: endpoint.name, options })
        return await answer(endpoint, given, options)
      } catch (error) {
        if (!(error instanceof ApiError)) wrong.push(error)
        throw error
      }
    }) as Api,
  }
  return server
}

/** A server whose answers are in a list: each call takes the next. */
export function scriptedApi(answers: Scripted[]): FakeApi {
  const left = [...answers]
  const server = createFakeApi({ others: () => left.shift() })
  onTestFinished(() => {
    if (left.length > 0) throw new TypeError(`${left.length} answers were not asked for.`)
  })
  return server
}

/** Throws for what the endpoint does not take; of a body, as the client does. */
function checkInput(endpoint: Endpoint, input: Input<Endpoint>): void {
  const { params, query, body } = input as Record<string, unknown>
  z.encode(endpoint.params, (params ?? {}) as never)
  z.encode(endpoint.query, (query ?? {}) as never)
  if (endpoint.body) encodeBody(endpoint, body)
}
