/** Brings what the element needs: its code, fetched on demand, and the realtime settings. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { realtimeSettings } from '#shared/contract/broadcasting.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import type { Log } from '#shared/lib/log.ts'

export type RealtimeSettings = Reply<typeof realtimeSettings>

type MessengerState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly realtime: RealtimeSettings }
  | { readonly phase: 'failed' }

export interface MessengerModel {
  readonly state: ReadonlySignal<MessengerState>
  load(): Promise<void>
  /** The element was there and was not let in. */
  refuse(): void
}

export interface MessengerModelDeps {
  api: Api
  log: Log
  /** Defines the element. May be called again after it failed. */
  define: () => Promise<void>
}

export function createMessengerModel({ api, log, define }: MessengerModelDeps): MessengerModel {
  const state = signal<MessengerState>({ phase: 'loading' })
  return {
    state,
    async load() {
      state.value = { phase: 'loading' }
      const [realtime, isDefined] = await Promise.all([askRealtime(api), defined(define, log)])
      state.value = realtime && isDefined ? { phase: 'ready', realtime } : { phase: 'failed' }
    },
    refuse() {
      state.value = { phase: 'failed' }
    },
  }
}

async function askRealtime(api: Api): Promise<RealtimeSettings | null> {
  try {
    return await api(realtimeSettings, {})
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

async function defined(define: () => Promise<void>, log: Log): Promise<boolean> {
  try {
    await define()
    return true
  } catch (error) {
    log.warn('The messenger could not be loaded', error)
    return false
  }
}
