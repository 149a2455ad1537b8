/** Everything that is signed with the app's secret: channels, users, and calls of the HTTP API. Compared in constant time. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { SIGNATURE_WINDOW_S } from '#shared/contract/realtime-limits.ts'
import type { Credentials } from './settings.ts'

/** The `auth` of one socket on one private channel: `key:signature`. */
export function signChannel(app: Credentials, on: SocketOnChannel): string {
  const tail = on.channelData === null ? '' : `:${on.channelData}`
  return `${app.key}:${hmac(app.secret, `${on.socketId}:${on.channel}${tail}`)}`
}

export interface SocketOnChannel {
  socketId: string
  channel: string
  channelData: string | null
}

export const isChannelSigned = (app: Credentials, on: SocketOnChannel, auth: string) =>
  isSame(auth, signChannel(app, on))

/** The `auth` of one socket signing in as a user; `userData` is the JSON text that is sent along. */
export const signUser = (app: Credentials, socketId: string, userData: string) =>
  `${app.key}:${hmac(app.secret, `${socketId}::user::${userData}`)}`

export const isUserSigned = (app: Credentials, on: { socketId: string; userData: string }, auth: string) =>
  isSame(auth, signUser(app, on.socketId, on.userData))

export interface SignedCall {
  method: string
  /** As it came, percent signs and all, without the query. */
  path: string
  query: URLSearchParams
  body: string
  nowMs: number
}

/** Null when the call is signed by this app, recently, over this very body; else what is wrong with it. */
export function callProblem(app: Credentials, call: SignedCall): string | null {
  const { query } = call
  if (query.get('auth_key') !== app.key) return 'The auth_key is not the key of this app.'
  const age = Math.abs(call.nowMs / 1000 - Number(query.get('auth_timestamp') ?? Number.NaN))
  if (!(age <= SIGNATURE_WINDOW_S)) return `The auth_timestamp is not within ${SIGNATURE_WINDOW_S} seconds.`
  if (call.body !== '' && !isSame(query.get('body_md5') ?? '', md5(call.body)))
    return 'The body_md5 does not fit the body.'
  const signature = hmac(app.secret, [call.method, call.path, textToSign(query)].join('\n'))
  return isSame(query.get('auth_signature') ?? '', signature) ? null : 'The auth_signature is not valid.'
}

/** Parameters in order of their names, decoded, without the signature itself. */
function textToSign(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'auth_signature')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Hashes first, so that neither length nor content shows in the time it takes. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
