/** What goes wrong in the field: each has a state that is seen, and a way on from it. */
import { expect, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import { ScriptedApi, wireMessage, wireProperty } from '#tests/support/scripted-api.ts'
import {
  messengerTag,
  row,
  STRICT_CSP,
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
    element: opened.page.locator('plat-messenger'),
    lone: row(opened.page, 'Lone Star'),
    tryAgain: opened.page.getByRole('button', { name: 'Try again' }),
  }
}

test('without a token it warns once, shows nothing, and begins with the token that comes', async () => {
  const said: string[] = []
  const { page, element, lone, close } = await open({ body: messengerTag({ token: '' }) })
  page.on('console', (line) => said.push(line.text()))
  await page.reload()
  await expect.poll(() => said.filter((line) => line.includes('No valid token provided')).length).toBe(1)
  expect(await page.getByText('Messages').count()).toBe(0)
  await element.evaluate((messenger, token) => messenger.setAttribute('token', token), TOKEN)
  await lone.waitFor()
  await close()
})

test('a refused token tells the host and stays hidden', async () => {
  const { page, events, close } = await open({ body: messengerTag({ token: 'nobody' }) })
  await expect.poll(events).toContain('auth-required {"reason":"refused"}')
  expect(await page.getByText('Messages').count()).toBe(0)
  await close()
})

test('a token that expires in mid-session says so, and a new one resumes', async () => {
  const { page, api, element, lone, events, close } = await open()
  await lone.waitFor()
  let isExpired = true
  api.rules.push((call) =>
    isExpired && call.includes('/text-messages')
      ? { status: 401, json: { message: 'Unauthenticated.' } }
      : null,
  )
  await lone.click()
  await page.getByText('Your session has ended').waitFor()
  expect(await events()).toContain('auth-required {"reason":"expired"}')
  isExpired = false
  await element.evaluate((messenger) => messenger.setAttribute('token', 'fresh-token-of-7'))
  await lone.click()
  await shows(page, 'Message 3')
  await close()
})

test.each([
  ['is down', 'abort' as const],
  ['answers HTML', { html: '<!doctype html><title>It works</title>' }],
])('an API that %s is said, and tried again', async (_, reply) => {
  const api = twoConversations()
  let isBroken = true
  api.rules.push(() => (isBroken ? reply : null))
  const { page, lone, tryAgain, close } = await open({ api })
  await page.getByText("Messages can't be reached").waitFor()
  isBroken = false
  await tryAgain.click()
  await lone.waitFor()
  await close()
})

test('a realtime server that never answers is said, and messages are still read and sent', async () => {
  const config = '{"key":"k","wsHost":"api.test","forceTLS":true,"jobInterval":200,"unavailableTimeout":500}'
  const { page, api, lone, close } = await open({
    socket: 'silent',
    body: messengerTag({ 'realtime-config': config }),
  })
  await lone.click()
  await page.getByText('Live updates cannot connect.').waitFor()
  await page.getByLabel('Type a message').fill('Still there?')
  await page.keyboard.press('Enter')
  await shows(page, 'Still there?')
  await expect.poll(() => api.sent).toEqual(['Still there?'])
  await close()
})

test('a connection that is lost shows the banner, and takes it away when it is back', async () => {
  const { page, lone, socket, close } = await open()
  await lone.click()
  await expect.poll(() => socket.joined()).toBe(1)
  socket.cut()
  const banner = page.getByText("You're offline. Reconnecting…")
  await banner.waitFor()
  await banner.waitFor({ state: 'detached' })
  await expect.poll(() => socket.joined()).toBe(2)
  await close()
})

test('a connection that goes silent shows the banner within 15 s, and another one takes its place', async () => {
  const { page, lone, socket, close } = await open()
  await expect.poll(() => socket.joined()).toBe(1)
  await page.clock.install()
  await page.reload()
  await lone.click()
  await expect.poll(() => socket.joined()).toBe(2)
  socket.mute(true)
  await page.clock.runFor(15_000)
  const banner = page.getByText("You're offline. Reconnecting…")
  await banner.waitFor({ timeout: 1000 })
  socket.mute(false)
  await page.clock.runFor(15_000)
  await banner.waitFor({ state: 'detached' })
  await expect.poll(() => socket.joined()).toBe(3)
  await close()
})

test('a browser that goes offline is told at once, and by itself connects again', async () => {
  const { page, lone, socket, close } = await open()
  await lone.click()
  await expect.poll(() => socket.joined()).toBe(1)
  const banner = page.getByText("You're offline. Reconnecting…")
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await banner.waitFor({ timeout: 1000 })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await banner.waitFor({ state: 'detached' })
  await expect.poll(() => socket.joined()).toBe(2)
  await close()
})

