/**
 * Protects an embedded database from a full disk. Without space for its log it panics, and every further call would spin for ever
 * and block the event loop. So below a reserve it refuses writes, and after a panic it is not called again.
 */
import type { PGlite } from '@electric-sql/pglite'
import { freeBytesOf, SPACE_MIN_BYTES } from '#server/core/free-space.ts'

export interface PGliteGuard {
  /** It refuses writes now, for lack of space. */
  readonly isFull: boolean
  /** What ended it. */
  readonly fatal: Error | null
  /** Starts to watch the space. */
  start(): void
  stop(): void
}

interface GuardSettings {
  directory: string
  /** Called once, with a sentence: the process must be restarted. */
  onFatal(error: Error): void
  lookMs?: number
  freeBytes?: () => Promise<number | null>
}

const LOOK_MS = 1000
/** `disk_full` and `read_only_sql_transaction` of PostgreSQL. */
const DISK_FULL = '53100'
const READ_ONLY = '25006'

type DatabaseError = Error & { code?: string; severity?: string }

export function guardPGlite(
  pglite: PGlite,
  { directory, onFatal, lookMs = LOOK_MS, freeBytes = () => freeBytesOf(directory) }: GuardSettings,
): PGliteGuard {
  let isFull = false
  let fatal: Error | null = null
  let isLooking = false

  const ask = pglite.execProtocolStream.bind(pglite)
  pglite.execProtocolStream = async (...question) => {
    if (fatal) throw fatal
    try {
      return await ask(...question)
    } catch (reason) {
      const error = reason as DatabaseError
      // The caller should see that the disk is full, not that the transaction is read-only.
      if (isFull && error.code === READ_ONLY) error.code = DISK_FULL
      if (error.severity === 'PANIC' || error.severity === 'FATAL') {
        fatal = error
        onFatal(new Error(`The embedded database has stopped: ${error.message}. Start the server again.`))
      }
      throw error
    }
  }

  async function look(): Promise<void> {
    const isShort = ((await freeBytes()) ?? SPACE_MIN_BYTES) < SPACE_MIN_BYTES
    if (isShort === isFull || fatal) return
    await pglite.exec(`set default_transaction_read_only = ${isShort ? 'on' : 'off'}`)
    isFull = isShort
  }
  const begin = () => {
    if (isLooking) return
    isLooking = true
    look()
      // A database closed meanwhile needs no guard; any other error is seen by the next writer.
      .catch(() => {})
      .finally(() => {
        isLooking = false
      })
  }
  let timer: NodeJS.Timeout | undefined
  return {
    get isFull() {
      return isFull
    },
    get fatal() {
      return fatal
    },
    start() {
      begin()
      timer ??= setInterval(begin, lookMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
