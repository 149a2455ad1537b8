/** How the calculator says its figures. */
import { formatMoney } from '#shared/format/money.ts'

export interface Figure {
  readonly label: string
  readonly unit: 'usd' | 'percent' | 'ratio'
  /** Null when it cannot be known. */
  readonly value: number | null
  /** `$184,500`, `12.4%`, `1.25`; a dash when it is not known. */
  readonly text: string
  /** With the numbers in it and the result at its end, or what is missing. */
  readonly formula: string
}

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Whole amounts; a dash for what is not known. */
export const money = (value: number): string =>
  Number.isNaN(value) ? '—' : formatMoney(Math.sign(value) * Math.round(Math.abs(value)))

export const percent = (value: number): string => `${PERCENT.format(value).replace('-', '−')}%`
export const share = (value: number): string => NUMBER.format(value).replace('-', '−')

export function figure(label: string, unit: Figure['unit'], value: number | null, words: string): Figure {
  if (value === null || !Number.isFinite(value))
    return { label, unit, value: null, text: '—', formula: words }
  const text = unit === 'usd' ? money(value) : unit === 'percent' ? percent(value) : share(value)
  return { label, unit, value: value + 0, text, formula: `${words} = ${text}` }
}

/** Of a share: what is divided by what, or what is missing. */
export function ratioWords(
  what: string,
  part: number | null,
  of: string,
  whole: number,
  unknown: string,
): string {
  if (part === null) return unknown
  // Unknown is NaN, which is not <= 0: the words then have a dash.
  return whole <= 0 ? `There is no ${of}.` : `${what} ${money(part)} ÷ ${of} ${money(whole)}`
}
