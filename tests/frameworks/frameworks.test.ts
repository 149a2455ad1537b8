/** What the guide gives to embedders to copy, in pages of each framework, built by its own tools and opened beside a real server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { serveFolder } from '#tests/bench/serve-folder.ts'
import { launch, person } from '#tests/support/browser.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'
import { guideFiles } from './guide-files.ts'
import { buildHost, HOSTS, installFrameworks } from './hosts.ts'

const SETTLED_MS = 300_000
let world: TestWorld
let browser: Browser
let guide: ReadonlyMap<string, string>

beforeAll(async () => {
  installFrameworks()
  world = await startWorld()
  browser = await launch()
  const { key } = (await (await fetch(`${world.url}/broadcasting/config`)).json()) as { key: string }
  guide = guideFiles({ url: world.url, key })
}, SETTLED_MS)
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

test('the guide’s files are all in a page here, and none of them names a server of nobody', () => {
  const used = HOSTS.flatMap(([, { files }]) => files)
  expect([...guide.keys()].sort()).toEqual([...new Set(['settings.ts', ...used])].sort())
  expect([...guide.values()].join()).not.toContain('your-')
})

/** How many sockets the server has for the person of these pages. */
const sockets = () => world.buyerSockets('buyer1')

async function opened(folder: string) {
  const site = await serveFolder(folder, 'index.html')
  const { page, pageErrors, context } = await person(browser)
  onTestFinished(async () => {
    await context.close()
    site.close()
    await expect.poll(sockets).toBe(0)
  })
  // The host's own backend, which knows who is logged in there.
  await page.route('**/my-token', async (route) => {
    const { token } = await (await fetch(`${world.url}/demo/token?login=buyer1`)).json()
    await route.fulfill({ json: { token } })
  })
  await page.goto(site.url)
  return { page, pageErrors }
}

const rows = (page: Page) => page.getByRole('option')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** What the page's own component says, by the event that it heard. */
const saidUnread = async (page: Page) =>
  Number.parseInt((await page.getByText(/^\d+ unread$/).textContent()) ?? '', 10)

describe.each(HOSTS)('%s', (name, host) => {
  let folder: string
  beforeAll(() => {
    folder = buildHost(host, guide)
  }, SETTLED_MS)

  test('lists the conversations, hears the unread count, opens another by its property, and comes back after it was taken out', async () => {
    const { page, pageErrors } = await opened(folder)
    const element = page.locator('plat-messenger')
    await rows(page).first().waitFor()
    await expect.poll(() => saidUnread(page)).toBeGreaterThan(0)
    await expect.poll(sockets).toBe(1)

    await press(page, 'Second seller')
    await element.locator('[part~="thread-title"]').waitFor()
    expect(await element.evaluate((messenger) => Reflect.get(messenger, 'account'))).toBe(2)

    await press(page, 'Show or hide')
    await expect.poll(() => element.count()).toBe(0)
    await expect.poll(sockets).toBe(0)
    await press(page, 'Show or hide')
    await rows(page).first().waitFor()
    await expect.poll(sockets).toBe(1)
    expect(await element.count()).toBe(1)
    expect(pageErrors).toEqual([])
  })

  test('hands in properties: nothing of them is written into the page', async () => {
    const { page } = await opened(folder)
    await rows(page).first().waitFor()
    const written = await page.locator('plat-messenger').evaluate((messenger) => messenger.outerHTML)
    expect(written).not.toMatch(/realtime|token|function|=>|object/i)
  })

  if (name === 'React 19, loaded later')
    test('has no messenger in the file that the page begins with', () => {
      const [first = ''] =
        /assets\/index-[\w-]+\.js/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? []
      expect(readFileSync(join(folder, first), 'utf8')).not.toContain('attachShadow')
    })

  if (name === 'Next')
    test('is drawn by the server as the empty tag', () => {
      expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('<plat-messenger></plat-messenger>')
    })
})
