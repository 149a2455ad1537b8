/** The second of the three: target markets by hand. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { MergeOffer } from '#marketplace/buyer/ui/place-select/merge-offer.tsx'
import { createMergeOffer } from '#marketplace/buyer/ui/place-select/merge-offer-model.ts'
import type { PlaceSearch } from '#marketplace/buyer/ui/place-select/place-search.ts'
import { PlaceSelect } from '#marketplace/buyer/ui/place-select/place-select.tsx'
import type { TargetMarkets } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import { Button } from '#shared/ui/button.tsx'
import { OtherWays, SetupFrame } from './setup-frame.tsx'
import type { SetupModel } from './setup-model.ts'

/** Its map comes after the first place. */
const MarketsPreview = lazyPart(() => import('#marketplace/buyer/ui/place-select/markets-preview.tsx'))

export interface LocationSelectorProps {
  act: SetupModel['act']
  markets: TargetMarkets
  search: PlaceSearch
}

export function LocationSelector({ act, markets, search }: LocationSelectorProps) {
  useSignals()
  const [offer] = useState(() => createMergeOffer(markets))
  return (
    <SetupFrame title="Set Your Target Markets Manually">
      <p className="mb-4 text-text-2">
        Pick the places you buy in. Your deal feed and notifications follow these locations.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        <PlaceSelect
          label="Target locations"
          markets={markets}
          search={search}
          onPick={(option) => void offer.add(option)}
          onRemove={(market) => {
            offer.dismiss()
            void markets.remove(market.key)
          }}
        />
        <MergeOffer offer={offer} />
        {markets.list.value.length > 0 ? (
          <Suspense fallback={null}>
            <MarketsPreview markets={markets.list.value} />
          </Suspense>
        ) : null}
      </div>
      <Button
        variant="primary"
        size="lg"
        isBlock
        className="mt-5"
        disabled={markets.savedCount.value === 0 || markets.isBusy.value}
        onClick={() => act({ type: 'saved' })}
      >
        Set Location for Buy Box
      </Button>
      <OtherWays
        other="Or, Set up my Smart Buy Box"
        onOther={() => act({ type: 'smart' })}
        onBack={() => act({ type: 'back' })}
      />
    </SetupFrame>
  )
}
