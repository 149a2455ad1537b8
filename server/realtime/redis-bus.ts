/**
 * The bus over Redis pub/sub: one topic for all nodes of an app, and one per node for the answers to its questions. Redis keeps
 * nothing, so the bus also notices when something may have been lost: a node that died, or Redis itself being away.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import * as z from 'zod/mini'
import { BUS_ANSWER_TIMEOUT_MS, BUS_WATCH_MS } from '#shared/contract/limits.ts'
import { type Bus, type BusMember, busMessage, type Counts } from './bus.ts'
import { type NodeWatch, watchNodes } from './watch-nodes.ts'

const letter = z.discriminatedUnion('about', [
  z.object({ about: z.literal('message'), from: z.string(), message: busMessage }),
  z.object({ about: z.literal('question'), from: z.string(), id: z.string(), prefix: z.string() }),
  z.object({ about: z.literal('answer'), id: z.string(), counts: z.record(z.string(), z.number()) }),
  z.object({ about: z.literal('goodbye'), from: z.string() }),
  /** The sender could not say something, and now can. */
  z.object({ about: z.literal('gap'), from: z.string() }),
])
type Letter = z.output<typeof letter>

export interface RedisBusSettings {
  url: string
  /** Apps that share a Redis do not hear each other. */
  appId: string
  log: FastifyBaseLogger
}

export function redisBus({ url, appId, log }: RedisBusSettings): Bus {
  const node = randomUUID()
  const everyone = `plat:realtime:${appId}`
  const own = `${everyone}:${node}`
  const open = () => connect(url, everyone, log)
  const [talking, listening] = [open(), open()]
  const asked = new Map<string, (counts: Counts) => void>()
  let watch: NodeWatch | null = null
  let isOwing = false

  const send = (topic: string, content: Letter) => talking.publish(topic, JSON.stringify(content))

  /** The nodes that hear their own topic. Says first what is owed: that a broadcast failed. */
  async function present(): Promise<string[]> {
    if (isOwing) {
      await send(everyone, { about: 'gap', from: node })
      isOwing = false
    }
    return (await talking.pubsub('CHANNELS', `${everyone}:*`)) as string[]
  }

  function receive(member: BusMember, text: string) {
    const content = readLetter(text)
    if (!content) return log.warn('A message on the realtime bus is not readable.')
    if (content.about === 'answer') return asked.get(content.id)?.(content.counts)
    if (content.from === node) return
    if (content.about === 'message') return member.onMessage(content.message)
    if (content.about === 'gap') return member.onGap()
    if (content.about === 'goodbye') return watch?.leaves(`${everyone}:${content.from}`)
    const answer: Letter = { about: 'answer', id: content.id, counts: member.counts(content.prefix) }
    send(`${everyone}:${content.from}`, answer).catch((error: unknown) =>
      log.warn({ err: error }, 'An answer on the realtime bus was not sent.'),
    )
  }

  return {
    async join(member) {
      await Promise.all([talking.connect(), listening.connect()])
      listening.on('message', (_topic, text) => receive(member, text))
      await listening.subscribe(everyone, own)
      // Back after an outage. Asked to come back only once this node hears again, or they would miss something more.
      const hearAgain = () => listening.subscribe(everyone, own).then(member.onGap)
      listening.on('ready', () => void hearAgain().catch(() => {}))
      watch = watchNodes({ list: present, onLost: member.onGap, everyMs: BUS_WATCH_MS })
    },
    async publish(message) {
      try {
        await send(everyone, { about: 'message', from: node, message })
      } catch (error) {
        isOwing = true
        throw error
      }
    },
    async counts(prefix) {
      const id = randomUUID()
      const answers: Counts[] = []
      let expected = Number.POSITIVE_INFINITY
      const { promise, resolve } = deferred()
      const check = () => answers.length >= expected && resolve()
      asked.set(id, (counts) => {
        answers.push(counts)
        check()
      })
      const timer = setTimeout(resolve, BUS_ANSWER_TIMEOUT_MS)
      try {
        // Redis answers with the number of nodes that heard it; one of them is this one.
        expected = (await send(everyone, { about: 'question', from: node, id, prefix })) - 1
        check()
        await promise
      } finally {
        clearTimeout(timer)
        asked.delete(id)
      }
      return answers
    },
    async leave() {
      watch?.stop()
      await send(everyone, { about: 'goodbye', from: node }).catch(() => {})
      talking.disconnect()
      listening.disconnect()
    },
  }
}

function connect(url: string, name: string, log: FastifyBaseLogger): Redis {
  const redis = new Redis(url, {
    // What an operator sees in CLIENT LIST.
    connectionName: name,
    lazyConnect: true,
    // Without the offline queue a broadcast fails at once while Redis is away, instead of arriving minutes late.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    // A Redis that hangs keeps its connection; without this every broadcast would wait for as long as it hangs.
    commandTimeout: BUS_ANSWER_TIMEOUT_MS,
  })
  redis.on('error', (error) => log.warn({ err: error }, 'The realtime bus has lost Redis; it keeps trying.'))
  return redis
}

function readLetter(text: string): Letter | null {
  try {
    const read = z.safeParse(letter, JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
