/** The one script line: a launcher in four corners, and a popup that fetches the messenger at the first interest. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { CORNERS } from '#shared/contract/key-limits.ts'
import { withBrowser } from '#tests/support/fixtures.ts'
import { leakSpy } from '#tests/support/leak-spy.ts'
import {
  API_BASE,
  CONFIG,
  NARROW,
  row,
  STRICT_CSP,
  twoConversations,
  WIDE,
  widgetPage,
} from '#tests/support/widget-page.ts'

const browser = withBrowser()

/** What a launcher fetches unless its page asks for React. */
const MESSENGER_FILE = '/widget/plat-messenger-lite.js'

interface Line {
  corner?: string
  viewport?: { width: number; height: number }
  kind?: 'classic' | 'module'
  csp?: string
  flavour?: string
  token?: string
  unread?: number
  /** The three minutes until a launcher asks again take 300 ms. */
  isQuick?: boolean
}

/** The popup's code is on its way until the returned function is called. */
async function holdPopup(page: Page): Promise<() => void> {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/plat-popup.js', async (route) => {
    await gate
    await route.fallback()
  })
  return () => letGo()
}

const QUICK =
  '<script>{ const real = setInterval; window.setInterval = (run, ms) => real(run, ms === 180000 ? 300 : ms) }</script>'

/** A partner's page: no tag, one script line, and something of its own to focus. */
async function partner(line: Line = {}) {
  const { corner = 'bottom-right', viewport = WIDE, kind = 'classic', csp, token, unread = 2, isQuick } = line
  const flavour = line.flavour ? `data-flavour="${line.flavour}"` : ''
  const api = twoConversations()
  api.unread.set(1, unread)
  const source =
    kind === 'module' ? 'type="module" src="/widget/loader.mjs"' : 'src="/widget/loader.js" defer'
  const bearer = token ? `data-token="${token}"` : 'data-token-url="/partner/token"'
  const opened = await widgetPage(browser, {
    api,
    viewport,
    // Places are measured, and not on the way there.
    reducedMotion: 'reduce',
    ...(csp ? { csp } : {}),
    isBare: true,
    body: '<h1>Partner</h1><button id="own">Own</button>',
    head: `${isQuick ? QUICK : ''}<script ${source} ${flavour} ${bearer} data-api-base="${API_BASE}" data-realtime-config='${CONFIG}' data-corner="${corner}"></script>`,
  })
  const { page } = opened
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  return {
    ...opened,
    fetched: async () => (await scripts()).filter((path) => path.startsWith('/widget/')),
    launcher: page.getByRole('button', { name: /^(Open|Close) messages/ }).first(),
    dialog: page.getByRole('dialog', { name: 'Messages' }),
    lone: row(page, 'Lone Star'),
  }
}

test.each(CORNERS)('it sits in the %s corner and its popup opens towards the page', async (corner) => {
  const { launcher, dialog, lone, close } = await partner({ corner })
  const button = await launcher.boundingBox()
  expect([button?.width, button?.height]).toEqual([56, 56])
  expect(button?.x).toBe(corner.endsWith('left') ? 24 : WIDE.width - 24 - 56)
  expect(button?.y).toBe(corner.startsWith('top') ? 24 : WIDE.height - 24 - 56)
  await launcher.click()
  await lone.waitFor()
  const popup = await dialog.boundingBox()
  expect([popup?.width, popup?.height]).toEqual([384, 640])
  expect(popup?.y).toBe(corner.startsWith('top') ? 96 : WIDE.height - 96 - 640)
  await close()
})

test('the badge and the name carry the unread count before the messenger is there', async () => {
  const { page, launcher, close } = await partner()
  await expect.poll(() => launcher.getAttribute('aria-label')).toBe('Open messages, 2 unread')
  expect(await launcher.getAttribute('aria-expanded')).toBe('false')
  await expect.poll(() => page.locator('[part=launcher-badge]').textContent()).toBe('2')
  await close()
})

