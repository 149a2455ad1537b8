/** Through a conversation by keyboard: from message to message over all of its history, and the focus is never lost. */
import type { Page } from 'playwright'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import { focusedName } from '#tests/support/keyboard.ts'
import { ScriptedApi } from '#tests/support/scripted-api.ts'
import { row, shows, type WidgetPageSettings, widgetPage } from '#tests/support/widget-page.ts'

const browser = withBrowser()

const FIRST_TWO_PAGES = 50
const LEAST_ROW_PX = 40

async function thread(count: number, settings: WidgetPageSettings = {}) {
  const { api = new ScriptedApi() } = settings
  api.conversation(1, 'Lone Star Dispositions', count)
  const opened = await widgetPage(browser, { ...settings, api })
  onTestFinished(() => opened.close())
  await row(opened.page, 'Lone Star').click()
  await shows(opened.page, `Message ${count}`)
  // The second page comes after the first is shown; how far Home leads depends on it.
  await expect
    .poll(() => opened.page.getByRole('log').evaluate((log) => log.scrollHeight))
    .toBeGreaterThan(Math.min(count, FIRST_TWO_PAGES) * LEAST_ROW_PX)
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

/** The date above the first message. */
const isDateInView = (page: Page) =>
  page.getByRole('log').evaluate((log) => {
    const date = log.querySelector('[part=date]')
    return date !== null && date.getBoundingClientRect().top >= log.getBoundingClientRect().top - 1
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
    await expect.poll(() => isDateInView(page)).toBe(true)
    await press(page, 'ArrowUp', 'ArrowDown')
    await isAt(page, '2 of 40: You: Message 2')
    await press(page, 'End')
    await isAt(page, '40 of 40: Lone Star Dispositions: Message 40')
    await expect.poll(() => isInView(page)).toBe(true)
  })
})

/** The third page of the thread comes when `letGo` is called. */
function gatedApi() {
  const api = new ScriptedApi()
  let letGo = () => {}
  const gate = new Promise<null>((resolve) => {
    letGo = () => resolve(null)
  })
  api.rules.push((call) => (/text-messages\?page=3/.test(call) ? gate : null))
  return { api, letGo }
}

test('what is not loaded is not counted: there is no number until the walk has come to the first message', async () => {
  const { api, letGo } = gatedApi()
  const { page } = await thread(120, { api })
  await press(page, 'Shift+Tab', 'ArrowUp')
  await isAt(page, '? of ?: Lone Star Dispositions: Message 120')
  await press(page, 'Home')
  await isAt(page, '? of ?: You: Message 71')
  letGo()
  await expect
    .poll(async () => {
      await press(page, 'Home')
      return walkedTo(page)
    })
    .toBe('1 of 120: Lone Star Dispositions: Message 1')
  await press(page, 'End')
  await isAt(page, '120 of 120: Lone Star Dispositions: Message 120')
})

test('an arrow beyond the first loaded message waits for the older ones and goes on to them', async () => {
  const { api, letGo } = gatedApi()
  const { page } = await thread(120, { api })
  await press(page, 'Shift+Tab', 'Home')
  await isAt(page, '? of ?: You: Message 71')
  await press(page, 'ArrowUp')
  letGo()
  await isAt(page, '? of ?: Lone Star Dispositions: Message 70')
  await expect.poll(() => isInView(page)).toBe(true)
})

describe('the focus stays with its message', () => {
  test('however far the thread is scrolled, and the walk goes on from there', async () => {
    const { page } = await thread(50)
    await press(page, 'Shift+Tab', 'ArrowUp', 'ArrowUp')
    await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
    await shows(page, 'Message 2')
    await expect.poll(() => focusedName(page)).toMatch(/Message 49,/)
    expect(await page.evaluate(() => document.hasFocus())).toBe(true)
    await press(page, 'ArrowUp')
    await isAt(page, '48 of 50: Lone Star Dispositions: Message 48')
    await expect.poll(() => isInView(page)).toBe(true)
  })

  test('when older ones come in front of it, and when new ones come below', async () => {
    const { page, api, socket } = await thread(60)
    await expect.poll(() => socket.joined()).toBe(1)
    await press(page, 'Shift+Tab', 'Home')
    await isAt(page, '1 of 60: Lone Star Dispositions: Message 1')
    socket.push('TextMessageOutboundSent', {
      message: { ...api.add(1, { calculated_body: 'Came in live' }), account_id: 1 },
    })
    await isAt(page, '1 of 61: Lone Star Dispositions: Message 1')
  })

  test('when it is sent again, taken back into the composer, or arrives', async () => {
    const api = new ScriptedApi()
    let isDown = true
    api.rules.push((call) =>
      call.startsWith('POST /customers') && isDown ? { status: 422, json: { message: 'No' } } : null,
    )
    const { page } = await thread(3, { api })
    await page.getByLabel('Type a message').fill('By Friday then')
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Try again' }).focus()
    await press(page, 'Enter')
    await isAt(page, '4 of 4: You: By Friday then')
    await page.getByRole('button', { name: 'Edit' }).focus()
    await press(page, 'Enter')
    await expect.poll(() => focusedName(page)).toBe('Type a message')
    expect(await page.getByLabel('Type a message').inputValue()).toBe('By Friday then')
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Try again' }).focus()
    isDown = false
    await press(page, 'Enter')
    await page.locator('[data-outgoing]').waitFor({ state: 'detached' })
    await isAt(page, '4 of 4: You: By Friday then')
  })
})

