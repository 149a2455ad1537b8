/** The three companies the demo speaks of by name, with what they bought: one to learn from, one smaller, one with too little. */
import type { DemoPurchase } from './company-purchases.ts'

export interface KnownCompany {
  name: string
  kind: 'llc' | 'trust'
  state: string
  purchases: readonly DemoPurchase[]
}

const HARRIS = '48201'
const FORT_BEND = '48157'
const SINGLE_FAMILY = 1
const DUPLEX = 4

/** Day, price and ARV in dollars, square feet, bedrooms, year, ZIP. */
type Row = readonly [string, number, number | null, number, number, number, string]

const purchase = ([purchasedOn, priceUsd, arvUsd, sqft, beds, yearBuilt, zip]: Row): DemoPurchase => ({
  purchasedOn,
  priceUsd,
  arvUsd,
  sqft,
  beds,
  yearBuilt,
  zip,
  baths: beds > 2 ? 2 : 1,
  typeId: beds > 3 ? DUPLEX : SINGLE_FAMILY,
  countyFips: zip === '77489' ? FORT_BEND : HARRIS,
  state: 'TX',
})

export const KNOWN_COMPANIES: readonly KnownCompany[] = [
  {
    name: 'Houston Property Group LLC',
    kind: 'llc',
    state: 'TX',
    purchases: (
      [
        ['2023-02-17', 92_000, 141_000, 1010, 2, 1955, '77045'],
        ['2023-05-09', 92_500, 148_500, 1060, 2, 1957, '77035'],
        ['2023-08-22', 104_000, 159_000, 1120, 3, 1958, '77035'],
        ['2023-11-30', 113_500, 168_000, 1204, 3, 1960, '77033'],
        ['2024-01-19', 118_000, 176_500, 1248, 3, 1961, '77045'],
        ['2024-04-05', 121_000, null, 1272, 3, 1961, '77035'],
        ['2024-07-12', 127_500, 189_000, 1310, 3, 1962, '77489'],
        ['2024-09-27', 132_000, 196_500, 1344, 3, 1963, '77035'],
        ['2025-01-31', 138_000, 201_000, 1388, 3, 1964, '77051'],
        ['2025-04-18', 144_500, 214_000, 1420, 3, 1966, '77051'],
        ['2025-07-03', 151_000, null, 1476, 3, 1968, '77035'],
        ['2025-10-24', 158_000, 226_000, 1530, 3, 1969, '77489'],
        ['2026-02-13', 167_500, 238_000, 1588, 4, 1972, '77045'],
        ['2026-05-29', 168_000, 241_500, 1640, 4, 1974, '77045'],
      ] as const
    ).map(purchase),
  },
  {
    name: 'Whitfield Holdings Trust',
    kind: 'trust',
    state: 'TX',
    purchases: (
      [
        ['2022-03-11', 128_000, 188_000, 1180, 3, 1948, '77008'],
        ['2022-10-28', 141_500, 205_000, 1236, 3, 1950, '77009'],
        ['2023-06-16', 149_000, 212_500, 1290, 3, 1952, '77009'],
        ['2024-05-24', 163_000, null, 1344, 3, 1954, '77018'],
        ['2025-03-07', 171_500, 248_000, 1402, 3, 1958, '77018'],
        ['2026-01-16', 184_000, 261_000, 1482, 3, 1968, '77018'],
      ] as const
    ).map(purchase),
  },
  {
    name: 'Bluebonnet Family Trust',
    kind: 'trust',
    state: 'TX',
    purchases: (
      [
        ['2021-06-25', 96_000, 138_000, 1044, 2, 1949, '77016'],
        ['2024-08-09', 134_500, 190_000, 1320, 3, 1963, '77026'],
      ] as const
    ).map(purchase),
  },
]
