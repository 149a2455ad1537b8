/** The head of a deal's page, for who reads pages without running them. Says nothing that the page would not tell a stranger. */
import type { Currency } from '#shared/contract/installation.ts'
import { links } from '#shared/contract/pages.ts'
import type { DealStatus } from '#shared/contract/properties.ts'
import { formatNumber } from '#shared/format/count.ts'
import { formatUsd } from '#shared/format/money.ts'
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

export function dealHead(face: DealSummary, origin: string, currency: Currency = 'USD'): DealHead {
  const title = [face.address, ...bedsOf(face), ...priceOf(face), ...shareOf(face)].join(' · ')
  const description = descriptionOf(face)
  if (!face.isListed) return { title, description, robots: 'noindex, nofollow', canonical: null, data: null }
  const canonical = `${origin}${links.deal(face.id)}`
  const image = {
    ...SHARE_IMAGE,
    url: `${origin}/og/deal/${face.id}.png?v=${face.revision}`,
    alt: title,
  }
  const data = listingOf(face, { title, description, canonical, image: image.url, currency })
  return { title, description, robots: 'index, follow', canonical, image, data }
}

const bedsOf = ({ beds }: DealSummary) => (beds === null ? [] : [`${beds} bd`])
const priceOf = ({ price }: DealSummary) => (price === null ? [] : [formatUsd(price)])
const shareOf = ({ price, arv }: DealSummary) =>
  price === null || arv === null || arv <= 0 ? [] : [`${exactPercent(price / arv)} of ARV`]

const STATES = { available: 'Off-market deal', pending: 'Pending deal', sold: 'Sold deal' } as const

function descriptionOf(face: DealSummary): string {
  const { baths, sqft, yearBuilt, price, arv } = face
  const house = [
    ...bedsOf(face),
    ...(baths === null ? [] : [`${baths} ba`]),
    ...(sqft === null ? [] : [`${formatNumber(sqft)} sq ft`]),
    ...(yearBuilt === null ? [] : [`built in ${yearBuilt}`]),
  ]
  const figures = [
    ...(price === null ? [] : [`Asking ${formatUsd(price)}.`]),
    ...(arv === null ? [] : [`ARV ${formatUsd(arv)}.`]),
    ...(price === null || arv === null || arv <= price ? [] : [`Spread ${formatUsd(arv - price)}.`]),
  ]
  const what = house.length === 0 ? '' : `: ${house.join(', ')}`
  return [`${STATES[face.status]} in ${face.city}, ${face.state}${what}.`, ...figures].join(' ')
}

const AVAILABILITY = { available: 'InStock', pending: 'LimitedAvailability', sold: 'SoldOut' } as const

interface Said {
  title: string
  description: string
  canonical: string
  image: string
  currency: Currency
}

/** As schema.org has it. Without coordinates: the address says as much as may be said. */
const listingOf = (face: DealSummary, { title, description, canonical, image, currency }: Said): object => ({
  '@context': 'https://schema.org',
  '@type': 'RealEstateListing',
  name: title,
  description,
  url: canonical,
  image,
  ...(face.publishedAt ? { datePosted: face.publishedAt.toISOString() } : {}),
  ...(face.price === null
    ? {}
    : {
        offers: {
          '@type': 'Offer',
          price: face.price,
          priceCurrency: currency,
          availability: `https://schema.org/${AVAILABILITY[face.status]}`,
        },
      }),
  mainEntity: houseOf(face),
})

const houseOf = (face: DealSummary): object => ({
  '@type': 'House',
  address: {
    '@type': 'PostalAddress',
    ...(face.street === null ? {} : { streetAddress: face.street }),
    addressLocality: face.city,
    addressRegion: face.state,
    postalCode: face.zip,
    addressCountry: 'US',
  },
  ...(face.beds === null ? {} : { numberOfBedrooms: face.beds }),
  ...(face.baths === null ? {} : { numberOfBathroomsTotal: face.baths }),
  ...(face.sqft === null
    ? {}
    : { floorSize: { '@type': 'QuantitativeValue', value: face.sqft, unitCode: 'FTK' } }),
  ...(face.yearBuilt === null ? {} : { yearBuilt: face.yearBuilt }),
})
