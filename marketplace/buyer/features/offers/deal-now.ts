/** Ask and fee as they hold now, beside the ones somebody saw (checklist OFR-42): what changed is shown before anything is sent. */
import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals-core'
import { attempt } from '#marketplace/kit/attempt.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { showProperty } from '#shared/contract/properties.ts'
import { getConfigs } from '#shared/contract/site-config.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { OfferSetup } from './offer-setup.ts'
import { type OfferSubject, subjectOf } from './offer-subject.ts'

export interface Numbers {
  /** In units of the currency; null for none. */
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

export function createDealNow(
  api: Api,
  setup: Pick<OfferSetup, 'subject' | 'feeUsd'>,
  clock?: Clock,
): DealNow {
  const deal = createResource(async () => {
    const [subject, { platform_fee: feeUsd }] = await Promise.all([subjectNow(), api(getConfigs, {})])
    return { subject, feeUsd }
  }, clock)
  const { subject: first, feeUsd } = setup
  deal.put({ subject: first, feeUsd })
  const known = computed(() => (deal.state.value.phase === 'ready' ? deal.state.value.value : setup))
  const subject = computed(() => known.value.subject)
  const numbers = (): Numbers => ({ askUsd: subject.value.askUsd, feeUsd: known.value.feeUsd })
  const seen = signal(untracked(numbers))

  async function subjectNow(): Promise<OfferSubject> {
    const answer = await attempt(api(showProperty, { params: { property: first.id }, query: {} }))
    if (answer.kind === 'done') return subjectOf(answer.value.data)
    const { failure } = answer
    if (failure.kind === 'refused' && failure.status === 404) return { ...subject.peek(), closed: GONE }
    throw new ApiError(showProperty.name, failure)
  }

  return {
    subject,
    feeUsd: computed(() => known.value.feeUsd),
    changed: computed(() => {
      const [before, now] = [seen.value, numbers()]
      return before.askUsd === now.askUsd && before.feeUsd === now.feeUsd ? null : { before, now }
    }),
    refreshDeal: deal.load,
    forget() {
      seen.value = untracked(numbers)
    },
  }
}

const GONE = 'The seller has taken this deal down. Offers are closed.'
