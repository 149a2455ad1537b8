/** The element on a page whose backend is somebody else's: a Laravel application with its own habits, and Reverb for its sockets. */
import type { Page, Route } from 'playwright'
import { expect, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import { APP, createLaravelBackend, type LaravelBackend } from '#tests/support/laravel/backend.ts'
import { API_BASE, messengerTag, row, shows, widgetPage } from '#tests/support/widget-page.ts'

const browser = withBrowser()

/** A host page that puts the element in once its backend stands. */
async function openOn(backend: LaravelBackend) {
  const opened = await widgetPage(browser, { body: '<div id="place" style="height: 100%"></div>' })
  const { page } = opened
  await page.route('https://api.test/**', (route) => passOn(route, backend))
  await page.routeWebSocket(/\/app\//, (ws) => {
    const socket = backend.reverb.open((text) => ws.send(text))
    ws.onMessage((text) => socket.hear(String(text)))
    ws.onClose(() => socket.close())
  })
  const config = { key: APP.key, wsHost: 'api.test', forceTLS: true, jobInterval: 200 }
  const tag = messengerTag({
    token: 'laravel-token',
    'api-base': API_BASE,
    'realtime-config': JSON.stringify(config),
  })
  await page.locator('#place').evaluate((place, html) => {
    place.innerHTML = html
  }, tag)
  return opened
}

async function passOn(route: Route, backend: LaravelBackend): Promise<void> {
  const request = route.request()
  const response = await backend.fetch(request.url(), {
    method: request.method(),
    headers: await request.allHeaders(),
    body: request.postData(),
  })
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  })
}

const bubbles = (page: Page) => page.locator('[data-bubble]')

test('shows its conversations to the last page, sends, hears the answer live and marks it read', async () => {
  const backend = createLaravelBackend({ paging: 'raw', created: 'bare', frameData: 'object' })
  const { page, pageErrors, close } = await openOn(backend)
  await row(page, 'Account 1,').click()
  await shows(page, 'Message 40 of 1')
  await page.getByPlaceholder('Search', { exact: true }).fill('account 40')
  await row(page, 'Account 40,').waitFor()

  await page.getByPlaceholder('Type a message').fill('Is it vacant?')
  await page.getByPlaceholder('Type a message').press('Enter')
  await expect.poll(() => backend.texts(1).at(-1)).toBe('Is it vacant?')
  backend.say(1, 'Since March.')
  await shows(page, 'Since March.')
  expect(await bubbles(page).filter({ hasText: 'Is it vacant?' }).count()).toBe(1)
  await expect.poll(() => backend.unread(1)).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

test('when its session is over, the bubble says what to do and keeps the text', async () => {
  const backend = createLaravelBackend()
  const { page, close } = await openOn(backend)
  await row(page, 'Account 1,').click()
  await shows(page, 'Message 40 of 1')
  backend.refusals.push(({ method }) =>
    method === 'POST'
      ? new Response('{"message":"CSRF token mismatch."}', {
          status: 419,
          headers: { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' },
        })
      : null,
  )
  await page.getByPlaceholder('Type a message').fill('Still here')
  await page.getByPlaceholder('Type a message').press('Enter')
  await page.getByText('This page is out of date. Reload it, then try again.').first().waitFor()
  backend.refusals.length = 0
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => backend.texts(1).at(-1)).toBe('Still here')
  await close()
})
