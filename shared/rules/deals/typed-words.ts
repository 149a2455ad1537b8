/** The words and shapes that a typed line of filters is read by, see typed-query.ts. Patterns are sources of RegExp, without case. */
import { DEAL_CONDITIONS, DEAL_STATUSES, OCCUPANCIES } from '#shared/contract/properties.ts'
import type { ChoiceKey, DealFilter, DealSort, FlagKey, RangeKey } from './filter.ts'

/** What one word asks for, in the units of filter.ts. */
export interface Asked extends Partial<Pick<DealFilter, 'ranges' | 'choices' | 'flags' | 'status'>> {
  readonly sort?: DealSort
}

const SQUARE_FEET_PER_ACRE = 43_560

export const NUMBER = String.raw`\$?\s?\d+(?:,\d{3})*(?:\.\d+)?(?:\s?(?:k|mm?|thousand|million)\b)?`
export const LESS =
  'under|below|less than|fewer than|up to|at most|no more than|cheaper than|max(?:imum)?|within|before|<=?|≤'
export const MORE = 'over|above|more than|at least|starting at|min(?:imum)?|after|since|from|>=?|≥'
const SQFT = String.raw`(?:sq\.?\s?(?:ft|feet)\.?|sqft|sf|square (?:feet|foot))`
const DAYS = 'days?'

export interface RangeRule {
  readonly key: RangeKey
  readonly word: string
  /** Between the number and the word, e.g. `%`; without it the number is another rule's. */
  readonly unit?: string
  /** What a number without `under` or `over` is. */
  readonly alone: 'min' | 'max' | 'exact'
  /** Where the word is; on either side when absent. */
  readonly side?: 'before' | 'after'
  readonly scale?: number
  /** Of what is counted: `less than 3 beds` are 2. It is mostly said after its number: `3 beds under 150k` puts no limit on the beds. */
  readonly step?: number
}

/** What is said more exactly comes first. */
export const RANGE_RULES: readonly RangeRule[] = [
  { key: 'arv_percent', word: '(?:of )?arv', unit: '(?:%|percent)', alone: 'max' },
  { key: 'spread_percent', word: '(?:spread|margin)', unit: '(?:%|percent)', alone: 'min' },
  { key: 'arv', word: 'arv(?: of)?', alone: 'min' },
  { key: 'spread', word: '(?:spread|equity|profit|margin)(?: of)?', alone: 'min' },
  { key: 'repairs', word: '(?:repairs?|rehab)(?: costs?| budget)?', alone: 'max' },
  { key: 'entry_fee', word: 'entry(?: fee)?', alone: 'max' },
  { key: 'ppsf', word: `(?:per|a|/)\\s?${SQFT}`, alone: 'max', side: 'after' },
  { key: 'lot', word: 'acres?(?: lot)?', alone: 'min', side: 'after', scale: SQUARE_FEET_PER_ACRE },
  { key: 'lot', word: 'lot(?: size)?(?: of)?', unit: SQFT, alone: 'min' },
  { key: 'sqft', word: SQFT, alone: 'min', step: 0 },
  { key: 'beds', word: '(?:bed(?:room)?s?|bdr?m?s?|brs?)', alone: 'min', step: 1 },
  { key: 'baths', word: '(?:bath(?:room)?s?|ba)', alone: 'min', step: 0.5 },
  { key: 'units', word: 'units?', alone: 'min', step: 1 },
  { key: 'closing', word: 'clos(?:es|ing)(?: in)?', unit: DAYS, alone: 'max', side: 'before' },
  { key: 'days', word: '(?:in the )?(?:last|past)', unit: DAYS, alone: 'max', side: 'before' },
  { key: 'days', word: '(?:in the )?(?:last|past)', unit: 'weeks?', alone: 'max', side: 'before', scale: 7 },
  {
    key: 'days',
    word: '(?:in the )?(?:last|past)',
    unit: 'months?',
    alone: 'max',
    side: 'before',
    scale: 30,
  },
  { key: 'days', word: `${DAYS} (?:old|listed|on (?:the )?market)`, alone: 'max', side: 'after' },
  { key: 'year', word: '(?:year )?built(?: in)?', alone: 'exact', side: 'before' },
  { key: 'rating', word: '(?:stars?|rat(?:ed|ing))', alone: 'min', step: 0 },
  { key: 'score', word: '(?:match )?score(?: of)?', alone: 'min' },
  { key: 'price', word: '(?:price|priced|asking|budget)(?: of)?', alone: 'max', side: 'before' },
]

const choice = (key: ChoiceKey, ...ids: number[]): Asked => ({ choices: { [key]: ids } })
const condition = (name: (typeof DEAL_CONDITIONS)[number]) =>
  choice('condition', DEAL_CONDITIONS.indexOf(name))
const occupied = (by: (typeof OCCUPANCIES)[number]) => choice('occupancy', OCCUPANCIES.indexOf(by))
const flag = (key: FlagKey): Asked => ({ flags: [key] })
const days = (max: number): Asked => ({ ranges: { days: { max } } })
const order = (key: DealSort['key'], descending: boolean): Asked => ({ sort: { key, descending } })

export interface WordRule {
  readonly words: string
  readonly asks: Asked
  /** Also a part of places' names, as in White House, TN: left alone behind `in`. */
  readonly isName?: boolean
}

