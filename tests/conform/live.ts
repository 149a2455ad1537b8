/**
 * The live side of a backend, as the messenger uses it: the socket that takes the key, the signature of the customer's channel, the
 * subscription with it, and the event that follows a message.
 */
import * as z from 'zod/mini'
import { authoriseChannel, realtimeSettings, SOCKET_ID } from '#shared/contract/broadcasting.ts'
import { conversationChannel, customerChannel } from '#shared/contract/events.ts'
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import { textMessageInboundSent, textMessageOutboundSent } from '#shared/contract/messenger.ts'
import { type RealtimeConfig, realtimeConfig } from '#shared/contract/realtime-config.ts'
import { socketAddress } from '#shared/realtime/socket-address.ts'
import { type Backend, bodyOf, call, PATIENCE_MS } from './call.ts'
import { pick, type Report } from './report.ts'
import { differences } from './shape-words.ts'
import { type Dialed, dial, type Frame } from './socket.ts'

export interface LiveSettings extends Backend {
  /** What the element's realtime-config says; without a key, `GET /broadcasting/config` is asked for the rest. */
  realtime?: Omit<RealtimeConfig, 'key'> & { key?: string | undefined }
}

export interface Live {
  /** Waits for the event of a message that was sent to the backend, by its id. */
  expectEvent(id: string): Promise<void>
  close(): void
}

const WRONG_SIGNATURE = '0'.repeat(64)
const EVENT = 'The socket brings the event of a message'
const OUTBOUND = `The socket brings ${textMessageOutboundSent.name}`

/** `account`: of a token that is limited to one conversation. */
export async function askLive(
  settings: LiveSettings,
  { customer, account }: { customer: number; account: number | null },
  report: Report,
): Promise<Live> {
  const { say, skip } = report
  const site = new URL(settings.api).origin
  const config = await configOf(settings)
  const prefix = (config ?? settings.realtime)?.prefix || CHANNEL_PREFIX
  const channelOf = (id: number) =>
    `private-${account === null ? customerChannel(prefix, id) : conversationChannel(prefix, id, account)}`
  const { socket, id: socketId } = config ? await askSocket(config) : NO_SOCKET
  if (!config) skip('The socket', `say where it is, as in realtime-config: --realtime '{"key":"your-key"}'`)
  const signed = await askSignatures()
  const isIn = socket !== null && typeof signed?.auth === 'string' && (await askSubscription(socket, signed))
  if (config && socket) await askWrongSignature(config)
  skip(OUTBOUND, 'a seller’s message causes it: write one, and see that an open messenger shows it')
  return {
    async expectEvent(id) {
      if (!socket || !isIn) return skip(EVENT, 'it needs the subscription')
      const { name, payload } = textMessageInboundSent
      const isIt = ({ event, channel, data }: Frame) =>
        event === name && channel === channelOf(customer) && String(pick(data, 'message', 'id')) === id
      const frame = await socket.first(isIt)
      if (frame) return say(EVENT, differences(payload, frame.data))
      const others = socket.frames.flatMap(({ event }) => (event.startsWith('pusher') ? [] : [event]))
      const instead =
        others.length > 0 ? `received instead: ${[...new Set(others)].join(', ')}` : 'no event came'
      say(EVENT, [`${name} with message.id ${id} is needed after a send; ${socket.ended() ?? instead}`])
    },
    close: () => socket?.close(),
  }

  async function askSocket(at: RealtimeConfig) {
    const url = urlOf(at, site)
    const open = dialFrom(url)
    const frame = await open.first(
      ({ event }) => event === 'pusher:connection_established' || isError({ event }),
    )
    const id = frame && pick(frame.data, 'socket_id')
    const isId = typeof id === 'string' && SOCKET_ID.test(id)
    const says = isId ? [] : [whyNoGreeting(open, frame)]
    say(`The socket at ${url.origin}${url.pathname} takes the key`, says)
    if (isId) return { socket: open, id }
    open.close()
    return NO_SOCKET
  }

  async function askSignatures() {
    const at = new URL(config?.authEndpoint ?? authoriseChannel.path, site)
    const endpoint = { ...authoriseChannel, path: at.pathname }
    const form = (id: number) => ({
      body: new URLSearchParams({ socket_id: socketId, channel_name: channelOf(id) }),
    })
    const asked = { ...settings, api: at.origin }
    const own = await report.expectShape(
      `POST ${at.pathname} signs the customer’s channel`,
      endpoint,
      form(customer),
      [200],
      asked,
    )
    const key = config?.key ?? settings.realtime?.key
    const auth = String(own?.auth ?? '')
    if (own && key !== undefined && !auth.startsWith(`${key}:`))
      say('The signature is for this key', [
        `it begins with "${auth.split(':')[0]}", the socket uses "${key}"`,
      ])
    const what = `POST ${at.pathname} refuses another customer’s channel`
    await report.expectStatus(what, endpoint, form(customer + 1), [401, 403], asked)
    return own
  }

  async function askSubscription(
    open: Dialed,
    { auth, channel_data }: Record<string, unknown>,
  ): Promise<boolean> {
    const channel = channelOf(customer)
    const frame = await subscribe(open, {
      channel,
      auth,
      ...(channel_data === undefined ? {} : { channel_data }),
    })
    const isDone = frame?.event === SUBSCRIBED
    const why = frame ? wordsOf(frame) : (open.ended() ?? `there is no ${SUBSCRIBED} for ${channel}`)
    say('The socket accepts the subscription to the customer’s channel', isDone ? [] : [why])
    return isDone
  }

  /** On a second socket, because the server may close it. */
  async function askWrongSignature(at: RealtimeConfig): Promise<void> {
    const open = dialFrom(urlOf(at, site))
    await open.first(({ event }) => event === 'pusher:connection_established')
    const auth = `${at.key}:${WRONG_SIGNATURE}`
    const frame = await subscribe(open, { channel: channelOf(customer + 1), auth })
    open.close()
    const says = frame?.event === SUBSCRIBED ? ['everybody can read the messages of others'] : []
    say('The socket refuses a wrong signature', says)
  }

  function dialFrom(url: URL): Dialed {
    const { origin, patienceMs = PATIENCE_MS } = settings
    return dial(url.href, { patienceMs, ...(origin && { origin }) })
  }
}

