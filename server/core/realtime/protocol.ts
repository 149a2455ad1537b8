/**
 * The Pusher protocol's frames as text and as values. Knows no sockets and no signatures.
 * Reading never throws: whatever is not a frame becomes `malformed` with a reason.
 */
import { CHANNEL_NAME } from '#shared/contract/broadcasting.ts'
import { EVENT_NAME_MAX_LENGTH } from '#shared/contract/realtime-limits.ts'

export const PROTOCOL_VERSION = '7'

/** Codes of `pusher:error` and of closing. 4001–4099 keep clients away, 4100–4199 slow them down, 4200–4299 call them back. */
export const CODE = {
  unknownApp: 4001,
  badVersion: 4007,
  noVersion: 4008,
  unauthorised: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  noPong: 4201,
  malformed: 4200,
  clientEventRefused: 4301,
} as const

export type ClientFrame =
  | { kind: 'ping' }
  | { kind: 'pong' }
  | { kind: 'subscribe'; channel: string; auth: string | null; channelData: string | null }
  | { kind: 'unsubscribe'; channel: string }
  | { kind: 'signin'; auth: string; userData: string }
  | { kind: 'client'; event: string; channel: string; data: string | null }
  | { kind: 'malformed'; reason: string }

export function parseFrame(text: string): ClientFrame {
  const frame = parseObject(text)
  if (!frame) return malformed('A frame is a JSON object.')
  const { event, channel, data } = frame
  if (typeof event !== 'string' || event === '') return malformed('A frame names an event.')
  if (event.startsWith('client-')) return clientEvent(event, channel, data)
  switch (event) {
    case 'pusher:ping':
      return { kind: 'ping' }
    case 'pusher:pong':
      return { kind: 'pong' }
    case 'pusher:subscribe':
      return subscribe(fieldsOf(data))
    case 'pusher:unsubscribe':
      return unsubscribe(fieldsOf(data))
    case 'pusher:signin':
      return signin(fieldsOf(data))
    default:
      return malformed('This event is not one a client may send.')
  }
}

/** One frame, ready for any number of sockets. `data` is text already: JSON, as the protocol wants it. */
export function buildFrame(event: string, rest: { channel?: string; data?: string | null } = {}): Buffer {
  const { channel, data } = rest
  return Buffer.from(
    JSON.stringify({
      event,
      ...(channel === undefined ? {} : { channel }),
      ...(data == null ? {} : { data }),
    }),
  )
}

export const PONG = buildFrame('pusher:pong', { data: '{}' })
export const PING = buildFrame('pusher:ping', { data: '{}' })

/** pusher-js refuses a handshake without `activity_timeout`; it is in seconds, and at least one. */
export const connectionEstablished = (socketId: string, activityTimeoutMs: number) =>
  buildFrame('pusher:connection_established', {
    data: JSON.stringify({
      socket_id: socketId,
      activity_timeout: Math.max(1, Math.round(activityTimeoutMs / 1000)),
    }),
  })

export const subscriptionSucceeded = (channel: string) =>
  buildFrame('pusher_internal:subscription_succeeded', { channel, data: '{}' })

export const subscriptionRefused = (channel: string, error: string) =>
  buildFrame('pusher:subscription_error', {
    channel,
    data: JSON.stringify({ type: 'AuthError', error, status: 401 }),
  })

export const signinSucceeded = (userData: string) =>
  buildFrame('pusher:signin_success', { data: JSON.stringify({ user_data: userData }) })

export const errorFrame = (message: string, code: number) =>
  buildFrame('pusher:error', { data: JSON.stringify({ message, code }) })

type Fields = Record<string, unknown>

const malformed = (reason: string): ClientFrame => ({ kind: 'malformed', reason })

function subscribe({ channel, auth, channel_data }: Fields): ClientFrame {
  if (!isChannelName(channel)) return malformed('The channel name is not valid.')
  return { kind: 'subscribe', channel, auth: textOrNull(auth), channelData: textOrNull(channel_data) }
}

function unsubscribe({ channel }: Fields): ClientFrame {
  if (!isChannelName(channel)) return malformed('The channel name is not valid.')
  return { kind: 'unsubscribe', channel }
}

function signin({ auth, user_data }: Fields): ClientFrame {
  if (typeof auth !== 'string' || typeof user_data !== 'string')
    return malformed('Signing in needs auth and user_data.')
  return { kind: 'signin', auth, userData: user_data }
}

function clientEvent(event: string, channel: unknown, data: unknown): ClientFrame {
  if (!isChannelName(channel)) return malformed('The channel name is not valid.')
  if (event.length > EVENT_NAME_MAX_LENGTH) return malformed('The event name is too long.')
  const text = toText(data)
  return text === undefined
    ? malformed('The data is nested too deeply.')
    : { kind: 'client', event, channel, data: text }
}

export const isChannelName = (value: unknown): value is string =>
  typeof value === 'string' && CHANNEL_NAME.test(value)

/** `data` comes as an object, as JSON text of one, or not at all. */
function fieldsOf(data: unknown): Fields {
  if (typeof data === 'string') return parseObject(data) ?? {}
  return isObject(data) ? data : {}
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** Undefined when the data is nested so deeply that it can be parsed and not written again. */
function toText(data: unknown): string | null | undefined {
  if (data === undefined) return null
  if (typeof data === 'string') return data
  try {
    return JSON.stringify(data)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
