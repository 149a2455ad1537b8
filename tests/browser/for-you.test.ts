/** “For you” in a browser: what fits is there, new ones first; it is seen, hidden and brought back, and a new match comes by itself. */
import type { Page, Request } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { type Person, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, limits: { matchQuietMs: 0 } })
let dana: Person
let page: Page

beforeAll(async () => {
  dana = await person(browser, { baseURL: world.url })
  page = dana.page
  await logIn(dana.context, world)
})

/** Longer than a deal must be looked at, and than it is kept back. */
const UNTOLD_MS = 3000

const rows = () => page.getByRole('main').getByRole('listitem')
const hideFirst = () => page.getByRole('button', { name: /^Hide / }).first()

test('what fits is there by day, with its box and reason, and counts as seen once it was looked at', async () => {
  // A person who arrives while the boxes are being matched sees the deals a moment later.
  const json = { data: [], next: null, new_count: 0, is_matching: true, is_looking: true }
  const allOfIt = ({ pathname, search }: URL) => pathname.endsWith('/auth/feed') && search === ''
  await page.route(allOfIt, (route) => route.fulfill({ json }), { times: 1 })
  await page.goto('/')
  await page.getByRole('region', { name: 'For you', exact: true }).getByRole('row').nth(6).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^For you/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'For you' }).waitFor()
  await rows().first().waitFor()
  await rows()
    .first()
    .getByText(/buy box · \w+/i)
    .waitFor()
  const words = page.getByText(/^(Nothing new|\d+ new match(es)?)$/)
  const before = await words.textContent()
  await expect.poll(() => words.textContent()).not.toBe(before)
})

test('what is looked at in one tab is no news in another that has it below its fold', async () => {
  const { db } = world.server.database
  await db.updateTable('deal_marks').set({ seen_at: null }).execute()
  const other = await dana.context.newPage()
  await other.setViewportSize({ width: 1280, height: 180 })
  await other.goto('/for-you')
  const news = (tab: Page) => tab.getByText(/^(Nothing new|\d+ new match(es)?)$/)
  const before = await news(other).textContent()
  await other.waitForTimeout(UNTOLD_MS)
  expect(await news(other).textContent()).toBe(before)
  await page.goto('/for-you')
  await rows().first().waitFor()
  await expect.poll(() => news(page).textContent()).not.toBe(before)
  await expect.poll(() => news(other).textContent()).not.toBe(before)
  await other.close()
})

test('a deal is hidden in place and brought back; hidden, it is gone the next time', async () => {
  await page.goto('/for-you')
  const name = ((await hideFirst().getAttribute('aria-label')) ?? '').replace(/^Hide /, '')
  const row = page.getByRole('button', { name: `Hide ${name}` })
  await row.click()
  await page.getByText(/ is hidden\.$/).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Undo')
  const isShown = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Hide')
  await isShown
  // The page is left before this press has got through to the server.
  const isHide = (call: Request) => call.method() === 'PUT' && call.url().includes('/hidden-deals/')
  let isHeld = false
  await page.route(/hidden-deals/, (route) => {
    if (isHeld || !isHide(route.request())) return route.continue()
    isHeld = true
  })
  await row.click()
  await page.getByText(/ is hidden\.$/).waitFor()
  const saved = page.waitForResponse((answer) => isHide(answer.request()))
  await page.reload()
  await saved
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await hideFirst().waitFor()
  expect(await row.count()).toBe(0)
})

test('a deal is kept in place, and is among the favorites', async () => {
  const kept = async (): Promise<number> => {
    const { data } = await (await dana.context.request.get('/customer/api/auth/user')).json()
    return data.favourite_properties.length
  }
  const before = await kept()
  const free = rows()
    .getByRole('button', { name: /^Save /, pressed: false })
    .first()
  const heart = page.getByRole('button', { name: (await free.getAttribute('aria-label')) ?? '', exact: true })
  await heart.first().click()
  await expect.poll(() => heart.first().getAttribute('aria-pressed')).toBe('true')
  await expect.poll(kept).toBe(before + 1)
})

