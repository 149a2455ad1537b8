// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { ResetButton } from '#marketplace/kit/two-step/reset-button.tsx'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { buttonNamed, doing, render } from '#tests/support/render.tsx'

const act = vi.fn()
const focused = () => document.activeElement?.textContent

test.each([{ isDanger: true }, { isDanger: false }])('A question opens on its way out: %o', async (look) => {
  await render(
    <ConfirmDialog title="Delete it?" confirmLabel="Delete" {...look} onConfirm={act} onCancel={act}>
      It is deleted for good.
    </ConfirmDialog>,
  )
  expect(focused()).toBe('Cancel')
})

test('A third way is not where a question opens, though it comes first', async () => {
  const third = { label: 'Discard draft', onPress: act }
  await render(
    <ConfirmDialog
      title="Leave this offer"
      confirmLabel="Keep draft and leave"
      cancelLabel="Stay"
      third={third}
      onConfirm={act}
      onCancel={act}
    >
      It is not sent yet.
    </ConfirmDialog>,
  )
  expect(document.querySelector('dialog button')?.textContent).toBe('Discard draft')
  expect(focused()).toBe('Stay')
})

test('Resetting the two-step login of a person opens on Cancel', async () => {
  const box = await render(
    <ResetButton name="Ada" onReset={async () => act()}>
      Reset two-step login
    </ResetButton>,
  )
  await doing(() => buttonNamed(box, 'Reset two-step login').click())
  expect(focused()).toBe('Cancel')
})