test('the badge of a launcher that nobody opened follows what comes later, and a page that nobody sees asks nothing', async () => {
  const { page, api, fetched } = await partner({ unread: 0, isQuick: true })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/user')) asked++
  })
  await expect.poll(() => asked).toBeGreaterThan(1)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }))
  await page.waitForTimeout(400)
  const before = asked
  api.unread.set(1, 3)
  await page.waitForTimeout(1200)
  expect([asked, await page.locator('[part=launcher-badge]').textContent()]).toEqual([before, ''])
  expect(await fetched()).not.toContain('/widget/plat-popup.js')
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: false }))
  await expect.poll(() => page.locator('[part=launcher-badge]').textContent()).toBe('3')
  await expect.poll(fetched).toContain('/widget/plat-popup.js')
})

test('open it is a labelled dialog with the focus inside; Escape closes it and gives the focus back', async () => {
  const { page, launcher, dialog, lone, close } = await partner()
  await launcher.click()
  await lone.waitFor()
  await expect.poll(() => launcher.getAttribute('aria-expanded')).toBe('true')
  await expect.poll(() => page.getByPlaceholder('Search').evaluate(isFocused)).toBe(true)
  expect(await page.getByText('Loading messages…').count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await launcher.evaluate(isFocused)).toBe(true)
  await close()
})

test('it does not trap the focus on a wide page', async () => {
  const { page, launcher, lone, close } = await partner()
  await launcher.click()
  await lone.waitFor()
  await page.locator('#own').focus()
  expect(await page.locator('#own').evaluate(isFocused)).toBe(true)
  await close()
})

test('on a phone it fills the screen, keeps the focus, and closes by its own X', async () => {
  const { page, launcher, dialog, lone, close } = await partner({ viewport: NARROW })
  expect((await launcher.boundingBox())?.x).toBe(NARROW.width - 16 - 56)
  await launcher.click()
  await lone.waitFor()
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...NARROW })
  for (let i = 0; i < 8; i++) await page.keyboard.press('Tab')
  expect(await dialog.evaluate((element) => element.matches(':focus-within'))).toBe(true)
  await page.getByRole('button', { name: 'Close messages' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await close()
})

test.each([
  ['the Preact flavour', {}, '/widget/plat-messenger-lite.js'],
  ['the Preact flavour for a page that asks for it', { flavour: 'lite' }, '/widget/plat-messenger-lite.js'],
  ['React for a page that asks for it', { flavour: 'full' }, '/widget/plat-messenger.js'],
])('the messenger is fetched at the first interest, and not before: %s', async (_, asked, file) => {
  const { page, launcher, lone, fetched, close } = await partner({ unread: 0, ...asked })
  await launcher.waitFor()
  await page.waitForLoadState('networkidle')
  expect(await fetched()).toEqual(['/widget/loader.js'])
  await launcher.hover()
  await expect.poll(fetched).toContain(file)
  await launcher.click()
  await lone.waitFor()
  expect((await fetched()).filter((path) => /plat-messenger/.test(path))).toEqual([file])
  await close()
})

test('the popup and the messenger are fetched side by side', async () => {
  const { page, launcher, lone, close } = await partner({ unread: 0 })
  const letGo = await holdPopup(page)
  const asked = page.waitForRequest((request) => request.url().endsWith(MESSENGER_FILE))
  await launcher.click()
  await asked
  expect(await launcher.evaluate((button) => button.ariaBusy)).toBe('true')
  letGo()
  await lone.waitFor()
  expect(await launcher.evaluate((button) => button.ariaBusy)).toBe(null)
  await close()
})

