/** Ties the analytics to the browser: the API, beacons, and the moment a page goes away. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { Api } from '#shared/api/client.ts'
import { pushUiEvents } from '#shared/contract/site-config.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { type Analytics, createAnalytics } from './analytics.ts'
import type { Consent } from './consent.ts'
import type { UserState } from './user-store.ts'

export interface AnalyticsParts {
  api: Api
  clock: Clock
  consent: Consent
  user: ReadonlySignal<UserState>
  window: Window
}

export function startAnalytics({ api, clock, consent, user, window }: AnalyticsParts): Analytics {
  const { navigator, document } = window
  const analytics = createAnalytics({
    clock,
    storage: () => window.localStorage,
    userId: () => {
      const state = user.peek()
      return state.phase === 'user' ? state.user.id : null
    },
    views: () => consent.views.peek(),
    newId: () => window.crypto.randomUUID(),
    post: (events) => api(pushUiEvents, { body: { events } }),
    beacon: (events) =>
      navigator.sendBeacon(
        pushUiEvents.path,
        new Blob([JSON.stringify({ events })], { type: 'application/json' }),
      ),
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') analytics.leaving()
  })
  window.addEventListener('pagehide', () => analytics.leaving())
  return analytics
}
