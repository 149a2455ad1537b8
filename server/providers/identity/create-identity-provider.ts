/** The identity provider of the settings. */
import { conflict } from '#server/core/http/refusal.ts'
import { askSupport } from '#server/core/http/site.ts'
import { signingSecret } from '#server/core/secret.ts'
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import { createEmbeddedIdentity } from './embedded.ts'
import type { IdentityProvider, IdentitySettings } from './identity-provider.ts'
import { createPlaidIdentity } from './plaid.ts'

export function createIdentityProvider(
  settings: IdentitySettings,
  { secret, site, log }: PartsDeps,
): IdentityProvider {
  if (settings.driver === 'plaid') return createPlaidIdentity(settings, { log })
  if (settings.driver === 'embedded') return createEmbeddedIdentity({ secret: signingSecret(secret), site })
  return {
    name: 'none',
    start: async () => {
      const ask = await askSupport(site)
      throw conflict(`Identity verification is not set up here yet. To be verified, ${ask}.`)
    },
    readWebhook: async () => 'forged',
  }
}
