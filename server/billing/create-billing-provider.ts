/** The card provider of the settings. */
import { conflict } from '#server/http/refusal.ts'
import type { PartsDeps } from '#server/parts.ts'
import type { BillingProvider, BillingSettings } from './billing-provider.ts'
import { createEmbeddedBilling } from './embedded.ts'
import { createRecurlyBilling } from './recurly.ts'

export function createBillingProvider(
  settings: BillingSettings,
  { db, secret, log }: PartsDeps,
): BillingProvider {
  if (settings.driver === 'recurly') return createRecurlyBilling(settings, { log })
  if (settings.driver === 'embedded') return createEmbeddedBilling({ db, secret })
  const refuse = () => Promise.reject(conflict('Cards are not taken here yet. Contact support to pay.'))
  return {
    name: 'none',
    fields: () => null,
    addCard: refuse,
    removeCard: async () => {},
    charge: refuse,
    complete: refuse,
    find: async () => null,
    readWebhook: () => 'forged',
    resolve: async () => null,
  }
}
