/**
 * Notices that a newer build is out and reloads at the next page change (spec section 4,
 * Build updates). Looks hourly and when the tab is looked at again. Never reloads over something unfinished.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { BUILD_CHECK_INTERVAL_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { takeReload } from './reload-guard.ts'

export interface BuildUpdates {
  /** A reload would bring something newer. */
  readonly isWaiting: ReadonlySignal<boolean>
  /** Looks once; a failure changes nothing. */
  check(): Promise<void>
  /** A chunk or a style sheet could not be fetched although the server answers: looks at once whether there is a newer build. */
  lost(): Promise<void>
  /** The page has changed to `path`; true when it reloads now. */
  pageChanged(path: string): boolean
  /** The person asked for it. */
  reload(): void
  dispose(): void
}

export interface BuildUpdatesDeps {
  clock: Clock
  storage: () => Storage
  reload: () => void
  path: () => string
  /** The id of the build that runs, null when it says none (as in development). */
  running: string | null
  /** The id of the newest build. */
  latest: () => Promise<string>
  isOnline: () => boolean
  /** A form is dirty, an upload runs or a modal is open. */
  isBusy: () => boolean
}

/** Looking at a tab again and again does not ask again and again. */
const CHECK_GAP_MS = 60_000

export function createBuildUpdates(deps: BuildUpdatesDeps): BuildUpdates {
  const { clock, running } = deps
  const isWaiting = signal(false)
  let checkedAtMs = Number.NEGATIVE_INFINITY

  async function check() {
    if (running === null || isWaiting.peek() || !deps.isOnline()) return
    if (clock.now() - checkedAtMs < CHECK_GAP_MS) return
    checkedAtMs = clock.now()
    const newest = await deps.latest().catch(() => running)
    if (newest !== running) isWaiting.value = true
  }

  const mayReload = () => deps.isOnline() && !deps.isBusy()

  return {
    isWaiting,
    check,
    lost() {
      checkedAtMs = Number.NEGATIVE_INFINITY
      return check()
    },
    pageChanged(path) {
      if (!isWaiting.peek() || !mayReload()) return false
      if (!takeReload(deps.storage, path, clock.now())) return false
      deps.reload()
      return true
    },
    reload() {
      if (deps.isOnline() && takeReload(deps.storage, deps.path(), clock.now())) deps.reload()
    },
    dispose: clock.every(BUILD_CHECK_INTERVAL_MS, () => void check()),
  }
}
