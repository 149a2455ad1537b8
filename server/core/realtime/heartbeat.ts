/**
 * Sends a beat through the bus and waits for it to return, because a half-open connection looks like a quiet one. Counts in
 * beats, not in time: a node that was too busy to listen blames neither Redis nor the other nodes.
 */
import { BUS_BEATS_MISSED, BUS_BEATS_SILENT } from '#shared/contract/realtime-limits.ts'

export interface HeartbeatDeps {
  /** This node's name on the bus. */
  own: string
  everyMs: number
  /** Resolves when Redis has the beat. */
  send(): Promise<unknown>
  /** The beat could not be sent. */
  onUnsent(): void
  /** Redis has the beats, but they do not return. */
  onUnheard(): void
}

export interface Heartbeat {
  /** A beat of this node or of another one came in. */
  heard(from: string): void
  /** It used to send beats, and this node has received many of its beats since the last one. */
  isSilent(node: string): boolean
  /** A new connection listens: what the earlier one missed does not count against it. */
  reset(): void
  stop(): void
}

export function startHeartbeat(deps: HeartbeatDeps): Heartbeat {
  /** By node, the count of our own beats at its latest one. */
  const latest = new Map<string, number>()
  let ownHeard = 0
  let missed = 0
  let isSending = false
  let isOut = false
  let isHeard = false

  function judge(): void {
    missed = isHeard ? 0 : isOut ? missed + 1 : missed
    isHeard = false
    isOut = false
    if (missed < BUS_BEATS_MISSED) return
    missed = 0
    deps.onUnheard()
  }

  async function beat(): Promise<void> {
    if (isSending) return
    judge()
    isSending = true
    try {
      await deps.send()
      isOut = true
    } catch {
      deps.onUnsent()
    }
    isSending = false
  }

  const timer = setInterval(() => void beat(), deps.everyMs)
  timer.unref()
  return {
    heard(from) {
      latest.set(from, ownHeard)
      if (from !== deps.own) return
      ownHeard += 1
      isHeard = true
    },
    isSilent(node) {
      const at = latest.get(node)
      return at !== undefined && ownHeard - at > BUS_BEATS_SILENT
    },
    reset() {
      missed = 0
      isOut = false
    },
    stop: () => clearInterval(timer),
  }
}
