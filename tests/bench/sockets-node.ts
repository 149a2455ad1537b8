/**
 * A realtime node without database or pages, as a process of its own, for the memory of a socket: beside the embedded
 * database it cannot be seen, because sockets move into pages that migrations and seeding have given back.
 */
import { startNode } from '#tests/server/core/realtime/node.ts'
import { answerParent } from './child.ts'
import { settledMemory } from './settled-memory.ts'
import { BENCH_APP, BENCH_SOCKET_LIMITS } from './sockets-words.ts'

const node = await startNode({ app: BENCH_APP, limits: BENCH_SOCKET_LIMITS })

answerParent({ url: () => `http://127.0.0.1:${node.port}`, memory: settledMemory }, () =>
  node.realtime.close({ graceMs: 0 }),
)
