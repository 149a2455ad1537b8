/** Titles and descriptions, as a disposition desk would write them. Never a street: it may be hidden. */
import type { Random } from '../random.ts'
import { type House, TAG, TYPE } from './house.ts'
import * as bank from './word-bank.ts'

export interface About {
  house: House
  /** What the house is called, from `nounOf`. */
  noun: string
  city: string
  /** Whole US dollars; null when the seller names none. */
  arv: number | null
  repairMin: number | null
  repairMax: number | null
}

export function makeTitle(random: Random, { house, noun, city }: About): string {
  if (house.typeId === TYPE.land) return `${noun} ${random.pick(bank.LAND_FEATURES)}, ${city}`
  const beds = house.beds !== null && house.units === null ? `${house.beds}-bed ` : ''
  const feature = random.pick(bank.FEATURES)
  const way = random.between(1, 5)
  if (way === 1) return capital(`${adjectiveOf(random, house)} ${beds}${noun} in ${city}`)
  if (way === 2) return capital(`${beds}${noun} ${feature}`)
  if (way === 3) return capital(`${adjectiveOf(random, house)} ${noun} ${feature}`)
  if (way === 4) return capital(`${beds}${noun}, ${occupancyOf(random, house)}`)
  return capital(`${city} ${beds}${noun}, ${adjectiveOf(random, house)}`)
}

/** Two or three paragraphs of HTML. */
export function makeDescription(random: Random, about: About): string {
  const { house, noun } = about
  if (house.typeId === TYPE.land)
    return paragraphs([
      [random.pick(bank.LAND_OPENINGS), random.pick(bank.LAND_DETAILS)],
      [random.pick(bank.LAND_CLOSINGS), random.pick(bank.CLOSINGS)],
    ])
  const opening = `${capital(adjectiveOf(random, house))} ${noun} ${random.pick(bank.FEATURES)}, ${occupancyOf(random, house)}.`
  const work = workOf(random, house)
  const tagged = house.tags.flatMap((tag) => bank.TAGGED[tag] ?? [])
  return paragraphs([
    [opening, random.pick(bank.SYSTEMS), random.pick(bank.SYSTEMS_MORE)],
    [work, ...tagged.slice(0, 2), numbersOf(random, about)],
    [random.pick(bank.AREAS), random.pick(bank.CLOSINGS)],
  ])
}

export const nounOf = (random: Random, { typeId, year }: House): string => {
  const nouns = bank.NOUNS[typeId] ?? bank.NOUNS[TYPE.single]
  if (typeId !== TYPE.single) return random.pick(nouns)
  return random.pick((year ?? 1960) < 1945 ? bank.OLD_NOUNS : nouns)
}

const adjectiveOf = (random: Random, { condition }: House): string =>
  random.pick(bank.CONDITION_WORDS[condition ?? 0] ?? bank.CONDITION_WORDS[0])

const occupancyOf = (random: Random, { occupancy }: House): string =>
  random.pick(bank.OCCUPANCY_WORDS[occupancy ?? 0] ?? bank.OCCUPANCY_WORDS[0])

const workOf = (random: Random, { condition }: House): string =>
  random.pick(bank.WORK[condition ?? 0] ?? bank.WORK[0])

function numbersOf(random: Random, { house, arv, repairMin, repairMax }: About): string {
  if (house.tags.includes(TAG.turnkey)) return random.pick(bank.RENTS)
  if (arv === null) return 'Run your own comps; we do not quote an ARV on this one.'
  if (!repairMin || !repairMax) return `We see it at ${money(arv)} fixed up.`
  return random.pick([
    `Budget ${money(repairMin)} to ${money(repairMax)} and resell around ${money(arv)}.`,
    `Our contractor's walk came in between ${money(repairMin)} and ${money(repairMax)}; comps support ${money(arv)}.`,
    `Comps put it near ${money(arv)} after ${money(repairMin)} to ${money(repairMax)} of work.`,
  ])
}

/** Made once: making one takes longer than the rest of a description. */
const WHOLE = new Intl.NumberFormat('en-US')
const money = (amount: number) => `$${WHOLE.format(amount)}`
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const paragraphs = (list: readonly (readonly string[])[]) =>
  list.map((sentences) => `<p>${sentences.join(' ')}</p>`).join('')
