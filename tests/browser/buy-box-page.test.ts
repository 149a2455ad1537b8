/** "My buy box" in a browser: what was learned is edited, places merge, the last one asks, a failure brings a place back. */
import type { Locator, Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { axe } from '#tests/support/axe.ts'
import { NARROW, type Person, person, WIDE } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()
let dana: Person
let page: Page

beforeAll(async () => {
  // The first search reads the gazetteer, which takes its time on a busy machine.
  await fetch(`${world.url}/customer/api/geo/locations?q=houston`)
  dana = await person(browser, { baseURL: world.url })
  page = dana.page
  await logIn(dana.context, world)
})

beforeEach(async () => {
  await page.unrouteAll()
  await page.goto('/profile/buy-box')
  await page.getByRole('list', { name: 'Linked LLCs and trusts' }).waitFor()
  await learned().waitFor()
})

const learned = () => page.getByRole('region', { name: 'What we learned', exact: true })
const markets = () => page.getByRole('region', { name: 'Target locations', exact: true })
const chosen = () => markets().getByRole('list', { name: 'Target locations, chosen' }).getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function addPlace(text: string, name: string) {
  await markets().getByRole('combobox', { name: 'Target locations' }).fill(text)
  await page.getByRole('option', { name }).first().click()
  await button(`Remove ${name}`).waitFor()
}

test('a learned criterion with its evidence is edited; the wrong field is said and gets the focus', async () => {
  await learned()
    .getByText(/20 purchases since 2022, .* in 77035 and 77045/)
    .waitFor()
  await learned().getByRole('button', { name: 'Edit Price' }).click()
  const largest = page.getByRole('textbox', { name: 'Price, at most' })
  await largest.fill('1')
  await button('Save criterion').click()
  await page.getByText('The largest value is below the smallest.').waitFor()
  await expect.poll(() => largest.evaluate((field) => field === document.activeElement)).toBe(true)
  await largest.fill('$175,000')
  await button('Save criterion').click()
  await learned().getByText('$92,000 to $175,000').waitFor()
  expect(
    await learned().getByRole('button', { name: 'Keep Price as it is' }).getAttribute('aria-pressed'),
  ).toBe('true')
})

test('an address becomes the market of its city', async () => {
  await addPlace('412 Live Oak St, Waco, TX', 'Waco, TX')
  const preview = markets().getByRole('region', { name: 'Preview' })
  await preview.getByText(/^[\d,]+ deals? there today/).waitFor()
  await button('Remove Waco, TX').click()
})

test('a circle around a place has its deals counted too', async () => {
  const kind = markets().getByRole('combobox', { name: 'Add places as' })
  await kind.selectOption('25 miles around it')
  await markets().getByRole('combobox', { name: 'Target locations' }).fill('waco')
  await page.getByRole('option', { name: 'Waco, TX' }).first().click()
  await button('Remove Waco, TX, 25 mi around').waitFor()
  const preview = markets().getByRole('region', { name: 'Preview' })
  await preview.getByText(/^[\d,]+ deals? there today/).waitFor()
  await button('Remove Waco, TX, 25 mi around').click()
  await kind.selectOption('the place itself')
})

test('a state around a chosen county offers to keep only the state', async () => {
  const before = await chosen().count()
  await addPlace('texas', 'Texas')
  await page.getByText(/^Texas contains /).waitFor()
  await button('Keep only Texas').click()
  await expect.poll(() => chosen().count()).toBeLessThan(before)
  expect(await chosen().allTextContents()).toContain('Texas')
})

test('a place that cannot be removed comes back with a message', async () => {
  const before = await chosen().count()
  await page.route('**/auth/geotags/*', (route) => route.fulfill({ status: 500, json: { message: '' } }))
  const name = (await chosen().first().textContent()) ?? ''
  await button(`Remove ${name}`).click()
  await page.getByText(`${name} could not be removed. Try again.`).waitFor()
  await expect.poll(() => chosen().count()).toBe(before)
  await expect.poll(() => button(`Remove ${name}`).isEnabled()).toBe(true)
  await page.unroute('**/auth/geotags/*')
})

test('boxes that cannot be loaded leave the entities standing, and can be asked for again', async () => {
  await page.route('**/buy-boxes', (route) => route.fulfill({ status: 403, json: { message: '' } }))
  await page.reload()
  await page.getByText('Your buy boxes could not be loaded.').waitFor()
  // The two calls end in any order.
  await page.getByRole('list', { name: 'Linked LLCs and trusts' }).waitFor()
  await page.unroute('**/buy-boxes')
  await button('Try again').click()
  await learned().waitFor()
})

test('on a phone axe finds nothing, and nothing is wider than the window', async () => {
  await page.setViewportSize(NARROW)
  const { violations } = await axe(page).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target).join(', ')}`),
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
})

test('on a phone the button that adds an LLC or trust is in the line of its title, and the example of a name fits its field', async () => {
  await page.setViewportSize(NARROW)
  const title = page.getByRole('heading', { name: 'Smart Buy Box', exact: true })
  const middleOf = async (of: Locator) => {
    const box = await of.boundingBox()
    return box === null ? null : Math.round(box.y + box.height / 2)
  }
  expect(await middleOf(button('Add LLC or trust'))).toBe(await middleOf(title))
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await middleOf(button('Add LLC or trust'))).toBe(await middleOf(title))
  await button('Add LLC or trust').click()
  const name = page.getByRole('dialog').getByRole('combobox', { name: 'LLC or Trust Name' })
  const widths = await name.evaluate((input: HTMLInputElement) => {
    const text = document.createElement('span')
    text.textContent = input.placeholder
    const { font, letterSpacing } = getComputedStyle(input, '::placeholder')
    Object.assign(text.style, { font, letterSpacing, position: 'absolute', whiteSpace: 'nowrap' })
    document.body.append(text)
    const { width } = text.getBoundingClientRect()
    text.remove()
    return { text: width, field: input.clientWidth }
  })
  expect(widths.text).toBeGreaterThan(100)
  expect(widths.text).toBeLessThanOrEqual(widths.field)
  await page.keyboard.press('Escape')
  await page.setViewportSize(WIDE)
})

test('without any company, the last place asks before it goes, and then the set-up opens', async () => {
  await page.setViewportSize(WIDE)
  for (const name of ['Houston Property Group LLC', 'Whitfield Holdings Trust']) {
    await button(`Remove ${name}`).click()
    await button('Remove').click()
    await expect.poll(() => button(`Remove ${name}`).count()).toBe(0)
  }
  while ((await chosen().count()) > 1) {
    const left = await chosen().count()
    await chosen().last().getByRole('button').click()
    await expect.poll(() => chosen().count()).toBe(left - 1)
  }
  await chosen().first().getByRole('button').click()
  await page.getByText(/It is your last target location/).waitFor()
  await button('Remove').click()
  await page.getByRole('dialog', { name: 'Set up Your Buy Box' }).waitFor()
})
