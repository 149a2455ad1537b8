/**
 * The bus over Redis pub/sub: one topic for all nodes of an app, one per node for answers to its questions, one for heartbeats.
 * Redis stores nothing, so the bus also detects when something may have been lost: a node that died, or a connection to Redis that
 * was closed or went silent.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import * as z from 'zod/mini'
import { BUS_ANSWER_TIMEOUT_MS, BUS_BEAT_MS } from '#shared/contract/realtime-limits.ts'
import { type Bus, type BusMember, busMessage, type Counts } from './bus.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { keepConnected } from './redis-connection.ts'

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
  beatMs?: number | undefined
}

export function redisBus({ url, appId, log, beatMs = BUS_BEAT_MS }: RedisBusSettings): Bus {
  const everyone = `plat:realtime:${appId}`
  const node = randomUUID()
  const own = `${everyone}:${node}`
  // Separate from the topics above: nodes of an earlier version would log each beat as unreadable.
  const beats = `plat:realtime-beats:${appId}`
  const questions = createQuestions()
  let member: BusMember | null = null
  let isJoined = false
  let watch: NodeWatch | null = null
  let heartbeat: Heartbeat | null = null
  let failures = 0

  const talking = keepConnected({ url, name: everyone, log })
  const listening = keepConnected({
    url,
    name: everyone,
    log,
    prepare(redis) {
      redis.on('message', hear)
      return redis.subscribe(everyone, own, beats)
    },
    onUp() {
      watch?.reset()
      heartbeat?.reset()
      // Only now: sockets that reconnected before this node listens again would miss more.
      if (isJoined) member?.onGap()
    },
  })

  function connected(): Redis {
    if (!talking.redis) throw new Error('There is no connection to Redis.')
    return talking.redis
  }
  /** Rejects at once while Redis is unreachable: a broadcast that arrives minutes late is useless. */
  const send = async (topic: string, content: Letter) => connected().publish(topic, JSON.stringify(content))
  const broadcast = createBroadcast((content) => send(everyone, content), node)
  const receive = createReceive({
    node,
    questions,
    log,
    send: (to, content) => send(`${everyone}:${to}`, content),
    onGoodbye: (from) => watch?.leaves(`${everyone}:${from}`),
  })

  /** The other nodes that are subscribed to their own topic, without those whose heartbeat has stopped although Redis still lists them. */
  async function others(): Promise<string[]> {
    const listed = (await connected().pubsub('CHANNELS', `${everyone}:*`)) as string[]
    return listed.filter((topic) => topic !== own && !heartbeat?.isSilent(topic))
  }

  const hear = withoutThrow(log, (topic, text) => {
    if (topic === beats) heartbeat?.heard(text)
    else if (member) receive(member, text)
  })

  return {
    async join(joining) {
      member = joining
      await Promise.all([talking.tried, listening.tried])
      isJoined = true
      heartbeat = startHeartbeat({
        own,
        everyMs: beatMs,
        async send() {
          await connected().publish(beats, own)
          await broadcast.sayGap()
        },
        onUnsent: () => talking.replace('Redis did not take a heartbeat.'),
        onUnheard: () => listening.replace('No heartbeat came back from Redis.'),
      })
      watch = watchNodes({ list: others, onLost: () => joining.onGap(), everyMs: beatMs })
    },
    publish: (message) =>
      broadcast.say({ about: 'message', from: node, message }).catch((error: unknown) => {
        failures += 1
        throw error
      }),
    counts: (prefix) =>
      questions.ask(async (id) => {
        await send(everyone, { about: 'question', from: node, id, prefix })
        return (await others()).length
      }),
    stats: () => ({
      isConnected: talking.redis !== null && listening.redis !== null,
      losses: talking.losses + listening.losses,
      failures,
    }),
    async leave() {
      watch?.stop()
      heartbeat?.stop()
      await send(everyone, { about: 'goodbye', from: node }).catch(() => {})
      talking.close()
      listening.close()
    },
  }
}

