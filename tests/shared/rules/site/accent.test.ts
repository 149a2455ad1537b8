/** The colors of an installation: which ones are refused, and that all that is made of one can be read. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentFault, accentStyles, contrast } from '#shared/rules/site/accent.ts'

it.each([
  ['#086079', 'light', null],
  [
    '#FFEE00',
    'light',
    /^White text on this color is hard to read: its contrast is 1\.2 to 1 .* darker color\.$/,
  ],
  ['#ffffff', 'light', /contrast is 1\.0 to 1/],
  ['#000000', 'light', null],
  ['#0b1f33', 'dark', /^This color on a dark page is hard to read: .* lighter color\.$/],
  ['#9ad0e6', 'dark', null],
  ['red', 'light', 'Enter a color like #0b6477.'],
  ['#12', 'dark', 'Enter a color like #0b6477.'],
] as const)('%s on %s pages', (color, theme, fault) => {
  const said = accentFault(color, theme)
  if (fault instanceof RegExp) expect(said).toMatch(fault)
  else expect(said).toBe(fault)
})

it('measures contrast as WCAG 2 does', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
  .filter((color) => accentFault(color, 'light') === null)

it('every color that is taken gives texts and buttons that can be read, on light pages and dark ones', () => {
  fc.assert(
    fc.property(hex, (color) => {
      const [light = '', dark = ''] = accentStyles(color, null).split('@media')
      for (const rules of [light, dark.split('\n')[0] ?? '']) {
        const of = (name: string) =>
          new RegExp(`--color-${name}:(#[0-9a-f]{6})`).exec(rules)?.[1] ?? '#000000'
        for (const [text, surface] of [
          ['on-accent', 'accent'],
          ['accent-text', 'accent-soft-2'],
          ['accent-text', 'accent-soft'],
          ['bubble-out-text', 'bubble-out'],
          ['bubble-out-meta', 'bubble-out'],
        ] as const)
          expect(contrast(of(text), of(surface)), `${color}: ${text} on ${surface}`).toBeGreaterThanOrEqual(
            4.5,
          )
      }
    }),
  )
})
