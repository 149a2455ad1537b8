/** Spreads deals over the towns, by their people, and over the sellers, by their states. */
import type { Random } from '../random.ts'
import type { DealRow, Making } from './deal-row.ts'
import { makeDeal } from './deal-row.ts'
import type { Town } from './towns.ts'

/** A seller whose rows are there already. */
export interface InsertedSeller {
  accountId: number
  memberIds: readonly [number, ...number[]]
  /** Null for one that sells everywhere. */
  state: string | null
}

export interface DealsSettings {
  nowMs: number
  towns: readonly Town[]
  sellers: readonly InsertedSeller[]
  seed?: number
}

const SEED = 57_120
/** No city has a larger share than this. */
const CITY_SHARE = 0.016
/** Below one: a city of twice the people has less than twice the deals. */
const EXPONENT = 0.85
const NATIONAL_IN_100 = 12
/** Where investors buy more, or less, than people live. */
const APPETITE: Readonly<Record<string, number>> = {
  AL: 2,
  AR: 1.5,
  FL: 1.6,
  GA: 1.9,
  IN: 1.6,
  KY: 1.6,
  LA: 1.6,
  MD: 1.4,
  MI: 1.5,
  MO: 1.8,
  MS: 1.6,
  NC: 1.4,
  OH: 2,
  OK: 1.6,
  PA: 1.8,
  SC: 1.6,
  TN: 2,
  TX: 1.5,
  CA: 0.42,
  MA: 0.5,
  NJ: 0.7,
  NY: 0.7,
  IL: 0.8,
  UT: 0.6,
  CT: 0.7,
  MN: 0.8,
}

/** Makes the deal of a number, counted from 0, whatever other deals are made. */
export function dealMaker({ nowMs, towns, sellers, seed = SEED }: DealsSettings): (index: number) => DealRow {
  const making: Making = { nowMs, seed, pickTown: townPicker(towns), pickSeller: sellerPicker(sellers) }
  return (index) => makeDeal(index, making)
}

function townPicker(towns: readonly Town[]): (random: Random) => Town {
  const weights = towns.map(({ people, state }) => people ** EXPONENT * (APPETITE[state] ?? 1))
  const most = weights.reduce((sum, weight) => sum + weight, 0) * CITY_SHARE
  let total = 0
  const ends = weights.map((weight) => {
    total += Math.min(weight, most)
    return total
  })
  return (random) => {
    const town = towns[firstAbove(ends, random.next() * total)] ?? towns[0]
    if (!town) throw new Error('There are no towns to put deals into.')
    return town
  }
}

function firstAbove(ends: readonly number[], point: number): number {
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > point) high = middle
    else low = middle + 1
  }
  return low
}

function sellerPicker(sellers: readonly InsertedSeller[]): Making['pickSeller'] {
  const national = sellers.filter(({ state }) => state === null)
  const byState = new Map<string, InsertedSeller[]>()
  for (const seller of sellers)
    if (seller.state !== null) byState.set(seller.state, [...(byState.get(seller.state) ?? []), seller])
  return (random, state) => {
    const own = byState.get(state) ?? []
    const isNational = own.length === 0 || random.between(1, 100) <= NATIONAL_IN_100
    const [first, ...rest] = isNational && national.length > 0 ? national : own
    if (!first) throw new Error(`Nobody sells in ${state}.`)
    const seller = random.pick([first, ...rest])
    return { accountId: seller.accountId, managerId: random.pick(seller.memberIds) }
  }
}
