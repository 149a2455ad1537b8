/** Pages that are unkind to the messenger: they reload, crash, take it out in mid-send, set the clock, block storage, load it twice. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import { type ScriptedApi, wireMessage } from '#tests/support/scripted-api.ts'
import {
  API_BASE,
  CONFIG,
  MESSENGER_FILE,
  messengerTag,
  row,
  shows,
  TOKEN,
  twoConversations,
  type WidgetPageSettings,
  widgetPage,
} from '#tests/support/widget-page.ts'

const browser = withBrowser()

async function open(settings: WidgetPageSettings = {}) {
  const opened = await widgetPage(browser, settings)
  return {
    ...opened,
    element: opened.page.locator('plat-messenger').first(),
    lone: row(opened.page, 'Lone Star'),
  }
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Type a message').fill(text)
  await page.keyboard.press('Enter')
}

/** Like our server: every message names its send, so that a missing one is known to be missing. */
const namesSends = (api: ScriptedApi) => {
  for (const message of api.threads.get(1) ?? []) message.idempotency_key = null
}
const WAITING = 'Sent as soon as it is back.'
const isSend = (call: string) => call.startsWith('POST /customers')
const sends = ({ calls }: ScriptedApi) => calls.filter(isSend).length
const bubbles = (page: Page, text: string) => page.locator('[data-bubble]', { hasText: text })
/** What the messenger keeps in the browser. */
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries({ ...localStorage, ...sessionStorage }).filter(([key]) => /^plat-mess/.test(key)),
  )

test.each([
  ['before the server has its message', false],
  ['before the server’s answer', true],
])('a page reloaded in mid-send, %s, ends with it once', async (_, hasReached) => {
  const api = twoConversations()
  namesSends(api)
  const { page, lone, close } = await open({ api })
  await lone.click()
  await shows(page, 'Message 3')
  let isLost = true
  api.rules.push((call, route) => {
    if (!isLost || !isSend(call)) return null
    const idempotency_key = route.request().headers()['idempotency-key'] ?? null
    if (hasReached) api.add(1, { type: 'inbound', calculated_body: 'Still there?', idempotency_key })
    return 'hang'
  })
  await write(page, 'Still there?')
  await expect.poll(() => sends(api)).toBe(1)
  isLost = false
  await page.reload()
  await expect.poll(() => kept(page)).toEqual([])
  await lone.click()
  await shows(page, 'Still there?')
  expect(await bubbles(page, 'Still there?').count()).toBe(1)
  expect(sends(api)).toBe(hasReached ? 1 : 2)
  await close()
})

test('without a network it says when it will be sent; a tab that is closed leaves it to another, which sends it', async () => {
  const api = twoConversations()
  namesSends(api)
  let isDown = false
  api.rules.push((call) => (isDown && call !== 'GET /auth/user' ? 'abort' : null))
  const first = await open({ api })
  const other = await open({ api, beside: first })
  await other.lone.waitFor()
  await first.lone.click()
  await shows(first.page, 'Message 3')
  isDown = true
  await write(first.page, 'From the train')
  await first.page.getByText(WAITING).waitFor()
  await first.page.getByLabel('Type a message').fill('Half a thought')
  expect(JSON.stringify(await kept(first.page))).not.toContain(TOKEN)
  isDown = false
  await first.page.close()
  await expect.poll(() => api.sent).toEqual(['From the train'])
  await other.lone.click()
  await shows(other.page, 'From the train')
  expect(await kept(other.page)).toEqual([])
  await other.close()
})

test('a network that is back sends what waited for it, and logging out leaves nothing in the browser', async () => {
  const api = twoConversations()
  const { page, lone, element, close } = await open({ api })
  await lone.click()
  await shows(page, 'Message 3')
  let isDown = true
  api.rules.push((call) => (isDown && call.includes('/text-messages') ? 'abort' : null))
  await write(page, 'One')
  await page.getByText(WAITING).waitFor()
  isDown = false
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => api.sent).toEqual(['One'])
  await page.getByText(WAITING).waitFor({ state: 'detached' })
  isDown = true
  await write(page, 'Two')
  await page.getByText(WAITING).waitFor()
  await page.getByLabel('Type a message').fill('Half a thought')
  expect(await kept(page)).toHaveLength(2)
  await element.evaluate((messenger) => (messenger as unknown as { logout(): void }).logout())
  expect(await kept(page)).toEqual([])
  await close()
})

