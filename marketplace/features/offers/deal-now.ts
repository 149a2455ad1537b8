/** Ask and fee as they hold now, beside the ones somebody saw (checklist OFR-42): what changed is shown before anything is sent. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Api } from '#shared/api/client.ts'
import { loadFee, loadSubject, type OfferSetup } from './offer-setup.ts'
import type { OfferSubject } from './offer-subject.ts'

export interface Numbers {
  /** US dollars; null for none. */
  readonly askUsd: number | null
  readonly feeUsd: number
}

export interface Changed {
  readonly before: Numbers
  readonly now: Numbers
}

export interface DealNow {
  readonly subject: ReadonlySignal<OfferSubject>
  readonly feeUsd: ReadonlySignal<number>
  /** Since it was opened, or last taken note of. */
  readonly changed: ReadonlySignal<Changed | null>
  /** Asks the server; keeps what is known where it does not answer. */
  refreshDeal(): Promise<void>
  /** The change was seen. */
  forget(): void
}

export function createDealNow(api: Api, setup: Pick<OfferSetup, 'subject' | 'feeUsd'>): DealNow {
  const subject = signal(setup.subject)
  const feeUsd = signal(setup.feeUsd)
  const changed = signal<Changed | null>(null)
  const numbers = (): Numbers => ({ askUsd: subject.peek().askUsd, feeUsd: feeUsd.peek() })
  let seen = numbers()
  return {
    ...{ subject, feeUsd, changed },
    async refreshDeal() {
      const [deal, fee] = await Promise.all([loadSubject(api, setup.subject.id), loadFee(api)])
      if (deal === 'missing') subject.value = { ...subject.peek(), closed: GONE }
      else if (deal !== null) subject.value = deal
      if (fee !== null) feeUsd.value = fee
      const now = numbers()
      const isSame = seen.askUsd === now.askUsd && seen.feeUsd === now.feeUsd
      changed.value = isSame ? null : { before: seen, now }
    },
    forget() {
      seen = numbers()
      changed.value = null
    },
  }
}

const GONE = 'The seller has taken this deal down. Offers are closed.'
