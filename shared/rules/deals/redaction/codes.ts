/** What else leads to a house: its parcel's number however it is punctuated, codes of a place, links to maps and to other listings. */
import type { Span } from './read-text.ts'
import type { StreetPlace } from './street-name.ts'

export const codeSpans = (text: string, { parcel, zip }: StreetPlace): Span[] => [
  ...parcelSpans(text, parcel ?? ''),
  ...ANYWHERE.flatMap((pattern) => spansOf(text, pattern)),
  ...(zip && /^\d{5}/.test(zip)
    ? spansOf(text, new RegExp(`(?<!\\d)${zip.slice(0, 5)}-\\d{4}(?!\\d)`, 'g'))
    : []),
]

const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: { length }, index }) => [index, index + length])

/** Of whatever place: nobody writes them about anything but where a house is. */
const ANYWHERE: readonly RegExp[] = [
  // A plus code: digits and letters without vowels, with at least one letter.
  /(?<![a-z0-9])(?=[0-9+]*[a-z])[23456789cfghjmpqrvwx]{4,8}\+[23456789cfghjmpqrvwx]{2,3}(?![a-z0-9])/g,
  // what3words: `///filled.count.soap`
  /(?<![:/])\/{3}\s?\p{L}{2,}[.。]\p{L}{2,}[.。]\p{L}{2,}/gu,
  /(?:what3words|w3w)(?:\.com|\.co)?[\s:/]{0,3}\p{L}{2,}\.\p{L}{2,}\.\p{L}{2,}/gu,
  // A military grid.
  /(?<![a-z0-9])\d{1,2}[c-hj-np-x]\s?[a-hj-np-z]{2}\s?\d{4,5}\s?\d{4,5}(?![a-z0-9])/g,
  /(?<![a-z])geohash[\s:]{1,3}[0-9a-z]{5,12}(?![a-z0-9])/g,
  // A parcel by its label, and a legal description.
  /(?<=(?<![a-z])(?:apn|parcel(?:\s?(?:id|no|number|#))?|folio|tax\s?id|account\s(?:no|number)|geo\s?id|hcad)[\s.:#]{1,4})(?=[a-z0-9.\-\s]*\d{3})[a-z]?\d[a-z0-9]*(?:[.\-\s]{1,2}\d[a-z0-9]*)*/g,
  /(?<![a-z])lo?t\s?\d+[a-z]?[\s,]{1,3}(?:block|blk)\s?[a-z0-9]+/g,
  // Links to maps, and to listings that have the address.
  /(?:https?:\/\/)?(?:www\.)?(?:maps\.app\.goo\.gl|goo\.gl\/maps|(?:maps\.)?google\.[a-z.]{2,6}\/maps|maps\.google\.[a-z.]{2,6}|maps\.apple\.com|bing\.com\/maps|openstreetmap\.org|osm\.org|waze\.com|w3w\.co|what3words\.com|plus\.codes|zillow\.com|redfin\.com|realtor\.com|trulia\.com|homes\.com|har\.com|loopnet\.com)\/[^\s<>"')]+/g,
]

const PARCEL_MIN_LENGTH = 5
/** So much of the digits in a row is the parcel, though its county or its book was left out. */
const PART_MIN_DIGITS = 7
const MANY_DIGITS = /(?:\d[^a-z\n]{0,3}){4}/
const AMOUNT = /^\d{1,3}(?:,\d{3})+$/
const UP_TO_3 = '[^a-z0-9\\n]{0,3}'

function parcelSpans(text: string, parcel: string): Span[] {
  if (!MANY_DIGITS.test(text)) return []
  const signs = parcel.toLowerCase().replace(/[^a-z0-9]/g, '')
  const digits = signs.replace(/\D/g, '')
  if (digits.length < PARCEL_MIN_LENGTH || new Set(digits).size < 2) return []
  const whole = new RegExp(
    `(?<![0-9$€£]|[$€£\\d][.,])${[...signs].join(UP_TO_3)}(?![a-z0-9]|[.,]\\d|\\s?(?:sq|sf\\b|acre))`,
    'g',
  )
  const part = [...text.matchAll(/(?<![$€£\d])\d(?:[^a-z0-9\n$€£]{0,2}\d){6,}/g)].flatMap(
    ({ 0: run, index }): Span[] => {
      const found = run.replace(/\D/g, '')
      return found.length >= PART_MIN_DIGITS && digits.includes(found) ? [[index, index + run.length]] : []
    },
  )
  return [...spansOf(text, whole), ...part].filter(([start, end]) => !AMOUNT.test(text.slice(start, end)))
}
