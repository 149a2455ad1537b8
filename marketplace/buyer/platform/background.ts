/**
 * What runs beside the pages: consent, and, fetched when first needed, views and third parties' scripts. One per page load,
 * made over the services.
 */
import { createContext, use } from 'react'
import type { Analytics } from './analytics.ts'
import { type Consent, createConsent } from './consent.ts'
import { once } from './once.ts'
import type { Scripts } from './scripts.ts'
import type { Services } from './services.ts'

export interface Background {
  readonly consent: Consent
  readonly analytics: () => Promise<Analytics>
  readonly scripts: () => Promise<Scripts>
}

export function createBackground(services: Services, window: Window): Background {
  const { clock, log, configs, api, user } = services
  const consent = createConsent({ storage: () => window.localStorage, navigator: window.navigator })
  return {
    consent,
    analytics: once(async () => {
      const { startAnalytics } = await import('./start-analytics.ts')
      return startAnalytics({ api, clock, consent, user: user.state, window })
    }),
    scripts: once(async () => {
      const { createScripts } = await import('./scripts.ts')
      const allowed = () => consent.allowed.peek()
      return createScripts({ document: window.document, configs: configs.load, allowed, log })
    }),
  }
}

export const BackgroundContext = createContext<Background | null>(null)

/** Null outside of the app, e.g. in a test of one page: then nothing runs beside it. */
export const useBackground = (): Background | null => use(BackgroundContext)
