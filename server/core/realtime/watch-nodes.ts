/** Notices that another node is gone without a goodbye: what it was about to say may have reached nobody. */

export interface NodeWatch {
  /** This one says goodbye: its going is no loss. */
  leaves(node: string): void
  /** Forgets the known nodes: whatever they sent before now is fetched anyway. */
  reset(): void
  stop(): void
}

export interface NodeWatchDeps {
  /** The nodes that are there now. A rejection counts as no answer: asked again at the next turn. */
  list(): Promise<string[]>
  onLost(nodes: string[]): void
  everyMs: number
}

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
