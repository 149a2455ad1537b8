/** What the element gives to its screens, without an element. */
import { signal } from '@preact/signals-core'
import type { SessionState } from '#shared/thread/model.ts'
import type { MessengerHost } from '#widget/ui/host.ts'

export function fakeHost(session: SessionState = { phase: 'signed-out' }) {
  const closed: string[] = []
  const parts = {
    session: signal<SessionState>(session),
    account: signal<number | null>(null),
    isClosable: signal(false),
    direction: signal<'ltr' | 'rtl'>('ltr'),
  }
  const host: MessengerHost = {
    ...parts,
    clock: { now: () => Date.parse('2025-06-10T15:00:00Z'), after: () => () => {}, every: () => () => {} },
    close: () => void closed.push('close'),
  }
  return { host, closed, ...parts }
}