test('taken out of the page in mid-send and put back, it ends with the message once and its draft as it was', async () => {
  const api = twoConversations()
  const { page, element, lone, close } = await open({ api })
  await lone.click()
  await shows(page, 'Message 3')
  let letGo = () => {}
  const gate = new Promise<null>((resolve) => {
    letGo = () => resolve(null)
  })
  api.rules.push((call) => (isSend(call) ? gate : null))
  await write(page, 'On its way')
  await page.getByLabel('Type a message').fill('Half a thought')
  await expect.poll(() => sends(api)).toBe(1)
  const handle = await element.elementHandle()
  await page.evaluate((messenger) => messenger?.remove(), handle)
  await lone.waitFor({ state: 'detached' })
  await page.evaluate((messenger) => messenger && document.querySelector('main')?.append(messenger), handle)
  await lone.click()
  await shows(page, 'Message 3')
  letGo()
  await shows(page, 'On its way')
  await expect.poll(async () => (await kept(page)).map(([key]) => key?.split('/')[1])).toEqual(['draft'])
  expect(await page.getByLabel('Type a message').inputValue()).toBe('Half a thought')
  expect([await bubbles(page, 'On its way').count(), sends(api)]).toEqual([1, 1])
  await close()
})

test('an element of the page’s own under our name is handed no token by the launcher, which says that nothing came', async () => {
  const { page, close } = await open({
    isBare: true,
    body: '<h1>Partner</h1>',
    head: `<script>
        window.given = []
        customElements.define('plat-messenger', class extends HTMLElement {
          set token(value) { given.push(value) }
          set apiBase(value) { given.push(value) }
        })
      </script>
      <script src="/widget/loader.js" defer data-token-url="/partner/token" data-api-base="${API_BASE}"></script>`,
  })
  await page.getByRole('button', { name: /^Open messages/ }).click()
  await page.getByText("Messages couldn't be loaded").waitFor()
  expect(await page.evaluate(() => (window as unknown as { given: unknown[] }).given)).toEqual([])
  await close()
})

const OTHER_FLAVOUR = MESSENGER_FILE.includes('-lite') ? 'plat-messenger.js' : 'plat-messenger-lite.js'

test.each([
  // Other addresses are other modules, so this is another class.
  ['the same build from another address', `/next${MESSENGER_FILE}`],
  ['a different build, of the other flavour', `/next/widget/${OTHER_FLAVOUR}`],
])(
  'loaded twice, %s: the one that came first stays in use, says so, and nothing happens twice',
  async (_, url) => {
    const { page, api, socket, lone, pageErrors, close } = await open()
    await lone.click()
    await shows(page, 'Message 3')
    await expect.poll(() => socket.joined()).toBe(1)
    await page.route('**/next/widget/**', (route) =>
      route.fallback({ url: route.request().url().replace('/next/', '/') }),
    )
    const said = page.waitForEvent('console', (line) => line.text().includes('another version'))
    await page.addScriptTag({ url, type: 'module' })
    await said
    await write(page, 'Once')
    await expect.poll(() => api.sent).toEqual(['Once'])
    await shows(page, 'Once')
    await page.evaluate(() => {
      const first = customElements.get('plat-messenger')
      document.querySelector('main')?.append(first ? new first() : '')
    })
    expect(await page.locator('plat-messenger').count()).toBe(2)
    expect([await bubbles(page, 'Once').count(), socket.opened()]).toEqual([1, 1])
    expect(api.calls.filter((call) => call === 'GET /auth/user')).toHaveLength(1)
    expect(pageErrors).toEqual([])
    await close()
  },
)

test('the launcher’s script written twice draws one launcher', async () => {
  const said: string[] = []
  const line = `<script src="/widget/loader.js" defer data-token-url="/partner/token" data-api-base="${API_BASE}" data-realtime-config='${CONFIG}'></script>`
  const { page, close } = await open({ isBare: true, body: '<h1>Partner</h1>' })
  page.on('console', (message) => said.push(message.text()))
  await page.setContent(`<!doctype html><title>Host</title><body><h1>Partner</h1>${line}${line}`)
  await page.getByRole('button', { name: /^Open messages/ }).waitFor()
  await expect.poll(() => said.filter((text) => text.includes('a launcher in this corner')).length).toBe(1)
  expect(await page.getByRole('button', { name: /^Open messages/ }).count()).toBe(1)
  await close()
})

