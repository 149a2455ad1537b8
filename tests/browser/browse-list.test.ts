/** The list of deals in a real browser over the real server: there and back, by keyboard alone, nothing found, side by side. */
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { axe } from '#tests/support/axe.ts'
import { NARROW, WIDE, wholeList } from '#tests/support/browser.ts'
import { logIn, withVisitors, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ deals: 1500 })
const visitor = withVisitors({ world, browser })

/** What comes about in its own time, also on a busy machine. */
const soon = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: 15_000 })

interface HeadsNoted {
  /** In pixels from the left, wherever the head of the prices was. */
  headPlaces: Set<number>
}

/** Runs in the page. */
function noteHeads() {
  const noted = window as unknown as HeadsNoted
  noted.headPlaces = new Set()
  new MutationObserver(() => {
    const price = [...document.querySelectorAll('th')].find((head) => head.textContent === 'Price')
    if (price) noted.headPlaces.add(Math.round(price.getBoundingClientRect().left))
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

const feed = (page: Page) => page.getByRole('feed', { name: 'Deals' })
const count = (page: Page) => page.getByRole('region', { name: 'Deals' }).getByRole('status').first()

/** Opened as a list, which needs no map. */
async function listOf(page: Page, query = ''): Promise<void> {
  await page.goto(`/deals?view=list${query}`)
  await whole(page).getByRole('article').first().waitFor()
}

/** The list of all deals, which takes the place of the first ones. */
const whole = (page: Page) => page.locator('[data-virtuoso-scroller]')

/** No row is lower. */
const ROW_PX = 60

/** Scrolls the list until the article at this place is drawn, as a wheel would; on a busy page it may run past it, and comes back. */
async function scrollTo(page: Page, place: number) {
  const card = feed(page).locator(`[aria-posinset="${place}"]`)
  const drawn = () =>
    feed(page)
      .getByRole('article')
      .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-posinset'))))
  await feed(page).hover()
  await expect
    .poll(
      async () => {
        if ((await card.count()) > 0) return true
        const places = await drawn()
        const down = place - Math.max(...places)
        const rows = down > 0 ? Math.min(down, 60) : -Math.min(Math.min(...places) - place, 60)
        if (places.length > 0) await page.mouse.wheel(0, rows * ROW_PX)
        return false
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBe(true)
  await card.scrollIntoViewIfNeeded()
  return card
}

const isInView = (page: Page, id: string) =>
  page.evaluate((deal) => {
    const box = document.querySelector(`[data-deal="${deal}"]`)?.getBoundingClientRect()
    return box !== undefined && box.top >= 0 && box.bottom <= window.innerHeight
  }, id)

test('Back from card 400 leads to card 400, with the same filters and without asking for the list again', async () => {
  const { page, pageErrors } = await visitor()
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/customer/api/properties') asked++
  })
  await listOf(page, '&price=0-900000&sort=price-asc')
  const card = await scrollTo(page, 400)
  const link = card.locator('[data-deal]')
  const id = (await link.getAttribute('data-deal')) ?? ''
  const address = page.url()
  const before = asked
  await link.click()
  await page.waitForURL(`**/property/${id}`)
  await page.goBack()
  await soon(() => isInView(page, id)).toBe(true)
  expect(page.url()).toBe(address)
  expect(asked).toBe(before)
  expect(await feed(page).locator('[aria-posinset="400"] [data-deal]').getAttribute('data-deal')).toBe(id)
  await soon(() => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.deal)).toBe(id)
  expect(pageErrors.filter((line) => !line.includes('Failed to load resource'))).toEqual([])
})

test('the first deals show before any script, follow the filter before the list is there, and keep focus and place when it comes', async () => {
  const { page, pageErrors } = await visitor()
  const openCode = await gate(page, /\/assets\/.*\.js$/)
  const openList = await gate(page, /\/customer\/api\/properties(\?.*)?$/)
  await page.goto('/deals?sort=price-asc', { waitUntil: 'commit' })
  await feed(page).getByRole('article').nth(23).waitFor()
  const { body, ids } = await firstOf('sort=price-asc')
  const drawn = () =>
    page
      .locator('[data-deal]:visible')
      .evaluateAll((links) => links.map((a) => Number(a.getAttribute('data-deal'))))
  expect(await drawn()).toEqual(ids)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Deals')

  // The app comes, the list does not.
  openCode()
  await soon(() => page.locator('#root [data-deal]').count()).toBe(24)
  expect(await page.locator('#first-page').count()).toBe(0)
  await soon(() => count(page).textContent()).toContain(
    ` of ${body.data.list.all_count.toLocaleString('en-US')} deals`,
  )
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Price, high to low' })
  await soon(drawn).toEqual((await firstOf('sort=price-desc')).ids)
  const third = page.locator('#root [data-deal]').nth(2)
  await third.focus()
  const focusedId = await third.getAttribute('data-deal')
  openList()
  await whole(page).getByRole('article').first().waitFor()
  await soon(() => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.deal)).toBe(
    focusedId,
  )
  expect(pageErrors).toEqual([])
})

/** Requests of the page wait until the gate is opened by the function it answers with. */
async function gate(page: Page, url: RegExp): Promise<() => void> {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(url, async (route) => {
    await opened
    await route.continue()
  })
  return open
}

async function firstOf(query: string) {
  const body = await (await fetch(`${world.url}/customer/api/properties/first?${query}`)).json()
  return { body, ids: body.data.list.data.map(([id]: number[]) => id) }
}

test('twenty deals are gone through by keyboard alone: kept, compared, opened, and on from there', async () => {
  const { page } = await visitor()
  await listOf(page)
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('article')?.getAttribute('aria-posinset') ?? null)
  for (let place = 1; place <= 20; place++) {
    await page.keyboard.press('j')
    await soon(focused).toBe(String(place))
    if (place % 5 === 0) await page.keyboard.press(place % 2 === 0 ? 's' : 'f')
    if (place === 7 || place === 9) await page.keyboard.press('c')
  }
  await page.keyboard.press('k')
  await soon(focused).toBe('19')
  const tray = page.getByRole('region', { name: 'Deals to compare' })
  await expect.poll(() => tray.getByRole('listitem').count()).toBe(2)
  await soon(() => feed(page).getByRole('button', { pressed: true, name: /^Save/ }).count()).toBeGreaterThan(
    0,
  )

  await page.keyboard.press('Enter')
  await page.waitForURL('**/property/*')
  await page.goBack()
  await soon(focused).toBe('19')
  await page.keyboard.press('j')
  await soon(focused).toBe('20')
  await page.keyboard.press('o')
  await page.waitForURL(/\/deal\/\d+\/offer/)
})

