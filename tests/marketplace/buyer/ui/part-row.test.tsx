// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { PartRow } from '#marketplace/buyer/ui/match/why-dialog.tsx'
import { render, the } from '#tests/support/render.tsx'

test.each([
  [10, '40%'],
  [25, '100%'],
  [26, '100%'],
])('the bar of %d points of 25 is %s wide', async (points, width) => {
  const box = await render(<PartRow label="Location" points={points} most={25} lines={[]} />)
  expect(the<HTMLElement>(box, '[aria-hidden] > span').style.width).toBe(width)
})
