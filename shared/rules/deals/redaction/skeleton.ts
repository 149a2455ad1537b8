/**
 * A text as it is read rather than as it is written: without accents, invisible signs, look-alike letters of other alphabets and markup,
 * in small letters. Every sign knows where in the text it came from.
 */

export interface Skeleton {
  readonly text: string
  /** Of each sign: where it begins in the original. */
  readonly starts: readonly number[]
}

export interface Token {
  readonly word: string
  /** In the skeleton. */
  readonly start: number
  readonly end: number
  /** In the original it begins with a capital letter. */
  readonly isCapital: boolean
}

/** Letters that look like a Latin one and that Unicode does not take apart. */
const ALIKE: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ї: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ь: 'b',
  г: 'r',
  п: 'n',
  и: 'u',
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  ʏ: 'y',
  ᴀ: 'a',
  ᴇ: 'e',
  ᴍ: 'm',
  ᴏ: 'o',
  ᴘ: 'p',
  ᴛ: 't',
  ᴜ: 'u',
  ꜱ: 's',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '’': "'",
  '‘': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '″': '"',
  º: '°',
  '˚': '°',
  '⁄': '/',
  '∕': '/',
  '．': '.',
  '。': '.',
}
/** Accents, and what takes no room. */
const UNSEEN = /[\p{M}\p{Cf}]|[\u115f\u1160\u3164\uffa0]/u
const SPACE = /\s/u

/** What reads like a sign: none for an invisible one, two for a ligature. */
function foldedSigns(sign: string): string {
  if (sign >= '0' && sign <= 'z' && sign.length === 1) return sign.toLowerCase()
  if (UNSEEN.test(sign)) return ''
  if (SPACE.test(sign)) return sign === '\n' ? '\n' : ' '
  const known = ALIKE[sign] ?? ALIKE[sign.toLowerCase()]
  if (known !== undefined) return known
  return [...sign.normalize('NFKD')]
    .filter((part) => !UNSEEN.test(part))
    .map((part) => ALIKE[part] ?? ALIKE[part.toLowerCase()] ?? part.toLowerCase())
    .join('')
}

export const skeletonOf = (text: string, isHtml = false): Skeleton => {
  const starts: number[] = []
  let skeleton = ''
  for (let at = 0; at < text.length; ) {
    const [signs, length] = (isHtml && markupAt(text, at)) || plainAt(text, at)
    skeleton += signs
    for (let unit = 0; unit < signs.length; unit++) starts.push(at)
    at += length
  }
  return { text: skeleton, starts }
}

type Read = readonly [signs: string, length: number]

function plainAt(text: string, at: number): Read {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return [foldedSigns(sign), sign.length]
}

const TAG = /<\/?([a-z][a-z0-9]*)\b[^>]*>/iy
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/iy
/** Tags within a word that do not part it. */
const INLINE = new Set([
  'a',
  'b',
  'em',
  'i',
  'strong',
  'span',
  'u',
  's',
  'small',
  'font',
  'mark',
  'sub',
  'sup',
])
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  deg: '°',
  ndash: '-',
  mdash: '-',
}
const CODE_POINT_MAX = 0x10ffff

function markupAt(text: string, at: number): Read | null {
  TAG.lastIndex = at
  const tag = TAG.exec(text)
  if (tag) return [INLINE.has(tag[1]?.toLowerCase() ?? '') ? '' : '\n', tag[0].length]
  ENTITY.lastIndex = at
  const entity = ENTITY.exec(text)
  if (!entity) return null
  const [whole, decimal, hex, name] = entity
  if (name !== undefined) {
    const sign = NAMED[name.toLowerCase()]
    return sign === undefined ? null : [sign, whole.length]
  }
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return [code <= CODE_POINT_MAX ? foldedSigns(String.fromCodePoint(code)) : '', whole.length]
}

export const tokensOf = ({ text, starts }: Skeleton, original: string): Token[] =>
  [...text.matchAll(/[a-z0-9]+/g)].map(({ 0: word, index: start }) => {
    const first = original.charAt(starts[start] ?? 0)
    return {
      word,
      start,
      end: start + word.length,
      isCapital: first !== first.toLowerCase() || (first >= '0' && first <= '9' && /[a-z]/.test(word)),
    }
  })
