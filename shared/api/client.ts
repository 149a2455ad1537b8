/**
 * The typed HTTP client. Fills paths, encodes and decodes by the contract, sends the bearer and the socket id,
 * repeats a GET once (spec section 7, Client plumbing) and turns every failure into an `ApiError`.
 * It knows no screen and keeps no state.
 */
import ky, { HTTPError, type KyInstance, type Options, TimeoutError } from 'ky'
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
    timeout: REQUEST_TIMEOUT_MS,
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
    ...(settings.fetch ? { fetch: settings.fetch } : {}),
  })

  return async (endpoint, input, options = {}) => {
    const url = urlOf(base, endpoint, input)
    const send = () => request(http, settings, { endpoint, url, input, options })
    let response = await send()
    if (response.status === 419 && (await settings.onCsrfMismatch?.())) response = await send()
    if (response.status === 401 && (await settings.onUnauthorised?.())) response = await send()
    return decode(endpoint, response)
  }
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

/** Resolves with any answer, also an error status; rejects with `ApiError` when there is none. */
async function request(
  http: KyInstance,
  settings: ApiSettings,
  { endpoint, url, input, options }: Outgoing,
): Promise<Response> {
  const token = settings.token?.()
  const socketId = settings.socketId?.()
  const sent: Options = {
    method: endpoint.method,
    headers: {
      Accept: 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(socketId ? { 'X-Socket-ID': socketId } : {}),
      ...settings.headers?.(),
      ...options.headers,
    },
    ...(endpoint.body ? { json: z.encode(endpoint.body, input.body as never) } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
    ...(options.timeoutMs ? { timeout: options.timeoutMs } : {}),
    ...(endpoint.isUnsafe ? { retry: { limit: 0 } } : {}),
  }
  try {
    return await http(url, sent)
  } catch (error) {
    if (error instanceof HTTPError) return error.response
    if (options.signal?.aborted) throw error
    throw new ApiError(endpoint.name, { kind: error instanceof TimeoutError ? 'timeout' : 'offline' }, error)
  }
}

async function decode<E extends Endpoint>(endpoint: E, response: Response): Promise<Reply<E>> {
  const body = await readJson(response)
  if (!response.ok) throw new ApiError(endpoint.name, refusal(response, body.value))
  const reply = body.isJson ? z.safeDecode(endpoint.reply, body.value as never) : null
  if (!reply?.success)
    throw new ApiError(endpoint.name, { kind: 'malformed', status: response.status }, reply?.error)
  return reply.data as Reply<E>
}

/** An empty body counts as JSON `undefined`; anything unreadable as not JSON. */
async function readJson(response: Response): Promise<{ isJson: boolean; value: unknown }> {
  const text = await response.text().catch(() => '<unreadable>')
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
