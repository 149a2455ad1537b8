/** The messenger on pages that are strict, hostile or sent something evil: nothing breaks out, nothing breaks in. */
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '#tests/support/browser.ts'
import { ScriptedApi, wireMessage, wireProperty } from '#tests/support/scripted-api.ts'
import { row, STRICT_CSP, shows, twoConversations, widgetPage } from '#tests/support/widget-page.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test('a whole session under strict CSP and enforced Trusted Types violates nothing', async () => {
  const api = twoConversations()
  api.threads.get(1)?.push(
    wireMessage({
      id: 1900,
      action: 'blast',
      channel: 'sms',
      property: wireProperty(),
      calculated_body: 'See https://host.test/deal/1',
    }),
    wireMessage({
      id: 1901,
      type: 'inbound',
      action: 'offer',
      offer: { id: 1, price: 112_000, buyer: 'LLC' },
      property: wireProperty(),
    }),
  )
  const { page, socket, trouble, close } = await widgetPage(browser, { api, csp: STRICT_CSP })
  await row(page, 'Lone Star').click()
  await page.getByText('Offer price').waitFor()
  await expect.poll(() => socket.joined()).toBe(1)
  await page.getByLabel('Type a message').fill('one\ntwo\nthree')
  await page.keyboard.press('Enter')
  await shows(page, 'one')
  socket.push('TextMessageOutboundSent', {
    message: { ...api.add(1, { calculated_body: 'Came in live' }), account_id: 1 },
  })
  await shows(page, 'Came in live')
  await page.getByPlaceholder('Search').fill('gulf')
  await row(page, 'Gulf Coast').click()
  expect(trouble).toEqual([])
  await close()
})

const HOSTILE = `
  * { all: unset !important; color: red !important; font-size: 40px !important }
  div, section, article, button { display: none !important }
  html { font-size: 62.5% } :root { --color-surface: red; --spacing: 3rem; --text-base: 60px }
  plat-messenger { display: inline !important; width: 3px !important; opacity: .1 !important }
`

test('hostile styles of the page change nothing inside', async () => {
  const picture = async (head: string) => {
    const opened = await widgetPage(browser, { head, reducedMotion: 'reduce' })
    await row(opened.page, 'Lone Star').click()
    await shows(opened.page, 'Message 3')
    const looks = await opened.page
      .locator('[data-bubble]')
      .last()
      .evaluate((bubble) => {
        const { color, backgroundColor, fontSize, padding, display } = getComputedStyle(bubble)
        const { width, height } = bubble.getBoundingClientRect()
        return { color, backgroundColor, fontSize, padding, display, width, height }
      })
    await opened.close()
    return looks
  }
  expect(
    await picture(
      `<style>${HOSTILE} main, body, html { display: block !important; height: 100% !important }</style>`,
    ),
  ).toEqual(await picture(''))
})

const EVIL = [
  '<img src=x onerror="window.hacked = 1">',
  '<script>window.hacked = 1</script>',
  '<svg onload="window.hacked = 1">',
  'javascript:window.hacked=1',
  '"><iframe srcdoc="<script>parent.hacked = 1</script>">',
  '[x](javascript:window.hacked=1)',
  'https://host.test/"onmouseover="window.hacked=1',
]

test('evil text stays text, evil addresses become no links', async () => {
  const api = new ScriptedApi()
  api.conversation(1, '<img src=x onerror="window.hacked = 1">', EVIL.length, (n) => EVIL[n - 1] ?? '')
  api.threads
    .get(1)
    ?.push(wireMessage({ id: 1900, property: { ...wireProperty(), url: 'javascript:window.hacked=1' } }))
  const { page, close } = await widgetPage(browser, { api })
  await row(page, '<img src=x').click()
  await shows(page, 'Code goes out Friday.')
  for (const text of EVIL) await page.getByText(text, { exact: true }).first().waitFor()
  const links = await page
    .locator('a')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol))
  expect(links.every((protocol) => protocol === 'https:')).toBe(true)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  await close()
})

test('nothing is asked from anywhere but the page and its API', async () => {
  const hosts = new Set<string>()
  const { page, close } = await widgetPage(browser)
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.reload()
  await row(page, 'Lone Star').click()
  await shows(page, 'Message 3')
  expect([...hosts].sort()).toEqual(['api.test', 'host.test'])
  await close()
})

test('it leaves no global and no history entry behind', async () => {
  const { page, close } = await widgetPage(browser)
  await row(page, 'Lone Star').click()
  await shows(page, 'Message 3')
  const own = await page.evaluate(() => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const known = new Set(Object.getOwnPropertyNames(frame.contentWindow ?? {}))
    return Object.getOwnPropertyNames(window).filter(
      (name) => !known.has(name) && !/^\d+$|playwright/i.test(name),
    )
  })
  expect(own).toEqual(['heard'])
  expect(await page.evaluate(() => history.length)).toBe(2)
  await close()
})
