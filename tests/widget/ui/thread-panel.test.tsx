// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { buttonNamed, doing, render, the } from '#tests/support/render.tsx'
import { ThreadPanel } from '#widget/ui/thread/thread-panel.tsx'
import { FAILED, fakeStore, LOADING } from './fake-store.ts'

async function panel() {
  const fake = fakeStore()
  const box = await render(<ThreadPanel store={fake.store} name="Bayou" toEnd={{ current: () => {} }} />)
  return { ...fake, box }
}

test('exactly five bubbles stand in while messages load', async () => {
  const { box, threadLoad } = await panel()
  await doing(() => (threadLoad.value = LOADING))
  expect(box.querySelectorAll('.skeleton')).toHaveLength(5)
})

test('a thread without a message asks to write the first one', async () => {
  const { box } = await panel()
  expect(the(box, 'h2').textContent).toBe('No messages yet')
})

test('a thread that could not be loaded offers to try again', async () => {
  const { box, threadLoad, asked } = await panel()
  await doing(() => (threadLoad.value = FAILED))
  await doing(() => buttonNamed(box, 'Try again').click())
  expect(asked).toEqual(['retry'])
})
