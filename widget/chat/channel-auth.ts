/** Asks the backend to let a socket join a private channel (spec section 7): a form, with the bearer or the page's CSRF token. */
import * as z from 'zod/mini'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import { authoriseChannel } from '#shared/contract/broadcasting.ts'
import { REQUEST_TIMEOUT_MS } from '#shared/contract/limits.ts'
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'

export interface ChannelAuthDeps {
  readonly config: RealtimeConfig
  /** The customer area; authorisation is at its origin unless the configuration says otherwise. */
  readonly apiBase: string
  token(): string | null
  /** Asked once after a 401 or 403; when it answers true the call is repeated once. */
  refresh(): Promise<boolean>
  readonly fetch: typeof fetch
}

export interface ChannelSignature {
  auth: string
  channel_data?: string
}

/** Rejects with `ApiError`: `refused` when the backend says no, another kind when it did not really answer. */
export async function authorise(
  deps: ChannelAuthDeps,
  socketId: string,
  channel: string,
): Promise<ChannelSignature> {
  const send = () => post(deps, new URLSearchParams({ socket_id: socketId, channel_name: channel }))
  let response = await send()
  const isRefused = response.status === 401 || response.status === 403
  if (isRefused && (await deps.refresh())) response = await send()
  if (!response.ok)
    throw failed({ kind: 'refused', status: response.status, problem: NONE, retryAfterMs: null })
  const body: unknown = await response.json().catch(() => null)
  const parsed = z.safeParse(authoriseChannel.reply, body)
  if (!parsed.success) throw failed({ kind: 'malformed', status: response.status })
  const { auth, channel_data } = parsed.data
  return channel_data === undefined ? { auth } : { auth, channel_data }
}

const NONE = { message: '' }
const failed = (failure: Failure, cause?: unknown) => new ApiError(authoriseChannel.name, failure, cause)

async function post(deps: ChannelAuthDeps, form: URLSearchParams): Promise<Response> {
  const { config, apiBase } = deps
  const bearer = (config.bearer ?? !config.csrfToken) ? deps.token() : null
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    return await deps.fetch(new URL(config.authEndpoint ?? authoriseChannel.path, new URL(apiBase).origin), {
      method: 'POST',
      body: form,
      credentials: config.csrfToken ? 'same-origin' : 'omit',
      headers: {
        Accept: 'application/json',
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...(config.csrfToken ? { 'X-CSRF-TOKEN': config.csrfToken } : {}),
      },
      signal,
    })
  } catch (error) {
    throw failed({ kind: signal.aborted ? 'timeout' : 'offline' }, error)
  }
}
