/** What the demo world knows of an area: invented by ZIP, so that neighbors agree, around what the deals there really ask. */

import type { Area, MarketSubject } from './market-source.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

export function inventedArea(subject: MarketSubject, nowMs: number): Area {
  const random = seededRandom(`area ${subject.zip}`)
  const perSqft = (subject.areaPricePerSqft ?? USUAL_PER_SQFT) * (0.94 + random.next() * 0.1)
  const trend = trendTo(perSqft, seededRandom(`trend ${subject.zip}`), nowMs)
  const priceUsd = Math.round((perSqft * random.between(1_250, 1_650)) / 1_000) * 1_000
  return {
    name: `${subject.city}, ${subject.zip}`,
    figures: figuresOf({ perSqft, priceUsd, random, asOf: monthStart(nowMs) }),
    schools: schoolsOf(seededRandom(`schools ${subject.zip}`), subject.city, nowMs),
    trend,
    trend_source: 'Example sales index',
  }
}

const USUAL_PER_SQFT = 165

interface Basis {
  perSqft: number
  priceUsd: number
  random: SeededRandom
  asOf: string
}

function figuresOf({ perSqft, priceUsd, random, asOf }: Basis): Area['figures'] {
  const figure = (
    key: string,
    [label, value, unit]: readonly [string, number | string, Area['figures'][number]['unit']],
    source: string,
  ) => ({ key, label, value, unit, source, as_of: asOf })
  const rentUsd = Math.round((priceUsd * (0.0066 + random.next() * 0.0024)) / 5) * 5
  return [
    figure('median_price', ['Median sale price', priceUsd, 'usd'], SALES),
    figure('price_per_sqft', ['Median price per sq ft', Math.round(perSqft), 'usd_per_sqft'], SALES),
    figure('median_rent', ['Median monthly rent', rentUsd, 'usd'], 'Example rent survey'),
    figure('days_on_market', ['Days on market', random.between(18, 74), 'days'], SALES),
    figure('flood_zone', ['Flood zone', random.pick(FLOOD_ZONES), 'text'], 'Example flood map'),
    figure('crime', ['Crime', random.pick(CRIME_BANDS), 'text'], 'Example police reports'),
    figure('population', ['Population', random.between(38, 520) * 100, 'count'], CENSUS),
    figure('median_income', ['Household income', random.between(34, 118) * 1_000, 'usd'], CENSUS),
    figure('owner_occupied', ['Owner-occupied', random.between(38, 81), 'percent'], CENSUS),
  ]
}

const SALES = 'Example sales index'
const CENSUS = 'Example census'
const FLOOD_ZONES = [
  'X, minimal risk',
  'X, minimal risk',
  'X, minimal risk',
  'X, moderate risk',
  'AE, 1% a year',
] as const
const CRIME_BANDS = [
  'Below the city’s average',
  'About the city’s average',
  'Above the city’s average',
] as const

const MONTHS = 24

/** Ends at the last whole month with today's figure. */
function trendTo(perSqft: number, random: SeededRandom, nowMs: number): Area['trend'] {
  const yearly = 0.01 + random.next() * 0.07
  const now = new Date(nowMs)
  return Array.from({ length: MONTHS }, (_, index) => {
    const back = MONTHS - index
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    const value = (perSqft / (1 + yearly) ** ((back - 1) / 12)) * (1 + random.around() * 0.012)
    return { month: at.toISOString().slice(0, 7), price_per_sqft: Math.round(value * 10) / 10 }
  })
}

const LEVELS = ['Elementary', 'Middle', 'High'] as const
const PATRONS = [
  'Lincoln',
  'Carver',
  'Roosevelt',
  'Bethune',
  'Franklin',
  'Austin',
  'Douglass',
  'Parks',
] as const

const schoolsOf = (random: SeededRandom, city: string, nowMs: number): Area['schools'] =>
  LEVELS.map((level) => ({
    name: `${random.pick([...PATRONS, city])} ${level} School`,
    rating: random.between(3, 9),
    level,
    source: 'Example school ratings',
    as_of: `${new Date(nowMs).getUTCFullYear() - 1}-08-01T00:00:00.000Z`,
  }))

const monthStart = (ms: number): string => `${new Date(ms).toISOString().slice(0, 7)}-01T00:00:00.000Z`
