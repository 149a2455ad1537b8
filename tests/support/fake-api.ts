/**
 * A server for models under test, driven by the contract. Calls are matched by their endpoint, what is sent and answered passes
 * the endpoint's schemas, and a test gives only what matters of an answer. A call that nothing answers fails the test.
 */
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api, CallOptions } from '#shared/api/client.ts'
import type { Endpoint, Input } from '#shared/contract/endpoint.ts'
import { completed, type Given } from './wire-example.ts'

export interface FakeCall<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  readonly name: string
  readonly input: Input<E>
  readonly options: CallOptions
}

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

/** `fills`: what no answer was given for is answered with the least that the contract allows, e.g. an empty list. */
export function createFakeApi({ fills = false } = {}): FakeApi {
  const answers = new Map<Endpoint, Answering<never>[]>()
  const calls: FakeCall[] = []
  const wrong: unknown[] = []
  onTestFinished(() => {
    if (wrong.length > 0) throw wrong[0]
  })

  async function answer(endpoint: Endpoint, input: Input<Endpoint>, options: CallOptions): Promise<unknown> {
    if (server.failure) throw new ApiError(endpoint.name, server.failure)
    const own = answers.get(endpoint) ?? (fills ? [{}] : [])
    if (!own[0]) throw new TypeError(`Nothing answers ${endpoint.name}.`)
    const next = (own.length > 1 ? own.shift() : own[0]) as Answering<Endpoint>
    const given = await (typeof next === 'function' ? next(input, options) : next)
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
      const given = input as Input<Endpoint>
      try {
        checkInput(endpoint, given)
        calls.push({ endpoint, name: endpoint.name, input: structuredClone(given), options })
        return await answer(endpoint, given, options)
      } catch (error) {
        if (!(error instanceof ApiError)) wrong.push(error)
        throw error
      }
    }) as Api,
  }
  return server
}

/** Throws for what the endpoint does not take. */
function checkInput(endpoint: Endpoint, input: Input<Endpoint>): void {
  const { params, query, body } = input as Record<string, unknown>
  z.encode(endpoint.params, (params ?? {}) as never)
  z.encode(endpoint.query, (query ?? {}) as never)
  if (endpoint.body) z.encode(endpoint.body, body as never)
}
