/** How long a page's main thread kept others waiting, read from a trace of the browser. */

/** A task longer than this blocks: what goes beyond it counts (as in Total Blocking Time). */
const LONG_MS = 50

export const CATEGORIES = [
  '-*',
  '__metadata',
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
]

export interface Work {
  /** Sum of what each task took beyond 50 ms. */
  blockingMs: number
  longestMs: number
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds on the wall, and on the thread's processor: other programs of the machine count in the first alone. */
  dur?: number
  tdur?: number
  args?: { name?: string; data?: { url?: string; processId?: number } }
}

/** `trace` is what the browser wrote; `url` tells the page's process from others; a task counts `slowdown` times what it took. */
export function workOf(trace: Buffer, url: string, slowdown: number): Work {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }
  const pid = processOf(traceEvents, url)
  const thread = traceEvents.find(
    (each) => each.name === 'thread_name' && each.args?.name === 'CrRendererMain' && each.pid === pid,
  )
  if (!thread) throw new Error('the trace names no main thread of the page')
  const tasks = traceEvents
    .filter((each) => each.name === 'RunTask' && each.pid === pid && each.tid === thread.tid)
    .map((each) => (slowdown * (each.tdur ?? each.dur ?? 0)) / 1000)
  return {
    blockingMs: tasks.reduce((sum, each) => sum + Math.max(0, each - LONG_MS), 0),
    longestMs: Math.max(0, ...tasks),
  }
}

function processOf(events: readonly TraceEvent[], url: string): number {
  const page = events.findLast(
    (each) => each.name === 'FrameCommittedInBrowser' && each.args?.data?.url === url,
  )
  if (page?.args?.data?.processId) return page.args.data.processId
  throw new Error(`the trace knows no frame of ${url}`)
}
