/** At most one reload of a path within ten seconds (spec sections 4 and 9), remembered across the reload. */
import { RELOAD_GUARD_MS } from '#shared/contract/limits.ts'

interface Reload {
  path: string
  atMs: number
}

const KEY = 'plat.reloaded'

/** Whether a reload may be tried: not when the same path was reloaded a moment ago. */
export function mayReload(last: Reload | null, path: string, nowMs: number): boolean {
  return last === null || last.path !== path || nowMs - last.atMs >= RELOAD_GUARD_MS
}

/** Asks and notes in one: true at most once per path and ten seconds. False as well where nothing can be remembered. */
export function takeReload(storage: () => Storage, path: string, nowMs: number): boolean {
  try {
    const last = JSON.parse(storage().getItem(KEY) ?? 'null') as Reload | null
    if (!mayReload(last, path, nowMs)) return false
    storage().setItem(KEY, JSON.stringify({ path, atMs: nowMs } satisfies Reload))
    return true
  } catch {
    return false
  }
}
