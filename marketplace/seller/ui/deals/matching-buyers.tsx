/** How many buyers have a buy box that a deal fits, as it was last saved. */
import { useEffect, useState } from 'react'
import { attempt } from '#marketplace/kit/attempt.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { sellerDealMatches } from '#shared/contract/seller-deals.ts'
import type { SellerDealWire } from '#shared/contract/seller-listing.ts'
import { formatNumber } from '#shared/format/count.ts'

interface MatchingBuyersProps {
  store: SellerStore
  deal: SellerDealWire
}

export function MatchingBuyers({ store, deal: { id, updated_at } }: MatchingBuyersProps) {
  const [buyers, setBuyers] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save may change whom it fits.
  useEffect(() => {
    if (id === 0) return
    let isLatest = true
    const ask = async () => {
      const { data } = await store.call(sellerDealMatches, { params: { deal: id } })
      if (isLatest) setBuyers(data.buyers)
    }
    // Without an answer the last number stays.
    void attempt(ask())
    return () => {
      isLatest = false
    }
  }, [store, id, updated_at])
  return (
    <p role="status" className="text-sm text-text-2 empty:sr-only">
      {buyers === null ? null : matchingWords(buyers)}
    </p>
  )
}

const matchingWords = (buyers: number): string => {
  if (buyers === 0) return 'It fits no buyer’s buy box yet.'
  return buyers === 1
    ? 'It fits the buy box of 1 buyer.'
    : `It fits the buy boxes of ${formatNumber(buyers)} buyers.`
}
