/**
 * Which design tokens a host page may set, and by which `--messenger-*` property. Run over the compiled stylesheet: a token becomes
 * `var(--messenger-accent, <its value>)`, in light and dark alike. What is derived from a property that may not be set stands in
 * messenger.css as `--own-*`: unset, it is invalid, and the token's own value holds.
 */

type Found = readonly [token: string, ...from: readonly string[]]

/** First that is set wins; the token's own value comes last. */
const TAKEN: readonly Found[] = [
  ['--color-accent', '--messenger-accent'],
  ['--color-accent-hover', '--own-accent-hover'],
  ['--color-accent-active', '--own-accent-active'],
  ['--color-accent-text', '--own-accent-text'],
  ['--color-accent-soft', '--own-accent-soft'],
  ['--color-accent-soft-2', '--own-accent-soft-2'],
  ['--color-accent-line', '--own-accent-line'],
  ['--color-on-accent', '--messenger-on-accent', '--own-on-accent'],
  ['--color-surface', '--messenger-surface'],
  ['--color-overlay', '--messenger-surface'],
  ['--color-sunken', '--own-hover'],
  ['--color-hover', '--own-hover'],
  ['--color-active', '--own-active'],
  ['--color-line', '--messenger-line', '--own-line'],
  ['--color-line-strong', '--own-line-strong'],
  ['--color-field', '--own-field'],
  ['--color-text', '--messenger-text', '--own-text'],
  ['--color-text-2', '--messenger-muted-text', '--own-text-2'],
  ['--color-text-3', '--messenger-muted-text', '--own-text-3'],
  ['--color-text-disabled', '--own-field'],
  ['--color-flag', '--messenger-badge'],
  ['--color-flag-text', '--own-flag-text'],
  ['--color-on-flag', '--messenger-on-badge', '--own-on-badge'],
  ['--color-danger-soft', '--own-danger-soft'],
  ['--color-danger-text', '--own-danger-text'],
  ['--color-warn-soft', '--own-warn-soft'],
  ['--color-warn-text', '--own-warn-text'],
  ['--color-gain-soft', '--own-gain-soft'],
  ['--color-gain-text', '--own-gain-text'],
  ['--color-bubble-out', '--messenger-own-bubble', '--messenger-accent'],
  ['--color-bubble-out-text', '--messenger-own-bubble-text', '--own-bubble-text'],
  ['--color-bubble-in', '--messenger-other-bubble', '--own-other-bubble'],
  [
    '--color-bubble-in-text',
    '--messenger-other-bubble-text',
    '--own-other-bubble-text',
    '--messenger-text',
    '--own-text',
  ],
  ['--color-ink', '--messenger-text', '--own-text'],
  ['--color-on-ink', '--messenger-surface'],
  ['--radius-xs', '--own-radius-xs'],
  ['--radius-sm', '--own-radius-sm'],
  ['--radius-md', '--messenger-radius'],
  ['--radius-lg', '--own-radius-lg'],
  ['--radius-bubble', '--messenger-bubble-radius'],
]

/** Throws when a token is not declared in `css`. */
export function takeFromPage(css: string): string {
  let out = css
  for (const [token, ...from] of TAKEN) {
    // Escaped by its last character: `--color-text` is not the beginning of `--color-text-2`.
    const declared = new RegExp(`(?<=[{;\\s])${token}:\\s*([^;}]+)`, 'g')
    const next = out.replace(declared, (_, value: string) => `${token}:${chain(from, value)}`)
    if (next === out) throw new Error(`messenger.css: the token ${token} is not declared any more`)
    out = next
  }
  return out
}

const chain = (from: readonly string[], value: string): string =>
  from.reduceRight((inner, name) => `var(${name},${inner})`, value)
