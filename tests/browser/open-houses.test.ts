/**
 * Open houses in real browsers: registering from another time zone, a full one with its waiting list, and a place given back. The
 * seller's list shows each of them without a reload.
 */
import type { Locator, Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { type Person, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { linkTo } from '#tests/support/letters.ts'

const DEAL = 1
const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const people: Person[] = []

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

async function buyer(key: 'buyer1' | 'buyer2', timezoneId: string): Promise<Person> {
  const one = await person(browser, { baseURL: world.url, timezoneId })
  people.push(one)
  await logIn(one.context, world, key)
  return one
}

async function visits(page: Page): Promise<Locator> {
  await page.goto(`/property/${DEAL}`)
  const section = page.getByRole('region', { name: 'Open houses' })
  await section.waitFor()
  return section.getByRole('listitem')
}

test('who has no open house yet, logged in by one press in the demo, finds the deals that have one', async () => {
  const marcus = await person(browser, { baseURL: world.url })
  people.push(marcus)
  const { page } = marcus
  await page.goto('/login?return_to=/profile/open-houses')
  await page
    .getByRole('region', { name: 'Demo logins' })
    .getByRole('button', { name: 'Marcus Reyes' })
    .click()
  await page.getByRole('heading', { name: 'No open houses yet' }).waitFor()
  await page.getByRole('link', { name: 'Find open houses' }).click()
  await page.waitForURL('**/deals?*')
  // The filter can be taken back.
  await page.getByRole('button', { name: /Open house/ }).waitFor()
  await page.locator('[data-deal]').first().waitFor()
})

test('a buyer in another time zone registers and finds it in the profile, a second one waits for a full one', async () => {
  const db = world.server.database.db
  await db
    .updateTable('open_houses')
    .set({ capacity: 3 })
    .where('property_id', '=', DEAL)
    .where('registered_count', '=', 2)
    .execute()
  const nora = await person(browser, { baseURL: world.url })
  people.push(nora)
  await nora.page.goto('/seller/?login=seller1')
  await nora.page.getByRole('button', { name: 'Open houses' }).click()
  const planned = nora.page.getByRole('dialog', { name: 'Open houses' }).getByRole('listitem')
  await planned.first().waitFor()
  const dana = await buyer('buyer1', 'America/Los_Angeles')
  const next = (await visits(dana.page)).first()
  await next.getByText(/^10:00 AM to 12:00 PM C[SD]T$/).waitFor()
  await next.getByText(/8:00 AM to 10:00 AM P[SD]T where you are/).waitFor()
  await next.getByText('1 of 3 places left').waitFor()
  await next.getByRole('button', { name: 'Register' }).click()
  await next.getByText('Registered', { exact: true }).waitFor()
  await next.getByText('Park on the street.').waitFor()
  const mailed = await nora.context.newPage()
  await mailed.goto(
    await linkTo(world.url, world.logins.seller1.email, '/seller/', ({ subject }) =>
      /^Dana Whitfield is coming to your open house at /.test(subject ?? ''),
    ),
  )
  await mailed.getByRole('main').filter({ hasText: 'Asking price' }).waitFor()

  const download = dana.page.waitForEvent('download')
  await next.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/^open-house-\d+\.ics$/)

  const marcus = await buyer('buyer2', 'America/Chicago')
  const full = (await visits(marcus.page)).first()
  await full.getByRole('button', { name: 'Join the waiting list' }).click()
  await full.getByText('Waiting, place 1').waitFor()
  await planned.getByText('Waiting: Marcus Reyes').waitFor()
  expect(await full.getByText('where you are').count()).toBe(0)

  await dana.page.goto('/')
  await dana.page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: /^Open house: .*10:00 AM to 12:00 PM C[SD]T$/ })
    .waitFor()

  await dana.page.goto('/profile')
  await dana.page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: /^Open house .*10:00 AM to 12:00 PM C[SD]T: / })
    .click()
  await dana.page.waitForURL('**/profile/open-houses')
  const upcoming = dana.page.getByRole('region', { name: 'Upcoming' }).getByRole('listitem')
  await upcoming.getByText(/8:00 AM to 10:00 AM P[SD]T where you are/).waitFor()
  await upcoming.getByRole('button', { name: 'Cancel my registration' }).click()
  await dana.page.getByRole('region', { name: 'Cancelled' }).getByText('Given back').waitFor()

  // The place that came free is said live, without a look at the page again.
  await full.getByText('Registered', { exact: true }).waitFor()
  await planned.getByText(/^Coming: .*Marcus Reyes/).waitFor()
  expect(await planned.getByText(/^Coming: .*Dana Whitfield/).count()).toBe(0)
  expect(dana.pageErrors).toEqual([])
  expect(marcus.pageErrors).toEqual([])
})
