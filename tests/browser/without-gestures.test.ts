/** Views switch by keyboard, mouse and touch alike, and what can be dragged has buttons (WCAG 2.1.1, 2.5.1 and 2.5.7). */
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { NARROW, person, WIDE } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()

const PRESSES: Record<string, (button: Locator) => Promise<void>> = {
  keyboard: async (button) => {
    await button.focus()
    await button.page().keyboard.press('Enter')
  },
  'space bar': async (button) => {
    await button.focus()
    await button.page().keyboard.press('Space')
  },
  mouse: (button) => button.click(),
  touch: (button) => button.tap(),
}
const WAYS = Object.keys(PRESSES)
const press = (way: string, button: Locator) => PRESSES[way]?.(button)

async function opened(viewport: { width: number; height: number }, path: string): Promise<Page> {
  const { page, context } = await person(browser, { baseURL: world.url, viewport, hasTouch: true })
  onTestFinished(() => context.close())
  await logIn(context, world)
  await page.goto(path)
  return page
}

const named = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

test.each(WAYS)('in a wide window the views of the deals switch by %s', async (way) => {
  const page = await opened(WIDE, '/deals?view=list')
  const views = page.getByRole('group', { name: 'View' })
  const feed = page.getByRole('feed', { name: 'Deals' })
  await feed.getByRole('article').first().waitFor()
  for (const [name, shown] of [
    ['Table', page.getByRole('table')],
    ['Map', page.locator('[data-map="ready"]')],
    ['Grid', feed],
    ['List', feed],
  ] as const) {
    await press(way, named(views, name))
    await expect.poll(() => named(views, name).getAttribute('aria-pressed')).toBe('true')
    await shown.first().waitFor()
    expect(await views.getByRole('button', { pressed: true }).count()).toBe(1)
  }
})

test.each(WAYS)('on a phone list and map switch by %s', async (way) => {
  const page = await opened(NARROW, '/deals')
  const card = page.getByRole('feed', { name: 'Deals' }).getByRole('article').first()
  await card.waitFor()
  await press(way, named(page, 'Map'))
  await page.locator('[data-map="ready"]').waitFor()
  expect(await card.isVisible()).toBe(false)
  await press(way, named(page, 'List'))
  await card.waitFor()
})

test.each([
  ['a wide window', WIDE, 'mouse'],
  ['a wide window', WIDE, 'keyboard'],
  ['a phone', NARROW, 'touch'],
] as const)('in %s (%o) buttons move and zoom the map by %s', async (_, viewport, way) => {
  const page = await opened(viewport, '/deals?map=29.76,-95.37,9')
  if (viewport === NARROW) await press(way, named(page, 'Map'))
  await page.locator('[data-map="ready"] [data-pin]').first().waitFor()
  await press(way, named(page, 'Zoom in'))
  await expect.poll(() => mapOf(page)[2]).toBe(10)
  await press(way, named(page, 'Move the map'))
  const pad = page.getByRole('group', { name: 'Move the map' })
  const [lat = 0, lng = 0] = mapOf(page)
  await press(way, named(pad, 'Move right'))
  await expect.poll(() => mapOf(page)[1]).toBeGreaterThan(lng)
  await press(way, named(pad, 'Move up'))
  await expect.poll(() => mapOf(page)[0]).toBeGreaterThan(lat)
})

/** Latitude, longitude and zoom of the address. */
const mapOf = (page: Page) => new URL(page.url()).searchParams.get('map')?.split(',').map(Number) ?? []

test('a corner of a drawn area is chosen, moved and removed by presses', async () => {
  const page = await opened(WIDE, '/deals?map=29.76,-95.37,9')
  await page.locator('[data-map="ready"] [data-pin]').first().waitFor()
  const area = () => new URL(page.url()).searchParams.get('area')
  await named(page, 'Draw an area').click()
  await named(page, 'Use what the map shows').click()
  await expect.poll(area).not.toBe(null)
  await named(page, 'Edit corners').click()
  const corner = named(page, 'Corner 3 of area 1')
  await corner.click()
  const pad = page.getByRole('group', { name: 'Move corner 3 of area 1' })
  const [before, from] = [await corner.boundingBox(), area()]
  await named(pad, 'Move up').click()
  await expect.poll(async () => (await corner.boundingBox())?.y).toBeLessThan(before?.y ?? 0)
  expect((await corner.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0)
  await expect.poll(area).not.toBe(from)
  await named(page, 'Remove the corner').click()
  await expect.poll(() => page.getByRole('button', { name: /^Corner \d of area 1$/ }).count()).toBe(3)
  await pad.waitFor({ state: 'detached' })
})

test('a portrait is cut by presses', async () => {
  const page = await opened(NARROW, '/profile/personal')
  const half = (background: string) => ({
    create: { width: 200, height: 400, channels: 3 as const, background },
  })
  const buffer = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'blue' } })
    .composite([{ input: await sharp(half('red')).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer()
  await page.getByLabel('Portrait file').setInputFiles({ name: 'halves.png', mimeType: 'image/png', buffer })
  const dialog = page.getByRole('dialog', { name: 'Cut the picture' })
  for (let step = 0; step < 8; step++) await named(dialog, 'Zoom in').tap()
  // To the right more often than it can go: the part that is cut has to stay full.
  for (let step = 0; step < 20; step++) await named(dialog, 'Move right').tap()
  const answered = page.waitForResponse('**/auth/update-avatar')
  await named(dialog, 'Use picture').tap()
  const { data } = await (await answered).json()
  const picture = await page.request.get(data.photo)
  const { channels } = await sharp(await picture.body()).stats()
  expect(channels.map(({ mean }) => Math.round(mean / 64))).toEqual([4, 0, 0])
})
