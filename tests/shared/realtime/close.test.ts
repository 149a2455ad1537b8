/** Closing: no timer, no socket, no trace in pusher-js. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Pusher from 'pusher-js'
import { expect, test } from 'vitest'
import { connectRealtime } from '#shared/realtime/connect.ts'
import type { RealtimeState } from '#shared/realtime/realtime.ts'
import { APP, startNode } from '#tests/server/core/realtime/node.ts'
import { calls } from './calls.ts'

const SCRIPT = fileURLToPath(new URL('./leave-nothing.ts', import.meta.url))

test('a process that has closed its connection ends by itself', async () => {
  const node = await startNode({
    prepare: (app, realtime) =>
      app.get('/auth', async (request) => {
        const { socketid, channel } = request.headers
        return { auth: realtime.signChannel(String(socketid), String(channel)) }
      }),
  })
  const origin = `http://127.0.0.1:${node.port}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', SCRIPT, origin, APP.key, `${origin}/auth`],
    { timeout: 15_000 },
  )
  expect(stdout.trim()).toBe('closed')
  await node.stop()
})

test('a hundred connections opened and closed leave nothing in pusher-js', async () => {
  const node = await startNode()
  const network = Pusher.Runtime.getNetwork()
  const held = () => [Pusher.instances.length, network.callbacks.get('online')?.length ?? 0]
  const before = held()
  for (let round = 0; round < 100; round += 1) {
    const states = calls<RealtimeState>()
    const realtime = connectRealtime({
      config: { key: APP.key },
      siteOrigin: `http://127.0.0.1:${node.port}`,
      authorise: async (socketId, channel) => ({ auth: node.realtime.signChannel(socketId, channel) }),
      handlers: { onState: states.add },
      log: { warn: () => {}, error: () => {} },
    })
    if (round % 2 === 0) await states.until('connected')
    realtime.join('App.Models.Customer.7', { onSubscribed: () => {}, onRefused: () => {} })
    realtime.close()
    expect(realtime.socketId()).toBe(null)
  }
  expect(held()).toEqual(before)
  await node.stop()
})
