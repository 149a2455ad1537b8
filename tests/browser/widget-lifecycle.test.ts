/** A page that puts the messenger in, moves it and takes it out a thousand times: nothing of it stays behind. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { launch } from '#tests/support/browser.ts'
import { API_BASE, CONFIG, TOKEN, widgetPage } from '#tests/support/widget-page.ts'

/**
 * Answers the messenger in the page itself, so that a thousand rounds take seconds, and counts what is open: timers, sockets,
 * and listeners on what outlives the element.
 */
const INSTRUMENTS = `<script>
  const open = { timers: new Set(), sockets: new Set(), listeners: 0 }
  for (const [set, clear] of [['setTimeout', 'clearTimeout'], ['setInterval', 'clearInterval']]) {
    const [realSet, realClear] = [window[set], window[clear]]
    window[set] = (run, ms, ...given) => {
      const id = realSet(() => { if (set === 'setTimeout') open.timers.delete(id); run(...given) }, ms)
      open.timers.add(id)
      return id
    }
    window[clear] = (id) => { open.timers.delete(id); realClear(id) }
  }
  for (const target of [window, document]) {
    const heard = new Map()
    const { addEventListener, removeEventListener } = EventTarget.prototype
    const keyOf = (type, options) => type + ' ' + (options === true || options?.capture === true)
    target.addEventListener = (type, run, options) => {
      const runs = heard.get(keyOf(type, options)) ?? new Set()
      heard.set(keyOf(type, options), runs)
      if (!runs.has(run)) open.listeners++
      runs.add(run)
      addEventListener.call(target, type, run, options)
    }
    target.removeEventListener = (type, run, options) => {
      if (heard.get(keyOf(type, options))?.delete(run)) open.listeners--
      removeEventListener.call(target, type, run, options)
    }
  }
  window.fetch = async (input) => {
    const { pathname } = new URL(input.url ?? input)
    const reply = pathname.endsWith('/auth/user') ? { data: { id: 7 } }
      : pathname.endsWith('/chats') ? { data: [{ id: 501, account: { id: 1, title: 'Lone Star', deals_site_settings: null }, last_message: null, customer_unread_count: 0 }], links: { next: null } }
      : pathname.endsWith('/auth') ? { auth: 'key:signature' }
      : { data: [], links: { next: null } }
    return new Response(JSON.stringify(reply), { headers: { 'Content-Type': 'application/json' } })
  }
  window.WebSocket = class {
    readyState = 0
    constructor() {
      open.sockets.add(this)
      window.socketsMade = (window.socketsMade ?? 0) + 1
      queueMicrotask(() => {
        this.readyState = 1
        this.onopen?.({})
        this.say('pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 })
      })
    }
    say(event, data, channel) { this.onmessage?.({ data: JSON.stringify({ event, channel, data: JSON.stringify(data) }) }) }
    send(text) {
      const { event, data } = JSON.parse(text)
      if (event === 'pusher:subscribe') this.say('pusher_internal:subscription_succeeded', {}, data.channel)
    }
    close() { open.sockets.delete(this); this.readyState = 3; this.onclose?.({ code: 1000, reason: '', wasClean: true }) }
  }
  window.opened = () => ({ timers: open.timers.size, sockets: open.sockets.size, listeners: open.listeners })
</script>`

interface Rounds {
  count: number
  /** Each so many-th messenger comes so far that it shows a conversation over a socket; the others are taken out at once. */
  fullEvery: number
}

/** Runs in the page. */
async function rounds({ count, fullEvery, given }: Rounds & { given: object }): Promise<number> {
  const [main, aside] = [document.querySelector('main'), document.querySelector('aside')]
  const nextTask = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resolve()
      }
      port2.postMessage(null)
    })
  const shown = async (element: Element, what: string) => {
    while (!element.shadowRoot?.querySelector(what)) await nextTask()
    return element.shadowRoot.querySelector<HTMLElement>(what)
  }
  let full = 0
  for (let round = 1; round <= count; round++) {
    const element = Object.assign(document.createElement('plat-messenger'), given)
    main?.append(element)
    aside?.append(element)
    if (round % fullEvery === 0) {
      const made = (window as { socketsMade?: number }).socketsMade ?? 0
      ;(await shown(element, '[role=option]'))?.click()
      await shown(element, 'textarea')
      while (((window as { socketsMade?: number }).socketsMade ?? 0) === made) await nextTask()
      main?.append(element)
      full++
    }
    if (round % 3 === 0) await nextTask()
    element.remove()
    await nextTask()
  }
  return full
}

const given = { token: TOKEN, apiBase: API_BASE, realtimeConfig: JSON.parse(CONFIG) }

/** What the page holds once the dust has settled. */
async function held(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0
  const opened = await page.evaluate(() =>
    (window as unknown as { opened(): { timers: number; sockets: number; listeners: number } }).opened(),
  )
  const locks = await page.evaluate(async () => (await navigator.locks.query()).held?.length)
  await devtools.detach()
  return { ...opened, locks, nodes: of('Nodes'), allListeners: of('JSEventListeners') }
}

test('a thousand times put in, moved and taken out it leaves no listener, timer, socket, lock or node', async () => {
  const browser = await launch()
  const { page, pageErrors } = await widgetPage(browser, { body: '<aside></aside>', head: INSTRUMENTS })
  await page.evaluate(() => customElements.whenDefined('plat-messenger').then(() => undefined))
  // What the libraries set up once for all is there after these.
  await page.evaluate(rounds, { count: 60, fullEvery: 20, given })
  await expect.poll(async () => (await held(page)).timers).toBe(0)
  const before = await held(page)
  expect(await page.evaluate(rounds, { count: 1000, fullEvery: 50, given })).toBe(20)
  await expect.poll(async () => (await held(page)).timers).toBe(0)
  const after = await held(page)
  expect(after).toMatchObject({ timers: 0, sockets: 0, locks: 0, listeners: before.listeners })
  // One in a thousand would show as a thousand; the last one may still be held by what React shows next.
  expect(after.nodes - before.nodes).toBeLessThan(100)
  expect(after.allListeners - before.allListeners).toBeLessThan(100)
  expect(pageErrors).toEqual([])
  await browser.close()
})

/** Runs first in the page: a ping of the server is heard, then there is a logout, and only then the answer to the ping is sent. */
const LOGOUT_AT_PING = `<script>
  const Dialed = WebSocket
  window.WebSocket = class extends Dialed {
    constructor(url) {
      super(url)
      this.addEventListener('message', ({ data }) => {
        if (data.includes('pusher:ping')) setTimeout(() => document.querySelector('plat-messenger').logout())
      })
    }
  }
</script>`

test('a logout in the moment of an answer to the server sends nothing on the closed socket', async () => {
  const browser = await launch()
  const { page, pageErrors, socket } = await widgetPage(browser, { head: LOGOUT_AT_PING })
  await expect.poll(() => socket.joined()).toBe(1)
  socket.push('pusher:ping', {})
  await expect.poll(() => socket.open()).toBe(0)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(pageErrors).toEqual([])
  await browser.close()
})
