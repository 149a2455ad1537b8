// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { NeedsNotice } from '#marketplace/buyer/ui/needs-notice.tsx'
import * as eg from '#tests/support/eg.ts'

const buyer = (isEmailConfirmed: boolean, isPhoneConfirmed: boolean): UserState => ({
  phase: 'user',
  user: eg.user({
    isEmailConfirmed,
    phones: [
      { id: 1, number: '+17135550142', isDefault: true, isConfirmed: isPhoneConfirmed, textConsents: {} },
    ],
  }),
})

const state = signal<UserState>({ phase: 'visitor' })
const confirming = signal<string | null>(null)
let root: ReturnType<typeof createRoot>

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  confirming.value = null
  document.body.innerHTML = '<main></main>'
  root = createRoot(document.querySelector('main') as HTMLElement)
  const connection = { code: (load: () => unknown) => load() }
  const services = { user: { state }, confirming, connection } as unknown as Services
  await act(async () =>
    root.render(
      <ServicesProvider services={services}>
        <NeedsNotice act="addressRequest" to="request the address" />
      </ServicesProvider>,
    ),
  )
})
afterEach(() => act(async () => root.unmount()))

const shown = () => document.body.textContent ?? ''
/** The box around the words is fetched when it is first needed. */
const become = (next: UserState) =>
  act(async () => {
    state.value = next
    await import('#marketplace/buyer/ui/confirm-note.tsx')
  })

test.each([
  ['a visitor', { phase: 'visitor' } as UserState, ''],
  ['a buyer who has confirmed nothing', buyer(false, false), 'Confirm your email and a phone number'],
  ['a buyer without a confirmed phone', buyer(true, false), 'Confirm a phone number to request the address.'],
  ['a buyer who has confirmed both', buyer(true, true), ''],
])('what an address takes is told to %s as far as it is missing', async (_, who, words) => {
  await become(who)
  if (words === '') expect(shown()).toBe('')
  else expect(shown()).toContain(words)
})

test('each of them can be confirmed from there, and goes away when it is', async () => {
  await become(buyer(false, false))
  const buttons = [...document.querySelectorAll('button')]
  expect(buttons.map((button) => button.textContent)).toEqual(['Confirm email', 'Confirm a phone'])
  await act(async () => buttons[1]?.click())
  expect(confirming.value).toBe('phone')
  await become(buyer(false, true))
  expect([...document.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
    'Confirm email',
  ])
})
