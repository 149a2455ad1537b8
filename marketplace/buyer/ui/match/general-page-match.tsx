/** The same for a deal's page. */
import { useMemo } from 'react'
import { shownScore } from '#shared/rules/deals/measures.ts'
import GeneralMatch from './general-match.tsx'
import type { GeneralScore, WhyAbout } from './why-about.ts'

/** What the page knows of its deal. */
export interface GeneralDeal {
  /** From 0 to 1. */
  readonly score: number | null
  readonly priceUsd: number | null
  readonly arvUsd: number | null
  readonly publishedAt: string | null
  readonly seller: { readonly rating: number | null }
}

export default function GeneralPageMatch({ of, ...about }: WhyAbout & { of: GeneralDeal }) {
  const general = useMemo(() => generalOf(of), [of])
  return general === null ? null : <GeneralMatch {...about} general={general} />
}

function generalOf({ score, priceUsd, arvUsd, publishedAt, seller }: GeneralDeal): GeneralScore | null {
  if (score === null) return null
  const publishedAtMs = publishedAt === null ? null : Date.parse(publishedAt)
  return {
    score: shownScore(score),
    price: priceUsd,
    arv: arvUsd,
    publishedAtMs,
    sellerRating: seller.rating,
  }
}
