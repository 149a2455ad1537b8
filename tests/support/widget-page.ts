/** A host page with the built messenger on it, its backend scripted. Nothing leaves the machine: every request is answered here. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import { collectPageErrors, NARROW, person, WIDE } from './browser.ts'
import { ScriptedApi } from './scripted-api.ts'
import { type ScriptedSocket, scriptedSocket } from './scripted-socket.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ORIGIN = 'https://host.test'
export const API_BASE = 'https://api.test/customer/api'
export const TOKEN = 'token-of-7'
/** The same tests run on both flavours of the messenger: `full` with React, `lite` with preact/compat. */
const IS_LITE = process.env.PLAT_FLAVOUR === 'lite'
export const MESSENGER_FILE = `/widget/plat-messenger${IS_LITE ? '-lite' : ''}.js`
export const CONFIG = '{"key":"app-key","wsHost":"api.test","forceTLS":true,"jobInterval":200}'

export interface WidgetPage {
  page: Page
  api: ScriptedApi
  socket: ScriptedSocket
  pageErrors: string[]
  /** Every plat-messenger event so far as `type detail`. */
  events(): Promise<string[]>
  close(): Promise<void>
}

export interface WidgetPageSettings extends BrowserContextOptions {
  api?: ScriptedApi
  socket?: 'answers' | 'silent'
  /** Body of the host page; a full-size messenger with a token by default. */
  body?: string
  head?: string
  csp?: string
  /** Without the script of the element: the page fetches it by other means. */
  isBare?: boolean
  search?: string
  /** A page that is open already: this one is another tab of its browser. */
  beside?: WidgetPage
}

export const STRICT_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' https://api.test wss://api.test; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types 'none'"

/** Written by the page's own script, so that a strict CSP holds. */
const PAGE_SCRIPT = `
  window.heard = []
  for (const name of ['ready', 'unread', 'conversation', 'sent', 'property', 'auth-required', 'error', 'close'])
    document.addEventListener('plat-messenger:' + name, (event) => window.heard.push(name + ' ' + JSON.stringify(event.detail)))
`
const PAGE_STYLE = 'html, body { height: 100%; margin: 0 } main { height: 100% }'

export function messengerTag(attributes: Record<string, string> = {}): string {
  const all = { token: TOKEN, 'api-base': API_BASE, 'realtime-config': CONFIG, ...attributes }
  const written = Object.entries(all).map(([name, value]) => `${name}='${value}'`)
  return `<plat-messenger ${written.join(' ')}></plat-messenger>`
}

export async function widgetPage(browser: Browser, settings: WidgetPageSettings = {}): Promise<WidgetPage> {
  const {
    api = twoConversations(),
    socket: mode,
    body,
    head = '',
    csp,
    search = '',
    isBare,
    beside,
    ...context
  } = settings
  const {
    page,
    pageErrors,
    context: owner,
  } = beside
    ? await tabBeside(beside)
    : await person(browser, { timezoneId: 'UTC', reducedMotion: 'no-preference', ...context })
  const socket = await scriptedSocket(page, mode)
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="/page.css"><script src="/page.js"></script>${head}
    ${isBare ? '' : `<script type="module" src="${MESSENGER_FILE}"></script>`}</head>
    <body><main>${body ?? messengerTag()}</main></body></html>`
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    if (url.host === 'api.test') return preflighted(route, api)
    if (url.pathname === '/page.js')
      return route.fulfill({ contentType: 'text/javascript', body: PAGE_SCRIPT })
    if (url.pathname === '/partner/token') return route.fulfill({ json: { token: TOKEN } })
    if (url.pathname === '/page.css') return route.fulfill({ contentType: 'text/css', body: PAGE_STYLE })
    if (url.pathname === '/')
      return route.fulfill({
        contentType: 'text/html',
        body: html,
        headers: csp ? { 'Content-Security-Policy': csp } : {},
      })
    return fromDisk(route, url.pathname)
  })
  await page.goto(`${ORIGIN}/${search}`)
  return {
    page,
    api,
    socket,
    pageErrors,
    events: () => page.evaluate(() => (window as unknown as { heard: string[] }).heard),
    close: () => owner.close(),
  }
}

export { NARROW, WIDE }

/** Two sellers; the first has two unread messages. */
export function twoConversations(): ScriptedApi {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 3)
  api.conversation(2, 'Gulf Coast Wholesale', 3)
  api.unread.set(1, 2)
  return api
}

async function tabBeside(other: WidgetPage) {
  const context = other.page.context()
  const page = await context.newPage()
  const pageErrors: string[] = []
  collectPageErrors(page, pageErrors)
  return { context, page, pageErrors }
}

/** The row of a conversation in the list. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('option', { name: new RegExp(`^${name}`) })

/** Resolves when the thread shows a text. */
export async function shows(page: Page, text: string): Promise<void> {
  await page.locator('[data-bubble]', { hasText: text }).first().waitFor()
}

type Route = Parameters<Parameters<Page['route']>[1]>[0]

async function preflighted(route: Route, api: ScriptedApi): Promise<void> {
  if (route.request().method() !== 'OPTIONS') return api.handle(route)
  await route.fulfill({
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': '*',
      'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, x-socket-id, accept',
    },
  })
}

/** Where a file lies that the page asks for. A messenger that was built elsewhere is told by the variable that its build reads. */
export function fileOf(path: string): string {
  const out = process.env.PLAT_WIDGET_OUT
  if (out && path.startsWith('/widget/')) return path.replace('/widget', out)
  return ROOT + (path.startsWith('/drawings/') ? `shared/ui${path}` : `dist${path}`)
}

async function fromDisk(route: Route, path: string): Promise<void> {
  const body = await readFile(fileOf(path)).catch(() => null)
  if (body === null) return route.fulfill({ status: 404 })
  const kinds = { js: 'text/javascript', mjs: 'text/javascript', svg: 'image/svg+xml', css: 'text/css' }
  const kind =
    kinds[path.slice(path.lastIndexOf('.') + 1) as keyof typeof kinds] ?? 'application/octet-stream'
  await route.fulfill({ contentType: kind, body, headers: { 'Access-Control-Allow-Origin': '*' } })
}
