/**
 * The socket side of such a backend, with Reverb's habits: a wrong signature is answered with an error that names no channel,
 * `data` is text, an object or not there at all, and `pusher:signin` is not known. Sockets are whatever can send a text.
 */
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** How the data of an event stands in its frame. */
export type FrameData = 'text' | 'object'

export interface Reverb {
  sign(socketId: string, channel: string): string
  /** A new socket; what it says goes to `hear`. */
  open(send: (text: string) => void): { hear(text: string): void; close(): void }
  /** To everybody on a channel but one socket. */
  say(channel: string, event: string, data: unknown, except?: string | null): void
  /** Lets real sockets in. Resolves with the port. */
  listen(): Promise<number>
  stop(): Promise<void>
}

export function createReverb(app: { key: string; secret: string }, frameData: FrameData): Reverb {
  const members = new Map<string, { socketId: string; send(text: string): void; channels: Set<string> }>()
  let server: WebSocketServer | null = null
  let last = 0

  const sign = (socketId: string, channel: string) =>
    `${app.key}:${createHmac('sha256', app.secret).update(`${socketId}:${channel}`).digest('hex')}`

  const reverb: Reverb = {
    sign,
    open(send) {
      const member = { socketId: `${++last}.${last}`, send, channels: new Set<string>() }
      members.set(member.socketId, member)
      const say = (event: string, rest: object = {}) => send(JSON.stringify({ event, ...rest }))
      const established = { socket_id: member.socketId, activity_timeout: 30 }
      say('pusher:connection_established', { data: JSON.stringify(established) })
      return {
        hear(text) {
          const { event, data } = JSON.parse(text)
          if (event === 'pusher:ping') return say('pusher:pong')
          if (event !== 'pusher:subscribe') return
          const { channel, auth } = data
          if (channel.startsWith('private-') && auth !== sign(member.socketId, channel))
            return say('pusher:error', {
              data: JSON.stringify({ code: 4009, message: 'Connection is unauthorized' }),
            })
          member.channels.add(channel)
          say('pusher_internal:subscription_succeeded', { channel })
        },
        close: () => void members.delete(member.socketId),
      }
    },
    say(channel, event, data, except = null) {
      const frame = JSON.stringify({
        event,
        channel,
        data: frameData === 'text' ? JSON.stringify(data) : data,
      })
      for (const member of members.values())
        if (member.channels.has(channel) && member.socketId !== except) member.send(frame)
    },
    async listen() {
      server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
      await new Promise((resolve) => server?.once('listening', resolve))
      server.on('connection', (ws) => {
        const socket = reverb.open((text) => ws.send(text))
        ws.on('message', (text) => socket.hear(String(text)))
        ws.on('close', () => socket.close())
      })
      return (server.address() as AddressInfo).port
    },
    stop() {
      for (const client of server?.clients ?? []) client.terminate()
      return new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()))
    },
  }
  return reverb
}