const SUBSCRIBED = 'pusher_internal:subscription_succeeded'
/** The id that backends are asked to sign when there is no socket. */
const NO_SOCKET = { socket: null, id: '1234.5678' }

const isError = ({ event }: { event: string }) =>
  event === 'pusher:error' || event === 'pusher:subscription_error'

function subscribe(open: Dialed, data: Record<string, unknown>): Promise<Frame | null> {
  open.send('pusher:subscribe', data)
  return open.first(
    (frame) => (frame.event === SUBSCRIBED && frame.channel === data.channel) || isError(frame),
  )
}

/** The settings come before the backend’s answer. Null without a key in either. */
async function configOf(settings: LiveSettings): Promise<RealtimeConfig | null> {
  const { realtime = {} } = settings
  // A backend may be without this call: it is no fault then that a page cannot read the answer.
  const { heard, ...unheard } = settings
  const known =
    realtime.key === undefined ? bodyOf(await call(unheard, realtimeSettings, { token: null })) : null
  const config = z.safeParse(realtimeConfig, { ...Object(known), ...realtime })
  return config.success ? config.data : null
}

function urlOf(config: RealtimeConfig, site: string): URL {
  const {
    wsHost = `ws-${config.cluster}.pusher.com`,
    wsPort,
    wssPort,
    forceTLS,
  } = socketAddress(config, new URL(site))
  const place = forceTLS ? `wss://${wsHost}:${wssPort}` : `ws://${wsHost}:${wsPort}`
  return new URL(
    `${place}${config.wsPath ?? ''}/app/${config.key}?protocol=7&client=js&version=8.4.0&flash=false`,
  )
}

function whyNoGreeting(open: Dialed, frame: Frame | null): string {
  if (frame && isError(frame)) return wordsOf(frame)
  if (frame)
    return `pusher:connection_established has no socket_id like 1234.5678: ${JSON.stringify(frame.data)}`
  const [first] = open.frames
  if (first) return `its first event is ${first.event}, pusher:connection_established is needed`
  return open.ended() ?? 'it says nothing: pusher:connection_established is needed'
}

const wordsOf = ({ event, data }: Frame) => `it answers ${event}: ${JSON.stringify(data ?? null)}`
