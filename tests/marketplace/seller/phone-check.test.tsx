// @vitest-environment happy-dom
/** The phone of a member: what could not be loaded is said, and can be tried again. */
import { expect, test, vi } from 'vitest'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { PhoneCheck } from '#marketplace/seller/ui/join/phone-check.tsx'
import { sellerPhone } from '#shared/contract/seller-phone.ts'
import { createFakeApi, refused } from '#tests/support/fake-api.ts'
import { buttonNamed, doing, render } from '#tests/support/render.tsx'

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
