/**
 * What somebody has marked as read or unread and the server has not answered yet: sent in the order it was pressed. While the
 * server is away it waits for it, also over a reload (ERR-09).
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { createKept, isId, type Kept } from '#marketplace/buyer/platform/kept-presses.ts'
import { untilAnswered } from '#marketplace/buyer/platform/presses.ts'
import type { Connection } from '#marketplace/kit/connection.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Log } from '#shared/lib/log.ts'

export interface ReadMark {
  readonly id: number
  readonly isRead: boolean
  /** With all that came before it. */
  readonly isAll?: boolean
}

export type KeptReads = Kept<ReadMark>

export const createKeptReads = (storage: () => Storage): KeptReads =>
  createKept(storage, 'plat.notifications.pressed', { isOne: isReadMark, replaces })

export interface ReadQueueDeps {
  /** The id of who presses. */
  userId: number
  kept: KeptReads
  connection: Pick<Connection, 'check'>
  log: Log
  /** Rejects with `ApiError`. */
  send(mark: ReadMark): Promise<void>
  onFailed(): void
}

export interface ReadQueue {
  readonly waiting: ReadonlySignal<readonly ReadMark[]>
  /** False when the server refused it. */
  add(mark: ReadMark): Promise<boolean>
  /** Sends what an earlier page has left. Returns what ends the sending; what is not sent is kept. */
  begin(): () => void
}

export function createReadQueue({ userId, kept, connection, log, ...deps }: ReadQueueDeps): ReadQueue {
  const waiting = signal<readonly ReadMark[]>([])
  const failed = new WeakSet<ReadMark>()
  let running: Promise<void> | null = null
  let isOver = false

  function wait(mark: ReadMark) {
    // The first one may be under way.
    const others = waiting.peek().filter((one, index) => index === 0 || !replaces(mark, one))
    waiting.value = [...others, mark]
    kept.put(userId, mark)
  }

  function finish(mark: ReadMark) {
    const left = waiting.peek().slice(1)
    waiting.value = left
    // One that was pressed again is kept in its place already.
    if (!left.some((one) => replaces(one, mark))) kept.drop(userId, mark)
  }

  /** False when it was ended before. */
  async function deliver(mark: ReadMark): Promise<boolean> {
    let isSent = false
    await untilAnswered(connection, async () => {
      if (isOver) return
      await deps.send(mark)
      isSent = true
    })
    return isSent
  }

  async function settle(): Promise<void> {
    // The promise of this function is kept before it goes on.
    await null
    try {
      for (let mark = waiting.peek()[0]; mark && !isOver; mark = waiting.peek()[0]) {
        try {
          if (!(await deliver(mark))) return
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          log.warn('What was read could not be kept', error.failure.kind)
          failed.add(mark)
          deps.onFailed()
        }
        finish(mark)
      }
    } finally {
      running = null
    }
  }
  const send = (): Promise<void> => (running ??= settle())

  return {
    waiting,
    async add(mark) {
      wait(mark)
      await send()
      return !failed.has(mark)
    },
    begin() {
      isOver = false
      if (waiting.peek().length === 0) waiting.value = kept.read(userId)
      void send()
      return () => {
        isOver = true
      }
    },
  }
}

const replaces = (mark: ReadMark, former: ReadMark): boolean =>
  isMeant(mark, former.id) && (mark.isAll === true || former.isAll !== true)

const isMeant = ({ id: marked, isAll }: ReadMark, id: number): boolean =>
  isAll ? id <= marked : id === marked

interface Readable {
  readonly id: number
  readonly read_at?: string | null | undefined
}

/** How an entry is once these are saved. */
export function withMarks<E extends Readable>(entry: E, marks: readonly ReadMark[]): E {
  const isRead = marks.findLast((mark) => isMeant(mark, entry.id))?.isRead
  if (isRead === undefined || isRead === Boolean(entry.read_at)) return entry
  return { ...entry, read_at: isRead ? NO_MATTER_WHEN : null }
}

const NO_MATTER_WHEN = new Date(0).toISOString()

function isReadMark(value: unknown): value is ReadMark {
  if (typeof value !== 'object' || value === null) return false
  const { id, isRead, isAll } = value as Record<string, unknown>
  return isId(id) && typeof isRead === 'boolean' && (isAll === undefined || typeof isAll === 'boolean')
}
