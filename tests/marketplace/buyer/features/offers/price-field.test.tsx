import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PriceField } from '#marketplace/buyer/features/offers/price-field.tsx'

const markup = (value: string) =>
  renderToStaticMarkup(
    <PriceField
      value={value}
      error={null}
      deal={{ askUsd: 164_500, arvUsd: 209_000 }}
      math={null}
      maoUsd={120_000}
      onChange={() => {}}
    />,
  )
const attribute = (html: string, input: string, name: string) =>
  new RegExp(`<input[^>]*${input}[^>]*>`).exec(html)?.[0].match(new RegExp(`${name}="([^"]*)"`))?.[1]

test('an untyped price is not an amount, neither in the field nor for a screen reader on the slider', () => {
  const html = markup('')
  expect(attribute(html, 'inputMode="decimal"', 'value')).toBe('')
  expect(attribute(html, 'inputMode="decimal"', 'placeholder')).toBeUndefined()
  expect(attribute(html, 'type="range"', 'aria-valuetext')).toBe('No price yet')
})

test('a typed price is in both', () => {
  const html = markup('140,000')
  expect(attribute(html, 'inputMode="decimal"', 'value')).toBe('140,000')
  expect(attribute(html, 'type="range"', 'aria-valuetext')).toBe('$140,000')
})
