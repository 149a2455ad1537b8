/** Compares one criterion of a buy box with a deal: how well it fits, as a sentence with its number. */
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { DEAL_CONDITIONS } from '#shared/contract/properties.ts'
import { CRITERIA, type CriterionKey, STRATEGIES } from '../buy-box.ts'
import { listed, rangeSentence, rangeWish, valueWords } from './criterion-labels.ts'
import type { LineOf } from './score-line.ts'
import type { ScoredDeal } from './scored-deal.ts'
import {
  choiceShare,
  marginShare,
  type RangeShape,
  rangeShape,
  rangeShare,
  strategyBits,
  strategyMask,
} from './shares.ts'

export const rangeLine = { criterion: rangeCriterion, margin: marginLine }

type RangeKey = 'price' | 'arv' | 'arv_percent' | 'spread' | 'beds' | 'baths' | 'sqft' | 'year'

const FIELD_OF: Readonly<Record<RangeKey, keyof ScoredDeal & string>> = {
  price: 'price',
  arv: 'arv',
  arv_percent: 'arvPercent',
  spread: 'spread',
  beds: 'beds',
  baths: 'baths',
  sqft: 'sqft',
  year: 'year',
}

function rangeCriterion(deal: ScoredDeal, criterion: CriterionWire): LineOf {
  const { key, is_hard } = criterion
  const value = figureOf(deal, key)
  const share = rangeShare(value ?? Number.NaN, shapeOf(criterion))
  return {
    key,
    share,
    isMissed: is_hard && share < 1,
    figure: value,
    sentence: rangeSentence(criterion, value),
    wish: share < 1 ? rangeWish(criterion) : null,
  }
}

export const shapeOf = ({ key, min, max }: CriterionWire): RangeShape =>
  rangeShape(key, min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY)

function figureOf(deal: ScoredDeal, key: CriterionKey): number | null {
  const figures: Readonly<Partial<Record<CriterionKey, keyof ScoredDeal & string>>> = FIELD_OF
  const field = figures[key]
  const value = field === undefined ? null : deal[field]
  return typeof value === 'number' ? value : null
}

function marginLine({ arvPercent, price, arv }: ScoredDeal): LineOf {
  const share = marginShare(arvPercent ?? Number.NaN)
  const sentence =
    arvPercent === null || price === null || arv === null
      ? 'Its price as a share of ARV is not stated.'
      : arvPercent >= 100
        ? `It is priced at ${arvPercent}% of ARV, which leaves no spread.`
        : `It is priced at ${arvPercent}% of ARV, a spread of ${valueWords('usd', arv - price)}.`
  const wish = share < 1 && arv !== null ? `a price of up to ${valueWords('usd', arv * GOOD_PART)}` : null
  return { key: 'margin', share, isMissed: false, sentence, figure: arvPercent, wish }
}

/** A price at this part of the ARV has the full margin. */
const GOOD_PART = 0.7

export function choiceLine(deal: ScoredDeal, { key, any_of, is_hard }: CriterionWire): LineOf {
  const wanted = any_of ?? []
  const id = choiceOf(deal, key)
  const share = choiceShare(id === null, id !== null && wanted.includes(id))
  const rule = CRITERIA[key]
  const labelOf = (one: string): string =>
    (rule.kind === 'list' ? rule.choices.find((choice) => choice.id === one)?.label : undefined) ?? one
  const noun = NOUNS[key] ?? rule.label.toLowerCase()
  const sentence =
    id === null
      ? `Its ${noun} is not stated.`
      : `${labelOf(id)} is ${share === 1 ? 'what' : 'not what'} you look for as ${noun}.`
  return {
    key,
    share,
    isMissed: is_hard && share < 1,
    sentence,
    figure: null,
    wish: share < 1 ? listed(wanted.map(labelOf)) : null,
  }
}

const NOUNS: Readonly<Partial<Record<CriterionKey, string>>> = {
  property_types: 'property type',
  parking_types: 'parking',
  condition: 'condition',
}

function choiceOf({ typeId, parkingId, condition }: ScoredDeal, key: CriterionKey): string | null {
  if (key === 'condition') return condition === null ? null : (DEAL_CONDITIONS[condition] ?? null)
  const id = key === 'property_types' ? typeId : parkingId
  return id === null ? null : String(id)
}

export function strategyLine(deal: ScoredDeal, { any_of, is_hard }: CriterionWire): LineOf {
  const wanted = any_of ?? []
  const bits = strategyBits({
    typeId: deal.typeId ?? Number.NaN,
    condition: deal.condition ?? Number.NaN,
    occupancy: deal.occupancy ?? Number.NaN,
    tags: deal.tags,
    arvPercent: deal.arvPercent ?? Number.NaN,
  })
  const share = choiceShare(bits === 0, (bits & strategyMask(wanted)) !== 0)
  const names = (ids: (index: number, id: string) => boolean): string =>
    listed(STRATEGIES.filter(({ id }, index) => ids(index, id)).map(({ label }) => label))
  const sentence =
    bits === 0
      ? 'Too little is stated to say which strategy it suits.'
      : `It suits ${names((index) => ((bits >>> index) & 1) === 1)}; you look for ${names((_, id) => wanted.includes(id))}.`
  return {
    key: 'strategy',
    share,
    isMissed: is_hard && share < 1,
    sentence,
    figure: null,
    wish: share < 1 ? `a deal that suits ${names((_, id) => wanted.includes(id))}` : null,
  }
}
