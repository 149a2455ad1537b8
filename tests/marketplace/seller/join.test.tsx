// @vitest-environment happy-dom
/** What an invited company reads: at fields that are empty when it opens its account, and of the check of its record. */
import { expect, test } from 'vitest'
import type { AppLogin } from '#marketplace/kit/login/app-login.ts'
import type { SellerMember, SellerStore } from '#marketplace/seller/seller-model.ts'
import { IdentityChecks } from '#marketplace/seller/ui/join/identity-checks.tsx'
import { JoinScreen } from '#marketplace/seller/ui/join/join-screen.tsx'
import { createApi } from '#shared/api/client.ts'
import type { SellerCompanyWire } from '#shared/contract/seller-company.ts'
import { sellerPhone } from '#shared/contract/seller-phone.ts'
import { createFakeApi } from '#tests/support/fake-api.ts'
import { buttonNamed, doing, render, the } from '#tests/support/render.tsx'

test('an empty form says at each field what is missing, and the first one has the focus', async () => {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (call) => {
    asked.push(new URL((call as Request).url).pathname)
    return Response.json({
      data: { email: 'carla@lonestar.example', company: null, name: null, phone: null, kind: null },
    })
  }
  const api = createApi({ base: 'http://plat.test/customer/api', fetch })
  const login = { api } as AppLogin<SellerMember>
  const box = await render(<JoinScreen login={login} token="invited" onDone={() => undefined} />)
  await expect.poll(() => box.querySelector('form')).not.toBeNull()
  // An invitation brings no details that could be checked.
  expect(the(box, 'h1 + p').textContent).toBe(
    'You confirmed carla@lonestar.example. Enter your details and choose a password.',
  )
  await doing(() => buttonNamed(box, 'Open the account').click())
  await expect.poll(() => the(box, '[name=company]').getAttribute('aria-invalid')).toBe('true')
  const said = (name: string) => {
    const field = the(box, `[name=${name}]`)
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
    return [field.getAttribute('aria-invalid'), document.getElementById(ids[0] ?? '')?.textContent]
  }
  expect(['company', 'name', 'phone', 'kind', 'password', 'terms'].map(said)).toEqual([
    ['true', 'Enter the name of your company.'],
    ['true', 'Enter your name.'],
    ['true', 'Enter a phone number.'],
    ['true', 'Choose what you are.'],
    ['true', 'Enter a password.'],
    ['true', 'Accept the terms to continue.'],
  ])
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('company')
  expect(asked).toEqual(['/account/api/join/check'])
})

test.each([
  [{ is_verified: true }, 'Checked by our staff'],
  [{ registration_state: 'TX', ein: '12-3456789' }, 'Texas, EIN 12-3456789. Our staff check it.'],
  [{ ein: '12-3456789' }, 'Our staff check it. Add the state of registration and the EIN under Company.'],
])('the record of a company with %o says what is left to do', async (company, words) => {
  const server = createFakeApi()
  server.on(sellerPhone, { data: {} })
  const identity = { state: { value: { phase: 'loading' } } }
  const store = { call: server.api, company: { identity } } as unknown as SellerStore
  const box = await render(<IdentityChecks store={store} company={company as SellerCompanyWire} />)
  await expect.poll(() => box.textContent).toContain(words)
})
