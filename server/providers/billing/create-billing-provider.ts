/** The card provider of the settings. */
import { conflict } from '#server/core/http/refusal.ts'
import { askSupport } from '#server/core/http/site.ts'
import { signingSecret } from '#server/core/secret.ts'
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import type { BillingProvider, BillingSettings } from './billing-provider.ts'
import { createEmbeddedBilling } from './embedded.ts'
import { createRecurlyBilling } from './recurly.ts'

export function createBillingProvider(
  settings: BillingSettings,
  { db, secret, log, site }: PartsDeps,
): BillingProvider {
  if (settings.driver === 'recurly') return createRecurlyBilling(settings, { log })
  if (settings.driver === 'embedded') return createEmbeddedBilling({ db, secret: signingSecret(secret) })
  const refuse = async () => {
    throw conflict(`Cards are not taken here yet. To pay, ${await askSupport(site)}.`)
  }
  return {
    name: 'none',
    fields: () => null,
    addCard: refuse,
    removeCard: async () => {},
    charge: refuse,
    complete: refuse,
    find: async () => null,
    refund: refuse,
    refundPart: refuse,
    findRefund: async () => null,
    readWebhook: () => 'forged',
    resolve: async () => null,
  }
}
