/** The shell around the pages: what does not exist, heads, updates, consent, the way Back, and a lost connection. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { NARROW } from '#tests/support/browser.ts'
import { withVisitors, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()
const visitor = withVisitors({ world, browser })

const head = (page: Page) =>
  page.evaluate(() => ({
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
    robots: document.querySelector('meta[name="robots"]')?.getAttribute('content'),
    social: document.querySelector('meta[property="og:title"]')?.getAttribute('content'),
  }))

test('what does not exist is a 404 of the server, with the words of the spec and markup as text', async () => {
  const { page } = await visitor()
  const answer = await page.goto('/nowhere/<img src=x onerror=alert(1)>')
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await page.getByText('Page not found: /nowhere/<img src=x onerror=alert(1)>').waitFor()
  expect(await page.title()).toBe('Page Not Found · Plat')
  expect((await head(page)).robots).toBe('noindex, nofollow')
})

test('on a low screen the words of a page that does not exist have their ground from edge to edge', async () => {
  const { page } = await visitor({ viewport: { width: 720, height: 450 } })
  await page.goto('/nowhere')
  await page.locator('main svg > path').first().waitFor({ state: 'attached' })
  const title = page.getByRole('heading', { level: 1 })
  await title.scrollIntoViewIfNeeded()
  const { y, height } = (await title.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
  expect(y + height).toBeLessThan(450)
  const drawing = page.locator('main svg.size-full')
  /** Whether the drawing changes what is seen in a strip from edge to edge. */
  const isSeen = async (top: number, bottom: number) => {
    const clip = { x: 0, y: top, width: 720, height: bottom - top }
    const drawn = await page.screenshot({ clip })
    await drawing.evaluate((svg) => svg.setAttribute('visibility', 'hidden'))
    const plain = await page.screenshot({ clip })
    await drawing.evaluate((svg) => svg.removeAttribute('visibility'))
    return !drawn.equals(plain)
  }
  expect(await isSeen(y - 120, y - 60)).toBe(true)
  expect(await isSeen(y, y + height)).toBe(false)
})

test.each(['light', 'dark'] as const)(
  'the creek of the drawing of lots is seen in %s',
  async (colorScheme) => {
    const { page } = await visitor({ colorScheme })
    await page.goto('/login')
    const creek = page.locator('main svg > path').last()
    const shades = await creek.evaluate((path) => {
      const shadeOf = (color: string) => {
        const pen = document.createElement('canvas').getContext('2d')
        if (pen === null) throw new Error('There is no canvas.')
        pen.fillStyle = color
        pen.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
        return red + green + blue
      }
      let ground = path.parentElement as Element
      while (/, 0\)$|transparent/.test(getComputedStyle(ground).backgroundColor) && ground.parentElement)
        ground = ground.parentElement
      return [
        shadeOf(getComputedStyle(path).stroke),
        shadeOf(getComputedStyle(ground).backgroundColor),
      ] as const
    })
    expect(Math.abs(shades[0] - shades[1])).toBeGreaterThan(30)
  },
)

test('from a page that does not exist one searches a place or goes to a market', async () => {
  const { page } = await visitor()
  await page.goto('/nowhere')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^[A-Z].*, [A-Z]{2}$/ })
    .first()
    .waitFor()
  await page.getByRole('combobox', { name: 'Search location' }).fill('houston')
  await page.getByRole('option', { name: 'Houston, TX City' }).click()
  await page.waitForURL('**/deals?*')
  await page.getByRole('heading', { level: 1, name: 'Houston, TX' }).waitFor()
})