test('keys are explained and can be turned off, and none acts while somebody types', async () => {
  const { page } = await visitor()
  await listOf(page)
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Search location' })
  await soon(() => search.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.type('j?c')
  expect(await search.inputValue()).toBe('j?c')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Deals', exact: true }).click()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByText('Next deal').waitFor()
  await help.getByLabel('Use these keys on the deals page').uncheck()
  await help.getByRole('button', { name: 'Close' }).click()
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.keyboard.press('j')
  expect(await page.evaluate(() => document.activeElement?.closest('article'))).toBeNull()
  await expect.poll(() => help.count()).toBe(0)
})

test('when nothing passes, the page says which one filter to let go of and how many deals that gives', async () => {
  const { page } = await visitor()
  await page.goto('/deals?view=list&price=1-500')
  const list = page.getByRole('region', { name: 'Deals' })
  await list.getByRole('heading', { name: 'No deals match these filters' }).waitFor()
  const way = list.getByRole('button', { name: /^Remove .*deals$/ })
  const promised = /([\d,]+) deals?$/.exec((await way.textContent()) ?? '')?.[1]
  await way.click()
  await feed(page).getByRole('article').first().waitFor()
  await expect.poll(() => count(page).textContent()).toBe(`${promised} of 1,500 deals`)
})

test('in a low window the ways out of an empty list can be scrolled above the button of the map', async () => {
  const { page } = await visitor({ viewport: { width: 640, height: 380 } })
  await page.goto('/deals?view=list&price=1-500')
  const map = page.getByRole('button', { name: 'Map', exact: true })
  const clear = page.getByRole('button', { name: 'Clear filters', exact: true })
  await clear.evaluate((button) => {
    for (let part: Element | null = button; part; part = part.parentElement)
      if (/auto|scroll/.test(getComputedStyle(part).overflowY)) part.scrollTop = part.scrollHeight
  })
  const [last, above] = [await clear.boundingBox(), await map.boundingBox()]
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0)
})

