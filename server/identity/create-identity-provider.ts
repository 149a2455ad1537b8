/** The identity provider of the settings. */
import { conflict } from '#server/http/refusal.ts'
import type { PartsDeps } from '#server/parts.ts'
import { createEmbeddedIdentity } from './embedded.ts'
import type { IdentityProvider, IdentitySettings } from './identity-provider.ts'
import { createPlaidIdentity } from './plaid.ts'

export function createIdentityProvider(
  settings: IdentitySettings,
  { secret, site, log }: PartsDeps,
): IdentityProvider {
  if (settings.driver === 'plaid') return createPlaidIdentity(settings, { log })
  if (settings.driver === 'embedded') return createEmbeddedIdentity({ secret, site })
  return {
    name: 'none',
    start: () =>
      Promise.reject(
        conflict('Identity verification is not set up here yet. Contact support to be verified.'),
      ),
    readWebhook: async () => 'forged',
  }
}
