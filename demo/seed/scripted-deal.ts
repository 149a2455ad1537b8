/** What a scripted deal says beyond its card, and what several of them share. */
import { TYPE } from './seeded-deals/house.ts'

export interface DealDetails {
  title: string
  description: string
  /** Latitude and longitude; the ZIP's own streets lie around. */
  at: readonly [number, number]
  county: string
  fips: string
  typeId: number
  year: number | null
  lot: number
  halfBaths?: number
  units?: number
  parkingId: number | null
  tags: readonly number[]
  /** Index into DEAL_CONDITIONS. */
  condition: number | null
  /** Index into OCCUPANCIES. */
  occupancy: number
  repairs: readonly [number, number] | null
  /** What it was published at, when it has become cheaper. */
  firstPrice?: number
  entryFee?: number
  buyNow?: number
  earnest: number
  access: string
  rule: 'everyone' | 'id_verified' | 'proof_of_funds' | 'manual'
  daysListed: number
  /** Index into DEAL_STATUSES. */
  status?: number
}

export const HARRIS = { county: 'Harris', fips: '48201' } as const
export const single = {
  ...HARRIS,
  typeId: TYPE.single,
  earnest: 3000,
  rule: 'manual',
  parkingId: 4,
  occupancy: 0,
} as const
export const LOCKBOX = 'Lockbox, text for the code'
export const APPOINTMENT = 'By appointment, 24 hours ahead'
