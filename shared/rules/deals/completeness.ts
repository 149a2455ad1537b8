/**
 * How complete a deal's listing is: what it may not be published without, what contradicts itself, and a score from 0 to 100. The
 * server refuses by it and the editor shows it, so the two never disagree.
 */
import type { DealFields } from '#shared/contract/seller-listing.ts'
import { STATE_BY_ABBR } from '../states.ts'

export interface ListedThings {
  photos: number
  documents: number
  /** Abbreviations of the states where this installation lists deals; absent or empty: everywhere. */
  markets?: readonly string[]
}

export interface Completeness {
  /** From 0 to 100; 100 needs everything. */
  score: number
  /** What may not be missing, by field, with words for the seller. Empty when the deal may be published. */
  required: Readonly<Record<string, string>>
  /** What would help most first; the required ones are not among them. */
  advice: readonly Advice[]
}

export interface Advice {
  /** A field of the deal, `photos` or `documents`. */
  field: string
  text: string
  points: number
}

const LAND = 9

interface Part {
  field: string
  points: number
  text: string
  isThere: (fields: DealFields, things: ListedThings) => boolean
  /** Absent: for every deal. */
  isFor?: (fields: DealFields) => boolean
}

const isLand = ({ property_type_id: type }: DealFields) => type === LAND
const isHouse = (fields: DealFields) => !isLand(fields)
const filled = (field: keyof DealFields) => (fields: DealFields) =>
  fields[field] !== null && fields[field] !== ''

const REQUIRED: readonly Part[] = [
  { field: 'address', points: 8, text: 'Enter the street address.', isThere: filled('address') },
  { field: 'city', points: 2, text: 'Enter the city.', isThere: filled('city') },
  { field: 'state', points: 2, text: 'Choose the state.', isThere: filled('state') },
  { field: 'zip', points: 2, text: 'Enter the ZIP code.', isThere: filled('zip') },
  {
    field: 'property_type_id',
    points: 6,
    text: 'Choose the property type.',
    isThere: filled('property_type_id'),
  },
  { field: 'price', points: 10, text: 'Enter the asking price.', isThere: filled('price') },
  { field: 'arv', points: 8, text: 'Enter the after-repair value (ARV).', isThere: filled('arv') },
  { field: 'beds', points: 6, text: 'Enter the bedrooms.', isThere: filled('beds'), isFor: isHouse },
  { field: 'baths', points: 6, text: 'Enter the bathrooms.', isThere: filled('baths'), isFor: isHouse },
  { field: 'sqft', points: 10, text: 'Enter the living area.', isThere: filled('sqft'), isFor: isHouse },
  { field: 'lot_size', points: 22, text: 'Enter the lot size.', isThere: filled('lot_size'), isFor: isLand },
]

const FEW_PHOTOS = 5
const DESCRIBED_LENGTH = 100

const HELPFUL: readonly Part[] = [
  {
    field: 'photos',
    points: 7,
    text: 'Add a photo: it becomes the cover.',
    isThere: (_, { photos }) => photos > 0,
  },
  {
    field: 'photos',
    points: 6,
    text: `Add photos until there are ${FEW_PHOTOS}.`,
    isThere: (_, { photos }) => photos >= FEW_PHOTOS,
  },
  {
    field: 'description',
    points: 6,
    text: 'Describe the deal in a few sentences.',
    isThere: ({ description }) => (description?.length ?? 0) >= DESCRIBED_LENGTH,
  },
  {
    field: 'repair_min',
    points: 4,
    text: 'Say what the repairs will cost, from and to.',
    isThere: ({ repair_min: min, repair_max: max }) => min !== null && max !== null,
    isFor: isHouse,
  },
  {
    field: 'condition',
    points: 3,
    text: 'Choose the condition.',
    isThere: filled('condition'),
    isFor: isHouse,
  },
  {
    field: 'occupancy',
    points: 3,
    text: 'Say who lives there.',
    isThere: filled('occupancy'),
    isFor: isHouse,
  },
  { field: 'access', points: 2, text: 'Say how buyers can see it.', isThere: filled('access') },
  { field: 'closing_at', points: 2, text: 'Set the closing date.', isThere: filled('closing_at') },
  { field: 'earnest_money', points: 2, text: 'Set the earnest money.', isThere: filled('earnest_money') },
  {
    field: 'year_built',
    points: 2,
    text: 'Enter the year built.',
    isThere: filled('year_built'),
    isFor: isHouse,
  },
  { field: 'parcel', points: 1, text: 'Enter the parcel number.', isThere: filled('parcel') },
  { field: 'title', points: 1, text: 'Give it a title.', isThere: filled('title') },
  {
    field: 'documents',
    points: 1,
    text: 'Add a document, for example the survey.',
    isThere: (_, { documents }) => documents > 0,
  },
]

export function completenessOf(fields: DealFields, things: ListedThings): Completeness {
  const isFor = (part: Part) => part.isFor?.(fields) ?? true
  const parts = [...REQUIRED, ...HELPFUL].filter(isFor)
  const missing = parts.filter((part) => !part.isThere(fields, things))
  const pointsOf = (some: readonly Part[]) => some.reduce((sum, { points }) => sum + points, 0)
  const isRequired = (part: Part) => REQUIRED.includes(part)
  return {
    // Rounded down, so that 100 is said only of what lacks nothing.
    score: Math.floor((100 * (pointsOf(parts) - pointsOf(missing))) / pointsOf(parts)),
    required: Object.fromEntries(missing.filter(isRequired).map(({ field, text }) => [field, text])),
    advice: missing
      .filter((part) => !isRequired(part))
      .map(({ field, text, points }) => ({ field, text, points }))
      .toSorted((a, b) => b.points - a.points),
  }
}

/** What contradicts itself, by field. A draft may; a deal that others see may not. */
export function contradictionsOf(fields: DealFields): Readonly<Record<string, string>> {
  const { repair_min: min, repair_max: max, half_baths: halves, baths } = fields
  const found: Record<string, string> = {}
  if (min !== null && max !== null && min > max)
    found.repair_max = 'The most that repairs will cost must not be below the least.'
  if (halves !== null && baths === null) found.half_baths = 'Enter the full bathrooms as well.'
  if (fields.state === '' && fields.zip !== '') found.state = 'Choose the state.'
  return found
}

/** Every reason not to show the deal to buyers, by field. */
export const publishProblems = (
  fields: DealFields,
  things: ListedThings,
): Readonly<Record<string, string>> => ({
  ...outsideMarkets(fields, things),
  ...contradictionsOf(fields),
  ...completenessOf(fields, things).required,
})

function outsideMarkets({ state }: DealFields, { markets = [] }: ListedThings): Record<string, string> {
  if (markets.length === 0 || state === '' || markets.includes(state)) return {}
  const names = markets.map((abbr) => STATE_BY_ABBR.get(abbr)?.name ?? abbr)
  return { state: `Deals are listed here in ${names.join(', ')} only.` }
}
