/** What a house is worth repaired, what repairs cost, and what it is offered for. Whole US dollars. */
import type { Random } from '../random.ts'
import { bell, clamp, type House, TAG, TYPE } from './house.ts'
import { zipFactor } from './price-levels.ts'
import type { Town } from './towns.ts'

export interface Money {
  price: number
  /** What it was published at. */
  firstPrice: number
  arv: number | null
  repairMin: number | null
  repairMax: number | null
  entryFee: number | null
  buyNow: number | null
  earnest: number | null
}

/** Repairs in dollars a square foot, from and to, by the index of the condition. */
const REPAIRS = [
  [0, 4],
  [5, 14],
  [14, 30],
  [32, 62],
  [60, 95],
] as const
const TYPE_FACTORS: Readonly<Record<number, number>> = {
  2: 0.95,
  3: 0.98,
  4: 0.88,
  5: 0.85,
  6: 0.82,
  7: 0.78,
  8: 0.55,
}
const LOWEST_PRICE = 4500
/** Out of a hundred deals so many say no ARV, and so many ask more than it. */
const WITHOUT_ARV = 4
const ABOVE_ARV = 2
const REDUCED = 28
const EARNEST = [1000, 2000, 2500, 3000, 5000, 5000, 7500, 10_000] as const

export function makeMoney(
  random: Random,
  { house, town, zip }: { house: House; town: Town; zip: string },
): Money {
  const level = town.level.perSqft * zipFactor(zip)
  const worth =
    house.typeId === TYPE.land ? landWorth(random, house, level) : houseWorth(random, house, { town, level })
  const repairs = repairsOf(random, house, worth)
  const isAbove = random.between(1, 100) <= ABOVE_ARV
  const asked = isAbove
    ? worth * (1.01 + random.next() * 0.12)
    : clamp(
        worth * (0.84 + bell(random) * 0.07) - repairs.middle * (0.7 + random.next() * 0.5),
        worth * 0.28,
        worth * 0.97,
      )
  const price = Math.max(LOWEST_PRICE, neat(asked))
  const isReduced = random.between(1, 100) <= REDUCED
  const hasArv = random.between(1, 100) > WITHOUT_ARV
  const isCreative = house.tags.includes(TAG.creative)
  return {
    price,
    firstPrice: isReduced ? neat(price * (1.02 + random.next() * 0.11)) : price,
    arv: hasArv ? Math.max(neat(worth), isAbove ? 0 : price) : null,
    repairMin: house.condition === null ? null : repairs.min,
    repairMax: house.condition === null ? null : repairs.max,
    entryFee: isCreative ? neat(price * (0.06 + random.next() * 0.1)) : null,
    buyNow: random.between(1, 4) === 1 ? neat(price * (1.02 + random.next() * 0.05)) : null,
    earnest: random.between(1, 12) === 1 ? null : random.pick(EARNEST),
  }
}

function houseWorth(random: Random, house: House, { town, level }: { town: Town; level: number }): number {
  const sqft = house.sqft ?? town.level.sqft
  // A small house costs more a square foot than a large one.
  const size = (town.level.sqft / sqft) ** 0.18
  const age = 1 + clamp(((house.year ?? town.level.year) - town.level.year) / 400, -0.12, 0.12)
  return sqft * level * size * age * (TYPE_FACTORS[house.typeId] ?? 1) * (1 + bell(random) * 0.1)
}

/** By the square root of its size: an acre does not cost what eight town lots cost. */
const landWorth = (random: Random, house: House, level: number): number =>
  level * 2.1 * Math.sqrt(house.lot ?? 6000) * (1 + bell(random) * 0.25)

function repairsOf(random: Random, house: House, worth: number) {
  const [low, high] = REPAIRS[house.condition ?? 0] ?? REPAIRS[0]
  if (house.condition === null) return { min: 0, max: 0, middle: 0 }
  const sqft = Math.min(house.sqft ?? 1400, 6000)
  const perSqft = low + random.next() * (high - low)
  const most = worth * 0.5
  const min = Math.min(most, neat(sqft * perSqft * 0.85))
  const max = Math.min(most * 1.2, Math.max(min, neat(sqft * perSqft * 1.25)))
  return { min: Math.round(min), max: Math.round(max), middle: (min + max) / 2 }
}

/** As people write prices: to 500, above half a million to 1,000. */
const neat = (value: number): number => {
  const step = value < 500_000 ? 500 : 1000
  return Math.round(value / step) * step
}
