/** The head of a company page, for who reads pages without running them. */
import { links } from '#shared/contract/pages.ts'
import { formatNumber } from '#shared/format/count.ts'
import type { PageHead } from '#shared/rules/site/page-head.ts'

export interface CompanySummary {
  id: number
  title: string
  about: string | null
  logo: string | null
  /** Null without reviews. */
  rating: number | null
  reviews: number
}

export interface CompanyHead extends PageHead {
  /** JSON-LD, for search engines. */
  readonly data: object
}

const DESCRIPTION_MAX = 200

export function companyHead(summary: CompanySummary, origin: string): CompanyHead {
  const name = summary.title.trim() || 'Unnamed seller'
  const canonical = `${origin}${links.company(summary.id)}`
  const rated =
    summary.rating === null
      ? 'New seller.'
      : `Rated ${summary.rating.toFixed(1)} by ${buyers(summary.reviews)}.`
  const description = shortened([rated, summary.about ?? 'Off-market deals and what buyers say.'].join(' '))
  return {
    title: name,
    description,
    canonical,
    // One that has not been named is nothing to be found by.
    robots: summary.title.trim() === '' ? 'noindex, nofollow' : 'index, follow',
    data: organisationOf(summary, { name, canonical, origin }),
  }
}

const buyers = (count: number) => (count === 1 ? 'one buyer' : `${formatNumber(count)} buyers`)

const shortened = (text: string): string =>
  text.length <= DESCRIPTION_MAX ? text : `${text.slice(0, text.lastIndexOf(' ', DESCRIPTION_MAX))} …`

/** As schema.org has it. */
const organisationOf = (
  summary: CompanySummary,
  { name, canonical, origin }: { name: string; canonical: string; origin: string },
): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name,
  url: canonical,
  ...(summary.about === null ? {} : { description: summary.about }),
  ...(summary.logo === null
    ? {}
    : { logo: summary.logo.startsWith('/') ? origin + summary.logo : summary.logo }),
  ...(summary.rating === null
    ? {}
    : {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: summary.rating,
          reviewCount: summary.reviews,
          bestRating: 5,
          worstRating: 1,
        },
      }),
})
