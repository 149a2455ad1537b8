// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { CodeInput, type CodeInputProps, codeDigits, ResendCode } from '#marketplace/buyer/ui/code-input.tsx'
import { buttonNamed, doing, render, the, type } from '#tests/support/render.tsx'

function Filled(given: Partial<CodeInputProps>) {
  const [value, setValue] = useState('')
  return <CodeInput label="Code" value={value} onChange={setValue} error={null} {...given} />
}

test.each([
  ['123456', '123456'],
  ['Your code: 123 456.', '123456'],
  ['12-34', '1234'],
  ['1234567', '123456'],
  ['none', ''],
])('of "%s" the digits are %s', (text, digits) => {
  expect(codeDigits(text)).toBe(digits)
})

test('a pasted code fills all boxes and is handed on at once', async () => {
  const complete = vi.fn()
  const box = await render(<Filled onComplete={complete} />)
  await type(the<HTMLInputElement>(box, 'input'), '482 913')
  expect(the(box, '[aria-hidden]').textContent).toBe('482913')
  expect(complete).toHaveBeenCalledExactlyOnceWith('482913')
})

test('a code that is not whole is not handed on', async () => {
  const complete = vi.fn()
  const box = await render(<Filled onComplete={complete} />)
  await type(the<HTMLInputElement>(box, 'input'), '48291')
  expect(complete).not.toHaveBeenCalled()
})

test('phones offer the code of a text message and a pad of digits', async () => {
  const box = await render(<Filled />)
  const input = the<HTMLInputElement>(box, 'input')
  expect([input.autocomplete, input.inputMode]).toEqual(['one-time-code', 'numeric'])
})

test('what is wrong with the code is what the input is described by', async () => {
  const box = await render(<Filled error="That code is not right. 4 tries left." />)
  const input = the<HTMLInputElement>(box, 'input')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const description = box.querySelector(`[id="${input.getAttribute('aria-describedby')}"]`)
  expect(description?.textContent).toBe('That code is not right. 4 tries left.')
})

test('another code can be asked for when the time has come, not before', async () => {
  const resend = vi.fn()
  const early = await render(<ResendCode secondsLeft={12} onResend={resend} />)
  expect(early.textContent).toBe('Send another code in 12 s')
  expect(early.querySelector('button')).toBeNull()
  const late = await render(<ResendCode secondsLeft={0} onResend={resend} />)
  await doing(() => buttonNamed(late, 'Send another code').click())
  expect(resend).toHaveBeenCalledOnce()
})
