/** A very long list of conversations: it scrolls without an empty frame, is searched, and is walked by keyboard from end to end. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launch } from '#tests/support/browser.ts'
import { ScriptedApi, wireMessage } from '#tests/support/scripted-api.ts'
import { row, widgetPage } from '#tests/support/widget-page.ts'

const COUNT = 10_000

let browser: Browser
let page: Page
let close: () => Promise<void>
beforeAll(async () => {
  browser = await launch()
  const opened = await widgetPage(browser, { api: manyConversations() })
  page = opened.page
  close = opened.close
  await row(page, 'Seller 1 ').waitFor()
})
afterAll(async () => {
  await close()
  await browser.close()
})

/** All of them on one page: how they come is another matter. */
function manyConversations(): ScriptedApi {
  const api = new ScriptedApi()
  const chats = Array.from({ length: COUNT }, (_, index) => ({
    id: index + 1,
    account: { id: index + 1, title: `Seller ${index + 1} of Houston` },
    last_message: wireMessage({
      id: COUNT - index,
      created_at: new Date(Date.UTC(2025, 5, 10) - index * 60_000).toISOString(),
    }),
  }))
  api.rules.push((call) =>
    call.includes('/chats') ? { json: { data: chats, links: { next: null } } } : null,
  )
  return api
}

const listbox = () => page.getByRole('listbox', { name: 'Conversations' })

test('10,000 conversations are few elements, and each row says its place among all', async () => {
  const option = row(page, 'Seller 1 ')
  expect(await option.getAttribute('aria-setsize')).toBe(String(COUNT))
  expect(await option.getAttribute('aria-posinset')).toBe('1')
  expect(await listbox().evaluate((list) => list.getElementsByTagName('*').length)).toBeLessThan(800)
})

test('a full sweep over 10,000 conversations paints rows over the whole list in every frame', async () => {
  const { frames, holes } = await listbox().evaluate(async (list) => {
    let frames = 0
    let holes = 0
    const root = list.getRootNode() as ShadowRoot
    const box = list.getBoundingClientRect()
    for (let top = 0; top < list.scrollHeight; top += 6_000) {
      list.scrollTop = top
      // The next frame has heard of the scroll; looked at after it was drawn.
      await new Promise(requestAnimationFrame)
      await new Promise((done) => setTimeout(done))
      frames++
      for (const y of [box.top + 20, box.top + box.height / 2, box.bottom - 20])
        if (!root.elementFromPoint(box.left + 40, y)?.closest('[role=option]')) holes++
    }
    list.scrollTop = 0
    return { frames, holes }
  })
  expect(frames).toBeGreaterThan(100)
  expect(holes).toBe(0)
})

test('a search over 10,000 conversations finds by any part of the name, also from far down', async () => {
  await listbox().evaluate((list) => {
    list.scrollTop = 400_000
  })
  await page.getByLabel('Search conversations').fill('seller 9999 ')
  await row(page, 'Seller 9999').waitFor()
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.getByLabel('Search conversations').fill('')
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(5)
})

test('End and Home walk 10,000 conversations, and the row in focus stays in the page wherever it is scrolled', async () => {
  await row(page, 'Seller 1 ').focus()
  await page.keyboard.press('End')
  const last = row(page, `Seller ${COUNT}`)
  await expect
    .poll(() => last.evaluate((option) => option === (option.getRootNode() as ShadowRoot).activeElement))
    .toBe(true)
  await listbox().evaluate((list) => {
    list.scrollTop = 0
  })
  await row(page, 'Seller 2 ').waitFor()
  expect(await last.evaluate((option) => option === (option.getRootNode() as ShadowRoot).activeElement)).toBe(
    true,
  )
  await page.keyboard.press('ArrowUp')
  await row(page, `Seller ${COUNT - 1}`).waitFor()
  await page.keyboard.press('Home')
  await expect.poll(() => listbox().evaluate((list) => list.scrollTop)).toBeLessThan(10)
})

test('a stamp without an offset is US Eastern standard time, in the thread, the list and their order', async () => {
  const api = new ScriptedApi()
  const [old] = api.conversation(1, 'Old backend', 1)
  const [other] = api.conversation(2, 'Other', 1)
  Object.assign(old ?? {}, { created_at: '2025-01-15 14:55:00' })
  Object.assign(other ?? {}, { created_at: '2025-01-15T20:30:00Z' })
  const { page, close } = await widgetPage(browser, { api, timezoneId: 'America/Los_Angeles' })
  onTestFinished(close)
  const names = page.locator('[part=name]')
  await expect.poll(() => names.allTextContents()).toEqual(['Other', 'Old backend'])
  await row(page, 'Old backend').click()
  const time = page.locator('[part=message-time]')
  await expect.poll(() => time.textContent()).toBe('11:55 AM')
  expect(await time.getAttribute('datetime')).toBe('2025-01-15T19:55:00.000Z')
})
