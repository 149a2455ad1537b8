/**
 * One connection to Redis, reopened for as long as it is wanted. ioredis' own reconnecting is off: it subscribes again without
 * handling a failure, which ends the process, and it trusts a connection that has been silent for an hour.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import {
  BUS_COMMAND_TIMEOUT_MS,
  BUS_DIAL_TIMEOUT_MS,
  BUS_REDIAL_DELAYS_MS,
} from '#shared/contract/realtime-limits.ts'

export interface RedisConnectionDeps {
  url: string
  /** What an operator sees in CLIENT LIST. */
  name: string
  log: FastifyBaseLogger
  /** Runs on each new connection before it counts as up, e.g. to subscribe. After a rejection it reconnects. */
  prepare?(redis: Redis): Promise<unknown>
  onUp?(): void
}

export interface RedisConnection {
  /** Null while it is down. */
  readonly redis: Redis | null
  /** How many connections were lost or dropped after they had been up. */
  readonly losses: number
  /** Resolves when the first attempt is over, whatever its result. */
  readonly tried: Promise<void>
  /** Drops the present connection, which is useless, and reconnects. */
  replace(reason: string): void
  close(): void
}

export function keepConnected(deps: RedisConnectionDeps): RedisConnection {
  const { log } = deps
  /** The current attempt; events of earlier ones are ignored. */
  let attempt: Redis | null = null
  let isUp = false
  let isClosed = false
  let failures = 0
  let losses = 0

  async function dial(): Promise<void> {
    if (isClosed) return
    const redis = open(deps)
    attempt = redis
    let cause: unknown = null
    redis.on('error', (error) => {
      cause = error
    })
    redis.once('close', () => lost(redis, cause))
    const tooLate = setTimeout(
      () => lost(redis, new Error('Redis did not answer in time.')),
      BUS_DIAL_TIMEOUT_MS,
    )
    try {
      await redis.connect()
      await deps.prepare?.(redis)
      if (attempt === redis) arrived()
    } catch (error) {
      lost(redis, cause ?? error)
    } finally {
      clearTimeout(tooLate)
    }
  }

  function arrived(): void {
    if (failures > 0 || losses > 0) log.info('The realtime bus is connected to Redis again.')
    isUp = true
    failures = 0
    deps.onUp?.()
  }

  function lost(redis: Redis, error: unknown): void {
    if (attempt !== redis) return
    attempt = null
    redis.disconnect()
    if (isUp) losses += 1
    // Once per outage, not at each attempt.
    if (isUp || failures === 0)
      log.warn({ err: error }, 'The realtime bus lost Redis and keeps reconnecting.')
    isUp = false
    failures += 1
    void pause(redialDelayMs(failures), undefined, { ref: false }).then(dial)
  }

  return {
    tried: dial(),
    get redis() {
      return isUp ? attempt : null
    },
    get losses() {
      return losses
    },
    replace(reason) {
      if (isUp && attempt) lost(attempt, new Error(reason))
    },
    close() {
      isClosed = true
      attempt?.disconnect()
      attempt = null
      isUp = false
    },
  }
}

function open({ url, name }: RedisConnectionDeps): Redis {
  return new Redis(url, {
    connectionName: name,
    lazyConnect: true,
    connectTimeout: BUS_DIAL_TIMEOUT_MS,
    // A hanging Redis keeps its connection; without this every broadcast would wait as long as it hangs.
    commandTimeout: BUS_COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    retryStrategy: () => null,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
  })
}

/** Up to a quarter more or less, so that nodes that lost the same Redis do not all reconnect at once. */
function redialDelayMs(failures: number): number {
  const delayMs = BUS_REDIAL_DELAYS_MS[Math.min(failures, BUS_REDIAL_DELAYS_MS.length) - 1] ?? 0
  return delayMs * (0.75 + Math.random() / 2)
}
