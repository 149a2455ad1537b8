/** Money as people type it and as chips and pins say it: `150k`, `1.2m`, `$150,000` (checklist BRW-23, BRW-49). */

const SCALES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 }
const MONEY = /^(-?)\$?(-?)((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(k|m|mm|b|thousand|million|billion)?$/

/** Whole dollars and cents; null for a blank text, NaN for one that is no amount. */
export function parseMoney(text: string): number | null {
  const plain = text.toLowerCase().replace(/[\s_]|usd|dollars?/g, '')
  if (plain === '') return null
  const [, minus = '', lateMinus = '', digits = '', scale = ''] = MONEY.exec(plain) ?? []
  if (digits === '') return Number.NaN
  const value = Number(digits.replaceAll(',', '')) * (SCALES[scale[0] === 't' ? 'k' : (scale[0] ?? '')] ?? 1)
  return Math.round((minus || lateMinus ? -value : value) * 100) / 100
}

/** `$850`, `$184.5K`, `$1.25M`: at most three digits after a sign, none lost to the letter's rounding. */
export function shortUsd(usd: number): string {
  const size = Math.abs(usd)
  const sign = usd < 0 ? '-' : ''
  if (Math.round(size) < 1000) return `${sign}$${Math.round(size)}`
  if (Math.round(size / 100) / 10 < 1000) return `${sign}$${trimmed(size / 1000, 1)}K`
  if (Math.round(size / 10_000) / 100 < 1000) return `${sign}$${trimmed(size / 1e6, 2)}M`
  return `${sign}$${trimmed(size / 1e9, 2)}B`
}

/** Without zeros that say nothing. */
const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits)))
