/** What else leads to a house: its parcel's number however it is punctuated, codes of a place, links to maps and to other listings. */
import type { ReadText, Span } from './read-text.ts'
import type { StreetPlace } from './street-name.ts'

/** Of whatever place. */
export const codeSpans = ({ skeleton: { text } }: ReadText): Span[] =>
  MAY_HAVE.test(text) ? [...labeledSpans(text), ...ANYWHERE.flatMap((pattern) => spansOf(text, pattern))] : []

export function ownCodeSpans({ skeleton: { text }, dense }: ReadText, { parcel, zip }: StreetPlace): Span[] {
  if (!MAY_HAVE.test(text)) return []
  return [
    ...parcelSpans(text, dense, parcel ?? ''),
    ...spansOf(text, ZIP_PLUS_4).filter(([start]) => text.startsWith(zip?.slice(0, 5) || '-', start)),
  ]
}

/** Most titles have none. */
const MAY_HAVE = /[+/:]|\.[a-z]|\d{3}|\d[a-z]{1,8}\d|lo?t\s?\d/
const ZIP_PLUS_4 = /(?<!\d)\d{5}-\d{4}(?!\d)/g
/** A parcel by what it is called. */
const LABELED =
  /(?<![a-z])((?:apn|parcel(?:\s?(?:id|no|number|#))?|folio|tax\s?id|account\s(?:no|number)|geo\s?id|hcad)[\s.:#]{1,4})[a-z]?\d[a-z0-9]*(?:[.\-\s]{1,2}\d[a-z0-9]*)*/g

/** Without the label; fewer than three digits in a row are none. */
const labeledSpans = (text: string): Span[] =>
  [...text.matchAll(LABELED)].flatMap(({ 0: whole, 1: label = '', index }): Span[] =>
    /\d{3}/.test(whole) ? [[index + label.length, index + whole.length]] : [],
  )

const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: { length }, index }) => [index, index + length])

/** Of whatever place: nobody writes them about anything but where a house is. */
const ANYWHERE: readonly RegExp[] = [
  // A plus code: digits and letters without vowels, with at least one letter.
  /(?<![a-z0-9])(?=[0-9+]*[a-z])(?:[23456789cfghjmpqrvwx]{4,8}\+|[23456789cfghjmpqrvwx]{8}\s?\+\s?)[23456789cfghjmpqrvwx]{2,3}(?![a-z0-9])/g,
  // what3words: `///filled.count.soap`
  /(?<![:/])\/{3}\s?\p{L}{2,}\s?[.。]\s?\p{L}{2,}\s?[.。]\s?\p{L}{2,}/gu,
  // The same without slashes; an address on the web is none.
  /(?<![a-z0-9./@_-])(?!www\.)[a-z]{3,}\.[a-z]{3,}\.(?!(?:com|net|org|biz|info|gov|edu|realty|homes|house)(?![a-z]))[a-z]{3,}(?![a-z0-9@/_-]|\.[a-z])/g,
  /(?:what3words|w3w)(?:\.com|\.co)?[\s:/]{0,3}\p{L}{2,}\.\p{L}{2,}\.\p{L}{2,}/gu,
  // A military grid.
  /(?<![a-z0-9])\d{1,2}[c-hj-np-x]\s?[a-hj-np-z]{2}\s?\d{4,5}\s?\d{4,5}(?![a-z0-9])/g,
  // Meters from the edges of a zone (UTM): `15R 270700 3297600`.
  /(?<![a-z0-9])\d{1,2}\s?[c-hj-np-x][\s,]{1,3}(?:e\s?)?\d{6}(?:\.\d+)?\s?m?e?[\s,/]{1,3}(?:n\s?)?\d{7}(?:\.\d+)?\s?m?n?(?![a-z0-9])/g,
  /(?<![a-z])geohash[\s:]{1,3}[0-9a-z]{5,12}(?![a-z0-9])/g,
  // The same without the label: eight signs or more of a square in the United States.
  /(?<![a-z0-9])(?=(?:[a-z]*\d){2})(?=(?:\d*[a-z]){3})[89bcdf][0-9b-hjkmnp-z]{7,11}(?![a-z0-9])/g,
  // A legal description.
  /(?<![a-z])lo?t\s?\d+[a-z]?[\s,]{1,3}(?:block|blk)\s?[a-z0-9]+/g,
  // Links to maps, and to listings that have the address.
  /(?:https?:\/\/)?(?:www\.)?(?:maps\.app\.goo\.gl|goo\.gl\/maps|(?:maps\.)?google\.[a-z.]{2,6}\/maps|maps\.google\.[a-z.]{2,6}|maps\.apple\.com|bing\.com\/maps|openstreetmap\.org|osm\.org|waze\.com|w3w\.co|what3words\.com|plus\.codes|zillow\.com|redfin\.com|realtor\.com|trulia\.com|homes\.com|har\.com|loopnet\.com)\/[^\s<>"')]+/g,
]

const PARCEL_MIN_LENGTH = 5
/** So much of the digits in a row is the parcel, though its county or its book was left out. */
const PART_MIN_DIGITS = 7
const MANY_DIGITS = /(?<![$€£\d])\d(?:[^a-z0-9\n$€£]{0,2}\d){6,}/g
const AMOUNT = /^\d{1,3}(?:,\d{3})+$/
const UP_TO_3 = '[^a-z0-9\\n]{0,3}'

function parcelSpans(text: string, dense: string, parcel: string): Span[] {
  const signs = parcel.toLowerCase().replace(/[^a-z0-9]/g, '')
  const digits = signs.replace(/\D/g, '')
  if (digits.length < PARCEL_MIN_LENGTH || new Set(digits).size < 2) return []
  const parts = spansOf(text, MANY_DIGITS).filter(([start, end]) => {
    const found = text.slice(start, end).replace(/\D/g, '')
    return found.length >= PART_MIN_DIGITS && digits.includes(found)
  })
  const whole = dense.includes(signs) ? spansOf(text, patternOf(signs)) : []
  return [...whole, ...parts].filter(([start, end]) => !AMOUNT.test(text.slice(start, end)))
}

const patternOf = (signs: string): RegExp =>
  new RegExp(
    `(?<![0-9$€£]|[$€£\\d][.,])${[...signs].join(UP_TO_3)}(?![a-z0-9]|[.,]\\d|\\s?(?:sq|sf\\b|acre))`,
    'g',
  )
