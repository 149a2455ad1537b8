/** What may have been lost between nodes is fetched: the sockets that could have missed it are asked to come back. */
import { expect, test } from 'vitest'
import { type BusMember, noBus } from '#server/realtime/bus.ts'
import { watchNodes } from '#server/realtime/watch-nodes.ts'
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
