/** The accent color of an installation: whether texts in it can be read (WCAG 2, 4.5:1), and the style sheet that puts it in place of the product's. */

const LEAST = 4.5
const WHITE = '#ffffff'
/** The tokens of the dark theme: its surface, and the text on its accent. */
const DARK_SURFACE = '#161b1d'
const DARK_ON_ACCENT = '#03141b'
const DARK_SOFT_2 = 0.24
const HEX = /^#[0-9a-f]{6}$/i

type Theme = 'light' | 'dark'

/** Null for a color that can be read. On light pages it is under white text and is text on white; on dark ones text on near-black. */
export function accentFault(color: string, theme: Theme): string | null {
  if (!HEX.test(color)) return 'Enter a color like #0b6477.'
  const [surface, remedy] = theme === 'light' ? [WHITE, 'darker'] : [DARK_SURFACE, 'lighter']
  const ratio = contrast(color, surface)
  if (ratio >= LEAST) return null
  const words = theme === 'light' ? 'White text on this color' : 'This color on a dark page'
  return `${words} is hard to read: its contrast is ${ratio.toFixed(1)} to 1 and must be at least 4.5 to 1. Choose a ${remedy} color.`
}

/** `dark` null: as light as it must be to be read. Both colors are without fault. */
export function accentStyles(light: string, dark: string | null): string {
  const onDark = rules(darkTokens(dark ?? readable(light, DARK_SURFACE, WHITE)))
  return `:root{${rules(lightTokens(light))}}
@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${onDark}}}
:root[data-theme="dark"]{${onDark}}
`
}

const rules = (tokens: Readonly<Record<string, string>>) =>
  Object.entries(tokens)
    .map(([name, value]) => `--color-${name}:${value}`)
    .join(';')

function lightTokens(accent: string): Record<string, string> {
  const soft2 = mix(accent, WHITE, 0.82)
  return {
    accent,
    'accent-hover': mix(accent, '#000000', 0.14),
    'accent-active': mix(accent, '#000000', 0.28),
    'on-accent': WHITE,
    'accent-text': readable(accent, soft2, '#000000'),
    'accent-soft': mix(accent, WHITE, 0.91),
    'accent-soft-2': soft2,
    'accent-line': mix(accent, WHITE, 0.55),
    'bubble-out': accent,
    'bubble-out-text': WHITE,
    'bubble-out-meta': readable(mix(accent, WHITE, 0.8), accent, WHITE),
  }
}

function darkTokens(accent: string): Record<string, string> {
  const soft2 = mix(DARK_SURFACE, accent, DARK_SOFT_2)
  const bubble = readable(accent, WHITE, '#000000')
  return {
    accent,
    'accent-hover': mix(accent, WHITE, 0.16),
    'accent-active': mix(accent, '#000000', 0.06),
    'on-accent': DARK_ON_ACCENT,
    'accent-text': readable(accent, soft2, WHITE),
    'accent-soft': mix(DARK_SURFACE, accent, 0.14),
    'accent-soft-2': soft2,
    'accent-line': mix(DARK_SURFACE, accent, 0.45),
    'bubble-out': bubble,
    'bubble-out-text': WHITE,
    'bubble-out-meta': readable(mix(bubble, WHITE, 0.8), bubble, WHITE),
  }
}

/** The color nearest to this one that can be read on the surface, on its way to black or white. */
function readable(color: string, surface: string, end: string): string {
  const steps = Array.from({ length: 51 }, (_, step) => mix(color, end, step / 50))
  return steps.find((one) => contrast(one, surface) >= LEAST) ?? end
}

/** By relative luminance, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [more, less] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (more + 0.05) / (less + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((byte) => {
    const part = byte / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** `share` of the way from one to the other. */
function mix(one: string, other: string, share: number): string {
  const to = channels(other)
  const parts = channels(one).map((byte, index) => Math.round(byte + ((to[index] ?? 0) - byte) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