test('a popup that cannot be fetched is said on the button, and pressing it again tries again', async () => {
  const { page, lone, close } = await partner({ unread: 0 })
  let isDown = true
  await page.route('**/plat-popup.js', (route) => (isDown ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: /^Open messages/ }).click()
  const again = page.getByRole('button', { name: "Messages couldn't be loaded. Try again" })
  await again.waitFor()
  expect(await again.getAttribute('title')).toBe("Messages couldn't be loaded. Try again")
  const badge = page.locator('[part=launcher-badge]')
  expect(await badge.textContent()).toBe('!')
  isDown = false
  await again.click()
  await lone.waitFor()
  const open = page.locator('[part=launcher]')
  expect(await open.evaluate((button) => [button.ariaLabel, button.getAttribute('title')])).toEqual([
    'Close messages',
    '',
  ])
  expect(await badge.textContent()).toBe('')
  await close()
})

test('whoever goes elsewhere while the popup is on its way keeps the focus there', async () => {
  const { page, launcher, dialog, close } = await partner({ unread: 0 })
  const letGo = await holdPopup(page)
  await launcher.click()
  await page.locator('#own').focus()
  letGo()
  await dialog.waitFor()
  await row(page, 'Lone Star').waitFor()
  expect(await page.locator('#own').evaluate(isFocused)).toBe(true)
  await close()
})

test('a page styles the launcher, its popup and the parts of the messenger in it', async () => {
  const { page, launcher, dialog, lone, close } = await partner()
  await page.addStyleTag({
    content: `[data-plat-launcher]::part(launcher) { border-radius: 9px }
      [data-plat-launcher]::part(popup) { border-radius: 3px }
      [data-plat-launcher]::part(conversation unread) { outline: 3px solid rgb(1, 2, 3) }`,
  })
  await launcher.click()
  await lone.waitFor()
  const look = (one: Element) => [getComputedStyle(one).borderRadius, getComputedStyle(one).outlineColor]
  expect((await launcher.evaluate(look))[0]).toBe('9px')
  expect((await dialog.evaluate(look))[0]).toBe('3px')
  expect((await lone.evaluate(look))[1]).toBe('rgb(1, 2, 3)')
  await close()
})

test('a token in the script line is consumed, and nowhere afterwards that a script or a visitor could read it', async () => {
  const { page, launcher, lone, api, close } = await partner({ token: 'token-of-7', csp: STRICT_CSP })
  const spy = await leakSpy(page, 'token-of-7', 'api.test')
  await page.reload()
  await launcher.click()
  await lone.click()
  await page.getByLabel('Type a message').fill('From the corner')
  await page.keyboard.press('Enter')
  await expect.poll(() => api.sent).toEqual(['From the corner'])
  expect(await spy.leaks()).toEqual([])
  expect((await spy.seen()).node).toBeGreaterThan(200)
  await close()
})

test('without a login the popup says what to do', async () => {
  const { page, launcher, api, close } = await partner({ token: 'nobody' })
  await launcher.click()
  await page.getByText('Log in on this page to see your messages.').waitFor()
  expect(api.calls).toContain('GET /auth/user')
  await close()
})

test('a backend out of reach is said once, with the messenger’s own way to try again', async () => {
  const { page, api, launcher, lone, close } = await partner()
  let isDown = true
  api.rules.push(() => (isDown ? 'abort' : null))
  await page.reload()
  await launcher.click()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  expect(await page.getByText('Loading messages…').count()).toBe(0)
  isDown = false
  await again.click()
  await lone.waitFor()
  await close()
})

/** Runs in the page: as the guide says that a page gets hold of the launcher's messenger. */
function keepMessenger() {
  document.addEventListener('plat-messenger:ready', (event) =>
    Object.assign(window, { inLauncher: event.composedPath()[0] }),
  )
}

