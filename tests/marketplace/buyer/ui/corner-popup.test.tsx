// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Corner, CornerPopup } from '#marketplace/buyer/ui/corner-popup.tsx'

/** Spec section 9. */
const CORNERS: readonly Corner[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right']

test.each(CORNERS)('a popup stands in its corner: %s', (corner) => {
  document.body.innerHTML = renderToStaticMarkup(
    <CornerPopup corner={corner} aria-label="Update">
      New version
    </CornerPopup>,
  )
  const popup = document.querySelector('section')
  const sides = [...(popup?.classList ?? [])].flatMap(
    (name) => /^(top|bottom|left|right)-/.exec(name)?.[1] ?? [],
  )
  expect(new Set(sides)).toEqual(new Set(corner.split('-')))
  expect(popup?.getAttribute('aria-label')).toBe('Update')
})