const word = (words: string, asks: Asked): WordRule => ({ words, asks })
const name = (words: string, asks: Asked): WordRule => ({ words, asks, isName: true })

/** Longer phrases come before their parts. Ids are those of dictionaries.ts. */
export const WORD_RULES: readonly WordRule[] = [
  word('single[- ]?family(?: homes?| houses?)?|sf[hr]s?', choice('types', 1)),
  word('town ?(?:house|home)s?', choice('types', 2)),
  word('condo(?:minium)?s?', choice('types', 3)),
  word('duplex(?:es)?', choice('types', 4)),
  word('(?:tri|3-?)plex(?:es)?', choice('types', 5)),
  word('(?:four|quad|4-?)plex(?:es)?', choice('types', 6)),
  word('multi[- ]?family(?: homes?| houses?)?|apartment buildings?', choice('types', 4, 5, 6, 7)),
  word('manufactured(?: homes?)?|mobile homes?', choice('types', 8)),
  name('(?:vacant )?(?:land(?! o\\b)|lots)', choice('types', 9)),
  word('open houses?(?: this week(?:end)?)?', flag('open_house')),
  name('houses?', choice('types', 1)),
  word('attached garages?', choice('parking', 1)),
  word('detached garages?', choice('parking', 2)),
  word('(?:\\d[- ]car )?garages?', choice('parking', 1, 2)),
  word('carports?', choice('parking', 3)),
  word('turn-?key|move-in ready', condition('turnkey')),
  word('cosmetic(?: work)?', condition('cosmetic')),
  word('light rehab', condition('light_rehab')),
  word('(?:full|gut) rehab', condition('full_rehab')),
  word('tear-?downs?', condition('teardown')),
  word('fixer[- ]uppers?|fixers?', choice('tags', 3)),
  word('fire damaged?', choice('tags', 6)),
  word('foundation (?:work|issues?)', choice('tags', 7)),
  word('(?:creative|seller) financ(?:e|ing)|subject[- ]to|sub ?2', choice('tags', 8)),
  word('short[- ]term rentals?|airbnbs?', choice('tags', 9)),
  name('(?:swimming )?pools?', choice('tags', 10)),
  word('tenants?(?:[- ](?:in place|occupied))?|tenanted', occupied('tenant')),
  word('owner[- ]occupied', occupied('owner')),
  word('vacant', occupied('vacant')),
  word('verified(?: sellers?)?', flag('verified')),
  word('(?:biggest|largest) price drops?', order('price_drop', true)),
  word('(?:price )?reduced(?: price)?|price (?:drop|cut)s?', flag('reduced')),
  word('videos?', flag('video')),
  word('comps', flag('comps')),
  word('(?:full )?address(?:es)? shown', flag('address_shown')),
  word('(?:my )?favou?rites', flag('favourites')),
  word('pending|under contract', { status: ['pending'] }),
  word('sold', { status: ['sold'] }),
  word('available', { status: ['available'] }),
  word('any status', { status: DEAL_STATUSES }),
  word('(?:new|listed)(?: deals?| listings?)? today', days(1)),
  word('(?:new|listed) this week|(?:past|last) week|new (?:deals|listings)', days(7)),
  word('(?:new|listed) this month|(?:past|last) month', days(30)),
  word('cheap(?:est)?|lowest price', order('price', false)),
  word('most expensive|highest price', order('price', true)),
  word('newest|latest', order('newest', true)),
  word('(?:biggest|highest|largest|best) spread', order('spread', true)),
  word('closing soon(?:est)?', order('closing', false)),
]

/** They ask for nothing by themselves. After a comma ME, OR and IN are states. */
export const FILLERS =
  '(?<!,\\s*)(?:me|or|in)|off[- ]market|flips?|investments?|show|find|get|all|i|want|need|looking|look|for|sale|a|an|the|deals?|propert(?:y|ies)|listings?|homes?|with|and|that|are|is|of|near|around|at|rentals?|located|has|have|having|please'

/** Said in fewer words than they are read by. */
export const SHORTHANDS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\bbetween\\s+(${NUMBER})\\s+and\\s+(${NUMBER})`, 'gi'), '$1-$2'],
  // What is not wanted is a keyword with a minus.
  [/\b(?:no|not|without)(?: an?| any)? (?!more\b|less\b|fewer\b)([a-z]\w+)/gi, '-$1'],
  [/\b(?:1\/2|half(?: an?)?)[\s-]acre/gi, '0.5 acre'],
  [/\b(?:1\/4|(?:a )?quarter(?: of an)?)[\s-]acre/gi, '0.25 acre'],
  [/\b3\/4[\s-]acre/gi, '0.75 acre'],
  // Beds, baths and places for cars.
  [/(?<![\d/.])(\d{1,2})\/(\d(?:\.5)?)\/\d(?![\d/.])/g, '$1 beds $2 baths garage'],
  [/(?<![\d/.])(\d{1,2})\s?[/x]\s?(\d(?:\.5)?)(?![\d/.])/gi, '$1 beds $2 baths'],
  ...['one', 'two', 'three', 'four', 'five', 'six'].map(
    (word, index) => [new RegExp(`\\b${word}(?=[ -](?:bed|bath|unit))`, 'gi'), String(index + 1)] as const,
  ),
  [/\bnewer than\b/gi, 'built after'],
  [/\bolder than\b/gi, 'built before'],
]
