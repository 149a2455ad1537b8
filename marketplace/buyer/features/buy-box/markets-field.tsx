/** The target markets of one box: places or circles around them; a place inside another offers to keep one of the two. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useId, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { MergeOffer } from '#marketplace/buyer/ui/place-select/merge-offer.tsx'
import { createMergeOffer } from '#marketplace/buyer/ui/place-select/merge-offer-model.ts'
import { createPlaceSearch, deviceWhereabouts } from '#marketplace/buyer/ui/place-select/place-search.ts'
import { PlaceSelect } from '#marketplace/buyer/ui/place-select/place-select.tsx'
import type { TargetMarket, TargetMarkets } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { RADIUS_CHOICES_MILES } from '#shared/contract/limits.ts'
import type { LocationOptionWire } from '#shared/contract/places.ts'
import { FIELD } from './parts.tsx'

/** Its map comes after the field. */
const MarketsPreview = lazyPart(() => import('#marketplace/buyer/ui/place-select/markets-preview.tsx'))

export interface MarketsFieldProps {
  markets: TargetMarkets
  /** Whether this is the last thing that says what the customer buys. */
  isLast: () => boolean
}

export function MarketsField({ markets, isLast }: MarketsFieldProps) {
  useSignals()
  const services = useServices()
  const radiusId = useId()
  const [search] = useState(() => createPlaceSearch({ ...services, whereabouts: deviceWhereabouts }))
  const [radius, setRadius] = useState('')
  const [asked, setAsked] = useState<TargetMarket | null>(null)
  const [offer] = useState(() => createMergeOffer(markets))
  useEffect(() => () => search.dispose(), [search])

  const add = (option: LocationOptionWire) => offer.add(option, radius === '' ? undefined : Number(radius))

  function remove(market: TargetMarket) {
    offer.dismiss()
    if (isLast()) setAsked(market)
    else void markets.remove(market.key)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <PlaceSelect
        label="Target locations"
        isLabelHidden
        isOver
        markets={markets}
        search={search}
        onPick={(option) => void add(option)}
        onRemove={remove}
      />
      <div className="flex flex-wrap items-center gap-2 text-sm text-text-2">
        <label htmlFor={radiusId}>Add places as</label>
        <select
          id={radiusId}
          value={radius}
          onChange={(event) => setRadius(event.currentTarget.value)}
          className={`${FIELD} h-8! w-auto! text-sm! pointer-coarse:h-11!`}
        >
          <option value="">the place itself</option>
          {RADIUS_CHOICES_MILES.map((miles) => (
            <option key={miles} value={miles}>
              {miles} miles around it
            </option>
          ))}
        </select>
      </div>
      <MergeOffer offer={offer} />
      {markets.list.value.length > 0 ? (
        <Suspense fallback={null}>
          <MarketsPreview markets={markets.list.value} />
        </Suspense>
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={`Remove ${asked.label}`}
          confirmLabel="Remove"
          isDanger
          onConfirm={() => {
            setAsked(null)
            void markets.remove(asked.key)
          }}
          onCancel={() => setAsked(null)}
        >
          <p>It is your last target location. Without any, the set-up of your buy box opens again.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
