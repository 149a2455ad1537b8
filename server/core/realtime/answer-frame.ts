/** What each frame of a client leads to: joining, leaving, signing in, passing on. Every permission of a socket is here. */
import type { Connection } from './connection.ts'
import type { Delivery, Hub } from './hub.ts'
import {
  type ClientFrame,
  CODE,
  errorFrame,
  PONG,
  signinSucceeded,
  subscriptionRefused,
  subscriptionSucceeded,
} from './protocol.ts'
import type { Credentials, RealtimeLimits } from './settings.ts'
import { isChannelSigned, isUserSigned } from './signature.ts'

export interface FrameContext {
  app: Credentials
  limits: RealtimeLimits
  hub: Hub
  /** Sends to this node and all others. */
  deliver(delivery: Delivery): void
  /** The socket has shown a valid signature. */
  prove(connection: Connection): void
  nowMs(): number
}

type Frame<Kind extends ClientFrame['kind']> = Extract<ClientFrame, { kind: Kind }>

export function answerFrame(context: FrameContext, connection: Connection, frame: ClientFrame): void {
  switch (frame.kind) {
    case 'ping':
      connection.send(PONG)
      break
    case 'pong':
      break
    case 'subscribe':
      if (connection.mayProve()) subscribe(context, connection, frame)
      break
    case 'unsubscribe':
      context.hub.unsubscribe(connection, frame.channel)
      break
    case 'signin':
      if (connection.mayProve()) signIn(context, connection, frame)
      break
    case 'client':
      passOn(context, connection, frame)
      break
    case 'malformed':
      connection.send(errorFrame(frame.reason, CODE.malformed))
      break
    default:
      frame satisfies never
  }
}

/** Public channels are open, private ones need a signature of this app over this very socket and channel. */
function subscribe(context: FrameContext, connection: Connection, frame: Frame<'subscribe'>) {
  const { channel, channelData } = frame
  const reason = refusalOf(context, connection, frame)
  if (reason !== null) return connection.send(subscriptionRefused(channel, reason))
  context.hub.subscribe(connection, channel)
  if (isPrivate(channel)) {
    context.prove(connection)
    if (channelData !== null) recognise(context, connection, { channel, channelData })
  }
  connection.send(subscriptionSucceeded(channel))
}

/** Clients of other servers never send pusher:signin (Reverb knows none), so the signed channel data names the login too. */
function recognise(
  { hub }: FrameContext,
  connection: Connection,
  { channel, channelData }: { channel: string; channelData: string },
) {
  const { user_id: user, ends_at_ms: endsAtMs, unheard } = fieldsOf(channelData)
  if (isText(user)) hub.identify(connection, user)
  if (typeof endsAtMs === 'number') connection.endsAtMs = Math.min(connection.endsAtMs, endsAtMs)
  connection.unheard?.delete(channel)
  if (!Array.isArray(unheard)) return
  connection.unheard ??= new Map()
  connection.unheard.set(channel, unheard)
}

function refusalOf(
  { app, limits }: FrameContext,
  { socketId, channels }: Connection,
  { channel, auth, channelData }: Frame<'subscribe'>,
): string | null {
  if (channel.startsWith('presence-')) return 'There are no presence channels here.'
  if (isPrivate(channel) && !isChannelSigned(app, { socketId, channel, channelData }, auth ?? ''))
    return 'The signature is not valid.'
  if (channels.size >= limits.channelsPerSocket && !channels.has(channel))
    return `One socket may be on ${limits.channelsPerSocket} channels.`
  return null
}

/** A signature that does not fit is answered and the socket stays: it may still listen to what it has proven. */
function signIn({ app, hub, prove }: FrameContext, connection: Connection, frame: Frame<'signin'>) {
  const { auth, userData } = frame
  const isSigned = isUserSigned(app, { socketId: connection.socketId, userData }, auth)
  const user = isSigned ? fieldsOf(userData).id : null
  if (!isText(user))
    return connection.send(errorFrame('The signature of the sign-in is not valid.', CODE.unauthorised))
  prove(connection)
  hub.identify(connection, user)
  connection.send(signinSucceeded(userData))
}

/** Client events go from one listener of a private channel to its others. */
function passOn(context: FrameContext, connection: Connection, frame: Frame<'client'>) {
  const { channel, event, data } = frame
  if (!isPrivate(channel) || !connection.channels.has(channel))
    return refuseEvent(connection, 'Client events need a private channel that this socket has joined.')
  if (isTooFast(context, connection)) return refuseEvent(connection, 'Too many client events in this second.')
  context.deliver({ channel, event, data, except: connection.socketId })
}

const refuseEvent = (connection: Connection, reason: string) =>
  connection.send(errorFrame(reason, CODE.clientEventRefused))

function isTooFast({ limits, nowMs }: FrameContext, { clientEvents }: Connection): boolean {
  const second = Math.floor(nowMs() / 1000)
  if (clientEvents.second !== second) {
    clientEvents.second = second
    clientEvents.count = 0
  }
  clientEvents.count += 1
  return clientEvents.count > limits.clientEventsPerSecond
}

const isPrivate = (channel: string) => channel.startsWith('private-')

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The fields of JSON that was signed; none when it is no object. */
function fieldsOf(json: string): Record<string, unknown> {
  try {
    return (JSON.parse(json) as Record<string, unknown> | null) ?? {}
  } catch {
    return {}
  }
}
