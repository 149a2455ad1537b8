/** Typing letters in the list jumps to the next name that starts with them. */
import { TYPE_AHEAD_PAUSE_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface TypeAhead {
  isTyping(): boolean
  /** The index of the row to go to: `from` itself when no name fits. */
  find(letter: string, rows: readonly { name: string }[], from: number): number
}

export function createTypeAhead(clock: Clock): TypeAhead {
  let typed = ''
  let typedAtMs = Number.NEGATIVE_INFINITY
  // Also when the clock was set back meanwhile.
  const isTyping = () => typed !== '' && Math.abs(clock.now() - typedAtMs) < TYPE_AHEAD_PAUSE_MS
  return {
    isTyping,
    find(letter, rows, from) {
      typed = (isTyping() ? typed : '') + letter.toLocaleLowerCase()
      typedAtMs = clock.now()
      // One letter goes on to the next name, more letters stay on a name that still fits.
      const first = typed.length === 1 ? from + 1 : from
      for (let step = 0; step < rows.length; step++) {
        const index = (first + step) % rows.length
        if (rows[index]?.name.toLocaleLowerCase().startsWith(typed)) return index
      }
      return from
    },
  }
}