describe('what is pressed and goes away with its trouble hands the focus on', () => {
  const failing = (pattern: RegExp) => {
    const api = new ScriptedApi()
    const state = { isDown: true }
    api.conversation(1, 'Lone Star Dispositions', 60)
    api.rules.push((call) => (pattern.test(call) && state.isDown ? { status: 500, json: {} } : null))
    return { api, state }
  }
  const tryAgain = async (page: Page, state: { isDown: boolean }) => {
    const button = page.getByRole('button', { name: 'Try again' })
    await button.focus()
    state.isDown = false
    await press(page, 'Enter')
    await button.waitFor({ state: 'detached' })
  }

  test.each([
    ['the list could not be loaded', /chats/, 'Messages'],
    ['the messenger could not be reached', /auth\/user/, 'Search'],
  ])('%s', async (_, pattern, name) => {
    const { api, state } = failing(pattern)
    const { page, close } = await widgetPage(browser, { api })
    onTestFinished(close)
    await tryAgain(page, state)
    await row(page, 'Lone Star').waitFor()
    await expect.poll(() => focusedName(page)).toBe(name)
  })

  test.each([
    ['the thread could not be loaded', /text-messages/],
    ['older messages could not be loaded', /text-messages\?page=2/],
  ])('%s', async (_, pattern) => {
    const { api, state } = failing(pattern)
    const { page, close } = await widgetPage(browser, { api })
    onTestFinished(close)
    await row(page, 'Lone Star').click()
    await tryAgain(page, state)
    await shows(page, 'Message 60')
    await expect.poll(() => focusedName(page)).toBe('Lone Star Dispositions')
  })

  test('also when nobody presses it: the list that failed comes by itself', async () => {
    const { api, state } = failing(/chats/)
    const { page, close } = await widgetPage(browser, { api })
    onTestFinished(close)
    const button = page.getByRole('button', { name: 'Try again' })
    await button.focus()
    state.isDown = false
    await button.waitFor({ state: 'detached' })
    await row(page, 'Lone Star').waitFor()
    await expect.poll(() => focusedName(page)).toBe('Messages')
  })

  test('the pill leads to the first new message', async () => {
    const { page, api, socket } = await thread(40)
    await expect.poll(() => socket.joined()).toBe(1)
    await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
    await page.getByText('Message 1', { exact: true }).waitFor()
    socket.push('TextMessageOutboundSent', {
      message: { ...api.add(1, { calculated_body: 'Came in live' }), account_id: 1 },
    })
    await page.getByRole('button', { name: '1 new message' }).press('Enter')
    await isAt(page, '41 of 41: Lone Star Dispositions: Came in live')
  })
})

/** When the key is pressed, seen from a message that comes in: before the page handles it, as it is drawn, or a frame later. */
const MOMENTS = ['arrival', 'drawing', 'next frame'] as const
type Moment = (typeof MOMENTS)[number]

/** In the page's own tasks, so that no run is a little earlier or later than another. */
function pressHomeAt({ moment, words }: { moment: Moment; words: string }) {
  const log = () =>
    document.querySelector('plat-messenger')?.shadowRoot?.querySelector<HTMLElement>('[role=log]')
  const home = () => {
    log()?.focus()
    log()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true, composed: true }))
  }
  if (moment === 'arrival') {
    const onMessage = (event: MessageEvent) => String(event.data).includes(words) && home()
    Object.assign(window, { onSocketMessage: onMessage })
    return
  }
  const drawn = new MutationObserver(() => {
    if (!log()?.textContent.includes(words)) return
    drawn.disconnect()
    if (moment === 'drawing') home()
    else requestAnimationFrame(home)
  })
  const box = log()
  if (box) drawn.observe(box, { childList: true, subtree: true })
}

/** Hears what comes before the messenger does. */
const HEARD_FIRST = `<script>
  const Outside = window.WebSocket
  window.WebSocket = class extends Outside {
    constructor(...all) {
      super(...all)
      this.addEventListener('message', (event) => window.onSocketMessage?.(event))
    }
  }
</script>`

/** Where the log stands once it has not moved for as long as anything could still pull it. */
const restingPlace = (page: Page): Promise<number> =>
  page.getByRole('log').evaluate(async (log) => {
    let before = -1
    for (let still = 0; still < 30; still++) {
      await new Promise(requestAnimationFrame)
      if (log.scrollTop !== before) still = 0
      before = log.scrollTop
    }
    return before
  })

test('Home leads to the first message and stays there, in the very moment in which one comes in live', async () => {
  const { page, api, socket } = await thread(60, { head: HEARD_FIRST })
  await expect.poll(() => socket.joined()).toBe(1)
  for (const moment of MOMENTS) {
    const words = `Came in for the ${moment}`
    await page.evaluate(pressHomeAt, { moment, words })
    const stored = api.add(1, { calculated_body: words, created_at: '2025-06-10T09:50:00Z' })
    socket.push('TextMessageOutboundSent', { message: { ...stored, account_id: 1 } })
    await expect.poll(() => focusedName(page)).toMatch(/Message 1,/)
    expect(await restingPlace(page)).toBe(0)
    await page.getByRole('log').press('End')
    await restingPlace(page)
  }
})
