/** The element on a page: the six defects of the wrapper package, secrets, identities, and its life in the DOM. */
import { expect, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import {
  API_BASE,
  CONFIG,
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
  const element = opened.page.locator('plat-messenger').first()
  return { ...opened, element, lone: row(opened.page, 'Lone Star') }
}

const BARE = '<plat-messenger></plat-messenger>'

test('(1) properties set before the element is defined are used', async () => {
  const { lone, close } = await open({
    body: BARE,
    head: `<script type="module">
      Object.assign(document.querySelector('plat-messenger'),
        { token: '${TOKEN}', apiBase: '${API_BASE}', realtimeConfig: ${CONFIG} })
    </script>`,
  })
  await lone.waitFor()
  await close()
})

test('(2) a token that is set as a property is written nowhere', async () => {
  const { page, element, lone, close } = await open({ body: BARE })
  await element.evaluate(
    (messenger, [token, apiBase]) => Object.assign(messenger, { token, apiBase }),
    [TOKEN, API_BASE],
  )
  await lone.waitFor()
  expect(await page.content()).not.toContain(TOKEN)
  expect(await element.evaluate((messenger) => (messenger as unknown as { token: unknown }).token)).toBeNull()
  await close()
})

test.each([
  ['removing the attribute', (messenger: Element) => messenger.removeAttribute('token')],
  ['emptying the attribute', (messenger: Element) => messenger.setAttribute('token', '')],
  ['a null property', (messenger: Element) => Object.assign(messenger, { token: null })],
  ['logout()', (messenger: Element) => (messenger as unknown as { logout(): void }).logout()],
])('(3) %s logs out', async (_, logOut) => {
  const { element, lone, close } = await open()
  await lone.waitFor()
  await element.evaluate(logOut as (messenger: Element) => void)
  await lone.waitFor({ state: 'detached' })
  await close()
})

test.each([
  ['append', (messenger: Element) => document.querySelector('aside')?.append(messenger)],
  ['moveBefore', (messenger: Element) => document.querySelector('aside')?.moveBefore(messenger, null)],
])('(4) moved in the DOM by %s it keeps its conversation, its draft and its socket', async (_, move) => {
  const { page, element, lone, socket, close } = await open({ body: `${messengerTag()}<aside></aside>` })
  await lone.click()
  await page.getByLabel('Type a message').fill('Half a thought')
  await element.evaluate(move as (messenger: Element) => void)
  expect(await page.locator('aside plat-messenger').count()).toBe(1)
  await shows(page, 'Message 3')
  expect(await page.getByLabel('Type a message').inputValue()).toBe('Half a thought')
  expect(socket.opened()).toBe(1)
  await close()
})

test('moved in the DOM its panels stay scrolled to where they were', async () => {
  const api = twoConversations()
  api.conversation(1, 'Lone Star Dispositions', 40)
  const { page, element, lone, close } = await open({ api, body: `${messengerTag()}<aside></aside>` })
  await lone.click()
  await shows(page, 'Message 40')
  const log = page.getByRole('log')
  // From its end, since older messages may still come in above.
  const place = () => log.evaluate((one) => Math.round(one.scrollHeight - one.scrollTop))
  await log.hover()
  await page.mouse.wheel(0, -300)
  await expect.poll(place).toBeGreaterThan(((await log.boundingBox())?.height ?? 0) + 200)
  const before = await place()
  await element.evaluate(async (messenger) => {
    document.querySelector('aside')?.append(messenger)
    for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame)
  })
  expect(await place()).toBe(before)
  await close()
})

test('(5) broken JSON in realtime-config is told, throws nothing, and good JSON mends it', async () => {
  const { page, element, lone, events, socket, pageErrors, close } = await open({
    body: messengerTag({ 'realtime-config': '{"key":' }),
  })
  await lone.click()
  await page.getByText(/live updates/i).waitFor()
  expect((await events()).filter((event) => event.includes('"code":"realtime-config"'))).toHaveLength(1)
  await element.evaluate((messenger, config) => messenger.setAttribute('realtime-config', config), CONFIG)
  await page.getByText(/live updates/i).waitFor({ state: 'detached' })
  await expect.poll(() => socket.joined()).toBe(1)
  expect(pageErrors).toEqual([])
  await close()
})

test('(6) its events bubble, and cross the shadow root they are nested in', async () => {
  const nested = `<div id="shell"></div><script>
    const root = document.getElementById('shell').attachShadow({ mode: 'open' })
    root.append(Object.assign(document.createElement('div')))
    const messenger = document.createElement('plat-messenger')
    messenger.setAttribute('api-base', '${API_BASE}')
    messenger.setAttribute('token', '${TOKEN}')
    root.firstChild.append(messenger)
  </script>`
  const { lone, events, close } = await open({ body: nested })
  await lone.waitFor()
  expect(await events()).toContain('ready {}')
  await close()
})

test('a token attribute is consumed at once and appears in no markup, event, address or storage', async () => {
  const { page, element, lone, events, api, close } = await open()
  await lone.click()
  await shows(page, 'Message 3')
  expect(await element.getAttribute('token')).toBeNull()
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  )
  expect([await page.content(), kept, ...(await events()), ...api.calls].join()).not.toContain(TOKEN)
  await close()
})

