/** Whether an address asks for deals at all: it has at least one key of the browse page. */
import { CHOICE_KEYS, RANGE_KEYS } from './filter.ts'

/** Keys of the address; others are somebody else's business. */
const KEYS: ReadonlySet<string> = new Set([
  ...RANGE_KEYS,
  ...CHOICE_KEYS,
  'v',
  'status',
  'only',
  'seller',
  'place',
  'bounds',
  'area',
  'q',
  'sort',
  'map',
  'view',
])

export const asksForDeals = (search: URLSearchParams): boolean =>
  [...search.keys()].some((key) => KEYS.has(key))