test('home is the marketplace itself: prices on a map, the newest deals, and who sells', async () => {
  const { page } = await visitor()
  await page.goto('/')
  const sellers = page.getByRole('region', { name: 'Who sells here' })
  await sellers.getByText(/^Verified sellers/).waitFor()
  await sellers.getByText(/^\d\.\d from [\d,]+ reviews$/).waitFor()
  await sellers.getByText('Answers within').waitFor()
  await page.getByRole('link', { name: 'See the deals in Houston, TX' }).waitFor()
  // The price of a hidden address has no tip that would show a spot.
  const hidden = page.locator('.map-pin').filter({ hasText: '$338K' })
  await expect.poll(() => hidden.getAttribute('data-approximate')).toBe('true')
  const priced = page
    .getByRole('main')
    .getByRole('link', { name: /Street.*, \$\d+K$/ })
    .first()
  const price = (await priced.textContent()) ?? ''
  await priced.click()
  await page.waitForURL('**/property/**')
  expect(price).toMatch(/^\$\d+K$/)
})

test('on a phone home has the list first, and a link to the same deals on the map', async () => {
  const { page } = await visitor({ viewport: NARROW })
  await page.goto('/')
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await page.waitForURL('**/deals')
  await page.getByRole('button', { name: 'List', exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Off-market houses, priced against ARV' }).waitFor()
})

test('on the narrowest phones the lines under two markets of a row are one line', async () => {
  const { page } = await visitor({ viewport: { width: 320, height: 640 } })
  await page.goto('/')
  const markets = page.locator('#markets li')
  await markets.getByRole('link').first().waitFor()
  const apart = (items: Element[]) =>
    items.filter((item) => item.clientHeight !== item.querySelector('a')?.offsetHeight).length
  expect(await markets.evaluateAll(apart)).toBe(0)
})

test.each(['/assets/gone-12345678.js', '/builds/meta/gone.json'])(
  '%s is missing, not a page',
  async (path) => {
    const answer = await fetch(world.url + path, { headers: { accept: '*/*' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('application/json')
  },
)

test('a build says what it is; only what carries its id may be kept', async () => {
  const latest = await fetch(`${world.url}/builds/latest.json`)
  expect(latest.headers.get('cache-control')).toContain('max-age=0')
  const { id } = (await latest.json()) as { id: string }
  const meta = await fetch(`${world.url}/builds/meta/${id}.json`)
  expect(meta.headers.get('cache-control')).toContain('immutable')
  const { routes } = (await meta.json()) as { routes: Record<string, string> }
  const payload = await fetch(world.url + routes['/privacy-policy'])
  expect(payload.headers.get('cache-control')).toContain('immutable')
  const { modules } = (await payload.json()) as { modules: string[] }
  expect(modules.length).toBeGreaterThan(0)
  expect((await fetch(world.url + modules[0])).status).toBe(200)
})

test('a file of the build is asked for once, and never again on a later visit', async () => {
  const { context } = await visitor()
  const sent = async () => {
    const page = await context.newPage()
    await page.goto('/help')
    await page.goto('/deals')
    await page.getByRole('article').first().waitFor()
    await page.waitForLoadState('networkidle')
    const files = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, transferSize }) => name.includes('/assets/') && transferSize > 0)
        .map(({ name }) => new URL(name).pathname),
    )
    await page.close()
    return files
  }
  const first = await sent()
  expect(first.length).toBeGreaterThan(10)
  expect(first.filter((name, index) => first.indexOf(name) !== index)).toEqual([])
  // On a busy machine the first visit may have ended before it asked for all.
  const again = await sent()
  expect(again.filter((name) => first.includes(name))).toEqual([])
})

test('the head is the same whether a page is asked for or walked to', async () => {
  const html = await (await fetch(`${world.url}/privacy-policy`)).text()
  expect(html).toContain('<title>Privacy policy · Plat</title>')
  expect(html).toContain(`<link rel="canonical" href="${world.url}/privacy-policy" />`)
  const { page } = await visitor()
  await page.goto('/')
  await page.getByRole('link', { name: 'Privacy policy' }).click()
  await expect
    .poll(() => head(page))
    .toEqual({
      canonical: `${world.url}/privacy-policy`,
      robots: 'index, follow',
      social: 'Privacy policy · Plat',
    })
  await page.evaluate(() => history.pushState(null, '', '/login'))
  await expect.poll(async () => (await head(page)).robots).toBe('noindex, nofollow')
})

test('a new build is offered, and taken at the next page change', async () => {
  const { page } = await visitor()
  await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 2 } }))
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Cookie choices' }).waitFor()
  // What a browser does when the tab is looked at again; listened to once the page's later parts are there.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      return page.getByRole('button', { name: 'New version — reload' }).isVisible()
    })
    .toBe(true)
  expect(documents).toBe(1)
  await page.getByRole('link', { name: 'Terms of service' }).click()
  await page.getByRole('heading', { name: 'Terms of service' }).waitFor()
  await expect.poll(() => documents).toBe(2)
  expect(new URL(page.url()).pathname).toBe('/terms-of-service')
})