test('whoever logs in on the page after that finds their messages by opening it again', async () => {
  const { page, launcher, lone, pageErrors, close } = await partner()
  let isLoggedIn = false
  await page.route('**/partner/token', (route) =>
    isLoggedIn ? route.fallback() : route.fulfill({ status: 401, json: { message: 'Unauthenticated.' } }),
  )
  await page.addInitScript(keepMessenger)
  await page.reload()
  await launcher.click()
  await page.getByText('Log in on this page to see your messages.').waitFor()
  isLoggedIn = true
  await launcher.click()
  await launcher.click()
  await lone.waitFor()
  expect(await page.getByText('Log in on this page').count()).toBe(0)

  await page.evaluate(() => (window as unknown as { inLauncher: { logout(): void } }).inLauncher.logout())
  await lone.waitFor({ state: 'detached' })
  await page.getByText('Log in on this page').waitFor()
  await launcher.click()
  await launcher.click()
  await lone.waitFor()
  expect(await page.getByText('Log in on this page').count()).toBe(0)

  // A page that answers with its login gets a button for it.
  await page.route('**/partner/login', (route) => {
    isLoggedIn = true
    return route.fulfill({ status: 204 })
  })
  await page.evaluate(() =>
    document.addEventListener('plat-messenger:login', (event) =>
      (event as CustomEvent).detail.offer(() => fetch('/partner/login')),
    ),
  )
  isLoggedIn = false
  await page.evaluate(() => (window as unknown as { inLauncher: { logout(): void } }).inLauncher.logout())
  await page.getByRole('button', { name: 'Log in' }).click()
  await lone.waitFor()
  expect(await page.getByText('Log in on this page').count()).toBe(0)
  expect(pageErrors.filter((line) => !line.includes('401'))).toEqual([])
  await close()
})

test('opened again right after a logout it does not ask for a login that is there', async () => {
  const { page, launcher, lone, close } = await partner()
  await page.addInitScript(keepMessenger)
  await page.reload()
  await launcher.click()
  await lone.waitFor()
  let said: Promise<unknown> = Promise.resolve()
  await page.route('**/auth/user', (route) => said.then(() => route.fallback()))
  said = page.evaluate(logOutAndOpen)
  expect(await said).toBe('Loading messages…')
  await lone.waitFor()
  await close()
})

/** Runs in the page. What the popup says some time after it was closed and opened while the logout was drawn. */
async function logOutAndOpen(): Promise<string | undefined> {
  const { inLauncher } = window as unknown as { inLauncher: HTMLElement & { logout(): void } }
  const root = inLauncher.getRootNode() as ShadowRoot
  inLauncher.logout()
  while (inLauncher.shadowRoot?.querySelector('h2')) await new Promise(requestAnimationFrame)
  for (let press = 0; press < 2; press++) {
    root.querySelector<HTMLElement>('button[part=launcher]')?.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await new Promise((resolve) => setTimeout(resolve, 300))
  return root.querySelector('[role=status]')?.textContent ?? undefined
}

test('on a phone there is a way out before the messenger shows one, and without a login', async () => {
  const { page, launcher, dialog, close } = await partner({ viewport: NARROW, token: 'nobody' })
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${MESSENGER_FILE}`, async (route) => {
    await gate
    await route.fallback()
  })
  await page.reload()
  for (const said of ['Loading messages…', 'Log in on this page to see your messages.']) {
    await launcher.click()
    await page.getByText(said).waitFor()
    await launcher.click()
    await dialog.waitFor({ state: 'hidden' })
    letGo()
  }
  await close()
})

test('it leaves no global behind', async () => {
  const { page, launcher, close } = await partner()
  await launcher.waitFor()
  const own = await page.evaluate(() => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const known = new Set(Object.getOwnPropertyNames(frame.contentWindow ?? {}))
    return Object.getOwnPropertyNames(window).filter((name) => !known.has(name) && !/^\d+$/.test(name))
  })
  expect(own.filter((name) => !/playwright|^heard$|^own$/i.test(name))).toEqual([])
  await close()
})

test.each(['classic', 'module'] as const)('the %s form works under a strict CSP', async (kind) => {
  const { launcher, lone, pageErrors, close } = await partner({ kind, csp: STRICT_CSP })
  await launcher.click()
  await lone.waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

function isFocused(element: Element): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element
}
