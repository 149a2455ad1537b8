/** How people spell the number of a house: 1418 is “fourteen eighteen”, “one four one eight”, “fourteen hundred and eighteen”. */

const ONES = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
const TEENS = 'sixteen seventeen eighteen nineteen'
const SMALL = `${ONES} ${TEENS}`.split(' ')
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SMALL_END = 20
const HUNDRED = 100
const THOUSAND = 1000
const SPELLED_MAX = 99_999

/** Words that a spelled number is made of. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set([
  ...SMALL,
  ...TENS.filter((word) => word !== ''),
  'oh',
  'hundred',
  'thousand',
])

/** Without `and`, in small letters and with one blank between words; none for what is no number of a house. */
export function spellingsOf(digits: string): string[] {
  if (!/^[1-9]\d{0,4}$/.test(digits) || Number(digits) > SPELLED_MAX) return []
  const number = Number(digits)
  const single = [...digits].map((digit) => SMALL[Number(digit)] ?? '').join(' ')
  const spoken = new Set([single, single.replaceAll('zero', 'oh'), wholeOf(number)])
  const [left, right] = [Math.floor(number / HUNDRED), number % HUNDRED]
  if (left > 0 && left < HUNDRED) {
    spoken.add(`${belowHundred(left)} ${pairOf(right)}`)
    spoken.add(`${belowHundred(left)} hundred ${right === 0 ? '' : belowHundred(right)}`.trim())
  }
  return [...spoken]
}

/** The last two digits as they are read in a pair: `oh five`, `hundred`. */
function pairOf(number: number): string {
  if (number === 0) return 'hundred'
  return number < 10 ? `oh ${SMALL[number] ?? ''}` : belowHundred(number)
}

function belowHundred(number: number): string {
  if (number < SMALL_END) return SMALL[number] ?? ''
  const rest = number % 10
  return `${TENS[Math.floor(number / 10)] ?? ''}${rest === 0 ? '' : ` ${SMALL[rest] ?? ''}`}`
}

function wholeOf(number: number): string {
  const [thousands, hundreds, rest] = [
    Math.floor(number / THOUSAND),
    Math.floor((number % THOUSAND) / HUNDRED),
    number % HUNDRED,
  ]
  return [
    thousands === 0 ? '' : `${belowHundred(thousands)} thousand`,
    hundreds === 0 ? '' : `${SMALL[hundreds] ?? ''} hundred`,
    rest === 0 ? '' : belowHundred(rest),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
)

/** `24th` is also “twenty fourth” and “24”; null for what is no ordinal. */
export function ordinalSpellings(word: string): string[] | null {
  const digits = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(word)?.[1]
  const number = digits === undefined ? ORDINALS.indexOf(word) + 1 : Number(digits)
  if (number === 0) return null
  return [...new Set([word, ordinalOf(number), spelledOrdinal(number)])].filter((one) => one !== '')
}

function ordinalOf(number: number): string {
  const last = number % 10
  const isTeen = Math.floor((number % HUNDRED) / 10) === 1
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th')
  return `${number}${ending}`
}

function spelledOrdinal(number: number): string {
  if (number <= ORDINALS.length) return ORDINALS[number - 1] ?? ''
  if (number < SMALL_END) return `${SMALL[number] ?? ''}th`
  if (number >= HUNDRED) return ''
  const rest = number % 10
  const tens = TENS[Math.floor(number / 10)] ?? ''
  return rest === 0 ? `${tens.slice(0, -1)}ieth` : `${tens} ${ORDINALS[rest - 1] ?? ''}`
}