test('in a sandboxed frame, where storage and locks are blocked, it reads, sends and tells nobody off', async () => {
  const frame = `<!doctype html><html style="height:100%"><body style="height:100%;margin:0">${messengerTag()}
    <script type="module" src="https://host.test${MESSENGER_FILE}"></script></body></html>`
  const { page, api, pageErrors, close } = await open({
    isBare: true,
    body: `<iframe sandbox="allow-scripts" style="width:100%;height:100%;border:0" srcdoc="${frame.replaceAll('"', '&quot;')}"></iframe>`,
  })
  const inside = page.frameLocator('iframe')
  await inside.getByRole('option', { name: /^Lone Star/ }).click()
  await inside.locator('[data-bubble]', { hasText: 'Message 3' }).waitFor()
  const storage = await inside.locator('body').evaluate(() => {
    try {
      return String(localStorage.length)
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(storage).toBe('SecurityError')
  await inside.getByLabel('Type a message').fill('From a frame')
  await page.keyboard.press('Enter')
  await expect.poll(() => api.sent).toEqual(['From a frame'])
  await inside.locator('[data-bubble]', { hasText: 'From a frame' }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

/** `window.skewMs` is what the clock of this page is wrong by. */
const SET_CLOCK = `<script>
  window.skewMs = 0
  const RealDate = Date
  window.Date = class extends RealDate {
    constructor(...given) { given.length > 0 ? super(...given) : super(RealDate.now() + window.skewMs) }
    static now() { return RealDate.now() + window.skewMs }
  }
</script>`
const YEAR_MS = 365 * 24 * 60 * 60_000

/** An offer that waits for the customer, with two hours left; each page says the server's time. */
function waitingOffer(): object {
  const offer = { id: 9, price: 150_000, buyer: 'Dana', state: 'countered', version: 2, turn: 'buyer' }
  const expires_at = new Date(Date.now() + 2 * 60 * 60_000).toISOString()
  return Object.defineProperty({ ...offer, current_price: 150_000, expires_at }, 'now', {
    enumerable: true,
    get: () => new Date().toISOString(),
  })
}

test('a clock set back and forward: messages go out, reading is told, an offer can still be accepted', async () => {
  const api = twoConversations()
  api.threads
    .get(1)
    ?.push(
      wireMessage({ id: 1900, action: 'offer', offer: waitingOffer() }),
      wireMessage({ id: 1901, calculated_body: 'Not read yet', is_read: false }),
    )
  const { page, lone, pageErrors, close } = await open({ api, head: SET_CLOCK })
  const set = (skewMs: number) => page.evaluate((ms) => Object.assign(window, { skewMs: ms }), skewMs)
  const accept = page.getByRole('button', { name: 'Accept', exact: true })
  const texts = () => page.locator('[data-bubble]').allTextContents()
  await lone.waitFor()
  await lone.click()
  await accept.waitFor()
  await set(-YEAR_MS)
  await write(page, 'A year ago')
  await expect.poll(async () => (await texts()).at(-1)).toContain('A year ago')
  await expect.poll(() => api.calls.some((call) => call.startsWith('PUT'))).toBe(true)
  await page.getByText(/1 h \d+ min left/).waitFor()
  const readings = () => api.calls.filter((call) => /^GET .*\/text-messages/.test(call)).length
  const before = readings()
  await set(YEAR_MS)
  // The server is asked what time it is, and the offer is as open as it was.
  await expect.poll(readings).toBeGreaterThan(before)
  await page.getByText(/1 h \d+ min left/).waitFor()
  await accept.waitFor()
  await write(page, 'In a year')
  // The bubble is there before the call.
  await expect.poll(async () => (await texts()).at(-1)).toContain('In a year')
  await expect.poll(() => api.sent).toEqual(['A year ago', 'In a year'])
  expect(pageErrors).toEqual([])
  await close()
})
