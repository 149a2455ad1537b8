/** Whether the server can be reached. It is asked when a call, a chunk or the live socket has failed, until it answers. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { RealtimeState } from '#shared/realtime/realtime.ts'

export interface Connection {
  /** False while the server does not answer, also because the browser is offline. */
  readonly isOnline: ReadonlySignal<boolean>
  /** Resolves when the server has answered: true if it did at once. Never rejects. */
  check(): Promise<boolean>
  /** Imports code, again when the server is back. Rejects when the server answers and the code still cannot be loaded. */
  code<T>(load: () => Promise<T>): Promise<T>
  /** Calls when the server answers again; the returned function ends it. */
  onBack(run: () => void): () => void
}

export interface ConnectionDeps {
  window: Pick<Window, 'addEventListener' | 'document' | 'fetch' | 'navigator'>
  clock: Clock
  /** Asks this often too while the page is visible: for a page that nothing else would show an outage. */
  everyMs?: number
}

/** After the first failure in ms, doubled with each. */
const AGAIN_MS = 500
const AGAIN_MAX_MS = 15_000
const PATIENCE_MS = 5000

export function watchConnection({ window, clock, everyMs }: ConnectionDeps): Connection {
  const isOnline = signal(true)
  const listeners = new Set<() => void>()
  let checking: Promise<boolean> | null = null
  let wake = () => {}

  async function ask(): Promise<boolean> {
    for (let failures = 0; ; failures++) {
      if (await answers(window)) {
        isOnline.value = true
        if (failures > 0) for (const run of listeners) run()
        return failures === 0
      }
      isOnline.value = false
      // Not every browser in the same moment.
      const waitMs = Math.min(AGAIN_MS * 2 ** failures, AGAIN_MAX_MS) * (1 - Math.random() / 2)
      await new Promise<void>((resolve) => {
        wake = resolve
        clock.after(waitMs, resolve)
      })
    }
  }
  function check(): Promise<boolean> {
    checking ??= ask().finally(() => {
      checking = null
    })
    return checking
  }
  const changed = () => {
    wake()
    void check()
  }
  window.addEventListener('offline', changed)
  window.addEventListener('online', changed)
  if (!window.navigator.onLine) void check()
  if (everyMs !== undefined)
    clock.every(everyMs, () => {
      if (!window.document.hidden) void check()
    })

  return {
    isOnline,
    check,
    async code(load) {
      for (let answers = 0; ; ) {
        try {
          return await load()
        } catch (error) {
          // It may have come back between the failure and the check.
          if ((await check()) && answers++ > 0) throw error
        }
      }
    },
    onBack(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
  }
}

/** As the API client it is given. A call without an answer has the connection checked. */
export const checkedApi =
  (api: Api, connection: Pick<Connection, 'check'>): Api =>
  (...asked) =>
    api(...asked).catch((error: unknown) => {
      if (error instanceof ApiError && isOutcomeUnknown(error.failure)) void connection.check()
      throw error
    })

/** For the states of a live socket. One that is lost has the connection checked. */
export function checkedSocket(connection: Pick<Connection, 'check'>): (state: RealtimeState) => void {
  let last: RealtimeState | null = null
  return (state) => {
    if (last === 'connected' || state === 'unavailable') void connection.check()
    last = state
  }
}

/** A gateway answers for a server that does not. */
const answers = (window: ConnectionDeps['window']): Promise<boolean> =>
  window.fetch('/builds/latest.json', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ status }) => status < 502 || status > 504,
    () => false,
  )
