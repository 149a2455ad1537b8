/** The public settings of this installation, asked for when something first needs them (spec section 7, `/configs`). */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Api } from '#shared/api/client.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import type { getConfigs } from '#shared/contract/site-config.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'

export type Configs = Reply<typeof getConfigs>

export interface ConfigsStore {
  /** Null until they came. */
  readonly value: ReadonlySignal<Configs | null>
  /** Asks once. A failure answers null; it is asked again after a while, and by the next load. */
  load(): Promise<Configs | null>
}

/** After a failure in ms. */
const AGAIN_AFTER_MS = 4000

export interface ConfigsDeps {
  api: Api
  log: Log
  clock: Clock
}

export function createConfigsStore({ api, log, clock }: ConfigsDeps): ConfigsStore {
  const value = signal<Configs | null>(null)
  let asked: Promise<Configs | null> | null = null
  let stopWaiting = () => {}

  async function ask(): Promise<Configs | null> {
    stopWaiting()
    try {
      const { getConfigs } = await import('#shared/contract/site-config.ts')
      value.value = await api(getConfigs, {})
      return value.value
    } catch (error) {
      asked = null
      stopWaiting = clock.after(AGAIN_AFTER_MS, load)
      log.warn('Settings were not loaded', error instanceof Error ? error.name : undefined)
      return null
    }
  }

  function load(): Promise<Configs | null> {
    asked ??= ask()
    return asked
  }

  return { value, load }
}
