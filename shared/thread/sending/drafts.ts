/** Half-written messages, one signal for each conversation. */
import { effect, type Signal, signal } from '@preact/signals-core'
import type { KeptDrafts } from '#shared/lib/kept-drafts.ts'

export interface Drafts {
  of(peerId: number): Signal<string>
  /** Forgets them here; what is kept stays. */
  end(): void
}

export function createDrafts(kept: KeptDrafts): Drafts {
  const drafts = new Map<number, Signal<string>>()
  const ends: (() => void)[] = []
  return {
    of(peerId) {
      const known = drafts.get(peerId)
      if (known) return known
      const draft = signal(kept.read(peerId))
      drafts.set(peerId, draft)
      let written = draft.peek()
      ends.push(
        effect(() => {
          if (draft.value !== written) kept.write(peerId, draft.value)
          written = draft.value
        }),
      )
      return draft
    },
    end() {
      for (const end of ends) end()
      drafts.clear()
    },
  }
}