test.for([
  { place: 'on a phone', viewport: NARROW },
  { place: 'in a low window', viewport: { width: 1440, height: 480 } },
])('every first page asks about cookies, and $place the question is above the page', async ({ viewport }) => {
  for (const path of ['/deals?view=list', '/property/1', '/login', '/']) {
    const { page, context } = await visitor({ isAskedForConsent: true, viewport })
    await page.goto(path)
    const question = page.getByRole('region', { name: 'Cookie choices' })
    await question.waitFor()
    const boxes = await page.evaluate(() => {
      const own = document.querySelector('[aria-label="Cookie choices"]')
      const [at, below] = [own?.getBoundingClientRect(), own?.nextElementSibling?.getBoundingClientRect()]
      return { bottom: at?.bottom ?? 0, top: below?.top ?? 0, height: at?.height ?? 0 }
    })
    expect(boxes.top, path).toBeGreaterThanOrEqual(boxes.bottom)
    expect(boxes.height).toBeLessThan(viewport.height / 3)
    await question.getByRole('button', { name: 'Necessary only' }).click()
    await question.waitFor({ state: 'detached' })
    await context.close()
  }
})

test.for([
  { choice: 'before a choice', isAskedForConsent: true },
  { choice: 'after one', isAskedForConsent: false },
])(
  'on a phone the question about cookies comes into view when it is asked for, $choice, and the focus goes back',
  async ({ isAskedForConsent }) => {
    const { page } = await visitor({ isAskedForConsent, viewport: NARROW })
    await page.goto('/help')
    const press = page.getByRole('button', { name: 'Cookie choices' })
    await press.click()
    const question = page.getByRole('region', { name: 'Cookie choices' })
    const heading = question.getByRole('heading', { name: 'Cookie choices' })
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
    const [top, bar] = [await heading.boundingBox(), await page.getByRole('banner').boundingBox()]
    expect(top?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    expect(top?.y).toBeLessThan(NARROW.height)
    await question.getByRole('button', { name: /^(Necessary only|Save)/ }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => press.evaluate((one) => one === document.activeElement)).toBe(true)
  },
)

test('the question about cookies covers nothing of log in and registration, and the drawing beside them fits', async () => {
  const { page } = await visitor({ isAskedForConsent: true, viewport: { width: 1440, height: 900 } })
  for (const path of ['/register', '/login']) {
    await page.goto(path)
    const question = page.getByRole('region', { name: 'Cookie choices' })
    await question.waitFor()
    await page.locator('form').first().waitFor()
    const covered = await page.evaluate(() => {
      const card = document.querySelector('[aria-label="Cookie choices"]')?.getBoundingClientRect()
      const parts = [...document.querySelectorAll('main section:not([aria-label="Cookie choices"]) *')]
      return parts.filter((part) => {
        const at = part.getBoundingClientRect()
        const isText = part.childElementCount === 0 && at.width > 0
        if (!card || !isText || part.closest('[aria-label="Cookie choices"]')) return false
        const isBeside = at.right <= card.left || at.left >= card.right
        return !isBeside && at.bottom > card.top && at.top < card.bottom
      }).length
    })
    expect(covered, path).toBe(0)
    // It is part of the page, so the form can always be scrolled clear of it.
    expect(await question.evaluate((card) => getComputedStyle(card).position), path).toBe('static')
    const example = await page.getByRole('figure').filter({ hasText: 'Example' }).boundingBox()
    expect((example?.y ?? 0) + (example?.height ?? Number.NaN), path).toBeLessThan(900)
  }
})

test('a deal that is opened without a yes counts as seen, by nobody', async () => {
  const { page } = await visitor()
  const views: string[] = []
  await page.route('**/ui-events', (route) => {
    views.push(route.request().postData() ?? '')
    return route.fulfill({ status: 204 })
  })
  await page.goto('/property/1')
  await expect.poll(() => views.length).toBe(1)
  const { events } = JSON.parse(views[0] ?? '')
  expect(events).toMatchObject([{ event_type_slug: 'property_viewed', property_id: 1, userId: null }])
  expect(await page.evaluate(() => localStorage.getItem('plat.session'))).toBeNull()
})

test('nothing is measured and nothing of others is loaded before a yes; then both are', async () => {
  const { page } = await visitor({ isAskedForConsent: true })
  let scripts = 0
  const views: string[] = []
  await page.route('**/customer/api/configs', (route) =>
    route.fulfill({
      json: {
        platform_fee: 997,
        offers_per_deposit_limit: 4,
        scripts: { tag_manager: { src: `${world.url}/third-party.js` } },
      },
    }),
  )
  await page.route('**/third-party.js', (route) => {
    scripts++
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.route('**/ui-events', (route) => {
    views.push(route.request().postData() ?? '')
    return route.fulfill({ status: 204 })
  })
  await page.goto('/')
  const question = page.getByRole('region', { name: 'Cookie choices' })
  await question.waitFor()
  expect(scripts).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('plat.session'))).toBeNull()

  await question.getByRole('button', { name: 'Allow all' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => scripts).toBe(1)
  await page.goto('/property/1')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => views.join(), { timeout: 15_000 }).toContain('property_viewed')
})

test('who said no is not asked again, and can choose again', async () => {
  const { page } = await visitor()
  await page.goto('/property/1')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('/')
  await page.getByRole('button', { name: 'Cookie choices' }).waitFor()
  await expect.poll(async () => (await head(page)).canonical).toBe(`${world.url}/`)
  expect(await page.getByRole('region', { name: 'Cookie choices' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Cookie choices' }).click()
  await page.getByRole('region', { name: 'Cookie choices' }).getByLabel('Analytics').waitFor()
})

test('Back leads to the place that was left, a new page to its top, an anchor to its place', async () => {
  const { page } = await visitor({ viewport: { width: 1440, height: 500 } })
  const top = () => page.evaluate(() => Math.round(window.scrollY))
  await page.goto('/privacy-policy')
  await page.getByRole('heading', { name: 'Privacy policy' }).waitFor()
  // Events instead of clicks, which would first scroll to what they click.
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Your rights' })
    .dispatchEvent('click')
  await expect.poll(top).toBeGreaterThan(500)
  const left = await top()
  await page.getByRole('link', { name: 'Terms of service' }).dispatchEvent('click')
  await page.getByRole('heading', { name: 'Terms of service' }).waitFor()
  expect(await top()).toBe(0)
  await page.goBack()
  await page.getByRole('heading', { name: 'Privacy policy' }).waitFor()
  await expect.poll(top).toBe(left)
  await page.goBack()
  await expect.poll(top).toBe(0)
})

test('a lost connection is said, and that it is back is seen', async () => {
  const { page, context } = await visitor()
  const parts = page.waitForResponse('**/assets/background-parts-*.js')
  await page.goto('/')
  await (await parts).finished()
  await context.setOffline(true)
  await page.getByText('You’re offline').waitFor()
  await context.setOffline(false)
  await page.getByText('You’re offline').waitFor({ state: 'detached' })
})
