/** The messenger on pages that are hostile: nothing breaks in, and it leaves nothing behind. */
import { expect, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import { row, shows, widgetPage } from '#tests/support/widget-page.ts'

const browser = withBrowser()

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
