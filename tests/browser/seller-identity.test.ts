/** A member of a company has their identity checked: in the guide, at the provider, by staff where the provider cannot decide. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { letterTo } from '#tests/support/letters.ts'

const { world, browser } = withWorld()
const NORA = 'nora@lonestardispositions.example'

test('a check is begun in the guide, decided by staff, and shown without a reload', async () => {
  const { context, page } = await person(browser)
  await page.goto(`${world.url}/seller/?login=seller1#start/identity`)
  const check = page.getByRole('listitem').filter({ hasText: 'Your ID' })
  await check.getByText('Not verified').waitFor()
  // The company is verified, its member is not.
  expect(await page.getByText('This step is done.').count()).toBe(0)
  // On a phone the explanation has its line.
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await check.getByText('You need a government ID').boundingBox())?.width).toBeGreaterThan(200)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await violationsInBothThemes(page)).toEqual([])
  const opened = page.waitForEvent('popup')
  await check.getByRole('button', { name: 'Verify my identity' }).click()
  const provider = await opened
  await check.getByText('Check in progress').waitFor()
  await provider.getByRole('button', { name: 'Pending review' }).click()
  await check.getByText('In review', { exact: true }).waitFor()
  await provider.getByRole('link', { name: 'Back to the guide' }).click()
  await provider.getByRole('heading', { name: 'Verify who you are' }).waitFor()

  const staff = await person(browser)
  await staff.page.goto(`${world.url}/admin/`)
  await staff.page.getByLabel('Email').fill('avery@plat.example')
  await staff.page.getByLabel('Password').fill('plat-staff-1')
  await staff.page.getByRole('button', { name: 'Log in', exact: true }).click()
  const places = staff.page.getByRole('navigation', { name: 'Console' })
  await places.getByRole('button', { name: 'Sellers' }).click()
  const company = staff.page.getByRole('row').filter({ hasText: 'Lone Star' }).first()
  await company.getByRole('button', { name: 'People' }).click()
  const row = staff.page.getByRole('dialog').getByRole('row').filter({ hasText: NORA })
  await row.getByText('Pending review').waitFor()
  expect(await violationsInBothThemes(staff.page)).toEqual([])
  await row.getByRole('button', { name: 'Approve' }).click()
  const decision = staff.page.getByRole('dialog')
  await decision.getByRole('textbox').fill('Passport and company record were read.')
  await decision.getByRole('button', { name: 'Approve' }).click()
  await row.getByText('Success').waitFor()

  await check.getByText('ID verified').waitFor()
  expect(await check.getByRole('button').count()).toBe(0)
  await page.getByText('This step is done.').waitFor()
  expect((await letterTo(world.url, NORA, ({ subject }) => subject !== null)).subject).toBe(
    'Your identity is verified',
  )
  await Promise.all([context.close(), staff.context.close()])
})
