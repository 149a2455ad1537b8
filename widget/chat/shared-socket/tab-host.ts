/**
 * What the chat may know of the browser's other tabs on this origin: locks that one of them holds, channels that all of them
 * hear, and whether this one is looked at. Only an interface: the element hands in the browser's own, a test a fake.
 */
import type { TabLocks } from '#shared/lib/tab-locks.ts'

/** `frozen`: the browser is about to stop this page (Page Lifecycle, back/forward cache); nothing runs until it is shown again. */
export type TabLife = 'visible' | 'hidden' | 'frozen'

export interface TabChannel {
  /** To every other channel of this name, in this tab too, but not to itself. A copy arrives, in order. */
  post(message: unknown): void
  onMessage(hear: (message: unknown) => void): void
  close(): void
}

export interface TabHost extends TabLocks {
  /** Null when there are none here. */
  openChannel(name: string): TabChannel | null
  life(): TabLife
  /** Returns what ends it. */
  onLife(changed: (life: TabLife) => void): () => void
}
