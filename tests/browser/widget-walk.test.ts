/** Through a conversation by keyboard: from message to message over all of its history, and the focus is never lost. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launch } from '#tests/support/browser.ts'
import { focusedName } from '#tests/support/keyboard.ts'
import { ScriptedApi } from '#tests/support/scripted-api.ts'
import { row, shows, type WidgetPageSettings, widgetPage } from '#tests/support/widget-page.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

async function thread(count: number, settings: WidgetPageSettings = {}) {
  const { api = new ScriptedApi() } = settings
  api.conversation(1, 'Lone Star Dispositions', count)
  const opened = await widgetPage(browser, { ...settings, api })
  onTestFinished(() => opened.close())
  await row(opened.page, 'Lone Star').click()
  await shows(opened.page, `Message ${count}`)
  return opened
}

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

/** `4 of 40: You: Message 4` of the message in focus; `? of ?` while nobody can know. */
const walkedTo = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const root = document.querySelector('plat-messenger')?.shadowRoot
    const at = root?.activeElement
    const place = `${at?.getAttribute('aria-posinset') ?? '?'} of ${at?.getAttribute('aria-setsize')?.replace('-1', '?')}`
    return `${place}: ${at?.getAttribute('aria-label')?.split(',')[0]}`
  })
const isAt = (page: Page, place: string) => expect.poll(() => walkedTo(page)).toBe(place)

/** What is in focus stands in the log's view. */
const isInView = (page: Page): Promise<boolean> =>
  page.getByRole('log').evaluate((log) => {
    const at = (log.getRootNode() as ShadowRoot).activeElement?.getBoundingClientRect()
    const view = log.getBoundingClientRect()
    return at !== undefined && at.top >= view.top - 1 && at.bottom <= view.bottom + 1
  })

describe('in a conversation that is loaded whole', () => {
  test('arrows go from message to message, Home to the first and End to the last, each with its number', async () => {
    const { page } = await thread(40)
    await press(page, 'Shift+Tab', 'ArrowUp')
    await isAt(page, '40 of 40: Lone Star Dispositions: Message 40')
    await press(page, 'ArrowUp', 'ArrowUp')
    await isAt(page, '38 of 40: You: Message 38')
    await press(page, 'Home')
    await isAt(page, '1 of 40: Lone Star Dispositions: Message 1')
    await expect.poll(() => isInView(page)).toBe(true)
    await press(page, 'ArrowUp', 'ArrowDown')
    await isAt(page, '2 of 40: You: Message 2')
    await press(page, 'End')
    await isAt(page, '40 of 40: Lone Star Dispositions: Message 40')
    await expect.poll(() => isInView(page)).toBe(true)
  })
})
