// @vitest-environment happy-dom
/** The phone of a member: what could not be loaded is said, and can be tried again; another code can be asked for. */
import { expect, test, vi } from 'vitest'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { PhoneCheck } from '#marketplace/seller/ui/phone-check.tsx'
import { sellerPhone, sellerSendPhoneCode } from '#shared/contract/seller-phone.ts'
import { createFakeApi, refused } from '#tests/support/fake-api.ts'
import { buttonNamed, doing, render, the, type } from '#tests/support/render.tsx'

test('a phone that could not be loaded is said, and “Try again” shows it', async () => {
  const server = createFakeApi()
  server.on(sellerPhone, refused(500, 'Something went wrong.'))
  const box = await render(<PhoneCheck store={{ call: server.api } as unknown as SellerStore} />)
  await vi.waitUntil(() => box.querySelector('[role=alert]')?.textContent)
  expect(box.textContent).toContain('Your phone number could not be loaded.')
  server.on(sellerPhone, { data: { phone: '+17135550142' } })
  await doing(() => buttonNamed(box, 'Try again').click())
  await expect.poll(() => box.textContent).toContain('(713) 555-0142')
})

test('a person who gets no code asks for another one and reads that it was sent', async () => {
  const server = createFakeApi()
  server.on(sellerPhone, { data: {} })
  server.on(sellerSendPhoneCode, { message: 'The code is on its way.' })
  const box = await render(<PhoneCheck store={{ call: server.api } as unknown as SellerStore} />)
  await vi.waitUntil(() => box.querySelector('button'))
  await doing(() => buttonNamed(box, 'Add a number').click())
  await type(the<HTMLInputElement>(box, 'input[type=tel]'), '(713) 555-0142')
  await doing(() => buttonNamed(box, 'Text me a code').click())
  await expect.poll(() => the(box, '[role=status]').textContent).toBe('We texted a code to this number.')
  await type(the<HTMLInputElement>(box, 'input[autocomplete=one-time-code]'), '12')
  await doing(() => buttonNamed(box, 'Text another code').click())
  await expect
    .poll(() => the(box, '[role=status]').textContent)
    .toBe('We texted another code to this number.')
  expect(the<HTMLInputElement>(box, 'input[autocomplete=one-time-code]').value).toBe('')
  expect(server.of(sellerSendPhoneCode).map(({ body }) => body)).toEqual([
    { phone: '(713) 555-0142' },
    { phone: '(713) 555-0142' },
  ])
})
