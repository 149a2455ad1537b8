// @vitest-environment happy-dom
/** The settings of a company: whether buyers may write first is shown as the server has it, and saved with the others. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { expect, test } from 'vitest'
import type { Unsaved } from '#marketplace/kit/unsaved.ts'
import { UnsavedContext } from '#marketplace/kit/use-unsaved.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { SettingsSection } from '#marketplace/seller/ui/company/settings-section.tsx'
import type { SellerCompanyWire } from '#shared/contract/seller-company.ts'
import { buttonNamed, doing, render, the, type } from '#tests/support/render.tsx'

const COMPANY = {
  id: 1,
  title: 'Lone Star Dispositions',
  states: ['TX'],
  requires_id: false,
  accepts_first_contact: true,
  has_double_opt_in: false,
  shows_read_marks: true,
  proof_rule: 'reviewed',
} as unknown as SellerCompanyWire

test.each([true, false])('buyers may write first: %s, and it is changed', async (isOn) => {
  const saved: unknown[] = []
  const save = async (change: unknown) => saved.push(change)
  const store = { company: { save, errors: { value: {} } } } as unknown as SellerStore
  const company = { ...COMPANY, accepts_first_contact: isOn }
  const box = await render(<SettingsSection store={store} company={company} />)
  const label = [...box.querySelectorAll('label')].find(
    ({ textContent }) => textContent === 'Buyers may write to us first',
  )
  const field = box.querySelector<HTMLInputElement>(`input[id="${label?.htmlFor}"]`)
  expect(field?.checked).toBe(isOn)
  await doing(() => field?.click())
  await doing(() => buttonNamed(box, 'Save settings').click())
  expect(saved).toEqual([expect.objectContaining({ accepts_first_contact: !isOn, shows_read_marks: true })])
})

test('an EIN that is typed without its dash is not asked about once the server has it', async () => {
  let held = 0
  const hold = () => {
    held++
    return () => void held--
  }
  const server = signal(COMPANY)
  const save = async () => {
    server.value = { ...COMPANY, ein: '12-3456789' }
    return true
  }
  const store = { company: { save, errors: { value: {} } } } as unknown as SellerStore
  const box = await render(
    <UnsavedContext value={{ hold } as unknown as Unsaved}>
      <Page store={store} server={server} />
    </UnsavedContext>,
  )
  const label = [...box.querySelectorAll('label')].find(({ textContent }) => textContent === 'EIN')
  await type(the(box, `input[id="${label?.htmlFor}"]`), '123456789')
  expect(held).toBe(1)
  await doing(() => buttonNamed(box, 'Save settings').click())
  expect(held).toBe(0)
})

function Page({ store, server }: { store: SellerStore; server: ReadonlySignal<SellerCompanyWire> }) {
  useSignals()
  return <SettingsSection store={store} company={server.value} />
}