test('the same configuration set four times opens one socket', async () => {
  const { element, lone, socket, api, close } = await open()
  await lone.waitFor()
  await element.evaluate((messenger, config) => {
    for (let i = 0; i < 4; i++) messenger.setAttribute('realtime-config', config)
  }, CONFIG)
  await lone.click()
  await expect.poll(() => [socket.opened(), socket.joined()]).toEqual([1, 1])
  expect(api.calls.filter((call) => call.includes('/broadcasting/auth'))).toHaveLength(1)
  await close()
})

test('a token of another customer wipes what the first one saw before anything new shows', async () => {
  const { page, element, lone, api, close } = await open()
  await lone.click()
  await shows(page, 'Message 3')
  api.rules.push((call) => (call.includes('/customers/8/chats') ? { json: { data: [] } } : null))
  await element.evaluate((messenger) => messenger.setAttribute('token', 'token-of-8'))
  await page.getByText("You don't have any messages").waitFor()
  await page.getByText('Ask about a deal to start one.').waitFor()
  expect(await page.locator('[data-bubble]').count()).toBe(0)
  await close()
})

test('the token provider is asked at the start when there is no token', async () => {
  const { lone, page, close } = await open({
    body: messengerTag({ token: '' }),
    head: `<script type="module">
      window.reasons = []
      document.querySelector('plat-messenger').tokenProvider = async ({ reason }) => { reasons.push(reason); return '${TOKEN}' }
    </script>`,
  })
  await lone.waitFor()
  expect(await page.evaluate(() => (window as unknown as { reasons: string[] }).reasons)).toEqual(['missing'])
  await close()
})

test('the theme follows the system, and data-theme switches it live', async () => {
  const { element, lone, close } = await open({ colorScheme: 'dark' })
  await lone.waitFor()
  const backgroundOf = () =>
    element.evaluate((messenger) => {
      const root = messenger.shadowRoot?.querySelector('[data-root]')
      return root ? getComputedStyle(root).colorScheme : ''
    })
  expect(await backgroundOf()).toBe('dark')
  await element.evaluate((messenger) => messenger.setAttribute('data-theme', 'light'))
  expect(await backgroundOf()).toBe('light')
  await element.evaluate((messenger) => messenger.setAttribute('data-theme', 'dark'))
  expect(await backgroundOf()).toBe('dark')
  await close()
})

test('hidden hides it, and custom properties size it', async () => {
  const { element, lone, close } = await open()
  await lone.waitFor()
  await element.evaluate((messenger) =>
    messenger.setAttribute('style', '--messenger-height: 400px; --messenger-width: 50%'),
  )
  expect((await element.boundingBox())?.height).toBe(400)
  await element.evaluate((messenger) => messenger.setAttribute('hidden', ''))
  expect(await element.isVisible()).toBe(false)
  await close()
})

test('its type is the system’s unless the page gives it another', async () => {
  const { page, element, close } = await open({ head: '<style>body { font: 40px fantasy }</style>' })
  const name = page.getByRole('heading', { name: 'Messages' })
  await name.waitFor()
  const family = () => name.evaluate((heading) => getComputedStyle(heading).fontFamily)
  expect(await family()).toMatch(/system-ui|-apple-system/)
  await element.evaluate((messenger) => messenger.setAttribute('style', '--messenger-font: Georgia'))
  expect(await family()).toBe('Georgia')
  await close()
})

test('two on a page do not meet, and share one stylesheet', async () => {
  const { page, close } = await open({ body: messengerTag() + messengerTag() })
  const both = page.locator('plat-messenger')
  await both.nth(0).getByRole('option', { name: /^Lone/ }).click()
  await both.nth(1).getByRole('option', { name: /^Gulf/ }).click()
  await expect
    .poll(() => both.nth(0).locator('[data-frame-heading]').textContent())
    .toBe('Lone Star Dispositions')
  await expect
    .poll(() => both.nth(1).locator('[data-frame-heading]').textContent())
    .toBe('Gulf Coast Wholesale')
  const isShared = await page.evaluate(() => {
    const [one, two] = [...document.querySelectorAll('plat-messenger')].map((each) => each.shadowRoot)
    return one?.adoptedStyleSheets[0] === two?.adoptedStyleSheets[0]
  })
  expect(isShared).toBe(true)
  await close()
})

test('a second version of the script leaves the first in use and warns', async () => {
  const { page, lone, close } = await open({
    head: `<script>customElements.define('plat-messenger', class extends HTMLElement {})</script>`,
    api: twoConversations(),
  })
  const said = page.waitForEvent('console', (line) => line.text().includes('another version'))
  await page.reload()
  await said
  expect(await lone.count()).toBe(0)
  await close()
})

test('removed for good it closes its socket, and put back it starts again', async () => {
  const { page, element, lone, socket, close } = await open()
  await lone.waitFor()
  await expect.poll(() => socket.opened()).toBe(1)
  const handle = await element.elementHandle()
  await page.evaluate((messenger) => messenger?.remove(), handle)
  await lone.waitFor({ state: 'detached' })
  await page.evaluate((messenger) => messenger && document.querySelector('main')?.append(messenger), handle)
  await lone.waitFor()
  await expect.poll(() => socket.opened()).toBe(2)
  await close()
})
