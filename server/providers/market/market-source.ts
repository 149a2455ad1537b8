/**
 * What the server needs of a source of market data: what was sold around a property, and what is known of its area. The shapes
 * are also what is kept in the database and what a service over HTTP answers with, so they are read by schema.
 */
import * as z from 'zod/mini'

/** What a source is asked about: the house, or the point where everybody is shown a deal whose address is hidden. */
export interface MarketSubject {
  /** Null around such a point: a service that remembers deals would answer with the house's own report. */
  propertyId: number | null
  /** Empty around such a point. */
  address: string
  city: string
  state: string
  zip: string
  latitude: number | null
  longitude: number | null
  /** The seller's. */
  arvUsd: number | null
  priceUsd: number | null
  sqft: number | null
  beds: number | null
  baths: number | null
  yearBuilt: number | null
  lotSize: number | null
  /** Middle of ARV by square foot over the deals listed in the ZIP; null when there is none. */
  areaPricePerSqft: number | null
}

const instant = z.string().check(z.refine((text) => Number.isFinite(Date.parse(text)), 'is no instant'))

const sale = z.object({
  address: z.string(),
  sold_price: z.number().check(z.positive()),
  sold_at: instant,
  sq_footage: z.nullable(z.number()),
  bedrooms: z.nullable(z.number()),
  bathrooms: z.nullable(z.number()),
  year_built: z.nullable(z.number()),
  lot_size: z.nullable(z.number()),
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  condition: z.nullable(z.string()),
  source: z.string().check(z.minLength(1)),
  /** Of the record, not of the sale. */
  as_of: instant,
})
export type Sale = z.output<typeof sale>

const area = z.object({
  name: z.string(),
  figures: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      value: z.union([z.number(), z.string()]),
      unit: z.enum(['usd', 'usd_per_sqft', 'days', 'count', 'percent', 'text']),
      source: z.string().check(z.minLength(1)),
      as_of: instant,
    }),
  ),
  schools: z.array(
    z.object({
      name: z.string(),
      rating: z.number(),
      level: z.string(),
      source: z.string().check(z.minLength(1)),
      as_of: instant,
    }),
  ),
  /** Oldest month first, `2025-06`. */
  trend: z.array(z.object({ month: z.string(), price_per_sqft: z.number() })),
  trend_source: z.nullable(z.string()),
})
export type Area = z.output<typeof area>

export const marketReport = z.object({ comparables: z.array(sale), neighborhood: area })
export type MarketReport = z.output<typeof marketReport>

export interface MarketSource {
  name: 'none' | 'embedded' | 'http'
  /** Null when nothing is known about the place. Rejects when the service does not answer. Takes up to seconds. */
  report(subject: MarketSubject): Promise<MarketReport | null>
}

export type MarketSettings =
  /** Nothing is known anywhere: what a real installation has until it names a service. */
  | { driver: 'none' }
  /** The demo world's: invented sales and figures that say so. Never for real deals. */
  | { driver: 'embedded' }
  /** Is posted a subject as JSON and answers with a report. */
  | { driver: 'http'; url: string; token: string }
