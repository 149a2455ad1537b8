/**
 * The server in the page: `fetch` answers the contract's calls from memory and `WebSocket` speaks the Pusher protocol,
 * so that everything between them is the real widget. Pages are as large as half a thread; the wire is the same.
 */
import { customerChannel } from '#shared/contract/events.ts'
import { type TextMessageWire, textMessageOutboundSent } from '#shared/contract/messenger.ts'

export const API_BASE = 'https://api.example/customer/api'
const CUSTOMER = 7
const CHANNEL = `private-${customerChannel('App', CUSTOMER)}`

export interface Transport {
  /** What the thread holds, oldest first. */
  messages: TextMessageWire[]
  /** Brings one message over the socket. */
  push(message: TextMessageWire): void
  /** True once the customer's channel is joined. */
  isJoined(): boolean
}

export function installTransport(): Transport {
  const sockets = new Set<PageSocket>()
  const transport: Transport = {
    messages: [],
    push(message) {
      transport.messages.push(message)
      const data = JSON.stringify({ message })
      const frame = JSON.stringify({ event: textMessageOutboundSent.name, channel: CHANNEL, data })
      for (const socket of sockets) socket.onmessage?.(new MessageEvent('message', { data: frame }))
    },
    isJoined: () => [...sockets].some(({ isJoined }) => isJoined),
  }
  window.fetch = async (...request) => json(answer(new Request(...request), transport.messages))
  class Socket extends PageSocket {
    constructor() {
      super()
      sockets.add(this)
      this.onEnd = () => sockets.delete(this)
    }
  }
  window.WebSocket = Socket as unknown as typeof WebSocket
  return transport
}

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })

function answer({ url: address }: Request, messages: readonly TextMessageWire[]): unknown {
  const url = new URL(address)
  if (url.pathname.endsWith('/auth/user')) return { data: { id: CUSTOMER } }
  if (url.pathname.endsWith('/broadcasting/auth')) return { auth: 'key:signature' }
  if (url.pathname.endsWith('/chats')) {
    const account = { id: 1, title: 'Lone Star Dispositions' }
    return { data: [{ id: 1, account, last_message: messages.at(-1) ?? null }], links: { next: null } }
  }
  const size = Math.max(1, Math.ceil(messages.length / 2))
  const end = messages.length - (Number(url.searchParams.get('page') ?? 1) - 1) * size
  const start = Math.max(0, end - size)
  const data = messages.slice(start, Math.max(start, end)).reverse()
  return { data, links: { next: start > 0 ? 'https://api.example/next' : null } }
}

/** As much of a WebSocket as pusher-js touches. */
class PageSocket {
  readyState = 0
  isJoined = false
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: Event) => void) | null = null
  onerror: ((event: Event) => void) | null = null
  onEnd: () => void = () => {}

  constructor() {
    queueMicrotask(() => {
      this.readyState = 1
      this.onopen?.(new Event('open'))
      this.#say('pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 })
    })
  }

  send(frame: string): void {
    const { event, data } = JSON.parse(frame)
    if (event !== 'pusher:subscribe') return
    queueMicrotask(() => {
      this.isJoined = true
      this.#say('pusher_internal:subscription_succeeded', {}, data.channel)
    })
  }

  close(): void {
    this.readyState = 3
    this.onEnd()
    this.onclose?.(new Event('close'))
  }

  #say(event: string, data: unknown, channel?: string): void {
    const frame = JSON.stringify({ event, data: JSON.stringify(data), ...(channel ? { channel } : {}) })
    this.onmessage?.(new MessageEvent('message', { data: frame }))
  }
}
