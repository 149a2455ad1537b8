/** Counts attempts per key in fixed windows: for all nodes in Redis where there is one, else in this process. */
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal, tooMany } from './refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** `name` says what is counted: every node counts under it. One window per key, begun by its first attempt. */
    createThrottle: CreateThrottle
  }
  interface FastifyContextConfig {
    /** Requests of this route do not count among those of a network. */
    rateLimit?: false
  }
}

export type CreateThrottle = (name: string, max: number, windowMs: number) => Throttle

export interface Throttle {
  /** Counts one attempt; rejects with 429 and Retry-After when the window is full. */
  take(key: string): Promise<void>
  /** The same, unless the attempt repeats an earlier one. Checks that only if the window is full. */
  takeUnless(key: string, isRepeat: () => Promise<boolean>): Promise<void>
  forget(key: string): Promise<void>
}

/** For limits that are said per minute. */
export const MINUTE_MS = 60_000

/** Without Redis each node counts for itself. While Redis is away each node does too, and nobody waits for it. */
export function throttlesIn(redis: { client: Redis; namespace: string } | null): CreateThrottle {
  const names = new Set<string>()
  return (name, max, windowMs) => {
    if (names.has(name)) throw new Error(`Two throttles are named "${name}": they would share a count.`)
    names.add(name)
    const options = { points: max, duration: windowMs / 1000 }
    const inMemory = new RateLimiterMemory(options)
    return throttleOf(
      redis === null
        ? inMemory
        : new RateLimiterRedis({
            ...options,
            storeClient: redis.client,
            keyPrefix: `plat:limit:${redis.namespace}:${name}`,
            insuranceLimiter: inMemory,
            rejectIfRedisNotReady: true,
          }),
    )
  }
}

function throttleOf(limiter: RateLimiterMemory | RateLimiterRedis): Throttle {
  const take = async (key: string) => {
    try {
      await limiter.consume(key)
    } catch (error) {
      throw error instanceof RateLimiterRes ? tooMany(Math.ceil(error.msBeforeNext / 1000)) : error
    }
  }
  return {
    take,
    async takeUnless(key, isRepeat) {
      try {
        await take(key)
      } catch (error) {
        if (!(error instanceof Refusal && (await isRepeat()))) throw error
      }
    },
    forget: async (key) => void (await limiter.delete(key)),
  }
}

/** After which an attempt is counted in this process instead. */
const COMMAND_TIMEOUT_MS = 250
const DIAL_TIMEOUT_MS = 2000
const BEAT_MS = 1000

export interface CountingRedis {
  client: Redis
  close(): void
}

/** Resolves when Redis answered or did not in time; reconnects for as long as it is open. */
export async function connectRedis(url: string, log: FastifyBaseLogger): Promise<CountingRedis> {
  const client = new Redis(url, {
    connectionName: 'plat:limits',
    lazyConnect: true,
    connectTimeout: DIAL_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => BEAT_MS,
  })
  let isAway = false
  client.on('error', (error) => {
    // Once per outage, not at each attempt.
    if (!isAway) log.warn({ err: error }, 'Redis is away: this node counts rate limits for itself.')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('Rate limits are counted in Redis again.')
    isAway = false
  })
  // A connection that hangs would cost every request the time-out above.
  const beat = setInterval(() => {
    if (client.status === 'ready') client.ping().catch(() => client.disconnect(true))
  }, BEAT_MS)
  beat.unref()
  await client.connect().catch(() => {})
  return {
    client,
    close() {
      clearInterval(beat)
      client.disconnect()
    },
  }
}
