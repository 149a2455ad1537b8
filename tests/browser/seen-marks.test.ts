/** The marks of seen deals are a feature with a switch, for an account on all its devices and for a visitor in one browser. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

const theSwitch = (page: Page) => page.getByRole('checkbox', { name: 'Mark deals I have seen' })
const kept = (page: Page) =>
  page.evaluate(() => ['plat.viewed-deals', 'plat.deals-visit'].map((key) => localStorage.getItem(key)))
const NOTHING = [null, null]

async function onServer(table: 'deal_marks' | 'deal_visits') {
  const { db } = world.server.database
  const rows = await db
    .selectFrom(table)
    .innerJoin('customers', 'customers.id', `${table}.customer_id`)
    .where('email', '=', world.logins.buyer1.email)
    .select('customers.id')
    .$if(table === 'deal_marks', (query) => query.where('deal_marks.seen_at' as never, 'is not', null))
    .execute()
  return rows.length
}

async function openDeals(page: Page) {
  await page.goto('/deals?view=list')
  await page.getByRole('feed', { name: 'Deals' }).getByRole('article').first().waitFor()
}

test('a buyer turns the marks off: nothing is left in the browsers and on the server, and nothing new is kept', async () => {
  const dana = await person(browser, { baseURL: world.url })
  const { page } = dana
  await logIn(dana.context, world)
  // A page that is left before the answer came keeps the visit in the browser.
  const answered = page.waitForResponse('**/auth/deals-visit').then((answer) => answer.finished())
  await openDeals(page)
  await answered
  expect(await onServer('deal_visits')).toBe(1)
  await page.goto('/property/1')
  await expect.poll(() => kept(page)).toEqual(['[1]', null])
  await expect.poll(() => onServer('deal_marks')).toBeGreaterThan(0)

  await page.goto('/profile/privacy')
  await theSwitch(page).click()
  await expect.poll(() => onServer('deal_visits')).toBe(0)
  expect(await onServer('deal_marks')).toBe(0)
  await expect.poll(() => kept(page)).toEqual(NOTHING)
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.reload()
  await expect.poll(() => theSwitch(page).isChecked()).toBe(false)

  // Another device of hers that has kept some already.
  const phone = await person(browser, { baseURL: world.url, viewport: NARROW })
  await phone.page.goto('/property/2')
  await expect.poll(() => kept(phone.page)).toEqual(['[2]', null])
  await logIn(phone.context, world)
  await openDeals(phone.page)
  await expect.poll(() => kept(phone.page)).toEqual(NOTHING)
  for (const at of [page, phone.page]) {
    await openDeals(at)
    await at
      .getByRole('feed', { name: 'Deals' })
      .getByRole('article')
      .first()
      .getByRole('link')
      .first()
      .click()
    await at.waitForURL('**/property/**')
    await at.getByRole('heading', { level: 1 }).waitFor()
    // Longer than the second after which what was seen is reported.
    await at.waitForTimeout(1500)
    expect(await kept(at)).toEqual(NOTHING)
  }
  expect([await onServer('deal_marks'), await onServer('deal_visits')]).toEqual([0, 0])

  await phone.page.goto('/profile/privacy')
  await theSwitch(phone.page).click()
  await openDeals(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('plat.seen-marks-off'))).toBe(null)
  await page.goto('/property/3')
  await expect.poll(() => kept(page).then(([viewed]) => viewed)).toBe('[3]')
  await expect.poll(() => onServer('deal_marks')).toBe(1)
  expect([...dana.pageErrors, ...phone.pageErrors]).toEqual([])
  await Promise.all([dana.context.close(), phone.context.close()])
})

test('a visitor turns the marks off at the privacy policy', async () => {
  const { page, context, pageErrors } = await person(browser, { baseURL: world.url, viewport: NARROW })
  await openDeals(page)
  await expect.poll(() => kept(page)).toEqual([null, expect.any(String)])
  await page.goto('/property/1')
  await expect.poll(() => kept(page)).toEqual(['[1]', expect.any(String)])
  await page.goto('/privacy-policy')
  await theSwitch(page).click()
  await expect.poll(() => kept(page)).toEqual(NOTHING)
  expect(await violationsInBothThemes(page)).toEqual([])
  await openDeals(page)
  await page.goto('/property/2')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await kept(page)).toEqual(NOTHING)
  await page.goto('/privacy-policy')
  expect(await theSwitch(page).isChecked()).toBe(false)
  await theSwitch(page).click()
  await page.goto('/property/2')
  await expect.poll(() => kept(page)).toEqual(['[2]', null])
  expect(pageErrors).toEqual([])
  await context.close()
})
