/**
 * The tokens that a stylesheet reads, light and dark, for one too small to carry all of them. What is the same in both stands where it is
 * read; colors are written as sRGB bytes, which every color of the tokens is.
 */
import { readFileSync } from 'node:fs'

const TOKENS = new URL('../../shared/ui/tokens.css', import.meta.url)

export function withTokens(css: string, file = readFileSync(TOKENS, 'utf8')): string {
  const tokens = file.replace(/\/\*[\s\S]*?\*\//g, '')
  const [light, dark] = [block(tokens, /:root, :host \{/), block(tokens, /\[data-theme="dark"\], :host/)]
  const out = css.replace(/var\((--[\w-]+)\)/g, (read, name: string) =>
    dark.has(name) ? read : (light.get(name) ?? read),
  )
  const wanted = new Set([...out.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
  const declared = (values: Map<string, string>) =>
    [...values].flatMap(([name, value]) => (wanted.has(name) ? `${name}:${value}` : [])).join(';')
  const dim = `--scheme:dark;${declared(dark)}`
  return `:host{--scheme:light;${declared(light)}}:host([data-theme=dark]){${dim}}@media(prefers-color-scheme:dark){:host(:not([data-theme=light])){${dim}}}${out}`
}

function block(tokens: string, start: RegExp): Map<string, string> {
  const at = tokens.search(start)
  if (at < 0) throw new Error(`tokens.css: ${start} is not there`)
  const body = tokens.slice(tokens.indexOf('{', at) + 1, tokens.indexOf('}', at))
  return new Map(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, short(value)]),
  )
}

const short = (value: string): string =>
  value
    .replace(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)/g, (_, ...parts) =>
      hex(parts.slice(0, 4).map(Number)),
    )
    .replace(/\b0\./g, '.')
    .replace(/, /g, ',')

/** By CSS Color 4: OKLCH to OKLab, to linear light, to sRGB. */
function hex([percent = 0, chroma = 0, hue = 0, alpha = Number.NaN]: number[]): string {
  const [lightness, angle] = [percent / 100, (hue * Math.PI) / 180]
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const parts = [...linear.map(gamma), ...(Number.isNaN(alpha) ? [] : [alpha])]
  const digits = parts.map((part) =>
    Math.round(255 * Math.min(1, Math.max(0, part)))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.every(([one, two]) => one === two) ? digits.map(([one]) => one).join('') : digits.join('')}`
}

const gamma = (part: number): number => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
