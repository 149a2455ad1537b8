/**
 * The typed HTTP client. Fills paths, encodes and decodes by the contract, sends the bearer and the socket id,
 * repeats a GET once (spec section 7, Client plumbing) and turns every failure into an `ApiError`.
 * It knows no screen and keeps no state.
 */
import ky, { HTTPError, type KyInstance, type Options } from 'ky'
import * as z from 'zod/mini'
import type { Endpoint, Input, Reply } from '#shared/contract/endpoint.ts'
import {
  REQUEST_TIMEOUT_MS,
  RETRY_AFTER_MAX_MS,
  RETRY_DELAY_MS,
  RETRY_STATUSES,
} from '#shared/contract/limits.ts'
import { problem } from '#shared/contract/wire.ts'
import { ApiError, type Failure } from './api-error.ts'

export interface ApiSettings {
  /** The customer area, e.g. `https://host/customer/api`; `site` endpoints go to its origin (widget.md W-02). */
  base: string
  /** The bearer at this moment, or null for none. */
  token?: () => string | null
  /** Asked once after a 401; when it answers true the call is repeated once. */
  onUnauthorised?: () => Promise<boolean>
  /** Asked once after a 419: fetches a fresh CSRF token. When it answers true the call is repeated once. */
  onCsrfMismatch?: () => Promise<boolean>
  /** Asked after a 403 `confirm_identity`: lets the person confirm who they are. When it answers true the call is repeated once. */
  onConfirmIdentity?: () => Promise<boolean>
  /** The realtime socket's id, sent as `X-Socket-ID` so that the sender's own socket is spared its echo. */
  socketId?: () => string | null
  /** Further headers for each call, e.g. a CSRF header. */
  headers?: () => Record<string, string>
  /** `omit` by default; a page with a session cookie uses `same-origin`. */
  credentials?: RequestCredentials
  fetch?: typeof fetch
}

export interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the call outlive the page. */
  keepalive?: boolean
  timeoutMs?: number
}

/** Makes one call. Rejects with `ApiError`, or with the signal's own reason when aborted. */
export type Api = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<Reply<E>>

/** Throws a `TypeError` when `base` is not an absolute http(s) URL. */
export function createApi(settings: ApiSettings): Api {
  const base = parseBase(settings.base)
  const http = ky.create({
    // Ours also covers the body: see `request`.
    timeout: false,
    credentials: settings.credentials ?? 'omit',
    retry: {
      limit: 1,
      methods: ['get'],
      statusCodes: [...RETRY_STATUSES],
      // ky would cut a longer wait short and come back before it may.
      shouldRetry: ({ error }) =>
        error instanceof HTTPError && (retryAfterMs(error.response) ?? 0) > RETRY_AFTER_MAX_MS
          ? false
          : undefined,
      delay: () => RETRY_DELAY_MS * (1 + Math.random()),
    },
  })

  return async (endpoint, input, options = {}) => {
    const url = urlOf(base, endpoint, input)
    const send = () => request(http, settings, { endpoint, url, input, options })
    let answer = await send()
    if (answer.response.status === 419 && (await settings.onCsrfMismatch?.())) answer = await send()
    if (answer.response.status === 401 && (await settings.onUnauthorised?.())) answer = await send()
    if (settings.onConfirmIdentity && asksToConfirm(answer) && (await settings.onConfirmIdentity()))
      answer = await send()
    return decode(endpoint, answer)
  }
}

function asksToConfirm({ response, text }: Answer): boolean {
  if (response.status !== 403) return false
  const { value } = readJson(text)
  const parsed = z.safeParse(problem, value)
  return parsed.success && parsed.data.code === 'confirm_identity'
}

function parseBase(base: string): { api: string; site: string } {
  const url = new URL(base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new TypeError(`api-base must be an http(s) address, not ${url.protocol}`)
  return { api: url.origin + url.pathname.replace(/\/+$/, ''), site: url.origin }
}

/** The address of a call: path filled, query encoded, absent values left out. */
function urlOf(
  base: { api: string; site: string },
  endpoint: Endpoint,
  input: { params?: unknown; query?: unknown },
): string {
  const params = z.encode(endpoint.params, (input.params ?? {}) as never) as Record<string, string>
  const query = z.encode(endpoint.query, (input.query ?? {}) as never) as Record<string, Given>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const text of [value].flat()) if (text !== undefined) search.append(key, text)
  const tail = search.size > 0 ? `?${search}` : ''
  return `${endpoint.at === 'api' ? base.api : base.site}${path}${tail}`
}