/** For an event of the connection, where a throw would end the process. */
const withoutThrow =
  (log: FastifyBaseLogger, hear: (topic: string, text: string) => void) => (topic: string, text: string) => {
    try {
      hear(topic, text)
    } catch (error) {
      log.error({ err: error }, 'A message on the realtime bus was not handled.')
    }
  }

interface ReceiveDeps {
  readonly node: string
  readonly questions: ReturnType<typeof createQuestions>
  readonly log: FastifyBaseLogger
  /** To one node. */
  send(node: string, content: Letter): Promise<unknown>
  onGoodbye(node: string): void
}

/** Handles the letters of the other nodes for the member of this node. */
const createReceive =
  ({ node, questions, log, send, onGoodbye }: ReceiveDeps) =>
  (to: BusMember, text: string) => {
    const content = readLetter(text)
    if (!content) return log.warn('A message on the realtime bus is not readable.')
    if (content.about === 'answer') return questions.answered(content.id, content.counts)
    if (content.from === node) return
    if (content.about === 'message') return to.onMessage(content.message)
    if (content.about === 'gap') return to.onGap()
    if (content.about === 'goodbye') return onGoodbye(content.from)
    const answer: Letter = { about: 'answer', id: content.id, counts: to.counts(content.prefix) }
    send(content.from, answer).catch((error: unknown) =>
      log.warn({ err: error }, 'An answer on the realtime bus was not sent.'),
    )
  }

/** A failed broadcast is remembered: the other nodes are asked to refetch as soon as this node can publish again. */
function createBroadcast(send: (content: Letter) => Promise<number>, node: string) {
  let isOwing = false
  async function say(content: Letter): Promise<void> {
    try {
      await send(content)
    } catch (error) {
      isOwing = true
      throw error
    }
  }
  return {
    say,
    async sayGap(): Promise<void> {
      if (!isOwing) return
      isOwing = false
      await say({ about: 'gap', from: node })
    },
  }
}

function readLetter(text: string): Letter | null {
  try {
    const read = z.safeParse(letter, JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

function createQuestions() {
  const open = new Map<string, (counts: Counts) => void>()
  return {
    answered: (id: string, counts: Counts) => open.get(id)?.(counts),
    /** `put` sends the question, and resolves with how many nodes will answer. Late answers are left out. */
    async ask(put: (id: string) => Promise<number>): Promise<Counts[]> {
      const id = randomUUID()
      const answers: Counts[] = []
      let expected = Number.POSITIVE_INFINITY
      let finish = () => {}
      const isComplete = new Promise<void>((resolve) => {
        finish = resolve
      })
      const check = () => answers.length >= expected && finish()
      open.set(id, (counts) => {
        answers.push(counts)
        check()
      })
      const timer = setTimeout(finish, BUS_ANSWER_TIMEOUT_MS)
      try {
        expected = await put(id)
        check()
        await isComplete
      } finally {
        clearTimeout(timer)
        open.delete(id)
      }
      return answers
    },
  }
}

interface NodeWatch {
  /** This one says goodbye: its going is no loss. */
  leaves(node: string): void
  /** Forgets the known nodes: whatever they sent before now is fetched anyway. */
  reset(): void
  stop(): void
}

interface NodeWatchDeps {
  /** The nodes that are there now. A rejection counts as no answer: asked again at the next turn. */
  list(): Promise<string[]>
  onLost(nodes: string[]): void
  everyMs: number
}

/** Notices that another node is gone without a goodbye: what it was about to say may have reached nobody. */
export function watchNodes({ list, onLost, everyMs }: NodeWatchDeps): NodeWatch {
  const leaving = new Set<string>()
  let known: ReadonlySet<string> = new Set()
  let isAsking = false

  async function look(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const found = await list().catch(() => null)
    isAsking = false
    if (!found) return
    const now = new Set(found)
    const gone = [...known].filter((node) => !now.has(node))
    known = now
    const lost = gone.filter((node) => !leaving.delete(node))
    if (lost.length > 0) onLost(lost)
  }

  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  void look()
  return {
    leaves: (node) => void leaving.add(node),
    reset() {
      known = new Set()
    },
    stop: () => clearInterval(timer),
  }
}
