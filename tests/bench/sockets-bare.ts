/**
 * The reference of the socket benchmark, as a process of its own: `ws` with nothing on top of it. It lets everybody in, keeps no
 * channels and checks no signature, so what a Pusher server costs more than this is the protocol's own.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { answerParent } from './child.ts'
import { settledMemory } from './settled-memory.ts'
import { EVERYONE_EVENT } from './sockets-words.ts'

const GREETING = JSON.stringify({ event: 'pusher:connection_established', data: '{"socket_id":"1.1"}' })
const JOINED = JSON.stringify({ event: 'pusher_internal:subscription_succeeded', data: '{}' })
const FRAME = JSON.stringify({ event: EVERYONE_EVENT, data: JSON.stringify({ text: 'x'.repeat(200) }) })

const http = createServer()
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.send(GREETING)
  socket.on('message', () => socket.send(JOINED))
})
http.listen(0, '127.0.0.1')
await once(http, 'listening')

answerParent(
  {
    url: () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    memory: settledMemory,
    tellEveryone() {
      for (const socket of sockets.clients) socket.send(FRAME)
    },
  },
  async () => {
    for (const socket of sockets.clients) socket.terminate()
    http.close()
  },
)
