/** Where an offer stands, as a small mark. */

import { ownStateWords, STATE_TONES } from '#marketplace/kit/offer-labels.ts'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import type { OfferState } from '#shared/contract/offers.ts'
import { isActive } from '#shared/rules/offers/offer-graph.ts'

/** `isBackup`: another offer was accepted; this one waits behind it. */
export function OfferStateTag({ state, isBackup }: { state: OfferState; isBackup: boolean }) {
  return isBackup && isActive(state) ? (
    <Tag tone="warn">Backup</Tag>
  ) : (
    <Tag tone={STATE_TONES[state]}>{ownStateWords(state)}</Tag>
  )
}
