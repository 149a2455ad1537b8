/** The profile's offers, with the conversation and the deal's numbers that other features have (checklist MSG-05). */
import { Suspense, useEffect, useState } from 'react'
import { type Deal, dealOf } from '#marketplace/buyer/features/deal/deal.ts'
import { DealNumbers } from '#marketplace/buyer/features/deal/deal-numbers.tsx'
import { OffersPartition } from '#marketplace/buyer/features/offers/offers-partition.tsx'
import type { OfferConversationProps } from '#marketplace/buyer/features/offers/one-offer.tsx'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { type Attempt, attempt } from '#marketplace/kit/attempt.ts'
import { showProperty } from '#shared/contract/properties.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'

const MessengerPanel = lazyPart(() => import('#marketplace/buyer/features/messenger/messenger-panel.tsx'))

export default function OfferPartition() {
  return <OffersPartition OfferConversation={OfferConversation} />
}

function OfferConversation({ propertyId, seller, onClose }: OfferConversationProps) {
  return (
    <Suspense>
      <MessengerPanel
        accountId={seller.id}
        sellerName={seller.name}
        aside={<Numbers propertyId={propertyId} />}
        onClose={onClose}
      />
    </Suspense>
  )
}

/** Nothing is said when they cannot be loaded: the talk is what was asked for. */
function Numbers({ propertyId }: { propertyId: number }) {
  const { api } = useServices()
  const [deal, setDeal] = useState<Deal | 'loading' | null>('loading')
  useEffect(() => {
    let isEnded = false
    void attempt(api(showProperty, { params: { property: propertyId }, query: {} })).then((answer) => {
      if (!isEnded) setDeal(dealIn(answer))
    })
    return () => {
      isEnded = true
    }
  }, [api, propertyId])
  if (deal === null) return null
  return deal === 'loading' ? <Skeleton className="m-4 h-60" /> : <DealNumbers deal={deal} />
}

const dealIn = (answer: Attempt<{ data: Parameters<typeof dealOf>[0] }>): Deal | null =>
  answer.kind === 'done' ? dealOf(answer.value.data) : null