test('who has seen all that fits is told so, with the next best and what each of them misses', async () => {
  const { db } = world.server.database
  const fits = await db.selectFrom('matches').select(['customer_id', 'property_id']).execute()
  const seen_at = new Date()
  await db
    .insertInto('deal_marks')
    .values(fits.map((one) => ({ ...one, seen_at })))
    .onConflict((on) => on.columns(['customer_id', 'property_id']).doUpdateSet({ seen_at }))
    .execute()
  await page.reload()
  await page.getByText('You’re all caught up. New matches appear here first.').waitFor()
  const next = page.getByRole('list', { name: 'Close, but for one thing' }).getByRole('listitem')
  await next.first().waitFor()
  for (const text of await next.allTextContents())
    expect(text).toMatch(/under your|over your|outside your|not what|not stated/)
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('the newest deals on the home page leave out those of For you', async () => {
  const home = await dana.context.newPage()
  await home.goto('/')
  const linksIn = (name: string | RegExp) =>
    home.getByRole('region', { name, exact: true }).getByRole('row').getByRole('link')
  const [mine, newest] = [linksIn('For you'), linksIn(/^New/)]
  for (const links of [mine, newest]) await links.first().waitFor()
  await expect
    .poll(async () => {
      const above = await mine.allTextContents()
      return (await newest.allTextContents()).filter((name) => above.includes(name))
    })
    .toEqual([])
  await home.close()
})

test('a deal that begins to fit is offered by itself, and moves nothing until it is asked for', async () => {
  const home = await dana.context.newPage()
  await home.goto('/')
  await home.getByRole('link', { name: /^For you.*Deals that fit your buy boxes$/ }).waitFor()
  await page.goto('/for-you')
  await hideFirst().waitFor()
  const { db } = world.server.database
  const match = await db
    .selectFrom('matches')
    .selectAll()
    .where('is_current', '=', true)
    .executeTakeFirstOrThrow()
  const fit = await db
    .selectFrom('properties')
    .selectAll()
    .where('id', '=', match.property_id)
    .executeTakeFirstOrThrow()
  const { id, address, revision, parcel, created_at, updated_at, preview_hash, ...same } = fit
  const other = await db
    .selectFrom('properties')
    .select('id')
    .where('id', 'not in', db.selectFrom('matches').select('property_id'))
    .where('listing', '=', 'listed')
    .where('status', '=', 0)
    .executeTakeFirstOrThrow()
  const { picked_sales: _, ...fields } = same
  await db.transaction().execute(async (trx) => {
    await bumpDealRevision(trx, other.id)
    await trx.updateTable('properties').set(fields).where('id', '=', other.id).execute()
  })
  // Not those that miss something, which stand below.
  const inFeed = () => page.getByRole('button', { name: /^Hide / }).count()
  const count = await inFeed()
  await page.getByRole('button', { name: 'Show 1 new match' }).waitFor()
  await home.getByRole('link', { name: /^For you.*1 new deal fits your buy boxes$/ }).waitFor()
  await home.close()
  expect(await inFeed()).toBe(count)
  await page.getByRole('button', { name: 'Show 1 new match' }).click()
  await expect.poll(() => inFeed()).toBe(count + 1)
})

test('who has paused every buy box is told so, with the way to them', async () => {
  await page.goto('/profile/buy-box')
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  await pause.first().waitFor()
  for (let left = await pause.count(); left > 0; left--) {
    await pause.first().click()
    await expect.poll(() => pause.count()).toBe(left - 1)
  }
  await page.goto('/for-you')
  const told = page.getByText('None of your buy boxes is looking for deals')
  await told.waitFor()
  await told.getByRole('link', { name: 'Change your buy boxes' }).click()
  await page.waitForURL('**/profile/buy-box')
})
