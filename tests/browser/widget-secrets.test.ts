/** Through a full session under the strictest policy: nothing is violated, and the bearer is nowhere that a script, a visitor or a log could read it. */
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import { leakSpy } from '#tests/support/leak-spy.ts'
import { ScriptedApi, wireMessage, wireOffer, wireProperty } from '#tests/support/scripted-api.ts'
import type { ScriptedSocket } from '#tests/support/scripted-socket.ts'
import { messengerTag, row, STRICT_CSP, shows, widgetPage } from '#tests/support/widget-page.ts'

const browser = withBrowser()

/** Part of every bearer that the scripted backend knows. */
const SECRET = 'token-of-7'

/** A conversation with older pages, a property and an offer that can be moved; one that refuses what is sent. */
function backend() {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 60)
  api.conversation(2, 'Gulf Coast Wholesale', 3)
  api.unread.set(1, 1)
  const offer = wireOffer({ price: 112_000 })
  api.threads
    .get(1)
    ?.push(wireMessage({ id: 1900, action: 'offer', offer, property: wireProperty(), is_read: false }))
  let isExpired = false
  api.rules.push((call, route) => {
    if (isExpired && route.request().headers().authorization?.endsWith(' token-of-7'))
      return { status: 401, json: { message: 'Unauthenticated.' } }
    if (call.startsWith('PUT /offer'))
      return { status: 409, json: { message: 'It has moved.', code: 'stale' } }
    return call.startsWith('POST /customers/7/accounts/2') ? { status: 422, json: { message: 'No.' } } : null
  })
  const expire = () => {
    isExpired = true
  }
  return { api, expire }
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Type a message').fill(text)
  await page.keyboard.press('Enter')
}

async function wholeSession(page: Page, socket: ScriptedSocket, { api, expire }: ReturnType<typeof backend>) {
  await page.getByPlaceholder('Search').fill('lone')
  await row(page, 'Lone Star').click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Accept at $118,000' }).click()
  await page.getByRole('alert').getByText('It has moved.').waitFor()
  await expect.poll(() => api.calls.some((call) => call.includes('read-state'))).toBe(true)
  await expect.poll(() => socket.joined()).toBeGreaterThan(1)
  await say(page, 'one\ntwo')
  await shows(page, 'one')
  socket.push('TextMessageOutboundSent', {
    message: { ...api.add(1, { calculated_body: 'Came in live' }), account_id: 1 },
  })
  await shows(page, 'Came in live')
  await page.getByRole('log').press('Home')
  await shows(page, 'Message 1')
  await page.getByPlaceholder('Search').fill('')
  await row(page, 'Gulf Coast').click()
  await say(page, 'Refuse me')
  await page.getByText('Not sent').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Not sent').waitFor()
  await say(page, 'A draft of the next')
  await page.getByLabel('Type a message').fill('Not sent yet')
  expire()
  const before = socket.joined()
  socket.cut()
  await expect.poll(() => socket.joined()).toBeGreaterThan(before)
  await row(page, 'Lone Star').click()
  await shows(page, 'Came in live')
}

test('a full session with offers, failures, renewal and logout violates nothing and gives the bearer away nowhere', async () => {
  const script = backend()
  const { page, socket, close } = await widgetPage(browser, {
    api: script.api,
    csp: STRICT_CSP,
    body: messengerTag(),
  })
  onTestFinished(close)
  const spy = await leakSpy(page, SECRET, 'api.test')
  await expect.poll(() => socket.joined()).toBe(1)
  await page.reload()
  await page.locator('plat-messenger').evaluate((element) => {
    Object.assign(element, { tokenProvider: async () => 'fresh-token-of-7' })
  })
  await row(page, 'Lone Star').waitFor()
  await wholeSession(page, socket, script)
  expect(await spy.leaks()).toEqual([])
  expect(script.api.calls.filter((call) => call.includes(SECRET))).toEqual([])

  await page
    .locator('plat-messenger')
    .evaluate((element) => (element as HTMLElement & { logout(): void }).logout())
  await row(page, 'Lone Star').waitFor({ state: 'detached' })
  expect(await spy.leaks()).toEqual([])
  const { violation = 0, node = 0, request = 0, event = 0, performance = 0 } = await spy.seen()
  expect(violation).toBe(0)
  expect([node > 500, request > 10, event > 2, performance > 3]).toEqual([true, true, true, true])
})
