/** Asks again for what could not be loaded. */
import { effect } from '@preact/signals-core'
import type { Clock } from '#shared/lib/clock.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'
import type { Conversations } from './conversations.ts'

/** What failed, less and less often, while `canAsk`, which may read signals: whatever made it be read still holds. */
export function askAgain(
  { load, reload }: Pick<Conversations, 'load' | 'reload'>,
  clock: Clock,
  canAsk: () => boolean,
): () => void {
  let failures = 0
  return effect(() => {
    const { phase } = load.value
    if (phase === 'ready') failures = 0
    if (phase !== 'failed' || !canAsk()) return undefined
    return clock.after(redialDelayMs(failures++), () => void reload())
  })
}
