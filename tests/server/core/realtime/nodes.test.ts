/** Two nodes behind one bus behave like one server: over Redis when TEST_REDIS_URL names one, and always in memory. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerChannel, customerIdvStatusUpdated } from '#shared/contract/events.ts'
import { memoryBuses } from './memory-bus.ts'
import { startNode, type TestNode } from './node.ts'
import { joinChannel, openSocket, settle } from './raw-socket.ts'

const redisUrl = process.env.TEST_REDIS_URL
const buses = [
  {
    name: 'in memory',
    startTwo() {
      const bus = memoryBuses()
      return Promise.all([startNode({ bus: bus() }), startNode({ bus: bus() })])
    },
  },
  ...(redisUrl
    ? [
        {
          name: 'over Redis',
          startTwo: () => Promise.all([startNode({ redisUrl }), startNode({ redisUrl })]),
        },
      ]
    : []),
]

const CHANNEL = 'private-App.Models.Customer.7'
const PAYLOAD = { idv_status: 'approved', idv_id: null }

describe.each(buses)('two nodes $name', ({ startTwo }) => {
  let here: TestNode
  let there: TestNode
  beforeEach(async () => {
    ;[here, there] = await startTwo()
  })
  afterEach(() => Promise.all([here.stop(), there.stop()]))

  const listener = async (node: TestNode) => {
    const socket = await openSocket(node.socketUrl)
    await joinChannel(socket, CHANNEL, node.realtime.signChannel(socket.socketId, CHANNEL))
    return socket
  }
  const broadcast = (except: string | null = null) =>
    here.realtime.broadcaster.broadcast(customerChannel('App', 7), customerIdvStatusUpdated, PAYLOAD, {
      except,
    })

  test('a broadcast on one is heard on both, once each', async () => {
    const [near, far] = [await listener(here), await listener(there)]
    await broadcast()
    expect((await far.next('CustomerIdvStatusUpdated')).data).toEqual(PAYLOAD)
    expect((await near.next('CustomerIdvStatusUpdated')).data).toEqual(PAYLOAD)
    await settle(near)
    await settle(far)
    const heard = [...near.frames, ...far.frames].filter(({ event }) => event === 'CustomerIdvStatusUpdated')
    expect(heard).toHaveLength(2)
  })

  test('the sender is spared on whichever node it is', async () => {
    const [sender, other] = [await listener(there), await listener(there)]
    await broadcast(sender.socketId)
    await other.next('CustomerIdvStatusUpdated')
    await settle(sender)
    expect(sender.frames.map(({ event }) => event)).not.toContain('CustomerIdvStatusUpdated')
  })

  test('socket ids of the two never collide', async () => {
    const [near, far] = [await openSocket(here.socketUrl), await openSocket(there.socketUrl)]
    expect(near.socketId).not.toBe(far.socketId)
  })

  test('a client event crosses nodes', async () => {
    const [near, far] = [await listener(here), await listener(there)]
    near.send({ event: 'client-typing', channel: CHANNEL, data: {} })
    expect((await far.next('client-typing')).channel).toBe(CHANNEL)
  })

  test('a user is signed out on both', async () => {
    const sockets = [await openSocket(here.socketUrl), await openSocket(there.socketUrl)]
    for (const socket of sockets) {
      socket.send({
        event: 'pusher:signin',
        data: here.realtime.signUser(socket.socketId, { id: 'customer:7' }),
      })
      await socket.next('pusher:signin_success')
    }
    await here.realtime.broadcaster.terminate('customer:7')
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4009, 4009])
  })

  test('sockets are counted over both', async () => {
    await listener(here)
    await listener(there)
    await listener(there)
    expect(await here.realtime.broadcaster.occupancy('App.Models.Customer.7')).toBe(3)
    expect(await there.realtime.broadcaster.occupancy('App.Models.Customer.7')).toBe(3)
  })

  test('one node going down leaves the other working', async () => {
    const near = await listener(here)
    await there.realtime.close({ graceMs: 0 })
    await broadcast()
    expect((await near.next('CustomerIdvStatusUpdated')).data).toEqual(PAYLOAD)
    expect(await here.realtime.broadcaster.occupancy('App.Models.Customer.7')).toBe(1)
  })
})
