/** A Pusher server that shakes hands and then answers every subscription in one odd way, or not at all. */
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { type Calls, calls } from './calls.ts'

export interface OddServer {
  port: number
  subscriptions: Calls<string>
  stop(): Promise<void>
}

export async function startOddServer(answer: object | null): Promise<OddServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const subscriptions = calls<string>()
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (ws) => {
    const data = JSON.stringify({ socket_id: '1.1', activity_timeout: 30 })
    ws.send(JSON.stringify({ event: 'pusher:connection_established', data }))
    ws.on('message', (text) => {
      if (!String(text).includes('pusher:subscribe')) return
      subscriptions.add(String(text))
      if (answer) ws.send(JSON.stringify(answer))
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    subscriptions,
    stop() {
      for (const client of server.clients) client.terminate()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
