/** Whose token this is, and how to come by a fresh one. */
import type { Failure } from '#shared/api/api-error.ts'
import { createApi } from '#shared/api/client.ts'
import { messengerUser } from '#shared/contract/messenger-user.ts'
import type { Log } from '#shared/lib/log.ts'
import { failureOf } from '#shared/thread/failure.ts'
import type { TokenProvider, TokenReason } from './token-provider.ts'

export type Identity =
  /** `accountId`: the only account of a token that was made for one. */
  | {
      readonly kind: 'customer'
      readonly id: number
      readonly accountId: number | null
      /** A message may open a conversation. */
      readonly opensContacts: boolean | null | undefined
      /** A message may have files. */
      readonly takesFiles: boolean | undefined
    }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable'; readonly failure: Failure }

/** Asks the server (spec section 7: GET {api}/auth/user). Never rejects. */
export async function whoIs(
  apiBase: string,
  token: string,
  fetchWith: typeof fetch | undefined,
): Promise<Identity> {
  const api = createApi({ base: apiBase, token: () => token, ...(fetchWith ? { fetch: fetchWith } : {}) })
  try {
    const { data, meta } = await api(messengerUser, {})
    return {
      kind: 'customer',
      id: data.id,
      accountId: meta?.account_id ?? null,
      opensContacts: meta?.first_contact,
      takesFiles: meta?.features?.includes('attachments'),
    }
  } catch (error) {
    const failure = failureOf(error)
    const isRefused = failure.kind === 'refused' && (failure.status === 401 || failure.status === 403)
    return isRefused ? { kind: 'refused' } : { kind: 'unreachable', failure }
  }
}

/** Null when the page has none to give. What went wrong in the page is logged without its details: they may name a token. */
export async function askForToken(
  provider: TokenProvider,
  reason: TokenReason,
  log: Log,
): Promise<string | null> {
  try {
    const token: unknown = await provider({ reason })
    return typeof token === 'string' ? token.trim() || null : null
  } catch {
    log.warn('tokenProvider failed')
    return null
  }
}