test('on a phone the button of the map covers nothing of the deals to compare', async () => {
  const { page } = await visitor({ viewport: { width: 390, height: 844 } })
  await page.goto('/deals?view=list&compare=1')
  const map = page.getByRole('button', { name: 'Map', exact: true })
  const tray = page.getByRole('region', { name: 'Deals to compare' })
  await tray.waitFor()
  const [above, below] = [await map.boundingBox(), await tray.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

test('an empty part of the map is said as such, and one press leads to the deals elsewhere', async () => {
  const { page } = await visitor()
  // The middle of the Gulf of Mexico.
  await page.goto('/deals?view=list&bounds=25,-92,26,-91')
  const list = page.getByRole('region', { name: 'Deals' })
  await list.getByRole('heading', { name: 'No deals in this part of the map' }).waitFor()
  const all = list.getByRole('button', { name: /^Show all [\d,]+ on the map$/ })
  const promised = /([\d,]+)/.exec((await all.textContent()) ?? '')?.[1]
  await all.click()
  await feed(page).getByRole('article').first().waitFor()
  await expect.poll(() => count(page).textContent()).toBe(`${promised} of 1,500 deals`)
  expect(new URL(page.url()).searchParams.has('bounds')).toBe(false)
})

test('the score and its reason have their place before they come, are never cut, and a deal that was seen is as clear as others', async () => {
  const { page, context } = await visitor({ viewport: { width: 1024, height: 768 } })
  await logIn(context, world)
  for (const width of [1440, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 768 })
    await listOf(page)
    await feed(page)
      .getByRole('button', { name: /Why it .*, for/ })
      .first()
      .waitFor()
    const unclear = await feed(page)
      .getByRole('button', { name: /Why it .*, for/ })
      .evaluateAll(
        (chips) =>
          chips.filter((chip) => {
            const [own, tags] = [chip.getBoundingClientRect(), chip.parentElement?.getBoundingClientRect()]
            const words = [...chip.querySelectorAll('span')].filter((span) => span.checkVisibility())
            const isCut = words.some((span) => span.scrollWidth > span.clientWidth + 1)
            return isCut || tags === undefined || own.top >= tags.bottom || own.right > tags.right + 1
          }).length,
      )
    expect(unclear, `at ${width} px`).toBe(0)
  }
  await feed(page).getByRole('article').first().getByRole('link').click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  const seen = feed(page).getByRole('article').filter({ hasText: 'Viewed' }).first()
  await seen.waitFor()
  const faded = await seen.evaluate(
    (card) =>
      [...card.querySelectorAll('*')].filter((part) => Number(getComputedStyle(part).opacity) < 1).length,
  )
  expect(faded).toBe(0)
})

test('an address that makes no sense is read as far as it does, and says what was left out', async () => {
  const { page } = await visitor()
  await listOf(page, '&price=300000-100000&beds=many')
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByText(/beds/).first().waitFor()
  await filters.getByRole('button', { name: /\$100K.*\$300K/ }).waitFor()
})

test('a press on a value of a card filters by it and leaves the card closed', async () => {
  const { page } = await visitor()
  await listOf(page)
  const value = (name: RegExp) => feed(page).getByRole('article').first().getByRole('button', { name })
  await value(/^Available: show only these$/).click()
  expect(new URL(page.url()).pathname).toBe('/deals')
  const year = value(/^Built \d{4}: show only built in that decade$/)
  const decade = `${((await year.textContent()) ?? '').match(/\d{3}/)?.[0]}0`
  await year.click()
  await soon(() => new URL(page.url()).searchParams.get('year')).toContain(decade)
})

test('the address of a comparison shows the same deals side by side to who opens it', async () => {
  const { page } = await visitor()
  await page.goto('/deals?view=list&compare=1,2,3')
  const side = page.getByRole('region', { name: 'Comparison' })
  await side.getByRole('heading', { name: '3 deals side by side' }).waitFor()
  await expect.poll(() => side.getByRole('columnheader').count()).toBe(3)
  // The whole width, and in each row that has a best value that value alone is marked.
  const room = await side.getByRole('table').evaluate((table) => ({
    table: table.getBoundingClientRect().width,
    frame: table.parentElement?.clientWidth ?? 0,
    marks: [...table.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('mark').length),
  }))
  expect(room.table).toBeGreaterThanOrEqual(room.frame - 1)
  expect(Math.max(...room.marks)).toBe(1)
  expect(
    await side
      .getByRole('row', { name: /^Price \$/ })
      .locator('mark')
      .count(),
  ).toBe(1)
  await side
    .getByRole('button', { name: /^Take out/ })
    .first()
    .click()
  await soon(() => new URL(page.url()).searchParams.get('compare')).toBe('2,3')
  await page.keyboard.press('Escape')
  await side.waitFor({ state: 'detached' })
})

test('the table sorts by the head that is pressed, both ways', async () => {
  const { page } = await visitor()
  await page.addInitScript(noteHeads)
  await page.goto('/deals?view=table')
  const head = page.getByRole('columnheader', { name: 'Price' })
  await head.getByRole('button').click()
  await soon(() => head.getAttribute('aria-sort')).toBe('descending')
  await head.getByRole('button').click()
  await soon(() => head.getAttribute('aria-sort')).toBe('ascending')
  expect(new URL(page.url()).searchParams.get('sort')).toBe('price-asc')
  // A head that moves while a finger comes down is missed.
  expect(await page.evaluate(() => [...(window as unknown as HeadsNoted).headPlaces])).toHaveLength(1)
})

test('deals that cannot be loaded are said, and can be tried again', async () => {
  const { page } = await visitor()
  await page.route('**/customer/api/properties', (route) => route.abort())
  await page.goto('/deals?view=list')
  const list = page.getByRole('region', { name: 'Deals' })
  await list.getByRole('heading', { name: 'The deals could not be loaded' }).waitFor()
  await page.unroute('**/customer/api/properties')
  await list.getByRole('button', { name: 'Try again' }).click()
  await feed(page).getByRole('article').first().waitFor()
})

describe('for everybody', () => {
  const STATES: readonly (readonly [path: string, heading: string])[] = [
    ['/deals?view=list&price=1-500', 'No deals match these filters'],
    ['/deals?view=list&compare=1,2', '2 deals side by side'],
  ]
  const PAGES: typeof STATES = [
    ...['list', 'grid', 'table'].map((view) => [`/deals?view=${view}`, 'Deals'] as const),
    ['/', 'Markets'],
    ...STATES,
  ]
  const LOOKS = [
    { look: 'wide and light', viewport: WIDE, colorScheme: 'light', pages: STATES },
    { look: 'narrow and dark', viewport: NARROW, colorScheme: 'dark', pages: PAGES },
  ] as const

  test.each(LOOKS)('axe finds nothing, $look', async ({ viewport, colorScheme, pages }) => {
    const { page } = await visitor({ viewport, colorScheme })
    for (const [path, heading] of pages) {
      await page.goto(path)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      await wholeList(page)
      if (!heading.startsWith('No')) await page.locator('[data-deal]').first().waitFor({ state: 'attached' })
      const { violations } = await axe(page).analyze()
      expect(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html}`)).toEqual([])
    }
  })

  test.each(['/deals', '/deals?view=grid', '/'])('nothing of %s is wider than the window', async (path) => {
    const { page } = await visitor()
    await page.goto(path)
    await page
      .getByRole('link', { name: /^(See the deals|\d+ )/ })
      .first()
      .waitFor()
    for (const width of [1440, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
})