/** Of a query; a list stands in the address once for each of its texts. */
type Given = string | readonly string[] | undefined

interface Outgoing {
  endpoint: Endpoint
  url: string
  input: { body?: unknown }
  options: CallOptions
}

interface Answer {
  response: Response
  text: string
}

/** An answer that has begun is given up when its end takes longer than this. */
const BODY_TIMEOUT_MS = 30_000

/** Resolves with any answer, also an error status; rejects with `ApiError` when there is none. */
async function request(http: KyInstance, settings: ApiSettings, outgoing: Outgoing): Promise<Answer> {
  const { signal, timeoutMs = REQUEST_TIMEOUT_MS } = outgoing.options
  const call = new AbortController()
  const end = () => call.abort(signal?.reason)
  // Not every `fetch` hears its signal: a page may hand in its own, and Node loses the signal of a collected request.
  const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(end, ms)
      call.signal.addEventListener('abort', () => reject(call.signal.reason))
      work.finally(() => clearTimeout(timer)).then(resolve, reject)
    })
  const sent: Options = {
    ...optionsOf(settings, outgoing),
    signal: call.signal,
    fetch: (asked) => within(timeoutMs, (settings.fetch ?? fetch)(asked)),
  }
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  try {
    const response = await http(outgoing.url, sent).catch(refusedResponse)
    const text = await within(BODY_TIMEOUT_MS, response.text()).catch(() => unreadable(call))
    return { response, text }
  } catch (error) {
    if (signal?.aborted) throw error
    const kind = call.signal.aborted ? 'timeout' : 'offline'
    throw new ApiError(outgoing.endpoint.name, { kind }, error)
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

function optionsOf(settings: ApiSettings, { endpoint, input, options }: Outgoing): Options {
  const token = settings.token?.()
  const socketId = settings.socketId?.()
  return {
    method: endpoint.method,
    headers: {
      Accept: 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(socketId ? { 'X-Socket-ID': socketId } : {}),
      ...settings.headers?.(),
      ...options.headers,
    },
    ...(endpoint.body ? { json: encodeBody(endpoint, input.body) } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
    ...(endpoint.isUnsafe ? { retry: { limit: 0 } } : {}),
  }
}

/** What the contract does not take is refused before anything is sent, as the server would: with what is wrong by field. */
export function encodeBody({ name, body }: Endpoint, given: unknown): unknown {
  try {
    return z.encode(body as never, given as never)
  } catch (error) {
    const { issues } = error as Partial<Misfit>
    // Anything else is a bug.
    if (!issues) throw error
    const errors = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), [message]]))
    const problem = { message: 'The given data was invalid.', errors }
    throw new ApiError(name, { kind: 'refused', status: 422, problem, retryAfterMs: null }, error)
  }
}

interface Misfit {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}

function refusedResponse(error: unknown): Response {
  if (error instanceof HTTPError) return error.response
  throw error
}

/** An answer that breaks off is no JSON. */
function unreadable({ signal }: AbortController): string {
  signal.throwIfAborted()
  return '<unreadable>'
}

async function decode<E extends Endpoint>(endpoint: E, { response, text }: Answer): Promise<Reply<E>> {
  const body = readJson(text)
  if (!response.ok) throw new ApiError(endpoint.name, refusal(response, body.value))
  const reply = body.isJson ? z.safeDecode(endpoint.reply, body.value as never) : null
  if (!reply?.success)
    throw new ApiError(endpoint.name, { kind: 'malformed', status: response.status }, reply?.error)
  return reply.data as Reply<E>
}

/** An empty body counts as JSON `undefined`; anything unreadable as not JSON. */
function readJson(text: string): { isJson: boolean; value: unknown } {
  if (text === '') return { isJson: true, value: undefined }
  try {
    return { isJson: true, value: JSON.parse(text) }
  } catch {
    return { isJson: false, value: undefined }
  }
}

function refusal(response: Response, body: unknown): Failure {
  const parsed = z.safeParse(problem, body)
  return {
    kind: 'refused',
    status: response.status,
    problem: parsed.success ? parsed.data : { message: '' },
    retryAfterMs: retryAfterMs(response),
    ...(response.statusText === '' ? {} : { statusText: response.statusText }),
  }
}

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null
}
