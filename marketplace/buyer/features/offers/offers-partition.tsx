/** Profile, Offers: all of them in two tabs, or the one in the address (`?offer=12`). */
import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, useEffect } from 'react'
import { useSearch } from 'wouter'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { OfferList } from './offer-list.tsx'
import { type OfferConversationProps, OneOffer } from './one-offer.tsx'

/** What other features do here. */
export interface OffersPartitionProps {
  /** The conversation with the seller at the side, the deal's numbers beside it. */
  OfferConversation: ComponentType<OfferConversationProps>
}

export function OffersPartition({ OfferConversation }: OffersPartitionProps) {
  useSignals()
  const { offers } = useDealServices()
  const wanted = new URLSearchParams(useSearch()).get('offer')
  const id = wanted !== null && /^[1-9]\d{0,15}$/.test(wanted) ? Number(wanted) : null
  useEffect(() => offers.follow(), [offers])
  useEffect(() => {
    if (id === null) void offers.load()
  }, [offers, id])
  return id === null ? <OfferList /> : <OneOffer key={id} id={id} OfferConversation={OfferConversation} />
}
