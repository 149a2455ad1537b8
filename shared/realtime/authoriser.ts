/** Lets pusher-js ask for a channel's signature through the caller's own HTTP client instead of its XHR. */
import type { ChannelAuthorizationHandler } from 'pusher-js'

/**
 * Resolves with the signature, rejects when there is none. A rejection counts as a no, unless it shows that nobody
 * answered: a network error, a time-out, or a `status` that says to try later (also inside an `ApiError`'s failure).
 */
export type Authorise = (
  socketId: string,
  channel: string,
) => Promise<{ auth: string; channel_data?: string | undefined }>

export interface AuthoriserDeps {
  authorise: Authorise
  /** False when the socket or the channel the question was about is gone. */
  isCurrent(socketId: string, channel: string): boolean
  onFailure(channel: string, reason: 'forbidden' | 'unanswered'): void
}

/** pusher-js is told of success only: what a failure means is decided here, not by its error event. */
export function createAuthoriser(deps: AuthoriserDeps): ChannelAuthorizationHandler {
  return ({ socketId, channelName }, done) => {
    deps.authorise(socketId, channelName).then(
      ({ auth, channel_data }) => {
        // pusher-js would send a late answer over the next socket, for which it is not valid.
        if (!deps.isCurrent(socketId, channelName)) return
        done(null, { auth, ...(channel_data === undefined ? {} : { channel_data }) })
      },
      (error: unknown) => {
        if (!deps.isCurrent(socketId, channelName)) return
        deps.onFailure(channelName, isTemporary(error) ? 'unanswered' : 'forbidden')
      },
    )
  }
}

const NO_ANSWER_NAMES = ['TypeError', 'AbortError', 'TimeoutError']
const TRY_LATER = [408, 425, 429]

interface Described {
  name?: unknown
  status?: unknown
  failure?: { kind?: unknown; status?: unknown }
}

/** A clear no is not asked for twice: the same question gets the same answer. */
function isTemporary(error: unknown): boolean {
  const { name, status, failure } = (error ?? {}) as Described
  if (failure && failure.kind !== 'refused') return true
  const code = Number(failure?.status ?? status ?? 0)
  return code >= 500 || TRY_LATER.includes(code) || NO_ANSWER_NAMES.includes(String(name))
}