test('a message of 1,001 characters cannot be sent, and shows by how much it is over', async () => {
  const { page, api, lone, close } = await open()
  await lone.click()
  await page.getByLabel('Type a message').fill('x'.repeat(1001))
  await page.getByText('−1', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true)
  expect(api.sent).toEqual([])
  await close()
})

test('a send that fails stays on its bubble, and is sent once by Try again', async () => {
  const { page, api, lone, tryAgain, close } = await open()
  let isBroken = true
  api.rules.push((call) =>
    isBroken && call.startsWith('POST /customers') ? { status: 422, json: { message: 'No.' } } : null,
  )
  await lone.click()
  await page.getByLabel('Type a message').fill('Great.')
  await page.keyboard.press('Enter')
  await page.getByText('Not sent').waitFor()
  isBroken = false
  await tryAgain.click()
  await page.getByText('Not sent').waitFor({ state: 'detached' })
  await expect.poll(() => api.sent).toEqual(['Great.'])
  await close()
})

test('a thread whose second page fails keeps the first, says so, and loads it by Try again', async () => {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 40)
  let isBroken = true
  api.rules.push((call) => (isBroken && /text-messages\?page=2/.test(call) ? 'abort' : null))
  const { page, lone, tryAgain, close } = await open({ api })
  await lone.click()
  await shows(page, 'Message 40')
  await page.getByText("Couldn't load older messages").waitFor()
  isBroken = false
  await tryAgain.click()
  await page.getByText("Couldn't load older messages").waitFor({ state: 'detached' })
  await expect
    .poll(async () => {
      await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
      return page.locator('[data-bubble]', { hasText: /^Message 1$/ }).count()
    })
    .toBe(1)
  await close()
})

test('a thread that cannot be loaded says so in its own panel, beside the list', async () => {
  const api = twoConversations()
  let isBroken = true
  api.rules.push((call) => (isBroken && call.includes('/text-messages') ? 'abort' : null))
  const { page, lone, tryAgain, close } = await open({ api })
  await lone.click()
  await page.getByText("Couldn't load messages").waitFor()
  await row(page, 'Gulf Coast').waitFor()
  isBroken = false
  await tryAgain.click()
  await shows(page, 'Message 3')
  await close()
})

test('pictures that are not there, or that the page keeps out, leave no broken frames', async () => {
  const api = twoConversations()
  const offer = {
    id: 9,
    price: 150_000,
    buyer: 'Dana',
    state: 'countered',
    version: 2,
    current_price: 150_000,
  }
  api.logo = () => 'https://host.test/drawings/none.svg'
  api.threads
    .get(1)
    ?.push(
      wireMessage({ id: 1900, property: wireProperty() }),
      wireMessage({ id: 1901, action: 'offer', offer, property: wireProperty() }),
    )
  const { page, lone, close } = await open({
    api,
    csp: STRICT_CSP.replace("img-src 'self' data:", "img-src 'none'"),
  })
  await lone.click()
  await page.getByText('Third Ward, Houston').last().waitFor()
  await expect.poll(() => page.locator('img').count()).toBe(2)
  await expect.poll(() => page.locator('img').filter({ visible: true }).count()).toBe(0)
  await close()
})

test('a list that cannot be loaded says so and is loaded by Try again', async () => {
  const api = twoConversations()
  let isBroken = true
  api.rules.push((call) =>
    isBroken && call.includes('/chats') ? { status: 500, json: { message: '' } } : null,
  )
  // With live updates the list would come back by itself as soon as the socket is there.
  const body = messengerTag({ 'realtime-config': '' })
  const { page, lone, tryAgain, close } = await open({ api, body })
  await page.getByText("Couldn't load conversations").waitFor()
  isBroken = false
  await tryAgain.click()
  await lone.waitFor()
  await close()
})

test('the account of the address opens its conversation; an unknown one is said beside the list', async () => {
  const known = await open({ search: '?account=2' })
  await expect
    .poll(() => known.page.locator('[data-frame-heading]').textContent())
    .toBe('Gulf Coast Wholesale')
  await known.close()
  const unknown = await open({ search: '?account=999' })
  await unknown.page.getByText("That conversation isn't here.").waitFor()
  await unknown.lone.click()
  await shows(unknown.page, 'Message 3')
  await unknown.close()
})

test('the account attribute opens a conversation without touching the address', async () => {
  const { page, element, close } = await open({ body: messengerTag({ account: '2' }), search: '?account=1' })
  const heading = page.locator('[data-frame-heading]')
  await expect.poll(() => heading.textContent()).toBe('Gulf Coast Wholesale')
  await element.evaluate((messenger) => messenger.setAttribute('account', '1'))
  await expect.poll(() => heading.textContent()).toBe('Lone Star Dispositions')
  expect(new URL(page.url()).search).toBe('?account=1')
  await close()
})
