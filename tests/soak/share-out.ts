/**
 * Many schedules by several processes: each plays a piece of the seeds over a house of its own and ends, so that neither
 * a database grows for hours nor a core stands idle.
 */
import { fork } from 'node:child_process'

/** What a process says of its piece, each time it says something. */
export interface Progress {
  readonly done: number
  readonly sends: number
  /** A line for each seed that failed since the last time. */
  readonly failures: readonly string[]
}

export interface Piece {
  readonly seed: number
  readonly schedules: number
}

const PIECE = 2_500

export function piecesOf(seed: number, schedules: number): Piece[] {
  return Array.from({ length: Math.ceil(schedules / PIECE) }, (_, index) => ({
    seed: seed + index * PIECE,
    schedules: Math.min(PIECE, schedules - index * PIECE),
  }))
}

/**
 * Plays all pieces with `program`, `workers` at a time. `onProgress` hears of every process; when it answers false, no further piece
 * begins and those under way are stopped. A process that ends without having played its piece is an error.
 */
export async function shareOut(
  pieces: readonly Piece[],
  { workers, program }: { workers: number; program: URL },
  onProgress: (piece: Piece, progress: Progress) => boolean,
): Promise<void> {
  const waiting = [...pieces]
  const running = new Set<() => void>()
  let isStopped = false
  const stop = () => {
    isStopped = true
    for (const kill of running) kill()
  }
  const work = async () => {
    for (let piece = waiting.shift(); piece && !isStopped; piece = waiting.shift()) {
      const given = piece
      await playElsewhere({ piece: given, program }, running, (progress) => {
        if (!onProgress(given, progress)) stop()
      }).catch((error: unknown) => {
        if (!isStopped) throw error
      })
    }
  }
  try {
    await Promise.all(Array.from({ length: workers }, work))
  } finally {
    stop()
  }
}

function playElsewhere(
  { piece, program }: { piece: Piece; program: URL },
  running: Set<() => void>,
  hear: (progress: Progress) => void,
): Promise<void> {
  const given = ['--seed', String(piece.seed), '--schedules', String(piece.schedules), '--workers', '1']
  const child = fork(program, [...given, '--failures', String(piece.schedules)])
  const kill = () => void child.kill()
  running.add(kill)
  let done = 0
  child.on('message', (progress: Progress) => {
    done = progress.done
    hear(progress)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      running.delete(kill)
      if (done === piece.schedules) resolve()
      else
        reject(new Error(`The process for seeds from ${piece.seed} ended after ${done} (${signal ?? code})`))
    })
  })
}
