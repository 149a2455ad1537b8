// @vitest-environment happy-dom
/** A dialog of the seller app whose code comes when it is opened. */
import { type ComponentType, Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyDialog } from '#marketplace/seller/ui/lazy-dialog.tsx'
import { buttonNamed, doing, render } from '#tests/support/render.tsx'

const Help = ({ onClose }: { onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    Close the help
  </button>
)

function Page({ Dialog }: { Dialog: ComponentType<{ onClose: () => void }> }) {
  const [isOpen, setOpen] = useState(false)
  const [, draw] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => draw((times) => times + 1)}>
        Draw again
      </button>
      <Suspense>{isOpen ? <Dialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}

/** A page with a dialog whose code is lost as often as said. */
async function page(losses: number) {
  const load = vi.fn(async () => ({ default: Help }))
  for (let lost = 0; lost < losses; lost++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Dialog = lazyDialog('Keyboard', load)
  const box = await render(<Page Dialog={Dialog} />)
  const press = (name: string) => doing(() => buttonNamed(document.body, name).click())
  return { load, press, words: () => box.ownerDocument.body.textContent }
}

test('code that was lost is loaded again by the next press', async () => {
  const { load, press, words } = await page(1)
  await press('Open')
  await vi.waitFor(() => expect(words()).toContain('could not be loaded'))
  await press('Draw again')
  expect(load).toHaveBeenCalledTimes(1)
  await press('Close')
  await press('Open')
  await vi.waitFor(() => expect(words()).toContain('Close the help'))
  expect(load).toHaveBeenCalledTimes(2)
})

test('code that has come is not loaded again', async () => {
  const { load, press, words } = await page(0)
  await press('Open')
  await vi.waitFor(() => expect(words()).toContain('Close the help'))
  await press('Close the help')
  await press('Open')
  await vi.waitFor(() => expect(words()).toContain('Close the help'))
  expect(load).toHaveBeenCalledTimes(1)
})
