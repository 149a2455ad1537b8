// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { buttonNamed, press, render, the, type } from '#tests/support/render.tsx'
import { Composer } from '#widget/ui/composer/composer.tsx'
import { fakeStore } from './fake-store.ts'

async function composer() {
  const fake = fakeStore()
  const box = await render(
    <Composer store={fake.store} accountId={1} onSent={() => fake.asked.push('sent')} />,
  )
  return {
    ...fake,
    box,
    input: the<HTMLTextAreaElement>(box, 'textarea'),
    send: buttonNamed(box, 'Send message'),
  }
}

test('Enter sends and clears', async () => {
  const { input, asked } = await composer()
  await type(input, 'Is it vacant?')
  await press(input, 'Enter')
  expect(asked).toEqual(['send Is it vacant?', 'sent'])
  expect(input.value).toBe('')
})

test.each([
  ['Shift and Enter', { shiftKey: true }],
  ['Enter that ends a composition', { isComposing: true }],
])('%s does not send', async (_, init) => {
  const { input, asked } = await composer()
  await type(input, '住所')
  await press(input, 'Enter', init)
  expect(asked).toEqual([])
})

test.each([
  ['nothing', ''],
  ['blanks', '  \n '],
  ['one letter too many', 'x'.repeat(MESSAGE_MAX_LENGTH + 1)],
])('%s cannot be sent', async (_, text) => {
  const { input, asked, send } = await composer()
  await type(input, text)
  await press(input, 'Enter')
  expect(send.disabled).toBe(true)
  expect(asked).toEqual([])
})

test('exactly the limit can be sent', async () => {
  const { input, send } = await composer()
  await type(input, 'x'.repeat(MESSAGE_MAX_LENGTH))
  expect(send.disabled).toBe(false)
})

test('the counter shows the overflow as a negative number and tells of the crossing once', async () => {
  const { box, input } = await composer()
  await type(input, 'x'.repeat(MESSAGE_MAX_LENGTH + 24))
  expect(the(box, 'textarea + span').textContent).toBe('−24')
  const said = the(box, 'output').textContent
  await type(input, 'x'.repeat(MESSAGE_MAX_LENGTH + 25))
  expect(the(box, 'output').textContent).toBe(said)
})

test('what was typed is the draft of its conversation', async () => {
  const { input, store } = await composer()
  await type(input, 'Half a thought')
  expect(store.draft(1).value).toBe('Half a thought')
  expect(store.draft(2).value).toBe('')
})
