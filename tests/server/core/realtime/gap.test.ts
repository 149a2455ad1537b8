/** What may have been lost between nodes is fetched: the sockets that could have missed it are asked to come back. */
import { describe, expect, test } from 'vitest'
import { type BusMember, noBus } from '#server/core/realtime/bus.ts'
import { type HeartbeatDeps, startHeartbeat } from '#server/core/realtime/heartbeat.ts'
import { watchNodes } from '#server/core/realtime/redis-bus.ts'
import { BUS_BEATS_MISSED, BUS_BEATS_SILENT } from '#shared/contract/realtime-limits.ts'
import { startNode } from './node.ts'
import { openSocket, settle } from './raw-socket.ts'

test('a gap closes every open socket with a code that brings it back, and none that comes later', async () => {
  const members: BusMember[] = []
  const node = await startNode({ bus: { ...noBus, join: async (joined) => void members.push(joined) } })
  const sockets = [await openSocket(node.socketUrl), await openSocket(node.socketUrl)]
  members[0]?.onGap()
  members[0]?.onGap()
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4200, 4200])
  const later = await openSocket(node.socketUrl)
  await settle(later)
  expect(later.ws.readyState).toBe(later.ws.OPEN)
  await node.stop()
})

test('a second loss while the first is still being closed asks those who have come back since', async () => {
  const members: BusMember[] = []
  const node = await startNode({ bus: { ...noBus, join: async (joined) => void members.push(joined) } })
  const sockets = [await openSocket(node.socketUrl), await openSocket(node.socketUrl)]
  members[0]?.onGap()
  await Promise.race(sockets.map(({ closed }) => closed))
  const back = await openSocket(node.socketUrl)
  members[0]?.onGap()
  expect(await Promise.all([...sockets, back].map(({ closed }) => closed))).toEqual([4200, 4200, 4200])
  await node.stop()
})

test('a node that is gone without a goodbye is a loss, one that said it is not, and no answer says nothing', async () => {
  const answers: (string[] | Error)[] = [
    ['a', 'b', 'c'],
    new Error('Redis is away.'),
    ['a', 'c', 'd'],
    ['a', 'd'],
    ['d'],
  ]
  const lost: string[][] = []
  const watch = await new Promise<{ stop(): void }>((done) => {
    const own = watchNodes({
      everyMs: 1,
      onLost: (nodes) => void lost.push(nodes),
      async list() {
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        if (answers.length === 0) queueMicrotask(() => done(own))
        return answer ?? ['d']
      },
    })
    own.leaves('c')
  })
  watch.stop()
  await expect.poll(() => lost).toEqual([['b'], ['a']])
})

describe('a heartbeat', () => {
  const start = (given: Partial<HeartbeatDeps>) => {
    const blamed: string[] = []
    const heartbeat = startHeartbeat({
      own: 'me',
      everyMs: 1,
      send: async () => {},
      onUnsent: () => void blamed.push('talking'),
      onUnheard: () => void blamed.push('listening'),
      ...given,
    })
    return { heartbeat, blamed }
  }

  test('that Redis takes and does not bring back blames the connection that listens', async () => {
    const { heartbeat, blamed } = start({})
    await expect.poll(() => blamed[0]).toBe('listening')
    heartbeat.stop()
  })

  test('starts to count again once a new connection listens', async () => {
    let sent = 0
    const { heartbeat, blamed } = start({
      async send() {
        sent += 1
        if (sent % (BUS_BEATS_MISSED - 1) === 0) heartbeat.reset()
      },
    })
    await expect.poll(() => sent).toBeGreaterThan(BUS_BEATS_MISSED * 5)
    expect(blamed).toEqual([])
    heartbeat.stop()
  })

  test('that Redis does not take blames the connection that talks, and only that one', async () => {
    let sent = 0
    const { heartbeat, blamed } = start({
      async send() {
        sent += 1
        throw new Error('Redis is away.')
      },
    })
    await expect.poll(() => sent).toBeGreaterThan(10)
    expect(new Set(blamed)).toEqual(new Set(['talking']))
    heartbeat.stop()
  })

  test('that returns, even late, reports no failure', async () => {
    const out: (() => void)[] = []
    let back = 0
    const { heartbeat, blamed } = start({
      send: async () => {
        out.push(() => heartbeat.heard('me'))
        // Two beats are always on their way.
        if (out.length > 2) out.shift()?.()
        back += 1
      },
    })
    await expect.poll(() => back).toBeGreaterThan(20)
    expect(blamed).toEqual([])
    heartbeat.stop()
  })

  test('of another node that stops is noticed, unless this node hears nothing itself', () => {
    const { heartbeat } = start({ everyMs: 1_000_000 })
    heartbeat.heard('other')
    for (let n = 0; n < BUS_BEATS_SILENT; n += 1) heartbeat.heard('me')
    expect(heartbeat.isSilent('other')).toBe(false)
    heartbeat.heard('me')
    expect([heartbeat.isSilent('other'), heartbeat.isSilent('of an earlier version')]).toEqual([true, false])
    heartbeat.heard('other')
    expect(heartbeat.isSilent('other')).toBe(false)
    heartbeat.stop()
  })
})
