/** The public settings of this installation, asked for when something first needs them (spec section 7, `/configs`). */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Api } from '#shared/api/client.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import type { getConfigs } from '#shared/contract/site-config.ts'
import type { Log } from '#shared/lib/log.ts'

export type Configs = Reply<typeof getConfigs>

export interface ConfigsStore {
  /** Null until they came. */
  readonly value: ReadonlySignal<Configs | null>
  /** Asks once, and again after a failure, which answers null. */
  load(): Promise<Configs | null>
}

export function createConfigsStore({ api, log }: { api: Api; log: Log }): ConfigsStore {
  const value = signal<Configs | null>(null)
  let asked: Promise<Configs | null> | null = null

  async function ask(): Promise<Configs | null> {
    try {
      const { getConfigs } = await import('#shared/contract/site-config.ts')
      value.value = await api(getConfigs, {})
      return value.value
    } catch (error) {
      asked = null
      log.warn('Settings were not loaded', error instanceof Error ? error.name : undefined)
      return null
    }
  }

  return {
    value,
    load() {
      asked ??= ask()
      return asked
    },
  }
}
