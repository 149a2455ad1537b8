/** The two drivers behind one broadcaster: an outside Pusher-compatible server (here: another node of ours), and the whole server. */
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRealtime } from '#server/core/realtime/create-realtime.ts'
import type { RealtimeServer } from '#server/core/realtime/realtime-server.ts'
import { createServer } from '#server/create-server.ts'
import { customerChannel, customerIdvStatusUpdated } from '#shared/contract/events.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { APP, startNode, type TestNode } from './node.ts'
import { joinChannel, openSocket, settle } from './raw-socket.ts'

const NAME = customerChannel('App', 7)
const PAYLOAD = { idv_status: 'approved', idv_id: null }

describe('an outside server', () => {
  let outside: TestNode
  let realtime: RealtimeServer
  beforeEach(async () => {
    outside = await startNode()
    realtime = await createRealtime(
      { driver: 'pusher', ...APP, host: '127.0.0.1', port: outside.port, useTLS: false },
      { log: Fastify().log },
    )
  })
  afterEach(() => outside.stop())

  const listener = async () => {
    const socket = await openSocket(outside.socketUrl)
    const { auth } = realtime.admit(socket.socketId, `private-${NAME}`, {
      user: 'customer:7',
      endsAtMs: Number.MAX_SAFE_INTEGER,
    })
    await joinChannel(socket, `private-${NAME}`, auth)
    return socket
  }

  test('takes our signatures, our broadcasts and the socket to spare', async () => {
    const [sender, other] = [await listener(), await listener()]
    const options = { except: sender.socketId }
    await realtime.broadcaster.broadcast(NAME, customerIdvStatusUpdated, PAYLOAD, options)
    expect((await other.next('CustomerIdvStatusUpdated')).data).toEqual(PAYLOAD)
    await settle(sender)
    expect(sender.frames.map(({ event }) => event)).not.toContain('CustomerIdvStatusUpdated')
  })

  test('counts a channel for us', async () => {
    await listener()
    expect(await realtime.broadcaster.occupancy(NAME)).toBe(1)
  })

  test('signs out a user for us', async () => {
    const socket = await openSocket(outside.socketUrl)
    socket.send({ event: 'pusher:signin', data: realtime.signUser(socket.socketId, { id: 'customer:7' }) })
    await socket.next('pusher:signin_success')
    await realtime.broadcaster.terminate('customer:7')
    expect(await socket.closed).toBe(4009)
  })

  test('being down rejects nothing: readers catch up by refetching', async () => {
    const lines: string[] = []
    const log = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } }).log
    const lost = await createRealtime(
      { driver: 'pusher', ...APP, host: '127.0.0.1', port: 1, useTLS: false },
      { log },
    )
    await lost.broadcaster.broadcast(NAME, customerIdvStatusUpdated, PAYLOAD)
    await lost.broadcaster.terminate('customer:7')
    expect(await lost.broadcaster.occupancy(NAME)).toBe(0)
    expect(lines).toHaveLength(3)
    expect(lines.join()).not.toContain('auth_signature')
  })
})

describe('the whole server', () => {
  test('speaks HTTP, sockets and the signed API on one port, and closes all of them', async () => {
    const database = await openTestDatabase()
    const server = await createServer({
      database,
      realtime: { driver: 'embedded', ...APP },
      secret: 'a secret for tests only',
    })
    const { port } = await server.listen({ port: 0 })
    const socket = await openSocket(`ws://127.0.0.1:${port}/app/${APP.key}?protocol=7`)
    await joinChannel(socket, 'news')
    const { default: Pusher } = await import('pusher')
    const packages = new Pusher({ ...APP, host: '127.0.0.1', port: String(port), useTLS: false })
    await packages.trigger('news', 'Hello', { n: 1 })
    expect((await socket.next('Hello')).data).toEqual({ n: 1 })
    expect((await fetch(`http://127.0.0.1:${port}/broadcasting/config`)).status).toBe(200)
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
      'plat_realtime_sockets 1',
    )
    await server.close({ graceMs: 0 })
    expect(await socket.closed).toBe(4200)
  })
})
