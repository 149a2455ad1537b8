// @vitest-environment happy-dom
/** The settings of notifications on their page: leaving waits for a save, and what is refused is said beside its field. */
import { expect, test } from 'vitest'
import { ConnectionContext } from '#marketplace/kit/ui/load-failed.tsx'
import { createUnsaved } from '#marketplace/kit/unsaved.ts'
import { UnsavedContext } from '#marketplace/kit/use-unsaved.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotificationsSection } from '#marketplace/seller/ui/notifications-section.tsx'
import {
  sellerNotificationPreferences,
  sellerSetNotificationPreferences,
} from '#shared/contract/seller-notifications.ts'
import { createFakeApi, nothing, OFFLINE, refused } from '#tests/support/fake-api.ts'
import { doing, render, the } from '#tests/support/render.tsx'

const settings = (from: string) => ({
  data: { cells: [], quiet_hours: { from, until: '07:00' }, time_zone: 'America/Chicago', can_text: true },
})

async function setUp() {
  const server = createFakeApi({ others: nothing })
  server.on(sellerNotificationPreferences, settings('22:00'))
  const unsaved = createUnsaved(window)
  const back = new Set<() => void>()
  const connection = {
    isOnline: { value: true } as never,
    onBack(run: () => void) {
      back.add(run)
      return () => back.delete(run)
    },
  }
  const store = { call: server.api, member: { id: 1, email: 'nora@example.com' } } as unknown as SellerStore
  const box = await render(
    <UnsavedContext value={unsaved}>
      <ConnectionContext value={connection}>
        <NotificationsSection store={store} />
      </ConnectionContext>
    </UnsavedContext>,
  )
  await expect.poll(() => box.querySelector('select[name=From]')).not.toBe(null)
  const field = (name: string) => the<HTMLSelectElement>(box, `select[name=${name}]`)
  const choose = (name: string, value: string) =>
    doing(() => {
      field(name).value = value
      field(name).dispatchEvent(new Event('change', { bubbles: true }))
    })
  const comesBack = () =>
    doing(() => {
      for (const run of back) run()
    })
  return { server, unsaved, box, field, choose, comesBack }
}

test('leaving the page or the tab waits for a choice that is being saved', async () => {
  const { server, unsaved, choose } = await setUp()
  let answer = (_: ReturnType<typeof settings>) => {}
  server.on(sellerSetNotificationPreferences, () => new Promise((resolve) => (answer = resolve)))
  const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect([unsaved.isDirty.value, unsaved.saving.value, isHeld()]).toEqual([false, 0, false])
  await choose('From', '21:00')
  expect([unsaved.isDirty.value, unsaved.saving.value, isHeld()]).toEqual([true, 1, true])
  await doing(() => answer(settings('21:00')))
  await expect.poll(() => [unsaved.isDirty.value, unsaved.saving.value, isHeld()]).toEqual([false, 0, false])
})

test('a quiet hour that is refused says so beside the fields, which point to the message', async () => {
  const { server, box, field, choose } = await setUp()
  const words = 'Enter both times, or none.'
  server.on(
    sellerSetNotificationPreferences,
    refused(422, 'No.', { errors: { quiet_hours: [words] } }),
    refused(422, 'No.', { errors: { 'quiet_hours.until': ['Enter a time like 22:00.'] } }),
    settings('21:00'),
  )
  const describes = (name: string) =>
    field(name).getAttribute('aria-invalid') === 'true'
      ? document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent
      : null
  await choose('From', '21:00')
  await expect.poll(() => describes('From')).toBe(words)
  expect(describes('Until')).toBe(words)
  expect(field('From').value).toBe('22:00')
  const alerts = [...box.querySelectorAll('[role=alert]')].filter(({ textContent }) => textContent !== '')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([words])
  expect(
    field('From')
      .closest('.grid.max-w-md')
      ?.contains(alerts[0] ?? null),
  ).toBe(true)

  await choose('Until', '06:00')
  await expect.poll(() => describes('Until')).toBe('Enter a time like 22:00.')
  expect(describes('From')).toBe(null)

  await choose('From', '21:00')
  await expect.poll(() => field('From').value).toBe('21:00')
  expect([describes('From'), describes('Until')]).toEqual([null, null])
})

test('a choice without an answer is checked when the server is back', async () => {
  const { server, box, field, choose, comesBack } = await setUp()
  server.on(sellerSetNotificationPreferences, OFFLINE)
  server.on(sellerNotificationPreferences, OFFLINE)
  await choose('From', '21:00')
  await expect.poll(() => box.textContent).toContain('so your last change may not be saved')
  expect(field('From').value).toBe('21:00')
  server.on(sellerNotificationPreferences, settings('21:00'))
  await comesBack()
  await expect.poll(() => box.textContent).not.toContain('may not be saved')
  expect(field('From').value).toBe('21:00')
})
