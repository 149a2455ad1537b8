/** A real page sends over a real network that fails between it and the server: the bubble says so, and the message is there once. */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, test, vi } from 'vitest'
import type { PlatServer } from '#server/compose-server.ts'
import { createServer } from '#server/create-server.ts'
import { launch, person } from '#tests/support/browser.ts'
import { type Chaos, type ChaosProxy, startChaosProxy } from '#tests/support/chaos-proxy.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { fileOf, MESSENGER_FILE, messengerTag, row, shows } from '#tests/support/widget-page.ts'
import { type Pair, pairsOn, sellerWrites, storedTexts } from '../services/people.ts'

const KEY = 'network-faults'
const SECRET = 'a secret for tests only'
const MESSAGE = 'Is it still vacant?'
/** The page waits for an answer for 5 s, then for 10, then for 20. */
const PATIENT = { timeout: 60_000 }

let server: PlatServer
let url: string
let browser: Browser
let makePair: () => Promise<Pair>
beforeAll(async () => {
  server = await createServer({
    database: await openTestDatabase(),
    realtime: { driver: 'embedded', appId: 'faults', key: KEY, secret: SECRET },
    secret: SECRET,
    log: { level: 'silent' },
  })
  url = (await server.listen({ port: 0, host: '127.0.0.1' })).url
  makePair = pairsOn(server.database)
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await server?.close({ graceMs: 0 })
})

interface Buyer {
  page: Page
  pair: Pair
  proxy: ChaosProxy
  /** What the bubble said of the message on its way, in order. */
  states(): Promise<string[]>
}

/** A page whose every call and frame goes through the proxy; only its own files come from the disk. */
async function newPage(origin: string): Promise<Page> {
  const { page } = await person(browser)
  await page.route(`${origin}/host`, (route) => route.fulfill({ contentType: 'text/html', body: HOST_PAGE }))
  await page.route(`${origin}/widget/**`, async (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: await readFile(fileOf(pathOf(route.request().url()))),
    }),
  )
  return page
}

/** Also once more, which reloads the page. */
async function openThread({ page, pair, proxy }: Omit<Buyer, 'states'>): Promise<void> {
  const origin = originOf(proxy)
  await page.goto(`${origin}/host`)
  const config = { key: KEY, wsHost: '127.0.0.1', wsPort: proxy.port, forceTLS: false, jobInterval: 200 }
  await page.locator('main').evaluate(
    (main, tag) => {
      main.innerHTML = tag
    },
    messengerTag({
      token: pair.buyer.token,
      'api-base': `${origin}/customer/api`,
      'realtime-config': JSON.stringify(config),
    }),
  )
  await row(page, 'Gulf Coast').click()
  await shows(page, GREETING)
}

const originOf = (proxy: ChaosProxy) => new URL(proxy.through(url)).origin
const pathOf = (address: string) => new URL(address).pathname
const GREETING = 'Have a look at this one.'
const HOST_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>
  <style>html, body, main { height: 100%; margin: 0 }</style>
  <script type="module" src="${MESSENGER_FILE}"></script></head><body><main></main></body></html>`

async function watchStates(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.locator('plat-messenger').evaluateHandle(({ shadowRoot }) => {
    const states: string[] = []
    const look = () => {
      const state = shadowRoot?.querySelector('[data-outgoing]')?.getAttribute('data-outgoing')
      if (state && state !== states.at(-1)) states.push(state)
    }
    new MutationObserver(look).observe(shadowRoot as ShadowRoot, {
      subtree: true,
      childList: true,
      attributes: true,
    })
    return states
  })
  return () => seen.jsonValue()
}

async function write(page: Page): Promise<void> {
  await page.getByLabel('Type a message').fill(MESSAGE)
  await page.keyboard.press('Enter')
}

const says = (page: Page, state: 'sending' | 'checking') =>
  page.locator(`[data-outgoing=${state}]`).waitFor({ ...PATIENT, state: 'attached' })
async function isStored({ pair }: Buyer): Promise<void> {
  await vi.waitUntil(async () => (await storedTexts(server.database, pair)).includes(MESSAGE), PATIENT)
}

/** What happens to the network around a message that is written at once; resolves when it is whole again. */
type Fault = (buyer: Buyer) => Promise<void>

const during =
  (chaos: Chaos, until: Fault): Fault =>
  async (buyer) => {
    buyer.proxy.set(chaos)
    await write(buyer.page)
    await until(buyer)
    buyer.proxy.set({ mode: 'pass' })
  }
const cut =
  (text: string, when: 'after' | 'within'): Fault =>
  async ({ page, proxy }) => {
    const happened = proxy.cutAt(text, when)
    await write(page)
    await happened
  }
const isChecked: Fault = ({ page }) => says(page, 'checking')
const isOver: Fault = ({ page }) => page.locator('[data-outgoing]').waitFor({ ...PATIENT, state: 'detached' })

/** What the bubble says at least: the browser itself repeats some of what was cut. */
const FAULTS: readonly [name: string, fault: Fault, states: string[]][] = [
  ['swallows everything for a while', during({ mode: 'black-hole' }, isChecked), ['sending', 'checking']],
  [
    'brings no answer for a while',
    during({ mode: 'black-hole', only: 'down' }, async (buyer) => {
      await isStored(buyer)
      await isChecked(buyer)
    }),
    ['sending', 'checking'],
  ],
  [
    'takes 5 s there and 5 s back',
    during({ mode: 'delay', ms: 5000 }, async (buyer) => {
      await isChecked(buyer)
      await isOver(buyer)
    }),
    ['sending', 'checking'],
  ],
  ['is cut when the request has arrived', cut(MESSAGE, 'after'), ['sending']],
  ['is cut in the midst of the answer', cut('HTTP/1.1 201', 'within'), ['sending', 'checking']],
  ['dribbles', during({ mode: 'dribble', bytes: 100, everyMs: 100 }, isOver), ['sending']],
]

test.concurrent.for(FAULTS)(
  'a message over a connection that %s arrives once, and is there once after a reload',
  async ([, fault, states], { expect }) => {
    const pair = await newPair()
    const proxy = await startChaosProxy(url)
    const opened = { pair, proxy, page: await newPage(originOf(proxy)) }
    const { page } = opened
    await openThread(opened)
    const buyer = { ...opened, states: await watchStates(page) }
    const shown = () => page.locator('[data-bubble]').allInnerTexts()
    await fault(buyer)
    await isOver(buyer)
    await expect.poll(shown, PATIENT).toEqual([GREETING, MESSAGE])
    expect(await buyer.states()).toEqual(expect.arrayContaining(states))
    expect(await buyer.states()).not.toContain('failed')
    expect(await storedTexts(server.database, pair)).toEqual([GREETING, MESSAGE])
    await openThread(opened)
    await expect.poll(shown, PATIENT).toEqual([GREETING, MESSAGE])
    await page.context().close()
    await proxy.close()
  },
)

async function newPair(): Promise<Pair> {
  const pair = await makePair()
  await sellerWrites(url, pair, GREETING)
  return pair
}
