// @vitest-environment happy-dom
/** What the popup says of a visitor for whom there is no token: that they are not logged in, or that nothing could be loaded. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLauncher } from '#widget/launcher/launcher.ts'
import type { LauncherSettings } from '#widget/launcher/launcher-parts.ts'
import * as popup from '#widget/launcher/popup.ts'
import { startByKey } from '#widget/launcher/site-key/key.ts'

type TokenProvider = (asked: { reason: string }) => Promise<string>

/** Asks for its token as the messenger does. */
class FakeMessenger extends HTMLElement {
  tokenProvider: TokenProvider | undefined
  async connectedCallback() {
    try {
      await this.tokenProvider?.({ reason: 'missing' })
    } catch {
      this.dispatchEvent(new CustomEvent('plat-messenger:auth-required', { bubbles: true, composed: true }))
    }
  }
}
beforeAll(() => customElements.define('plat-messenger', FakeMessenger))
// The focus, which is not looked at here.
beforeEach(() => vi.stubGlobal('requestAnimationFrame', () => 0))
afterEach(() => vi.unstubAllGlobals())

const LOG_IN = 'Log in on this page to see your messages.'
const CUT_OFF = "Messages couldn't be loaded. Close this and open it again."

const settings = (): LauncherSettings => ({
  messengerUrl: 'https://plat.test/widget/plat-messenger-lite.js',
  apiBase: 'https://plat.test/customer/api',
  tokenUrl: '/my-token',
  load: async () => {},
  loadPopup: async () => popup,
})
const html = (status: number) => new Response('<h1>Sorry</h1>', { status })

async function said(start: () => Promise<() => void>): Promise<string | null> {
  const remove = await start()
  const root = document.querySelector('[data-plat-launcher]')?.shadowRoot
  root?.querySelector('button')?.click()
  const note = () => root?.querySelector('[role=status]')?.textContent ?? null
  await vi.waitFor(() => expect(note()).toMatch(/^(Log in|Messages couldn)/))
  const found = note()
  remove()
  return found
}

test.each([
  ['a 401 of words', LOG_IN, () => new Response('Unauthorized', { status: 401 })],
  ['a 401 without a token', LOG_IN, () => Response.json({ message: 'Log in first.' }, { status: 401 })],
  ['the page of a login', LOG_IN, () => html(200)],
  ['a 502 with a page', CUT_OFF, () => html(502)],
  ['a 502 with a message', CUT_OFF, () => Response.json({ message: 'Not reached.' }, { status: 502 })],
  ['no answer', CUT_OFF, () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s from the token address: %s', async (_, words, answer) => {
  vi.stubGlobal('fetch', async () => answer())
  expect(await said(async () => startLauncher(settings()))).toBe(words)
})

const SITE = { account: { id: 1, title: 'Acme', logo: null }, guests: { allowed: false, contact: 'email' } }

test.each([
  [401, LOG_IN],
  [502, CUT_OFF],
])('with a key, a %i of the token address says: %s', async (status, words) => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/site-keys/') ? Response.json({ data: SITE }) : html(status),
  )
  expect(await said(() => startByKey({ ...settings(), key: 'pk_1' }, startLauncher))).toBe(words)
})
