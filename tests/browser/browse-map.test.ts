/** The map of deals in a real browser: its marks, its link with the list, areas, and what stays without it. */
import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { holdBack, NARROW, WIDE } from '#tests/support/browser.ts'
import { logIn, withVisitors, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()
const visitor = withVisitors({ world, browser })

/** Near enough for pins. */
const HOUSTON = '/deals?map=29.76,-95.37,9'

const region = (page: Page) => page.getByRole('region', { name: 'Map of deals' })

async function openMap(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('[data-map="ready"] [data-pin], [data-map="ready"] [data-cluster]').first().waitFor()
}

/** As the head says it, also where the list is not shown. */
const dealsOf = (page: Page) =>
  page
    .getByText(/^[\d,]+ (?:of [\d,]+ )?deals$/)
    .first()
    .textContent()
const marks = (page: Page) => page.locator('[data-pin]')
const pinOf = (page: Page, id: string | null) => page.locator(`[data-pin="${id}"]`)

test('deals are price pins: buttons with street, price and status for a name, fifty at most', async () => {
  const { page, pageErrors } = await visitor()
  await openMap(page, HOUSTON)
  const names = await marks(page).evaluateAll((pins) =>
    pins.map((pin) => `${pin.tagName} ${pin.getAttribute('aria-label')}`),
  )
  expect(names.length).toBeGreaterThan(0)
  expect(names.length).toBeLessThanOrEqual(50)
  for (const name of names) expect(name).toMatch(/^BUTTON .+, \$[\d.]+[KM]?, available/)
  // Nothing of the map needs more than the page's strict policy gives, or anything from elsewhere.
  expect(pageErrors).toEqual([])
})

test('pointing links list and map both ways, and a press opens the deal’s card', async () => {
  const { page } = await visitor()
  await openMap(page, HOUSTON)
  const row = page.getByRole('main').locator('[data-deal]').first()
  const id = await row.getAttribute('data-deal')
  await row.hover()
  await pinOf(page, id).and(page.locator('[data-hovered]')).waitFor({ state: 'attached' })
  await page.mouse.move(2, 2)
  await page.locator('[data-pin][data-hovered]').waitFor({ state: 'detached' })

  const pin = marks(page).first()
  await pin.click()
  await page.locator('[data-map-popup]').waitFor()
  await expect.poll(() => pin.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await page.locator('[data-map-popup]').waitFor({ state: 'detached' })
})

test('a cluster says what it holds and zooms in when it is pressed', async () => {
  const { page } = await visitor()
  await openMap(page, '/deals?map=38,-96,4')
  const cluster = page.locator('[data-cluster]').first()
  await expect.poll(() => cluster.getAttribute('aria-label')).toMatch(/^\d+ deals, \$.+, median \d+% of ARV$/)
  await cluster.click()
  await expect.poll(() => zoomOf(page)).toBe(6)
})

test('the first camera shows every cluster whole', async () => {
  const { page } = await visitor()
  await openMap(page, '/deals')
  expect(await cutClusters(page)).toEqual([])
})

test('the first camera shows every cluster whole in a window that becomes narrower, until a person moves it', async () => {
  const { page } = await visitor({ viewport: { width: 1440, height: 900 } })
  await openMap(page, '/deals')
  const fitted = await page.locator('[data-map-ground]').boundingBox()
  await page.setViewportSize({ width: 1000, height: 900 })
  await expect
    .poll(() => page.locator('[data-map-ground] canvas').first().boundingBox())
    .not.toMatchObject({ width: fitted?.width })
  await expect.poll(() => cutClusters(page)).toEqual([])
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('bounds'), searchParams.get('map')]).toEqual([null, null])
  const cluster = page.locator('[data-cluster]').first()
  await cluster.click()
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(3)
  const near = zoomOf(page)
  const before = page.url()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect
    .poll(() => page.locator('[data-map-ground] canvas').first().boundingBox())
    .toMatchObject({ width: fitted?.width })
  expect([zoomOf(page), new URL(page.url()).searchParams.get('bounds')]).toEqual([
    near,
    new URL(before).searchParams.get('bounds'),
  ])
})

test('a strip that opens above the map because the server is away is no search, and the list stays whole', async () => {
  onTestFinished(world.up)
  for (const viewport of [WIDE, NARROW]) {
    const { context, page } = await visitor({ viewport })
    await logIn(context, world)
    await page.goto('/deals')
    if (viewport === NARROW) await page.getByRole('button', { name: 'Map', exact: true }).click()
    await page.locator('[data-map="ready"] [data-cluster]').first().waitFor()
    const ground = page.locator('[data-map-ground]')
    const before = await ground.boundingBox()
    const deals = await dealsOf(page)
    await world.down()
    const strip = page.getByRole('status').filter({ hasText: 'Plat can’t be reached' })
    // The browser says so itself where its machine lost the network; here the server alone did.
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    await strip.waitFor()
    await expect.poll(async () => (await ground.boundingBox())?.height).toBeLessThan(before?.height ?? 0)
    await expect
      .poll(() => page.locator('[data-map-ground] canvas').first().boundingBox())
      .toMatchObject({ height: (await ground.boundingBox())?.height })
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('bounds'), searchParams.get('map')]).toEqual([null, null])
    if (viewport === NARROW) await page.getByRole('button', { name: 'List', exact: true }).click()
    expect(await dealsOf(page)).toBe(deals)
    await world.up()
  }
})

