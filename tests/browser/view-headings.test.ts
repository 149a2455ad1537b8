/** Each view of the three apps says where one is: its heading has the focus once it has been opened, and the tab is called after it. */
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { accessibilityTree } from '#tests/support/accessibility-tree.ts'
import { NARROW, person, WIDE } from '#tests/support/browser.ts'
import { dealWithoutOffer, logIn, withWorld } from '#tests/support/fixtures.ts'
import { CONSOLE_TABS } from '#tests/support/page-list.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

async function opened(path: string): Promise<Page> {
  const { page, context } = await person(browser, { baseURL: world.url })
  onTestFinished(() => context.close())
  if (!path.startsWith('/seller/') && !path.startsWith('/admin/')) await logIn(context, world)
  await page.goto(path)
  return page
}

/** What has the focus, e.g. `H1 Deals`. */
const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.nodeName} ${document.activeElement?.textContent?.trim()}`)
const logInStaff = async (page: Page) => {
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('plat-staff-1')
  await page.getByRole('button', { name: 'Log in' }).click()
}

const SELLER_VIEWS: readonly [link: string, heading: RegExp, title: RegExp][] = [
  ['Deals', /^H1 Deals$/, /^(\(\d+\) )?Deals · /],
  ['Offers', /^H1 Offers$/, /^(\(\d+\) )?Offers · /],
  ['Buyers', /^H1 Buyers/, /^(\(\d+\) )?Buyers · /],
  ['Blasts', /^H1 Blasts$/, /^(\(\d+\) )?Blasts · /],
  ['Reviews', /^H1 Reviews$/, /^(\(\d+\) )?Reviews · /],
  ['Company', /^H1 Company$/, /^(\(\d+\) )?Company · /],
  ['My login', /^H1 My login$/, /^(\(\d+\) )?My login · /],
  ['Inbox', /^H1 Inbox$/, /^(\(\d+\) )?Inbox · /],
]

test('each view of the seller app has a heading, which the focus goes to, and a title', async () => {
  const page = await opened('/seller/?login=seller1')
  const nav = page.getByRole('navigation', { name: 'Seller app' })
  for (const [link, heading, title] of SELLER_VIEWS) {
    await nav.getByRole('link', { name: new RegExp(`^${link}`) }).click()
    await expect.poll(() => focused(page), { message: link }).toMatch(heading)
    expect(await page.title()).toMatch(title)
    expect(await page.getByRole('heading', { level: 1 }).count(), link).toBe(1)
  }
})

test('a deal, an offer, a conversation and a new blast of the seller app are named after what they show', async () => {
  const page = await opened('/seller/?login=seller1')
  const nav = page.getByRole('navigation', { name: 'Seller app' })
  await nav.getByRole('link', { name: 'Deals', exact: true }).click()
  const deal = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  const [street] = (await deal.textContent())?.split(',') ?? []
  await deal.click()
  await expect.poll(() => page.title()).toContain(`${street} · `)
  await expect.poll(() => focused(page)).toContain('H1 ')
  await page.getByRole('button', { name: 'New blast', exact: true }).click()
  await expect.poll(() => focused(page)).toBe('H1 New blast')
  expect(await page.title()).toMatch(/^(\(\d+\) )?New blast · /)
  await page.setViewportSize({ width: 390, height: 844 })
  await nav.getByRole('link', { name: /^Inbox/ }).click()
  await page.getByRole('button', { name: /Dana Whitfield/ }).click()
  await expect.poll(() => focused(page)).toBe('H1 Dana Whitfield')
  expect(await page.title()).toMatch(/^(\(\d+\) )?Dana Whitfield · /)
  await page.getByRole('button', { name: 'Back to the buyers' }).click()
  await expect.poll(() => focused(page)).toBe('H1 Inbox')
  await nav.getByRole('link', { name: 'Offers', exact: true }).click()
  await page.getByRole('region', { name: 'Offers' }).getByRole('listitem').getByRole('button').first().click()
  await expect.poll(() => focused(page)).toMatch(/^H1 Offer of /)
  expect(await page.title()).toMatch(/Offer of /)
})

test('each view of the console has a heading, which the focus goes to, and a title', async () => {
  const page = await opened('/admin/')
  await expect.poll(() => page.title()).toBe('Log in · Console')
  await logInStaff(page)
  await expect.poll(() => focused(page)).toBe('H1 Settings')
  const nav = page.getByRole('navigation', { name: 'Console' })
  for (const tab of CONSOLE_TABS.toReversed()) {
    await nav.getByRole('button', { name: tab, exact: true }).click()
    await expect.poll(() => focused(page)).toBe(`H1 ${tab}`)
    expect(await page.title()).toBe(`${tab} · Console`)
  }
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => page.title()).toBe('Log in · Console')
})

test.each([
  ['/messenger', WIDE],
  ['/messenger', NARROW],
  ['/chat', WIDE],
] as const)('%s is called Messages once, %o', async (path, viewport) => {
  const page = await opened('/help')
  await page.setViewportSize(viewport)
  await page.goto(path)
  await page.getByRole('option').first().waitFor()
  const headings = (await accessibilityTree(page)).filter((line) => line.includes('heading "'))
  expect(headings.filter((line) => line.includes('"Messages"'))).toEqual([expect.stringContaining('level 1')])
  const levels = headings.map((line) => Number(line.match(/level (\d)/)?.[1]))
  for (const [at, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1)
  // It is seen as well.
  await page.getByText('Messages', { exact: true }).and(page.locator('[slot=header]')).waitFor()
  if (viewport !== NARROW) return
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: /^Back/ }).click()
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .first()
        .evaluate((row) => row.matches(':focus')),
    )
    .toBe(true)
})

test('messages in a dialog over a deal are called Messages once', async () => {
  const page = await opened(`/property/${await dealWithoutOffer(world)}`)
  await page
    .getByRole('button', { name: /^(Message|Contact)/ })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Type a message' }).waitFor()
  await page.getByRole('button', { name: /^Back/ }).click()
  await page.locator('plat-messenger').getByRole('option').first().waitFor()
  const headings = (await accessibilityTree(page)).filter((line) => line.includes('heading "Messages"'))
  expect(headings).toHaveLength(1)
})

const STAGES = ['Funds, step 2 of 3', 'Review, step 3 of 3']

test.each(['dialog', 'page'])('each stage of an offer on a %s says which it is', async (frame) => {
  const deal = await dealWithoutOffer(world)
  const page = await opened(frame === 'page' ? `/deal/${deal}/offer` : `/property/${deal}`)
  if (frame === 'dialog')
    await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).click()
  await page.getByRole('heading', { name: 'Price and terms, step 1 of 3' }).waitFor()
  const price = page.getByLabel('Offer price', { exact: true })
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect.poll(() => price.evaluate((field) => field === document.activeElement)).toBe(true)
  await price.fill('90k')
  for (const stage of STAGES) {
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect.poll(() => focused(page)).toBe(`H2 ${stage}`)
    expect(await page.title()).toContain(`${stage} · `)
  }
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.poll(() => focused(page)).toBe(`H2 ${STAGES[0]}`)
})
