/** A new buyer is set up: smart with two companies, by hand, by keyboard alone; nothing but the dialogs' own controls leads out. */
import type { Page } from 'playwright'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axe } from '#tests/support/axe.ts'
import { NARROW, type Person, person, WIDE } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { lastCode } from '#tests/support/outbox.ts'

const SELECTOR = 'Set up Your Buy Box'
const LOCATION = 'Set Your Target Markets Manually'
const ENTITY = 'Link Your LLC or Trust'
const SAVED = 'Your buy box is saved'

const { world, browser } = withWorld()
let renee: number
let open: Person[] = []

beforeAll(async () => {
  // The first search reads the gazetteer, which takes its time on a busy machine.
  await fetch(`${world.url}/customer/api/geo/locations?q=houston`)
  const { email } = world.logins.buyer3
  const db = world.server.database.db
  renee = (await db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id
})

// Renee has set up nothing, but her phone is confirmed.
beforeEach(async () => {
  const { db } = world.server.database
  await db.deleteFrom('geotags').where('customer_id', '=', renee).execute()
  await db.deleteFrom('buy_boxes').where('customer_id', '=', renee).execute()
  await db.deleteFrom('linked_companies').where('customer_id', '=', renee).execute()
  await setPhoneConfirmed(new Date())
})

afterEach(async () => {
  for (const { context } of open) await context.close()
  open = []
})

const setPhoneConfirmed = (at: Date | null) =>
  world.server.database.db
    .updateTable('customer_phones')
    .set({ confirmed_at: at })
    .where('customer_id', '=', renee)
    .execute()

/** Renee, logged in, on a page. */
async function enter(path = '/'): Promise<Page> {
  const one = await person(browser, { baseURL: world.url })
  open.push(one)
  await logIn(one.context, world, 'buyer3')
  await one.page.goto(path)
  return one.page
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const company = (page: Page) => page.getByRole('combobox', { name: 'LLC or Trust Name' })
const places = (page: Page) => page.getByRole('combobox', { name: 'Target locations' })

async function pickCompany(page: Page, row: number, text: string, name: string) {
  await company(page).nth(row).fill(text)
  await page.getByRole('option', { name }).first().click()
}

async function violations(page: Page): Promise<string[]> {
  const found = await axe(page).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze()
  return found.violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target).join(', ')}`)
}

test('a buyer links two companies and is led to what was learned from them', async () => {
  const page = await enter()
  await button(page, 'Create My Smart Buy Box').click()
  await expect.poll(() => button(page, 'Create My Buy Box').isEnabled()).toBe(false)
  await pickCompany(page, 0, 'houston property', 'Houston Property Group LLC')
  await button(page, '+ Add Another LLC or Trust').click()
  await company(page).nth(1).fill('whitfield')
  await page.getByRole('option', { name: 'Whitfield Holdings Trust' }).waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Create My Buy Box').click()
  await page.getByText('Please select a valid LLC or trust from the dropdown for row 2').waitFor()
  await pickCompany(page, 1, 'whitfield hold', 'Whitfield Holdings Trust')
  await button(page, 'Create My Buy Box').click()
  await dialog(page, SAVED).getByRole('link', { name: 'See what we learned' }).click()
  const linked = page.getByRole('list', { name: 'Linked LLCs and trusts' })
  await expect.poll(() => linked.getByRole('listitem').count()).toBe(2)
  await page
    .getByText(/20 purchases since 2022/)
    .first()
    .waitFor()
})

test('by hand and by keyboard alone: a place is picked, another removed, and the flow ends', async () => {
  const page = await enter()
  await dialog(page, SELECTOR).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog(page, LOCATION).waitFor()
  await expect.poll(() => places(page).evaluate((input) => input === document.activeElement)).toBe(true)
  for (const [text, option] of [
    ['harris', 'Harris County, TX'],
    ['galveston', 'Galveston, TX'],
  ] as const) {
    await page.keyboard.type(text)
    await page.getByRole('option', { name: option }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await button(page, 'Set Location for Buy Box').isEnabled()
  }
  const chosen = page.getByRole('list', { name: 'Target locations, chosen' }).getByRole('listitem')
  await expect.poll(() => chosen.count()).toBe(2)
  await expect.poll(() => page.getByRole('button', { name: /^Remove .*Galveston/ }).isEnabled()).toBe(true)
  await page.keyboard.press('Backspace')
  await expect.poll(() => chosen.count()).toBe(1)
  const preview = dialog(page, LOCATION).getByRole('region', { name: 'Preview' })
  const said = await preview.getByText(/^[\d,]+ deals? there today/).textContent()
  const counted = await page.request.get('/customer/api/properties/bounds?v=1&place=county:Harris,TX')
  const { count } = (await counted.json()) as { count: number }
  expect(count).toBeGreaterThan(0)
  expect(said).toContain(`${count.toLocaleString('en-US')} deal`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Set Location for Buy Box')
  await page.keyboard.press('Enter')
  await dialog(page, SAVED).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.reload()
  await page.waitForResponse((reply) => reply.url().endsWith('/auth/geotags'))
  await page.getByRole('heading', { name: 'Welcome back, Renee' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('neither Escape nor a press beside it closes any of the three; Logout comes last and logs out', async () => {
  const page = await enter()
  for (const [title, way] of [
    [SELECTOR, 'Create My Smart Buy Box'],
    [ENTITY, 'Or, Set up my buy box manually'],
    [LOCATION, 'Back'],
  ] as const) {
    await dialog(page, title).waitFor()
    for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
    await page.mouse.click(4, 4)
    expect(await dialog(page, title).isVisible()).toBe(true)
    expect(await dialog(page, title).getByRole('button', { name: 'Close' }).count()).toBe(0)
    await button(page, way).click()
  }
  await dialog(page, SELECTOR).waitFor()
  await button(page, 'Or, set up my buy box manually').focus()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Logout')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the phone comes first: a wrong code is said, the right one leads on', async () => {
  await setPhoneConfirmed(null)
  const page = await enter()
  await button(page, 'Text me a code').click()
  const code = page.getByLabel('Code')
  await code.waitFor()
  const sent = await lastCode(world.server, 'sms', '+18322840163')
  await code.fill(sent === '111111' ? '222222' : '111111')
  await page.getByText(/tries left/).waitFor()
  await code.fill(sent)
  await dialog(page, SELECTOR).waitFor()
})

test('Later settles only the phone: who has neither an entity nor a market is still asked for one', async () => {
  await setPhoneConfirmed(null)
  const page = await enter()
  const phone = dialog(page, 'Confirm your phone')
  await phone.getByRole('button', { name: 'Later' }).click()
  await dialog(page, SELECTOR).waitFor()
  await page.reload()
  await dialog(page, SELECTOR).waitFor()
  expect(await phone.count()).toBe(0)
})

test('finishing in one tab closes it in the other, and what was typed survives switching', async () => {
  const here = await enter()
  const there = await here.context().newPage()
  await there.goto('/')
  await dialog(there, SELECTOR).waitFor()
  await button(here, 'Create My Smart Buy Box').click()
  await company(here).fill('Bluebonnet')
  await button(here, 'Or, Set up my buy box manually').click()
  await places(here).fill('galv')
  await button(here, 'Or, Set up my Smart Buy Box').click()
  await button(here, 'Or, Set up my buy box manually').click()
  expect(await places(here).inputValue()).toBe('galv')
  await button(here, 'Or, Set up my Smart Buy Box').click()
  expect(await company(here).inputValue()).toBe('Bluebonnet')
  await pickCompany(here, 0, 'bluebonnet family', 'Bluebonnet Family Trust')
  await button(here, 'Create My Buy Box').click()
  await dialog(here, SAVED).waitFor()
  await expect.poll(() => there.getByRole('dialog').count()).toBe(0)
})

test('legal and unsubscribe pages are never covered', async () => {
  const page = await enter('/terms-of-service')
  await page.waitForResponse((reply) => reply.url().endsWith('/smart-buy-box'))
  await page.getByRole('heading', { name: 'Terms of service' }).first().waitFor()
  // Leaving the page shows what waited behind it, so the check was through.
  await page.getByRole('link', { name: 'Plat' }).first().click()
  await dialog(page, SELECTOR).waitFor()
  await page.goBack()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('axe finds nothing in the three, wide and narrow; at 320 px nothing is cut off', async () => {
  const page = await enter()
  await dialog(page, SELECTOR).waitFor()
  await checkSizes(page, SELECTOR)
  await button(page, 'Create My Smart Buy Box').click()
  await company(page).first().fill('no company of this name')
  await page.getByText('No companies found').filter({ visible: true }).first().waitFor()
  await pickCompany(page, 0, 'houston property', 'Houston Property Group LLC')
  await button(page, '+ Add Another LLC or Trust').click()
  await company(page).nth(1).fill('whitfield')
  await page.getByRole('option').first().waitFor()
  await checkSizes(page, ENTITY)
  await button(page, 'Or, Set up my buy box manually').click()
  await places(page).fill('fort b')
  await page.getByRole('option').first().waitFor()
  await checkSizes(page, LOCATION)
})

async function checkSizes(page: Page, title: string) {
  for (const viewport of [NARROW, WIDE]) {
    await page.setViewportSize(viewport)
    expect(await violations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 500 })
  const hidden = await dialog(page, title).evaluate(
    (element) =>
      [...element.querySelectorAll('button, input')].filter((control) => {
        const { left, right } = control.getBoundingClientRect()
        return left < 0 || right > window.innerWidth
      }).length,
  )
  expect(hidden).toBe(0)
  await page.setViewportSize(WIDE)
}
