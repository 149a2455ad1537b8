/** Two releases of the messenger on one page: the one that came first stays in use, both say which they are, and nothing breaks. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import {
  API_BASE,
  CONFIG,
  fileOf,
  MESSENGER_FILE,
  messengerTag,
  row,
  shows,
  widgetPage,
} from '#tests/support/widget-page.ts'

const OURS = String(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version)
const OLDER = '0.0.7'
const NEWER = '12.4.0'

const browser = withBrowser()

/** A page on which /v/1.2.3/widget/ has the messenger as a build with that version writes it. */
async function open(body: string) {
  const opened = await widgetPage(browser, { isBare: true, body })
  onTestFinished(opened.close)
  await opened.page.route(/\/v\/[\d.]+\/widget\//, (route) => {
    const [, version = '', path = ''] = /\/v\/([\d.]+)(\/widget\/.*)/.exec(route.request().url()) ?? []
    const code = readFileSync(fileOf(path), 'utf8')
    return route.fulfill({ contentType: 'text/javascript', body: code.replaceAll(OURS, version) })
  })
  const said: string[] = []
  opened.page.on('console', (line) => said.push(line.text()))
  return { ...opened, said }
}

const versionInUse = (page: Page) =>
  page.evaluate(() => (customElements.get('plat-messenger') as unknown as { version: string }).version)
const words = (late: string, first: string) =>
  `plat-messenger ${late}: another version of this element is on the page already and stays in use: ${first}`

/** The script line of a release, as if the page had it from the beginning. */
function addLauncher(page: Page, version: string): Promise<unknown> {
  const data = { tokenUrl: '/partner/token', apiBase: API_BASE, realtimeConfig: CONFIG }
  return page.evaluate(
    ({ src, data }) =>
      new Promise((done) => {
        const script = Object.assign(document.createElement('script'), { src, onload: done })
        Object.assign(script.dataset, data)
        document.head.append(script)
      }),
    { src: `/v/${version}/widget/loader.js`, data },
  )
}

test.each([
  ['an older release', OLDER],
  ['a newer release', NEWER],
])('%s that came first stays in use beside ours, and nothing happens twice', async (_, first) => {
  const { page, api, socket, pageErrors, said } = await open(messengerTag())
  await page.addScriptTag({ url: `/v/${first}${MESSENGER_FILE}`, type: 'module' })
  await row(page, 'Lone Star').click()
  await shows(page, 'Message 3')
  await expect.poll(() => socket.joined()).toBe(1)
  await page.addScriptTag({ url: `/v/${OURS}${MESSENGER_FILE}`, type: 'module' })
  await expect.poll(() => said).toEqual([words(OURS, first)])
  expect(await versionInUse(page)).toBe(first)

  await page.getByLabel('Type a message').fill('Still one of us?')
  await page.keyboard.press('Enter')
  await shows(page, 'Still one of us?')
  expect(await page.locator('[data-bubble]', { hasText: 'Still one of us?' }).count()).toBe(1)
  const asked = api.calls.filter((call) => call === 'GET /auth/user').length
  await expect.poll(() => api.sent).toEqual(['Still one of us?'])
  expect([socket.opened(), asked, pageErrors]).toEqual([1, 1, []])
})

test('launchers of two releases draw one, whose popup opens the messenger that is there already', async () => {
  const { page, pageErrors, said } = await open(messengerTag())
  await page.addScriptTag({ url: `/v/${NEWER}${MESSENGER_FILE}`, type: 'module' })
  await row(page, 'Lone Star').waitFor()
  for (const version of [OLDER, OURS]) await addLauncher(page, version)
  await page.getByRole('button', { name: /^Open messages/ }).click()
  await page.locator('[data-plat-launcher] plat-messenger').getByPlaceholder('Search').waitFor()
  expect(said.toSorted()).toEqual([words(OLDER, NEWER), 'plat-messenger: already a launcher in this corner'])
  expect([await versionInUse(page), pageErrors]).toEqual([NEWER, []])
})
