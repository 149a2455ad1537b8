// @vitest-environment happy-dom
/** The trend of prices around a deal. */
import { expect, test } from 'vitest'
import { Trend } from '#marketplace/buyer/features/deal/trend.tsx'
import { render } from '#tests/support/render.tsx'

test('its two ends are months in words', async () => {
  const points = [
    { month: '2024-11', price_per_sqft: 154 },
    { month: '2026-10', price_per_sqft: 162 },
  ]
  const box = await render(<Trend points={points} source={null} />)
  expect([...box.querySelectorAll('figure > p span')].map((end) => end.textContent)).toEqual([
    'Nov 2024',
    'Oct 2026',
  ])
  expect(box.querySelector('svg')?.getAttribute('aria-label')).toBe(
    'Price per square foot from $154 in Nov 2024 to $162 in Oct 2026',
  )
})
