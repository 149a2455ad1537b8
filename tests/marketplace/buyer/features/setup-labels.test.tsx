// @vitest-environment happy-dom
/** The words of the three blocking modals, as spec section 2 has them, and of the phone prompt before them. */
import { signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import SetupDialogs from '#marketplace/buyer/features/setup/setup-dialogs.tsx'
import type { SetupState } from '#marketplace/buyer/features/setup/setup-flow.ts'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeApi, nothing } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { doing, render } from '#tests/support/render.tsx'

const visitor = { phase: 'visitor' } as const

async function show(state: SetupState, user: UserState = visitor) {
  const setup = { state: signal(state), act: vi.fn(), dispose() {} }
  const services = {
    api: createFakeApi({ others: nothing }).api,
    clock: createFakeClock(),
    log: { warn() {}, error() {} },
    user: { state: signal(user) },
  }
  await render(
    <ServicesProvider services={services as unknown as Services}>
      <SetupDialogs setup={setup} />
    </ServicesProvider>,
  )
  return setup.act
}

const dialog = () => document.querySelector('dialog') as HTMLElement
const title = () => document.getElementById(dialog().getAttribute('aria-labelledby') ?? '')?.textContent
const buttons = () => [...dialog().querySelectorAll('button')].map((button) => button.textContent)
const press = (label: string) =>
  doing(() => [...dialog().querySelectorAll('button')].find((one) => one.textContent === label)?.click())

test('the selector', async () => {
  const acted = await show({ at: 'buybox-selector' })
  expect(title()).toBe('Set up Your Buy Box')
  expect(dialog().querySelector('h3')?.textContent).toBe('Add Your LLC or Trust for Your Smart Buy Box')
  expect(buttons()).toEqual(['Create My Smart Buy Box', 'Or, set up my buy box manually', 'Logout'])
  await press('Create My Smart Buy Box')
  await press('Or, set up my buy box manually')
  expect(acted.mock.calls.flat()).toEqual([{ type: 'smart' }, { type: 'manual' }])
})

test('target markets by hand', async () => {
  const acted = await show({ at: 'location-selector' })
  expect(title()).toBe('Set Your Target Markets Manually')
  expect(dialog().querySelector('input')?.placeholder).toBe('State, County, City, Address')
  const submit = [...dialog().querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Set Location for Buy Box',
  )
  expect(submit?.disabled).toBe(true)
  await press('Or, Set up my Smart Buy Box')
  expect(acted.mock.calls.flat()).toEqual([{ type: 'smart' }])
  expect(buttons()).toContain('Logout')
})

test('LLCs and trusts', async () => {
  const acted = await show({ at: 'entity-selector' })
  expect(title()).toBe('Link Your LLC or Trust')
  expect(dialog().querySelector('label')?.textContent).toBe('LLC or Trust Name')
  expect(dialog().querySelector('input')?.placeholder).toBe('e.g., Houston Property Group LLC')
  expect(buttons()).toEqual(
    expect.arrayContaining(['+ Add Another LLC or Trust', 'Create My Buy Box', 'Logout']),
  )
  await press('Or, Set up my buy box manually')
  expect(acted.mock.calls.flat()).toEqual([{ type: 'manual' }])
})

test.each([
  ['says that the buy box comes next', false, true],
  ['is all there is to do when a box is set up', true, false],
])('the phone prompt %s', async (_name, hasBox, isFirst) => {
  const phone = { id: 4, number: '+17135550142', isDefault: true, isConfirmed: false, textConsents: {} }
  await show({ at: 'phone', hasBox }, { phase: 'user', user: eg.user({ phones: [phone] }) })
  expect(title()).toBe('Confirm your phone')
  expect(dialog().textContent?.includes('Step 1 of 2. Your buy box comes next.')).toBe(isFirst)
  expect(buttons()).toEqual(expect.arrayContaining(['Later', 'Logout']))
})
