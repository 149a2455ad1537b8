/** What is sent to run, draw or lead astray stays text: through every field, by page and live, and whatever is done with it. */
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { EVIL_ADDRESSES, EVIL_STRINGS } from '#tests/support/evil-strings.ts'
import { withBrowser } from '#tests/support/fixtures.ts'
import { ScriptedApi, wireProperty } from '#tests/support/scripted-api.ts'
import { row, widgetPage } from '#tests/support/widget-page.ts'

const browser = withBrowser()

const stringAt = (n: number) => EVIL_STRINGS[n % EVIL_STRINGS.length] ?? ''
const addressAt = (n: number) => EVIL_ADDRESSES[n % EVIL_ADDRESSES.length] ?? ''

/** Message `n` is evil in every field that a person or a backend fills. */
function evilMessage(n: number): object {
  const text = stringAt(n)
  const address = addressAt(n)
  const property = { ...wireProperty(), full_address: text, url: address, main_image: { thumbnail: address } }
  const offer = { id: n + 1, price: 112_000, buyer: text, url: address, state: 'countered', version: 1 }
  return {
    calculated_body: text,
    action: n % 4 === 0 ? 'offer' : text,
    channel: text,
    property: n % 3 === 0 ? property : null,
    inquiry: { id: n + 1, state: text },
    ...(n % 4 === 0 ? { offer: { ...offer, current_price: 112_000, is_backup: false } } : {}),
  }
}

/** One conversation of all strings, and one for each of them with its name, its preview and its logo. */
function evilBackend(): ScriptedApi {
  const api = new ScriptedApi()
  const thread = api.conversation(1, 'Lone Star Dispositions', EVIL_STRINGS.length)
  thread.forEach((message, n) => void Object.assign(message, evilMessage(n)))
  EVIL_STRINGS.forEach((text, n) => void api.conversation(n + 2, text, 1, () => text))
  api.logo = (accountId) => (accountId === 1 ? null : addressAt(accountId))
  return api
}

/** What is drawn that is not ours: elements, handlers, addresses. Runs in the page. */
function intruders(within = ''): string[] {
  const ours =
    'a article bdi button circle dd div dl dt ellipse form g h2 h3 header img input label line mark option output p path polygon polyline rect section slot span style svg textarea time'
  const allowed = new Set(ours.split(' '))
  const found: string[] = []
  const look = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      const name = element.localName
      if (!allowed.has(name)) found.push(`<${name}>`)
      for (const { name: attribute, value } of element.attributes) {
        if (attribute.startsWith('on') || /^(srcdoc|formaction|action|srcset|xlink:href)$/.test(attribute))
          found.push(`${name}[${attribute}=${value}]`)
        if (/^(href|src)$/.test(attribute) && !/^(https?:\/\/|mailto:|tel:)/.test(value))
          found.push(`${attribute}=${value}`)
        if (attribute === 'style' && /url|expression|import/.test(value)) found.push(`style=${value}`)
      }
      if (element instanceof HTMLAnchorElement && !/\bnoopener\b/.test(element.rel))
        found.push(`a without noopener: ${element.href}`)
      if (element.shadowRoot) look(element.shadowRoot)
    }
  }
  const messenger = document.querySelector('plat-messenger')
  const root = messenger?.shadowRoot
  if (root) look((within === '' ? root : root.querySelector(within)) ?? root)
  if (messenger?.childNodes.length !== 0) found.push('something in the element itself')
  return [...new Set(found)]
}

/**
 * From the end of the thread to its beginning, and back for what an older page moved past: every text that was drawn, and all
 * that was not ours.
 */
