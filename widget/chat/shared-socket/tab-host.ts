/**
 * What the chat may know of the browser's other tabs on this origin: locks that one of them holds, channels that all of them
 * hear, and whether this one is looked at. Only an interface: the element hands in the browser's own, a test a fake.
 */

/** `frozen`: the browser is about to stop this page (Page Lifecycle, back/forward cache); nothing runs until it is shown again. */
export type TabLife = 'visible' | 'hidden' | 'frozen'

export interface LockOptions {
  /** Calls the request off while it waits; what is held already is not taken away by it. */
  readonly signal?: AbortSignal
  /** Does not wait: answers false when somebody holds it. */
  readonly ifAvailable?: boolean
  /** Takes it from whoever holds it; their request rejects. */
  readonly steal?: boolean
}

export interface TabChannel {
  /** To every other channel of this name, in this tab too, but not to itself. A copy arrives, in order. */
  post(message: unknown): void
  onMessage(hear: (message: unknown) => void): void
  close(): void
}

export interface TabHost {
  /**
   * Runs `held` while nobody else holds `name`; the lock ends with its promise, or with the tab, however that ends. Waits its
   * turn, first come first served. Answers true once `held` is over. Rejects with an `AbortError` when it was called off or
   * stolen, and with anything else when there are no locks here.
   */
  requestLock(name: string, options: LockOptions, held: () => Promise<void>): Promise<boolean>
  /** Null when there are none here. */
  openChannel(name: string): TabChannel | null
  life(): TabLife
  /** Returns what ends it. */
  onLife(changed: (life: TabLife) => void): () => void
}