test('one turn of the wheel on a map that was not moved before is a search where it ends', async () => {
  const { page } = await visitor({ viewport: { width: 1440, height: 900 } })
  await openMap(page, '/deals')
  const from = await freeBasemap(page)
  await page.mouse.move(from.x, from.y)
  await page.mouse.wheel(0, -120)
  await expect.poll(() => new URL(page.url()).searchParams.get('bounds')).not.toBe(null)
})

test('a wheel that turns just before the map follows the size of its window zooms, and the map is not fitted again', async () => {
  const { page } = await visitor({ viewport: { width: 1440, height: 900 } })
  await openMap(page, '/deals')
  const ground = await page.locator('[data-map-ground]').boundingBox()
  const from = await freeBasemap(page)
  await page.mouse.move(from.x, from.y)
  // One turn of an ordinary mouse's wheel. As on a slow machine: the next frame comes late.
  const letFramesCome = await page.evaluateHandle(() => {
    const { requestAnimationFrame: ask, cancelAnimationFrame: cancel } = window
    const held = new Map<number, FrameRequestCallback>()
    let last = 0
    window.requestAnimationFrame = (run) => {
      held.set(--last, run)
      return last
    }
    window.cancelAnimationFrame = (id) => void (held.delete(id) || cancel.call(window, id))
    return () => {
      window.requestAnimationFrame = ask
      for (const id of held.keys())
        ask((now) => {
          const run = held.get(id)
          held.delete(id)
          run?.(now)
        })
    }
  })
  await page.setViewportSize({ width: 1300, height: 900 })
  await page.waitForTimeout(250)
  await page.mouse.wheel(0, -120)
  await page.waitForTimeout(60)
  await letFramesCome.evaluate((come) => come())
  await expect
    .poll(() => page.locator('[data-map-ground] canvas').first().boundingBox())
    .not.toMatchObject({ width: ground?.width })
  await expect.poll(() => new URL(page.url()).searchParams.get('bounds')).not.toBe(null)
})

/** Clusters that are partly outside of the map. */
async function cutClusters(page: Page): Promise<string[]> {
  const frame = await region(page).boundingBox()
  const right = (frame?.x ?? 0) + (frame?.width ?? 0)
  return page.locator('[data-cluster]').evaluateAll(
    (clusters, { left, right }) =>
      clusters
        .map((cluster) => cluster.getBoundingClientRect())
        .filter((at) => at.left < left || at.right > right)
        .map((at) => `${at.left} to ${at.right} of ${left} to ${right}`),
    { left: frame?.x ?? 0, right },
  )
}

test('the keyboard moves and zooms the map, goes to its pins and comes back; the map is one stop', async () => {
  const { page } = await visitor()
  await openMap(page, HOUSTON)
  const map = page.getByRole('group', { name: 'Map', exact: true })
  await map.focus()
  await page.keyboard.press('+')
  await expect.poll(() => zoomOf(page)).toBe(10)
  const before = page.url()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.url()).not.toBe(before)
  await page.keyboard.press('Enter')
  await expect
    .poll(() =>
      marks(page)
        .first()
        .evaluate((pin) => pin === document.activeElement),
    )
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => map.evaluate((surface) => surface === document.activeElement)).toBe(true)
  expect(
    await marks(page).evaluateAll((pins) => pins.every((pin) => (pin as HTMLElement).tabIndex === -1)),
  ).toBe(true)
})

test('a drawn area narrows the list, stands in the address, comes back from it and is cleared', async () => {
  const { page } = await visitor()
  await openMap(page, HOUSTON)
  const all = await dealCount(page)
  await page.getByRole('button', { name: 'Draw an area' }).click()
  await page.getByRole('button', { name: 'Draw by corners' }).click()
  const box = await region(page).boundingBox()
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
  for (const [across, down] of [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.7, 0.7],
    [0.3, 0.7],
  ] as const)
    await page.mouse.click(x + width * across, y + height * down)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.has('area')).toBe(true)
  await expect.poll(() => dealCount(page)).toBeLessThan(all)
  const within = await dealCount(page)

  await page.reload()
  await expect.poll(() => dealCount(page)).toBe(within)
  await page.getByRole('button', { name: 'Areas, 1 drawn' }).click()
  await page.getByRole('button', { name: 'Clear the area' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.has('area')).toBe(false)
  await expect.poll(() => dealCount(page)).toBeGreaterThan(within)
})

