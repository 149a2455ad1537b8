/** The deal, the price, where the offer stands and how long somebody has to answer. */

import { DealPhoto } from '#marketplace/buyer/ui/deal/deal-photo.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { offerPicture, offerPlace } from '#marketplace/kit/offer-labels.ts'
import type { OfferDetailWire } from '#shared/contract/offers.ts'
import { formatMoney } from '#shared/format/money.ts'
import { isActive } from '#shared/rules/offers/offer-graph.ts'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'
import { Countdown } from './countdown.tsx'
import { againstWords } from './offer-math.ts'
import { OfferStateTag } from './offer-state-tag.tsx'

export interface OfferHeadProps {
  offer: OfferDetailWire
  /** Its time is up here: the server may have said so already. */
  onOver: () => void
}

export function OfferHead({ offer, onOver }: OfferHeadProps) {
  const { property, price, account, state } = offer
  const { street, place } = offerPlace(offer)
  const against =
    price === null || price === undefined
      ? null
      : againstWords(price, { askUsd: property.price ?? null, arvUsd: property.arv_estimate ?? null })
  return (
    <div className="grid gap-3">
      <div className="flex gap-3.5">
        <DealPhoto src={offerPicture(offer)} className="h-16 w-24 flex-none" />
        <div className="min-w-0">
          <h2 className="truncate font-semibold text-lg tracking-tight">
            <Link href={`/property/${property.id}`} className="target hover:underline">
              {street}
            </Link>
          </h2>
          <p className="truncate text-sm text-text-2">{place}</p>
          <p className="text-sm text-text-2">
            <Link href={`/company/${account.id}`} className="target hover:underline">
              {account.title}
            </Link>
          </p>
        </div>
      </div>
      <div className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="num font-semibold text-3xl tracking-[-0.032em]">
            {price === null || price === undefined ? 'No price yet' : formatMoney(price)}
          </b>
          <OfferStateTag state={state} isBackup={offer.is_backup} />
          <span className="text-sm text-text-2">
            <Countdown offer={offer} onOver={onOver} />
          </span>
        </p>
        <SpreadBar priceUsd={price ?? null} arvUsd={property.arv_estimate ?? null} size="form" />
        {against === null ? null : <p className="num whitespace-normal text-sm text-text-2">{against}</p>}
      </div>
      <Standing offer={offer} />
    </div>
  )
}

/** What has to be known beyond the state. */
function Standing({ offer }: { offer: OfferDetailWire }) {
  const { state, is_backup: isBackup, release_requested_at: askedAt, property } = offer
  if (askedAt && isActive(state))
    return (
      <Note tone="warn">
        You asked to be released on {dayWords(askedAt)}
        {offer.release_reason ? `: ${offer.release_reason}` : '.'} The seller decides; until then the offer
        binds you.
      </Note>
    )
  if (isBackup && isActive(state))
    return (
      <Note tone="warn">
        The seller accepted another offer. Yours is a backup: you hear at once if that one falls through.
      </Note>
    )
  if (isActive(state) && property.listing === 'removed')
    return (
      <Note tone="warn">The seller has taken this deal down. Ask them what that means for your offer.</Note>
    )
  if (state === 'accepted')
    return (
      <Note tone="good">
        You agree on the price and terms. Confirm to make it binding; the platform fee is charged then, not
        before.
      </Note>
    )
  return null
}
