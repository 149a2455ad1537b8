/**
 * Loads third parties' scripts: only when configured, only after consent, and only when needed. A script that fails or is
 * blocked is logged and takes nothing else with it. Fetched after the first paint.
 */
import type { Log } from '#shared/lib/log.ts'
import type { Configs } from './configs-store.ts'
import type { Choices } from './consent.ts'

export type ScriptName = 'support_chat' | 'billing' | 'identity' | 'tag_manager'

export interface Scripts {
  /** Loads a script once; false when it is not configured, not agreed to, or did not load. */
  need(name: ScriptName): Promise<boolean>
}

export interface ScriptsDeps {
  document: Document
  configs: () => Promise<Configs | null>
  allowed: () => Choices
  log: Log
}

/** Billing and identity are loaded by a press of the person who wants them; the others need a yes beforehand. */
const NEEDS_YES: Readonly<Record<ScriptName, keyof Choices | null>> = {
  support_chat: 'marketing',
  tag_manager: 'marketing',
  billing: null,
  identity: null,
}

export function createScripts({ document, configs, allowed, log }: ScriptsDeps): Scripts {
  const loading = new Map<ScriptName, Promise<boolean>>()

  async function load(name: ScriptName): Promise<boolean> {
    const settings = (await configs())?.scripts?.[name]
    if (!settings || !mayLoad(name)) return false
    const isLoaded = await appendScript(document, settings.src)
    if (!isLoaded) log.warn('A script did not load', name)
    return isLoaded
  }

  const mayLoad = (name: ScriptName): boolean => {
    const choice = NEEDS_YES[name]
    return choice === null || allowed()[choice]
  }

  return {
    async need(name) {
      if (!mayLoad(name)) return false
      const known = loading.get(name)
      if (known) return known
      const attempt = load(name)
      loading.set(name, attempt)
      const isLoaded = await attempt
      if (!isLoaded) loading.delete(name)
      return isLoaded
    },
  }
}

function appendScript(document: Document, src: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = src
    script.async = true
    script.referrerPolicy = 'strict-origin'
    script.addEventListener('load', () => resolve(true))
    script.addEventListener('error', () => {
      script.remove()
      resolve(false)
    })
    document.head.append(script)
  })
}
