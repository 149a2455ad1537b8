/** A list of deals as the server sends it, of any length, the same each time: clusters of towns, prices with a long tail, gaps. */
import { DEAL_COLUMNS, type DealColumn, type DealListWire } from '#shared/contract/properties.ts'

export const BENCH_NOW_MS = Date.UTC(2026, 6, 1)
const NOW_S = BENCH_NOW_MS / 1000
const TOWNS = 400
const STREETS = [
  'Oak',
  'Maple',
  'Pine',
  'Cedar',
  'Elm',
  'Walnut',
  'Lake',
  'Hill',
  'Park',
  'Main',
  'Sunset',
  'Ridge',
]
const KINDS = [
  'bungalow',
  'ranch',
  'duplex',
  'cottage',
  'townhouse',
  'corner lot',
  'fixer-upper',
  'brick home',
]
const STATES = ['TX', 'FL', 'OH', 'GA', 'MO', 'AZ', 'TN', 'NC']

/** Park and Miller's generator: small, and the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export function makeDeals(count: number): DealListWire {
  const random = createRandom(42)
  const between = (low: number, high: number): number => Math.floor(low + random() * (high - low + 1))
  const maybe = <T>(share: number, value: T): T | null => (random() < share ? value : null)
  const pick = (words: readonly string[]): string => words[between(0, words.length - 1)] ?? ''
  const towns = Array.from({ length: TOWNS }, (_, index) => ({
    city: `Town ${index}`,
    county: `County ${index % 90}`,
    state: STATES[index % STATES.length] ?? 'TX',
    zip: String(70_000 + index),
    lat: 26 + random() * 21,
    lng: -122 + random() * 50,
  }))
  const deal = (id: number): Readonly<Record<DealColumn, number | string | null>> => {
    const town = towns[Math.floor(random() ** 2 * TOWNS)] ?? {
      city: '',
      county: '',
      state: '',
      zip: '',
      lat: 30,
      lng: -95,
    }
    const price = Math.round((40_000 + random() ** 3 * 900_000) / 100) * 100
    const arv = maybe(0.97, Math.round(price / (0.5 + random() * 0.45) / 100) * 100)
    const isShown = random() < 0.4
    const street = `${between(1, 9999)} ${pick(STREETS)} St`
    const repairs = between(0, 90) * 1000
    return {
      id,
      status: random() < 0.8 ? 0 : between(1, 2),
      price,
      arv_estimate: arv,
      arv_percentage: arv && Math.round((price / arv) * 1000) / 10,
      gross_margin: arv && arv - price,
      sq_footage: maybe(0.96, between(600, 4200)),
      year_built: maybe(0.95, between(1890, 2024)),
      latitude: town.lat + (random() - 0.5) / 4,
      longitude: town.lng + (random() - 0.5) / 4,
      score: between(5, 99) / 100,
      city: town.city,
      county: town.county,
      state_code: town.state,
      zip: town.zip,
      full_address: isShown ? `${street}, ${town.city}, ${town.state} ${town.zip}` : null,
      public_address: `${town.city}, ${town.state} ${town.zip}`,
      street_address_show: Number(isShown),
      img: id % 500,
      title: `${between(1, 5)}-bed ${pick(KINDS)} on ${pick(STREETS)} ${id}`,
      bedrooms: maybe(0.97, between(1, 5)),
      bathrooms: maybe(0.97, between(1, 3)),
      half_bathrooms: between(0, 1),
      units: between(1, 4),
      lot_size: maybe(0.8, between(2000, 40_000)),
      property_type_id: between(1, 9),
      parking_type_id: maybe(0.9, between(1, 6)),
      tags: between(0, 1023) * 2,
      condition: between(0, 4),
      occupancy: between(0, 2),
      repair_min: repairs,
      repair_max: repairs + 8000,
      account_id: between(1, 400),
      seller_rating: between(20, 50) / 10,
      is_verified: between(0, 1),
      has_video: Number(random() < 0.2),
      has_comps: Number(random() < 0.7),
      published_at: NOW_S - between(0, 120 * 86_400),
      updated_at: NOW_S - between(0, 86_400),
      price_drop: maybe(0.2, between(1, 30) * 1000),
      open_house_at: maybe(0.1, NOW_S + between(0, 1_000_000)),
      closing_at: maybe(0.7, NOW_S + between(0, 60) * 86_400),
      entry_fee: maybe(0.1, between(1, 20) * 1000),
    }
  }
  const data = Array.from({ length: count }, (_, index) => {
    const cells = deal(index + 1)
    return DEAL_COLUMNS.map((column) => cells[column])
  })
  const img_paths = Array.from({ length: 500 }, (_, index) => `/drawings/seeded/${index}.svg`)
  return { columns: [...DEAL_COLUMNS], data, img_paths, all_count: count }
}
