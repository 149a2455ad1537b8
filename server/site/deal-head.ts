/** The head of a deal's page, for who reads pages without running them. Says nothing that the page would not tell a stranger. */
import type { Currency } from '#shared/contract/installation.ts'
import { links } from '#shared/contract/pages.ts'
import type { DealStatus } from '#shared/contract/properties.ts'
import { formatNumber } from '#shared/format/count.ts'
import { formatMoney } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'
import type { PageHead } from '#shared/rules/site/page-head.ts'

/** What sites that show links ask for. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const

export interface DealSummary {
  id: number
  status: DealStatus
  /** Drafts and deals that were taken down are shown to who has their address, and found by nobody. */
  isListed: boolean
  /** With the street where the seller shows it. */
  address: string
  /** Null while the seller hides it. */
  street: string | null
  city: string
  state: string
  zip: string
  price: number | null
  arv: number | null
  beds: number | null
  baths: number | null
  sqft: number | null
  yearBuilt: number | null
  publishedAt: Date | null
  /** Changes with whatever is said here. */
  revision: number
}

export interface DealHead extends PageHead {
  /** JSON-LD, for search engines. Null for a page that none may list. */
  readonly data: object | null
}

export function dealHead(summary: DealSummary, origin: string, currency: Currency = 'USD'): DealHead {
  const title = [summary.address, ...bedsOf(summary), ...priceOf(summary), ...shareOf(summary)].join(' · ')
  const description = descriptionOf(summary)
  if (!summary.isListed)
    return { title, description, robots: 'noindex, nofollow', canonical: null, data: null }
  const canonical = `${origin}${links.deal(summary.id)}`
  const image = {
    ...SHARE_IMAGE,
    url: `${origin}/og/deal/${summary.id}.png?v=${summary.revision}`,
    alt: title,
  }
  const data = listingOf(summary, { title, description, canonical, image: image.url, currency })
  return { title, description, robots: 'index, follow', canonical, image, data }
}

const bedsOf = ({ beds }: DealSummary) => (beds === null ? [] : [`${beds} bd`])
const priceOf = ({ price }: DealSummary) => (price === null ? [] : [formatMoney(price)])
const shareOf = ({ price, arv }: DealSummary) =>
  price === null || arv === null || arv <= 0 ? [] : [`${exactPercent(price / arv)} of ARV`]

const STATES = { available: 'Off-market deal', pending: 'Pending deal', sold: 'Sold deal' } as const

function descriptionOf(summary: DealSummary): string {
  const { baths, sqft, yearBuilt, price, arv } = summary
  const house = [
    ...bedsOf(summary),
    ...(baths === null ? [] : [`${baths} ba`]),
    ...(sqft === null ? [] : [`${formatNumber(sqft)} sq ft`]),
    ...(yearBuilt === null ? [] : [`built in ${yearBuilt}`]),
  ]
  const figures = [
    ...(price === null ? [] : [`Asking ${formatMoney(price)}.`]),
    ...(arv === null ? [] : [`ARV ${formatMoney(arv)}.`]),
    ...(price === null || arv === null || arv <= price ? [] : [`Spread ${formatMoney(arv - price)}.`]),
  ]
  const what = house.length === 0 ? '' : `: ${house.join(', ')}`
  return [`${STATES[summary.status]} in ${summary.city}, ${summary.state}${what}.`, ...figures].join(' ')
}

const AVAILABILITY = { available: 'InStock', pending: 'LimitedAvailability', sold: 'SoldOut' } as const

interface HeadTexts {
  title: string
  description: string
  canonical: string
  image: string
  currency: Currency
}

/** As schema.org has it. Without coordinates: the address says as much as may be said. */
const listingOf = (
  summary: DealSummary,
  { title, description, canonical, image, currency }: HeadTexts,
): object => ({
  '@context': 'https://schema.org',
  '@type': 'RealEstateListing',
  name: title,
  description,
  url: canonical,
  image,
  ...(summary.publishedAt ? { datePosted: summary.publishedAt.toISOString() } : {}),
  ...(summary.price === null
    ? {}
    : {
        offers: {
          '@type': 'Offer',
          price: summary.price,
          priceCurrency: currency,
          availability: `https://schema.org/${AVAILABILITY[summary.status]}`,
        },
      }),
  mainEntity: houseOf(summary),
})

const houseOf = (summary: DealSummary): object => ({
  '@type': 'House',
  address: {
    '@type': 'PostalAddress',
    ...(summary.street === null ? {} : { streetAddress: summary.street }),
    addressLocality: summary.city,
    addressRegion: summary.state,
    postalCode: summary.zip,
    addressCountry: 'US',
  },
  ...(summary.beds === null ? {} : { numberOfBedrooms: summary.beds }),
  ...(summary.baths === null ? {} : { numberOfBathroomsTotal: summary.baths }),
  ...(summary.sqft === null
    ? {}
    : { floorSize: { '@type': 'QuantitativeValue', value: summary.sqft, unitCode: 'FTK' } }),
  ...(summary.yearBuilt === null ? {} : { yearBuilt: summary.yearBuilt }),
})