test('an area is drawn with the finger, and without a pointer at all', async () => {
  const { page } = await visitor()
  await openMap(page, HOUSTON)
  await page.getByRole('button', { name: 'Draw an area' }).click()
  await page.getByRole('button', { name: 'Draw freehand' }).click()
  const { x, y } = (await region(page).boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 200, y + 200)
  await page.mouse.down()
  for (let step = 1; step <= 24; step++) {
    const turn = (step * Math.PI) / 12
    await page.mouse.move(x + 100 + 100 * Math.cos(turn) + 100, y + 200 + 150 * Math.sin(turn))
  }
  await page.mouse.up()
  await page.getByRole('button', { name: 'Areas, 1 drawn' }).press('Enter')
  await page.getByRole('button', { name: 'Use what the map shows' }).press('Enter')
  await page.getByRole('button', { name: 'Areas, 2 drawn' }).waitFor()
})

test.each([
  ['a desktop', {}, ['List', 'Table']],
  ['a phone', { viewport: { width: 390, height: 844 } }, ['List']],
] as const)('on %s only a gesture on the map changes the search', async (_device, options, others) => {
  const { page } = await visitor(options)
  await page.goto('/deals?map=29.76,-95.37,9')
  const wide = page.viewportSize() ?? { width: 0, height: 0 }
  const all = await dealCount(page)
  const show = (view: 'Map' | 'List' | 'Table') =>
    page.getByRole('button', { name: view, exact: true }).click()
  const bounds = () => new URL(page.url()).searchParams.get('bounds')
  const expectUnchanged = async () => {
    expect(bounds()).toBe(null)
    expect(await dealCount(page)).toBe(all)
  }
  const settled = () =>
    page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 600)))
  await show('Map')
  await page.locator('[data-map="ready"] [data-pin]').first().waitFor()
  // As the keyboard of a phone does it, or a window that is resized.
  await page.setViewportSize({ width: wide.width, height: Math.round(wide.height * 0.6) })
  await settled()
  await expectUnchanged()
  await page.setViewportSize(wide)
  await settled()
  for (const other of others) {
    await show(other)
    await settled()
    await expectUnchanged()
    await show('Map')
    await page.locator('[data-map="ready"] [data-pin]').first().waitFor()
  }
  const from = await freeBasemap(page)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x - 20, from.y - 15, { steps: 4 })
  // The window changes while the button is held, as when a banner opens: the gesture goes on.
  await page.setViewportSize({ width: wide.width, height: wide.height - 40 })
  await settled()
  // On a slow machine the map's next frame comes later than the resize that waits for the release.
  await page.evaluate(() => {
    const frame = requestAnimationFrame
    window.requestAnimationFrame = (run) => Number(setTimeout(() => frame(run), 200))
  })
  await page.mouse.move(from.x - 40, from.y - 30, { steps: 4 })
  await page.mouse.up()
  await expect.poll(bounds).not.toBe(null)
  const searched = bounds() ?? ''
  const [south, west, north, east] = searched.split(',').map(Number)
  expect(Math.min((north ?? 0) - (south ?? 0), (east ?? 0) - (west ?? 0))).toBeGreaterThan(0.1)
  await show('List')
  await settled()
  expect(bounds()).toBe(searched)
})

test('a theme that changes while the map loads is the theme of the map', async () => {
  const { page } = await visitor({ colorScheme: 'light' })
  const chunk = '**/assets/maplibre-adapter-*.js'
  const release = await holdBack(page, chunk)
  const asked = page.waitForRequest(chunk)
  await page.goto(HOUSTON)
  await asked
  await page.emulateMedia({ colorScheme: 'dark' })
  release()
  await page.locator('[data-map="ready"] [data-pin]').first().waitFor()
  await expect.poll(() => lightness(page)).toBeLessThan(0.4)
})

test('without WebGL the map says so and the list is complete', async () => {
  const { page, context } = await visitor()
  await context.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      return String(args[0]).startsWith('webgl') ? null : Reflect.apply(original, this, args)
    } as typeof original
  })
  await page.goto('/deals')
  await region(page).getByText('This browser cannot draw the map. All deals are in the list.').waitFor()
  expect(await dealCount(page)).toBeGreaterThan(100)
})

/** Of the map as it is painted, from 0 to 1. */
async function lightness(page: Page): Promise<number> {
  const { channels } = await sharp(await region(page).screenshot()).stats()
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0) / 255
}

/** A point of the map with nothing over it. */
const freeBasemap = (page: Page) =>
  region(page).evaluate((map) => {
    const { left, top, width, height } = map.getBoundingClientRect()
    for (let step = 1; step < 400; step++) {
      const [x, y] = [
        left + (width * (5 + (step % 19))) / 24,
        top + (height * (8 + Math.floor(step / 19))) / 32,
      ]
      if (document.elementFromPoint(x, y)?.tagName === 'CANVAS') return { x, y }
    }
    throw new Error('The map is covered.')
  })

const zoomOf = (page: Page): number => Number(new URL(page.url()).searchParams.get('map')?.split(',')[2])

/** `239 of 300 deals` */
async function dealCount(page: Page): Promise<number> {
  const text = await page
    .getByText(/^[\d,]+ of [\d,]+ deals?$/)
    .first()
    .textContent()
  return Number((text ?? '').split(' ')[0]?.replaceAll(',', ''))
}
