/** Makes up the names of LLCs and trusts, as many different ones as are asked for. Surnames come from faker, the rest from lists. */
import type { Random } from './random.ts'

export interface CompanyName {
  name: string
  kind: 'llc' | 'trust'
}

type Words = readonly [string, ...string[]]

const words = (text: string): Words => {
  const [first = '', ...rest] = text.split(', ')
  return [first, ...rest]
}

const LANDSCAPE = words(
  'Bluebonnet, Live Oak, Cypress Creek, Silver Spur, Red River, Gulf Breeze, Stone Bridge, Pecan Grove, Magnolia, Cedar Ridge, ' +
    'Lone Pine, Blue Heron, Iron Gate, Copper Canyon, Sunset, Ridgeline, Harbor Point, Clearwater, Eagle Pass, Maple Hollow, ' +
    'Willow Bend, Prairie Wind, Golden Field, North Star, South Fork, Westbrook, Eastgate, Old Mill, White Fence, Green Acre, ' +
    'Summit, Keystone, Cornerstone, Brickyard, Lamplight, Anchor, Compass, Blackbird, Redbud, Juniper, Sycamore, Palmetto, ' +
    'Granite Peak, Fox Run, Deer Park, Heritage, Liberty, Pioneer, Trailhead, Riverbend, Lakeshore, High Plains, Sandstone, ' +
    'Timber Creek, Wildflower, Bayou Bend, Coral Bay, Desert Rose, Quail Hollow, Hickory Hill',
)
const TRADE = words(
  'Holdings, Properties, Investments, Capital, Homes, Realty, Equity, Ventures, Rentals, Residential, Acquisitions, ' +
    'Property Group, Real Estate, Home Buyers, Estates, Housing, Asset Management, Property Partners, Land and Homes, ' +
    'Home Solutions, Capital Partners, Investment Group, Renovations, Redevelopment, Income Properties, Portfolio',
)
const TRUST = words(
  'Family Trust, Holdings Trust, Living Trust, Land Trust, Real Estate Trust, Property Trust, Revocable Trust',
)
const CITY = words(
  'Houston, Dallas, San Antonio, Fort Worth, Galveston, Katy, Phoenix, Mesa, Chicago, Detroit, Cleveland, Columbus, ' +
    'Indianapolis, Kansas City, Memphis, Atlanta, Decatur, Jacksonville, Tampa, Miami, Philadelphia, Baltimore, Charlotte, ' +
    'Birmingham, Oklahoma City, Las Vegas, San Bernardino, Milwaukee, Bayamón, San Juan',
)
const STREET = words(
  'Maple Street, Oak Avenue, Elm Street, Washington Avenue, Park Lane, Main Street, Cedar Drive, Lake Road, Hill Street, ' +
    'Pine Court, River Road, Church Street, Union Street, Jackson Avenue, Walnut Street, Chestnut Lane',
)

/** One in so many is a trust. */
const TRUST_EVERY = 6
const HOUSE_NUMBER = { from: 100, to: 9899 }

/** Names that are not taken yet; `taken` grows with each. */
export function companyNames(random: Random, surnames: Words, taken: Set<string>): () => CompanyName {
  const make = (): CompanyName => {
    if (random.between(1, TRUST_EVERY) === 1) return { name: trustName(random, surnames), kind: 'trust' }
    return { name: `${llcName(random, surnames)} LLC`, kind: 'llc' }
  }
  return () => {
    for (;;) {
      const made = make()
      if (taken.has(made.name)) continue
      taken.add(made.name)
      return made
    }
  }
}

function llcName(random: Random, surnames: Words): string {
  const trade = random.pick(TRADE)
  switch (random.between(1, 8)) {
    case 1:
      return `${random.pick(CITY)} ${random.pick(LANDSCAPE)} ${trade}`
    case 2:
      return `${random.pick(surnames)} & ${random.pick(surnames)} ${trade}`
    case 3:
      return `${random.between(HOUSE_NUMBER.from, HOUSE_NUMBER.to)} ${random.pick(STREET)}`
    case 4:
    case 5:
      return `${random.pick(LANDSCAPE)} ${trade}`
    default:
      return `${random.pick(surnames)} ${trade}`
  }
}

function trustName(random: Random, surnames: Words): string {
  if (random.between(1, 4) === 1)
    return `${random.between(HOUSE_NUMBER.from, HOUSE_NUMBER.to)} ${random.pick(STREET)} Land Trust`
  const first = random.between(1, 3) === 1 ? random.pick(LANDSCAPE) : random.pick(surnames)
  return `${first} ${random.pick(TRUST)}`
}
