// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { buttonNamed, doing, press, render, the, type } from '#tests/support/render.tsx'

const close = vi.fn()
beforeEach(() => close.mockReset())

const form = (isKept = false) => (
  <Modal title="Report" onClose={close} keepsInput={isKept}>
    <input name="first" />
    <input name="second" />
    <input name="email" type="email" autoComplete="username" />
    <input name="password" type="password" />
    <textarea name="details" />
  </Modal>
)

/** As a browser tells it: the field has the focus before it changes. */
async function fill(box: HTMLElement, name: string, text: string) {
  const field = the<HTMLInputElement>(box, `[name=${name}]`)
  await doing(() => field.focus())
  await type(field, text)
}
const leave = (box: HTMLElement) => press(the(box, 'dialog'), 'Escape')
const questions = (box: HTMLElement) => box.querySelectorAll('dialog').length - 1

test('Words typed into a dialog are asked about before it closes, on the answer that keeps them', async () => {
  const box = await render(form())
  await fill(box, 'details', 'The photos are of another house.')
  await leave(box)
  expect(close).not.toHaveBeenCalled()
  expect(document.activeElement?.textContent).toBe('Keep editing')
  await doing(() => buttonNamed(box, 'Keep editing').click())
  expect(questions(box)).toBe(0)
  expect(close).not.toHaveBeenCalled()
  await doing(() => buttonNamed(box, 'Close').click())
  await doing(() => buttonNamed(box, 'Discard').click())
  expect(close).toHaveBeenCalledOnce()
})

test.each([
  { name: 'nothing', fields: [] },
  { name: 'a login', fields: ['email', 'password'] },
])('$name closes unasked', async ({ fields }) => {
  const box = await render(form())
  for (const field of fields) await fill(box, field, 'typed')
  await leave(box)
  expect(close).toHaveBeenCalledOnce()
})

test('A short field is asked about, and no more once it is as it was', async () => {
  const box = await render(form())
  await fill(box, 'second', 'typed')
  await leave(box)
  expect(questions(box)).toBe(1)
  await doing(() => buttonNamed(box, 'Keep editing').click())
  await fill(box, 'second', '')
  await leave(box)
  expect(close).toHaveBeenCalledOnce()
})

test('A dialog that keeps its input closes unasked', async () => {
  const box = await render(form(true))
  await fill(box, 'details', 'Is the title clear?')
  await leave(box)
  expect(close).toHaveBeenCalledOnce()
})
