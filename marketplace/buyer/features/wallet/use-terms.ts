/** What payments go by: the amounts of this installation and who takes its cards, asked for anew each time they are shown. */
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { getConfigs } from '#shared/contract/site-config.ts'
import type { Bounds } from './amount-entry.ts'

export interface Billing {
  readonly driver: 'embedded' | 'recurly'
  readonly fieldsUrl: string | null
  readonly publicKey: string | null
}

export interface Terms {
  /** Null where no deposit can be paid. */
  readonly depositCents: number | null
  readonly offersPerDeposit: number
  /** Null where the server names no limits: it refuses what it does not take. */
  readonly topUp: (Bounds & { readonly presetsCents: readonly number[] }) | null
  /** Null where no cards are taken. */
  readonly billing: Billing | null
}

export function useTerms(): Resource<Terms> {
  const { api } = useServices()
  const [terms] = useState(() => createResource(() => askTerms(api)))
  useEffect(() => void terms.load(), [terms])
  return terms
}

async function askTerms(api: Api): Promise<Terms> {
  const { deposit_amount_cents, offers_per_deposit_limit, top_up, billing } = await api(getConfigs, {})
  return {
    depositCents: deposit_amount_cents ?? null,
    offersPerDeposit: offers_per_deposit_limit,
    topUp: top_up
      ? { minCents: top_up.min_cents, maxCents: top_up.max_cents, presetsCents: top_up.presets_cents }
      : null,
    billing: billing
      ? {
          driver: billing.driver,
          fieldsUrl: billing.fields_url ?? null,
          publicKey: billing.public_key ?? null,
        }
      : null,
  }
}
