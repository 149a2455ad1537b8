/** By keyboard alone, narrow and wide, and with axe on every state in both themes. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { withBrowser } from '#tests/support/fixtures.ts'
import { focusedName } from '#tests/support/keyboard.ts'
import { type Reply, ScriptedApi, wireMessage, wireProperty } from '#tests/support/scripted-api.ts'
import {
  messengerTag,
  NARROW,
  row,
  shows,
  twoConversations,
  WIDE,
  type WidgetPage,
  type WidgetPageSettings,
  widgetPage,
} from '#tests/support/widget-page.ts'

const browser = withBrowser()

test('wide, by keyboard alone: search, choose, write, and the log scrolls', async () => {
  const { page, api, close } = await widgetPage(browser)
  await row(page, 'Lone Star').waitFor()
  await page.keyboard.press('Tab')
  expect(await focusedName(page)).toBe('Search')
  await page.keyboard.press('ArrowDown')
  expect(await focusedName(page)).toMatch(/^Lone Star Dispositions, 2 unread/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await shows(page, 'Message 3')
  await expect.poll(() => focusedName(page)).toBe('Type a message')
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await expect.poll(() => api.sent).toEqual(['By keyboard'])
  await page.keyboard.press('Shift+Tab')
  expect(await focusedName(page)).toBe('Messages with Gulf Coast Wholesale')
  await close()
})

test('narrow, by keyboard alone: one panel at a time, and Escape goes back to the row', async () => {
  const { page, close } = await widgetPage(browser, { viewport: NARROW })
  await row(page, 'Gulf Coast').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Gulf Coast Wholesale')
  expect(await row(page, 'Gulf Coast').isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toMatch(/^Gulf Coast/)
  expect(await page.getByLabel('Type a message').count()).toBe(0)
  await close()
})

test('narrow, when the page closes the conversation, the focus goes on in the list and not in the search', async () => {
  const { page, close } = await widgetPage(browser, { viewport: NARROW })
  await row(page, 'Gulf Coast').click()
  await expect.poll(() => focusedName(page)).toBe('Gulf Coast Wholesale')
  await page.locator('plat-messenger').evaluate((element) => {
    const messenger = element as HTMLElement & { account: number | null }
    messenger.account = 2
    messenger.account = null
  })
  await expect.poll(() => focusedName(page)).toMatch(/^Gulf Coast Wholesale, /)
  await close()
})

test('in forced colours lines say what is a bubble and what is selected', async () => {
  const { page, close } = await widgetPage(browser, { forcedColors: 'active' })
  await row(page, 'Gulf Coast').click()
  await shows(page, 'Message 3')
  const line = (each: Element) => getComputedStyle(each).borderTopWidth
  expect(await page.locator('[data-bubble]').first().evaluate(line)).toBe('1px')
  expect(await row(page, 'Gulf Coast').evaluate(line)).toBe('2px')
  expect(await row(page, 'Lone Star').evaluate(line)).toBe('0px')
  await close()
})

test('its own width decides and not the page’s', async () => {
  const { page, close } = await widgetPage(browser, {
    body: messengerTag({ style: '--messenger-width: 700px', account: '1' }),
  })
  await shows(page, 'Message 3')
  expect(await row(page, 'Lone Star').isVisible()).toBe(false)
  await page
    .locator('plat-messenger')
    .evaluate((each) => each.setAttribute('style', '--messenger-width: 720px'))
  await row(page, 'Lone Star').waitFor()
  expect(await page.getByRole('button', { name: 'Back to conversations' }).isVisible()).toBe(false)
  await close()
})

test('right to left, own messages are on the left', async () => {
  const { page, close } = await widgetPage(browser, { body: messengerTag({ dir: 'rtl', account: '1' }) })
  await shows(page, 'Message 2')
  const own = await page.locator('[data-bubble]', { hasText: 'Message 2' }).boundingBox()
  expect(own?.x).toBeLessThan(WIDE.width / 2 - 352)
  await close()
})

interface State {
  name: string
  settings?: () => WidgetPageSettings
  reach: (opened: WidgetPage) => Promise<void>
}

const openFirst = (page: Page) => row(page, 'Lone Star').click()

function longThread(): ScriptedApi {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 40)
  return api
}

function emptyThread(): ScriptedApi {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 0)
  return api
}

function failing(pattern: RegExp, reply: Reply = 'abort'): WidgetPageSettings {
  const api = longThread()
  api.rules.push((call) => (pattern.test(call) ? reply : null))
  return { api }
}

function rich(): WidgetPageSettings {
  const api = twoConversations()
  api.threads.get(1)?.push(
    wireMessage({ id: 1900, action: 'blast', channel: 'sms', property: wireProperty() }),
    wireMessage({
      id: 1901,
      type: 'inbound',
      action: 'offer',
      offer: { id: 1, price: 112_000, buyer: 'LLC' },
      property: wireProperty(),
    }),
    wireMessage({ id: 1902, type: 'inbound', calculated_body: 'See https://host.test/deal/1' }),
  )
  return { api }
}

const STATES: State[] = [
  { name: 'list', reach: ({ page }) => row(page, 'Lone Star').waitFor() },
  {
    name: 'list loading',
    settings: () => failing(/chats/, 'hang'),
    reach: ({ page }) => page.getByText('Loading conv').waitFor({ state: 'attached' }),
  },
  {
    name: 'list failed',
    settings: () => failing(/chats/),
    reach: ({ page }) => page.getByText("Couldn't load").waitFor(),
  },
  {
    name: 'no conversations',
    settings: () => ({ api: new ScriptedApi() }),
    reach: ({ page }) => page.getByText("You don't").waitFor(),
  },
  {
    name: 'search without a match',
    reach: async ({ page }) => {
      await page.getByPlaceholder('Search').fill('zillow')
      await page.getByText("We couldn't").waitFor()
    },
  },
  {
    name: 'unknown account',
    settings: () => ({ search: '?account=9' }),
    reach: ({ page }) => page.getByText("isn't here").waitFor(),
  },
  {
    name: 'thread with cards',
    settings: rich,
    reach: async ({ page }) => {
      await openFirst(page)
      await page.getByText('Offer price').waitFor()
    },
  },
  {
    name: 'thread loading',
    settings: () => failing(/text-messages/, 'hang'),
    reach: ({ page }) => openFirst(page),
  },
  {
    name: 'thread failed',
    settings: () => failing(/text-messages/),
    reach: async ({ page }) => {
      await openFirst(page)
      await page.getByText("Couldn't load messages").waitFor()
    },
  },
  {
    name: 'older failed',
    settings: () => failing(/text-messages\?page=2/),
    reach: async ({ page }) => {
      await openFirst(page)
      await page.getByText("Couldn't load older").waitFor()
    },
  },
  {
    name: 'not sent, waiting for a network and over the limit',
    settings: () => failing(/POST \/customers/),
    reach: async ({ page, api }) => {
      await openFirst(page)
      api.rules.unshift((call) => (call.startsWith('POST /customers') ? { status: 422, json: {} } : null))
      await page.getByLabel('Type a message').fill('Great.')
      await page.keyboard.press('Enter')
      await page.getByText('Not sent').waitFor()
      api.rules.shift()
      await page.getByLabel('Type a message').fill('See you there.')
      await page.keyboard.press('Enter')
      await page.getByText('No connection.').waitFor()
      await page.getByLabel('Type a message').fill('x'.repeat(1024))
    },
  },
  {
    name: 'no live updates',
    settings: () => ({ body: messengerTag({ 'realtime-config': '' }) }),
    reach: async ({ page }) => {
      await openFirst(page)
      await page.getByText('Live updates').waitFor()
    },
  },
  {
    name: 'thread without a message',
    settings: () => ({ api: emptyThread() }),
    reach: async ({ page }) => {
      await openFirst(page)
      await page.getByText('No messages yet').waitFor()
    },
  },
  {
    name: 'search with a match',
    reach: async ({ page }) => {
      await page.getByPlaceholder('Search').fill('star')
      await row(page, 'Gulf Coast').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'offline',
    reach: async ({ page, socket }) => {
      await openFirst(page)
      await expect.poll(() => socket.joined()).toBe(1)
      await page.routeWebSocket(/\/app\//, (next) => next.close())
      socket.cut()
      await page.getByText("You're offline").waitFor()
    },
  },
  {
    name: 'new messages below',
    settings: () => ({ api: longThread() }),
    reach: async ({ page, api, socket }) => {
      await openFirst(page)
      await shows(page, 'Message 40')
      await expect.poll(() => socket.joined()).toBe(1)
      // By hand: without one, the thread may still be following its end.
      await page.getByRole('log').hover()
      await page.mouse.wheel(0, -900)
      // The thread knows that its end is out of sight.
      await page.getByRole('button', { name: 'Latest messages' }).waitFor()
      socket.push('TextMessageOutboundSent', {
        message: { ...api.add(1, { created_at: '2025-06-10T09:50:00Z', is_read: false }), account_id: 1 },
      })
      await page.getByRole('button', { name: '1 new message' }).waitFor()
    },
  },
  {
    name: 'marks that cannot be delivered',
    settings: () => failing(/read-state/),
    reach: async ({ page, api }) => {
      for (const message of api.threads.get(1) ?? []) message.is_read = false
      await openFirst(page)
      await page.getByText("Couldn't mark messages as read").waitFor()
    },
  },
  {
    name: 'session ended',
    settings: () => failing(/text-messages/, { status: 401, json: { message: 'Unauthenticated.' } }),
    reach: async ({ page }) => {
      await openFirst(page)
      await page.getByText('Your session has ended').waitFor()
    },
  },
  {
    name: 'closable, as in a popup',
    settings: () => ({ body: messengerTag({ closable: '' }) }),
    reach: ({ page }) => row(page, 'Lone Star').waitFor(),
  },
  {
    name: 'unreachable',
    settings: () => failing(/auth\/user/),
    reach: ({ page }) => page.getByText("can't be reached").waitFor(),
  },
]

test.each(STATES)('axe finds nothing in either theme: $name', async ({ settings = () => ({}), reach }) => {
  const opened = await widgetPage(browser, { ...settings(), reducedMotion: 'reduce' })
  await reach(opened)
  for (const viewport of [WIDE, NARROW]) {
    await opened.page.setViewportSize(viewport)
    const found = await violationsInBothThemes(opened.page, 'plat-messenger')
    expect(found, `at ${viewport.width} px`).toEqual([])
  }
  await opened.close()
})
