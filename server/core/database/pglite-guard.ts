/**
 * Protects an embedded database from a full disk. Without space for its log it panics, and every further call would spin for ever
 * and block the event loop. So below a reserve it refuses writes, and after a panic it is not called again.
 */
import type { PGlite } from '@electric-sql/pglite'
import { freeBytesOf, SPACE_MIN_BYTES } from '#server/core/free-space.ts'
import { askPGlite, type Question } from './pglite-stream.ts'

export interface PGliteGuard {
  /** It refuses writes now, for lack of space. */
  readonly isFull: boolean
  /** What ended it. */
  readonly fatal: Error | null
  /** Asks the database, unless it has ended. */
  readonly ask: Question
  /** Starts to watch the space; `run` executes a statement outside of every transaction. */
  start(run: Run): void
  /** For an error of a statement: a full disk is reported as such, not as a read-only transaction. */
  rethrow(error: unknown): never
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

type Run = (statement: string) => Promise<unknown>

/** The message type of an error. A message starts with one byte for its type and four for its length without that byte. */
const ERROR = 0x45
const HEAD_BYTES = 5

export function guardPGlite(
  pglite: PGlite,
  { directory, onFatal, lookMs = LOOK_MS, freeBytes = () => freeBytesOf(directory) }: GuardSettings,
): PGliteGuard {
  let isFull = false
  let fatal: Error | null = null
  let isLooking = false

  const guarded =
    <Q extends unknown[], A extends Uint8Array>(ask: (...question: Q) => Promise<A>) =>
    async (...question: Q): Promise<A> => {
      if (fatal) throw fatal
      const answer = await ask(...question)
      const words = fatalWordsIn(Buffer.from(answer.buffer, answer.byteOffset, answer.length))
      if (words === null) return answer
      fatal = new Error(`The embedded database has stopped: ${words}. Start the server again.`)
      onFatal(fatal)
      throw fatal
    }
  // What PGlite itself asks, e.g. for a dump.
  pglite.execProtocolRaw = guarded(pglite.execProtocolRaw.bind(pglite))

  async function look(run: Run): Promise<void> {
    const isShort = ((await freeBytes()) ?? SPACE_MIN_BYTES) < SPACE_MIN_BYTES
    if (isShort === isFull || fatal) return
    await run(`set default_transaction_read_only = ${isShort ? 'on' : 'off'}`)
    isFull = isShort
  }
  const begin = (run: Run) => {
    if (isLooking) return
    isLooking = true
    look(run)
      // A database closed meanwhile needs no guard; any other error is seen by the next writer.
      .catch(() => {})
      .finally(() => {
        isLooking = false
      })
  }
  let timer: NodeJS.Timeout | undefined
  return {
    ask: guarded((messages) => askPGlite(pglite, messages)),
    get isFull() {
      return isFull
    },
    get fatal() {
      return fatal
    },
    start(run) {
      begin(run)
      timer ??= setInterval(() => begin(run), lookMs).unref()
    },
    stop: () => clearInterval(timer),
    rethrow(error) {
      if (isFull && (error as { code?: unknown }).code === READ_ONLY)
        throw Object.assign(error as Error, { code: DISK_FULL })
      throw error
    },
  }
}

/** The message of the error after which the database cannot be used, if the answer contains one. */
function fatalWordsIn(answer: Buffer): string | null {
  let end = 0
  for (let at = 0; at + HEAD_BYTES <= answer.length; at = end) {
    end = at + 1 + answer.readInt32BE(at + 1)
    if (answer[at] !== ERROR) continue
    const fields = answer.toString('utf8', at + HEAD_BYTES, end).split('\0')
    const severity = fields.find((field) => field.startsWith('V'))
    if (severity === 'VPANIC' || severity === 'VFATAL')
      return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'no reason was given'
  }
  return null
}
