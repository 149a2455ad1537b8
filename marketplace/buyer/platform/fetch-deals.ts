/**
 * Asks for the list of deals, as bytes: the API client knows neither progress nor `304`, and gives up after three seconds,
 * which several megabytes may take. Credentials, headers, the one repeat and failures are as in shared/api/client.ts.
 */
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import {
  DEALS_STALL_MS,
  RETRY_AFTER_MAX_MS,
  RETRY_DELAY_MS,
  RETRY_STATUSES,
} from '#shared/contract/limits.ts'
import { listProperties } from '#shared/contract/properties.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface DealsRequest {
  /** Only what changed since. */
  readonly since: string | null
  readonly etag: string | null
  readonly onProgress?: (bytes: number, total: number | null) => void
}

export type DealsAnswer =
  | { readonly kind: 'same' }
  | { readonly kind: 'body'; readonly body: Uint8Array<ArrayBuffer>; readonly etag: string | null }

/** Rejects with `ApiError`. */
export type FetchDeals = (request: DealsRequest) => Promise<DealsAnswer>

export interface FetchDealsDeps {
  /** As of the API client, e.g. `https://host/customer/api`. */
  readonly base: string
  readonly clock: Clock
  readonly fetch: typeof fetch
}

export function createFetchDeals(deps: FetchDealsDeps): FetchDeals {
  return async (request) => {
    const first = await attempt(request, deps)
    if (first.kind !== 'again') return first
    await new Promise<void>((resolve) => void deps.clock.after(first.afterMs, resolve))
    const second = await attempt(request, deps)
    if (second.kind !== 'again') return second
    throw failed(second.failure)
  }
}

type Attempt = DealsAnswer | { readonly kind: 'again'; readonly failure: Failure; readonly afterMs: number }

async function attempt(request: DealsRequest, deps: FetchDealsDeps): Promise<Attempt> {
  const patience = createPatience(deps.clock)
  try {
    const response = await deps.fetch(addressOf(deps.base, request.since), {
      credentials: 'same-origin',
      // Several megabytes: what somebody has pressed comes before them.
      priority: 'low',
      headers: {
        Accept: 'application/json',
        ...(request.etag === null ? {} : { 'If-None-Match': request.etag }),
      },
      signal: patience.signal,
    })
    if (response.status === 304) return { kind: 'same' }
    if (response.ok) {
      const body = await readAll(response, patience, request.onProgress)
      return { kind: 'body', body, etag: response.headers.get('ETag') }
    }
    return refused(response)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw failed({ kind: patience.signal.aborted ? 'timeout' : 'offline' }, error)
  } finally {
    patience.end()
  }
}

function addressOf(base: string, since: string | null): string {
  const query = since === null ? '' : `?${new URLSearchParams({ since })}`
  return base + listProperties.path + query
}

function refused(response: Response): Attempt {
  const { status } = response
  const failure: Failure = { kind: 'refused', status, problem: { message: '' }, retryAfterMs: null }
  const isWorthIt = (RETRY_STATUSES as readonly number[]).includes(status)
  // If the server says when to retry, it is not asked sooner.
  const afterMs = 1000 * Number(response.headers.get('Retry-After')) || RETRY_DELAY_MS
  if (isWorthIt && afterMs <= RETRY_AFTER_MAX_MS) return { kind: 'again', failure, afterMs }
  throw failed(failure)
}

const failed = (failure: Failure, cause?: unknown) => new ApiError(listProperties.name, failure, cause)

/** Gives up when nothing has come for a while, however long the whole takes. */
interface Patience {
  readonly signal: AbortSignal
  /** Something has come. */
  renew(): void
  end(): void
}

function createPatience(clock: Clock): Patience {
  const abort = new AbortController()
  let stop = () => {}
  const renew = () => {
    stop()
    stop = clock.after(DEALS_STALL_MS, () => abort.abort())
  }
  renew()
  return { signal: abort.signal, renew, end: () => stop() }
}

async function readAll(
  response: Response,
  patience: Patience,
  onProgress: DealsRequest['onProgress'],
): Promise<Uint8Array<ArrayBuffer>> {
  const total = totalOf(response)
  const reader = response.body?.getReader()
  const pieces: Uint8Array[] = []
  let bytes = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value)
    bytes += read.value.byteLength
    patience.renew()
    onProgress?.(bytes, total)
  }
  const body = new Uint8Array(bytes)
  let at = 0
  for (const piece of pieces) {
    body.set(piece, at)
    at += piece.byteLength
  }
  return body
}

/** What is counted is unpacked; the length that is sent is not, when it was packed on the way. */
function totalOf(response: Response): number | null {
  if (response.headers.has('Content-Encoding')) return null
  const total = Number(response.headers.get('Content-Length'))
  return total > 0 ? total : null
}
