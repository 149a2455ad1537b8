/**
 * What the badge of a launcher that nobody opens costs: calls in an hour of the page's clock, while it is seen and while it is in the
 * background, and the bytes of one, against a real server.
 */
import type { Browser, Page } from 'playwright'
import { buildPages } from '#demo/build-pages.ts'
import { launch } from '#tests/support/browser.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'
import { publish, thousands } from './report.ts'

const ASKED = '/customer/api/auth/user'

interface Traffic {
  calls: number
  sent: number
  received: number
}

export async function benchBadge(): Promise<void> {
  await buildPages({ only: ['widget'], onProgress: (line) => process.stdout.write(`${line}\n`) })
  const world = await startWorld({ messages: 0, companies: 0, deals: 60 })
  const browser = await launch()
  try {
    const seen = await hour(browser, world, true)
    const hidden = await hour(browser, world, false)
    const row = (name: string, { calls, sent, received }: Traffic) => [
      name,
      String(calls),
      calls === 0 ? '' : `${thousands(Math.round(sent / calls))} B`,
      calls === 0 ? '' : `${thousands(Math.round(received / calls))} B`,
      `${((sent + received) / 1024).toFixed(1)} KB`,
    ]
    publish({
      id: 'badge',
      title: 'The badge of a closed launcher',
      command: 'npm run bench -- badge',
      note: `Calls to \`GET ${ASKED}\` from a page with one launcher, after its first call, in one hour of the page’s clock. Headers and bodies are as Chromium counts them over HTTP/1.1, without TLS. With \`data-token-url\` the host’s own URL is called before each of them.`,
      head: ['Page', 'Calls per hour', 'Sent per call', 'Received per call', 'Total'],
      rows: [row('Visible', seen), row('In the background', hidden)],
    })
  } finally {
    await browser.close()
    await world.stop()
  }
}

async function hour(browser: Browser, world: TestWorld, isSeen: boolean): Promise<Traffic> {
  const context = await browser.newContext({ baseURL: world.url })
  const page = await context.newPage()
  const { token } = (await (await fetch(`${world.url}/demo/token?login=buyer3`)).json()) as { token: string }
  await page.route('**/page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>A page</title><script src="/widget/loader.js" data-token="${token}" data-api-base="${world.url}/customer/api" defer></script>`,
    }),
  )
  await page.clock.install()
  const traffic = await count(page)
  const first = page.waitForResponse(`**${ASKED}`)
  await page.goto('/page')
  await first
  await page.evaluate((isHidden) => Object.defineProperty(document, 'hidden', { value: isHidden }), !isSeen)
  const before = await traffic()
  for (let minute = 0; minute < 60; minute++) {
    await page.clock.runFor(60_000)
    await page.evaluate(() => fetch('/livez').then((answer) => answer.text()))
  }
  const after = await traffic()
  await context.close()
  return {
    calls: after.calls - before.calls,
    sent: after.sent - before.sent,
    received: after.received - before.received,
  }
}

/** Counts from now on. */
async function count(page: Page): Promise<() => Promise<Traffic>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const open = new Set<string>()
  const total: Traffic = { calls: 0, sent: 0, received: 0 }
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes(ASKED) && request.method === 'GET') open.add(requestId)
  })
  cdp.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    if (!open.has(requestId)) return
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    total.sent += `GET ${ASKED} HTTP/1.1\r\n${lines.join('')}\r\n`.length
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!open.delete(requestId)) return
    total.calls++
    total.received += encodedDataLength
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return { ...total }
  }
}
