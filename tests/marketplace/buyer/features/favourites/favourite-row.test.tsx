// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { FavouriteRow } from '#marketplace/buyer/features/favourites/favourite-row.tsx'
import { type DealServices, DealServicesContext } from '#marketplace/buyer/platform/deal-services.ts'
import { buttonNamed, doing, press, render, the, type } from '#tests/support/render.tsx'

const KEPT = { property_id: 7, created_at: '2026-06-01T00:00:00.000Z', price: 200_000, labels: ['flip'] }

/** A favorite whose deal is not in the list. */
function row({ isAwaited = false } = {}) {
  const stores = Promise.resolve({ favourites: { ids: signal(new Set([7])) } } as unknown as DealServices)
  return render(
    <DealServicesContext value={() => stores}>
      <FavouriteRow
        favourite={{ kept: KEPT, deal: null }}
        isAwaited={isAwaited}
        address={null}
        isChosen={false}
        onChoose={() => {}}
        onLabel={async () => null}
      />
    </DealServicesContext>,
  )
}

test('Escape keeps labels that were typed; only Cancel discards them, and the focus goes back', async () => {
  const box = await row()
  const change = () => buttonNamed(box, 'Change labels: Deal 7')
  const field = () => box.querySelector<HTMLInputElement>('form input')
  await doing(() => change().click())
  await type(the<HTMLInputElement>(box, 'form input'), 'flip, north')
  await press(the(box, 'form input'), 'Escape')
  expect(field()?.value).toBe('flip, north')

  await doing(() => buttonNamed(box, 'Cancel').click())
  expect(document.activeElement).toBe(change())

  await doing(() => change().click())
  expect(field()?.value).toBe('flip')
  await press(the(box, 'form input'), 'Escape')
  expect(field()).toBeNull()
})

test.each([
  ['while the list of deals loads', true, 0],
  ['once it has come without the deal', false, 1],
])('%s a favorite has this many names', async (_when, isAwaited, names) => {
  const box = await row({ isAwaited })
  expect(box.querySelectorAll('a[href="/property/7"]')).toHaveLength(names)
})
