/** Real tabs of one browser: one socket for all of them, whoever holds it and however that one ends. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import type { ScriptedApi } from '#tests/support/scripted-api.ts'
import { row, shows, twoConversations, type WidgetPage, widgetPage } from '#tests/support/widget-page.ts'

const browser = withBrowser()

/** Of one browser. The first is there before the others, so it holds the socket. */
async function threeTabs() {
  const api = twoConversations()
  /** Of calls that change something. */
  const socketIds: string[] = []
  api.rules.push((call, route) => {
    const id = call.startsWith('GET') ? undefined : route.request().headers()['x-socket-id']
    if (id) socketIds.push(id)
    return null
  })
  const first = await widgetPage(browser, { api })
  await expect.poll(first.socket.joined).toBe(1)
  const second = await widgetPage(browser, { api, beside: first })
  const third = await widgetPage(browser, { api, beside: first })
  for (const { page } of [second, third]) {
    await row(page, 'Lone Star').waitFor()
    await expect.poll(() => waiting(page)).toBe(2)
  }
  return { api, socketIds, tabs: [first, second, third] as const }
}

/** How many tabs wait for their turn. */
const waiting = (page: Page) =>
  page.evaluate(
    async () =>
      (await navigator.locks.query()).pending?.filter(({ name }) => name?.includes(' line ')).length,
  )

const openSockets = (tabs: readonly WidgetPage[]) => tabs.map(({ socket }) => socket.open())

/** The seller writes, and only what reads the pages or hears the socket knows. */
function write(api: ScriptedApi, text: string) {
  return {
    message: {
      ...api.add(2, { calculated_body: text, created_at: new Date().toISOString() }),
      account_id: 2,
    },
  }
}

const previews = (page: Page, text: string) => row(page, 'Gulf Coast').getByText(text).waitFor()

test('three tabs share one socket: each shows what it brings and what another one has read', async () => {
  const { api, socketIds, tabs } = await threeTabs()
  const [first, second, third] = tabs
  expect(openSockets(tabs)).toEqual([1, 0, 0])
  first.socket.push('TextMessageOutboundSent', write(api, 'Heard by all'))
  for (const { page } of tabs) await previews(page, 'Heard by all')

  // This backend says nothing live of what was read.
  await row(third.page, 'Gulf Coast').click()
  await shows(third.page, 'Heard by all')
  for (const { events } of [first, second]) await expect.poll(events).toContain('unread {"count":2}')
  expect(socketIds).toEqual([])
  for (const { pageErrors } of tabs) expect(pageErrors).toEqual([])
  await first.close()
})

test('the tab with the socket is closed, frozen or crashes: another one has it, and nothing is lost', async () => {
  const { api, tabs } = await threeTabs()
  const [first, second, third] = tabs
  await first.page.close()
  write(api, 'While nobody listened')
  for (const { page } of [second, third]) await previews(page, 'While nobody listened')
  await expect.poll(() => openSockets([second, third]).sort()).toEqual([0, 1])

  const [holder, listener] = second.socket.open() === 1 ? [second, third] : [third, second]
  await holder.page.evaluate(() => document.dispatchEvent(new Event('freeze')))
  write(api, 'While it was frozen')
  await previews(listener.page, 'While it was frozen')
  expect(openSockets([holder, listener])).toEqual([0, 1])
  await holder.page.evaluate(() => document.dispatchEvent(new Event('resume')))
  await previews(holder.page, 'While it was frozen')
  expect(openSockets([holder, listener])).toEqual([0, 1])

  void listener.page.goto('chrome://crash').catch(() => undefined)
  write(api, 'While it crashed')
  await previews(holder.page, 'While it crashed')
  expect(holder.socket.open()).toBe(1)
  await first.close()
})

test('a tab that stops without a word loses the socket, and is no second one when it goes on', async () => {
  const { api, tabs } = await threeTabs()
  const [first, ...others] = tabs
  const debug = await first.page.context().newCDPSession(first.page)
  await debug.send('Debugger.enable')
  await debug.send('Debugger.pause')
  const stopped = first.page.evaluate(() => performance.now())
  write(api, 'While it stood still')
  for (const { page } of others) await previews(page, 'While it stood still')
  await debug.send('Debugger.disable')
  await stopped
  await expect.poll(() => openSockets(tabs).sort()).toEqual([0, 0, 1])
  await previews(first.page, 'While it stood still')
  await first.close()
})
