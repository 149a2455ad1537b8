/** Waiting for the screen, frame by frame. */

const PATIENCE_MS = 300_000

export const frame = (): Promise<number> => new Promise(requestAnimationFrame)

/** Resolves in the frame in which `check` first holds. */
export async function until(check: () => boolean, what: string): Promise<void> {
  const start = performance.now()
  while (!check()) {
    if (performance.now() - start > PATIENCE_MS) throw new Error(`waited in vain until ${what}`)
    await frame()
  }
}

/** Resolves after the frame that is due has been painted. */
export async function painted(): Promise<void> {
  await frame()
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}

export interface Bench {
  /** Resolves when `count` messages are in the thread and its end is painted. */
  load(count: number): Promise<{ ms: number }>
  /** Brings `count` live messages; resolves when the last one is painted. */
  append(count: number): Promise<{ ms: number }>
  /** The element that scrolls. */
  scroller(): HTMLElement
  lastText(): string
  /** A thread of one message with this text. */
  raw(text: string): Promise<void>
}

export async function timed(run: () => Promise<void>): Promise<{ ms: number }> {
  const start = performance.now()
  await run()
  return { ms: performance.now() - start }
}