async function sweep(page: Page): Promise<{ texts: Set<string>; found: string[] }> {
  await page.addScriptTag({ content: `window.intruders = ${intruders.toString()}` })
  const thread = page.getByRole('log')
  // By hand: what came in last may still be followed, and a hand ends that.
  await thread.hover()
  await page.mouse.wheel(0, -10)
  const { texts, found } = await thread.evaluate(async (log, count) => {
    const look = (window as unknown as { intruders: (within: string) => string[] }).intruders
    const root = log.getRootNode() as ShadowRoot
    const isLoading = () =>
      [...root.querySelectorAll('[role=status]')].some(
        ({ textContent }) => textContent === 'Loading older messages',
      )
    const texts = new Set<string>()
    const found = new Set<string>()
    for (const way of [-1, 1])
      for (let still = 0; still < 20 && texts.size < count; ) {
        for (const bubble of log.querySelectorAll('[data-bubble]')) texts.add(bubble.textContent ?? '')
        for (const each of look('[role=log]')) found.add(each)
        const before = log.scrollTop
        log.scrollTop += way * log.clientHeight * 0.4
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        still = log.scrollTop === before && !isLoading() ? still + 1 : 0
      }
    return { texts: [...texts], found: [...found] }
  }, EVIL_STRINGS.length)
  return { texts: new Set(texts), found }
}

/** What gave away that something ran or went somewhere. */
function watch(page: Page): string[] {
  const happened: string[] = []
  page.on('dialog', (dialog) => {
    happened.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => happened.push(`popup: ${popup.url()}`))
  page.on('framenavigated', (frame) => happened.push(`went to ${frame.url()}`))
  page.on('request', (request) => {
    const { host } = new URL(request.url())
    if (host !== 'host.test' && host !== 'api.test') happened.push(`asked ${request.url()}`)
  })
  return happened
}

test('over 100 evil strings through every field of conversations and messages stay text, by page and live', async () => {
  expect(new Set(EVIL_STRINGS).size).toBeGreaterThan(150)
  const { page, api, socket, close } = await widgetPage(browser, { api: evilBackend() })
  onTestFinished(close)
  const happened = watch(page)
  await row(page, 'Lone Star').click()
  const last = page.locator('[data-bubble]').last()
  await expect.poll(() => last.textContent()).toBe(EVIL_STRINGS.at(-1))
  const { texts, found } = await sweep(page)
  expect(found).toEqual([])
  expect(await page.evaluate(intruders, '')).toEqual([])
  expect(EVIL_STRINGS.filter((text) => !texts.has(text))).toEqual([])

  await expect.poll(() => socket.joined()).toBe(1)
  const more = EVIL_STRINGS.map((_, n) => api.add(1, evilMessage(n)))
  for (const message of more)
    socket.push('TextMessageOutboundSent', { message: { ...message, account_id: 1 } })
  await page.getByRole('log').press('End')
  await expect.poll(() => last.textContent()).toBe(EVIL_STRINGS.at(-1))
  expect(await page.evaluate(intruders, '')).toEqual([])
  expect(await page.evaluate(() => 'hacked' in window || 'hacked' in Object.prototype)).toBe(false)
  expect(happened).toEqual([])
})

test('what is evil stays text when it is searched for, written, refused and sent', async () => {
  const api = evilBackend()
  const refusals = [...EVIL_STRINGS]
  api.rules.push((call) =>
    call.startsWith('POST /customers') ? { status: 422, json: { message: refusals.pop() } } : null,
  )
  const { page, close } = await widgetPage(browser, { api })
  onTestFinished(close)
  const happened = watch(page)
  const search = page.getByPlaceholder('Search')
  await search.fill('onerror=window.hacked=1')
  await page.locator('mark').first().waitFor()
  expect(await page.evaluate(intruders, '')).toEqual([])
  await search.fill('')
  await row(page, 'Lone Star').click()
  const composer = page.getByLabel('Type a message')
  for (const text of EVIL_STRINGS.filter((_, n) => n % 12 === 0)) {
    await composer.fill(text)
    await composer.press('Enter')
  }
  await page.getByText('Not sent').last().waitFor()
  expect(await page.evaluate(intruders, '')).toEqual([])
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(happened).toEqual([])
})
