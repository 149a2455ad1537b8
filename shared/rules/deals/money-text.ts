/** Money as people type it: `150k`, `1.2m`, `$150,000` (checklist BRW-23, BRW-49). */

const SCALES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 }
const MONEY = /^(-{0,2})((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(k|m|mm|b|thousand|million|billion)?$/

/** Whole dollars and cents; null for a blank text, NaN for one that is no amount. */
export function parseMoney(text: string): number | null {
  const plain = text
    .toLowerCase()
    .replace(/[\s_€£]|(us|ca|au?|nz)?\$|usd|dollars?/g, '')
    .replace('−', '-')
  if (plain === '') return null
  const [, minus = '', digits = '', scale = ''] = MONEY.exec(plain) ?? []
  if (digits === '') return Number.NaN
  const value = Number(digits.replaceAll(',', '')) * (SCALES[scale[0] === 't' ? 'k' : (scale[0] ?? '')] ?? 1)
  return Math.round((minus ? -value : value) * 100) / 100
}
