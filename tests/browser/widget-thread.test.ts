/** The thread in a real browser: older messages in front without a jump, the end followed, and what arrives away from it. */
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { holdBack } from '#tests/support/browser.ts'
import { withBrowser } from '#tests/support/fixtures.ts'
import { ScriptedApi, type WireMessage } from '#tests/support/scripted-api.ts'
import { NARROW, row, shows, WIDE, widgetPage } from '#tests/support/widget-page.ts'

const browser = withBrowser()

const words = (n: number) => `Message ${n} ${'with more and more words '.repeat((n * 7) % 12)}`

/** A thread of 125 messages of many heights; pages after the second wait until they are let go. */
async function longThread(viewport: { width: number; height: number } = WIDE) {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 125, words)
  let letGo: () => void = () => {}
  const gate = new Promise<null>((resolve) => {
    letGo = () => resolve(null)
  })
  api.rules.push((call) => (/text-messages\?page=[3-9]/.test(call) ? gate : null))
  const opened = await widgetPage(browser, { api, viewport })
  await row(opened.page, 'Lone Star').click()
  await shows(opened.page, 'Message 125')
  await expect.poll(() => opened.socket.joined()).toBe(1)
  return { ...opened, letGo, log: opened.page.getByRole('log') }
}

/** Rows that were never measured are on the way up, and the list makes up for each: so it takes a few goes. */
async function settleAt(log: Locator, place: number): Promise<void> {
  await expect
    .poll(() =>
      log.evaluate(async (element, top) => {
        if (element.scrollTop !== top) element.scrollTop = top
        for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame)
        return element.scrollTop
      }, place),
    )
    .toBe(place)
}

/** Every frame until the thread is still: where the first visible message stood. */
function watchFirstVisible(page: Page): Promise<{ moved: number; from: number; to: number }> {
  return page.evaluate(async () => {
    const root = document.querySelector('plat-messenger')?.shadowRoot
    const log = root?.querySelector('[role=log]')
    if (!root || !log) throw new Error('no log')
    const top = log.getBoundingClientRect().top
    const first = [...root.querySelectorAll('[data-message]')].find(
      (each) => each.getBoundingClientRect().bottom > top,
    )
    const id = first?.getAttribute('data-message')
    const place = () =>
      root.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top ?? Number.NaN
    const from = place()
    const before = log.scrollHeight
    let moved = 0
    for (let still = 0, height = before; still < 20; ) {
      await new Promise(requestAnimationFrame)
      const off = Math.abs(place() - from)
      moved = Number.isNaN(off) ? Number.POSITIVE_INFINITY : Math.max(moved, off)
      still = log.scrollHeight === height && height > before ? still + 1 : 0
      height = log.scrollHeight
    }
    return { moved, from: before, to: log.scrollHeight }
  })
}

test.each([0, 140, 280])(
  '50 older messages at %i px from the top move nothing that is read',
  async (place) => {
    const { page, log, letGo, close } = await longThread()
    await settleAt(log, place)
    await page.getByText('Loading older messages').waitFor({ state: 'attached' })
    const watching = watchFirstVisible(page)
    letGo()
    const { moved, from, to } = await watching
    expect(to).toBeGreaterThan(from)
    expect(moved).toBe(0)
    await close()
  },
)

test('older messages are asked for within 300 px of the top, and not further away', async () => {
  const { page, api, log, letGo, close } = await longThread()
  const third = () => api.calls.some((call) => call.includes('text-messages?page=3'))
  // Rows that come near are measured, which may move the place for a moment: the nearest it ever came is what counts.
  await log.evaluate((element) => {
    element.dataset.nearest = 'Infinity'
    element.addEventListener('scroll', () => {
      element.dataset.nearest = String(Math.min(Number(element.dataset.nearest), element.scrollTop))
    })
  })
  const nearest = async () => Number(await log.getAttribute('data-nearest'))
  for (const place of [1500, 1000, 700, 500, 400, 320]) {
    await settleAt(log, place)
    const isWithin = (await nearest()) < 300
    await expect.poll(third).toBe(isWithin)
  }
  await settleAt(log, 299)
  await page.getByText('Loading older messages').waitFor({ state: 'attached' })
  await expect.poll(third).toBe(true)
  letGo()
  await close()
})

test('the whole history can be walked to its beginning, which has its date', async () => {
  const { page, log, letGo, api, close } = await longThread()
  letGo()
  await expect
    .poll(
      async () => {
        await log.evaluate((element) => {
          element.scrollTop = 0
        })
        return page.locator('[data-message="1001"]').count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await page.getByText('Tuesday, June 10, 2025').waitFor()
  const pages = api.calls
    .filter((call) => call.includes('text-messages?page='))
    .map((call) => /page=(\d)/.exec(call)?.[1])
  expect(new Set(pages)).toEqual(new Set(['1', '2', '3', '4', '5']))
  await close()
})

function arrival(api: ScriptedApi, text: string): { message: WireMessage & { account_id: number } } {
  const stored = api.add(1, { calculated_body: text, created_at: '2025-06-10T09:50:00Z', is_read: false })
  return { message: { ...stored, account_id: 1 } }
}

const distanceFromEnd = (page: Page) =>
  page.getByRole('log').evaluate((log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight))

test.each([WIDE, NARROW])('at the end it follows what comes in ($width wide)', async (viewport) => {
  const { page, api, socket, close } = await longThread(viewport)
  for (const text of ['First in', 'Second in']) socket.push('TextMessageOutboundSent', arrival(api, text))
  await shows(page, 'Second in')
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  expect(await page.getByRole('button', { name: /new message/ }).count()).toBe(0)
  await close()
})

test('at the end it follows bursts that come in faster than it scrolls', async () => {
  const { page, api, socket, close } = await longThread()
  for (let burst = 1; burst <= 12; burst++) {
    for (let n = 1; n <= 100; n++)
      socket.push('TextMessageOutboundSent', arrival(api, n === 100 ? `End of burst ${burst}` : words(n)))
    await shows(page, `End of burst ${burst}`)
    await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  }
  expect(await page.getByRole('button', { name: /new message/ }).count()).toBe(0)
  await close()
})

test('away from the end it stays, and a pill leads to the first new message', async () => {
  const { page, api, socket, log, close } = await longThread()
  const before = (await log.evaluate((element) => element.scrollTop)) - 900
  await settleAt(log, before)
  for (const text of ['First in', 'Second in']) socket.push('TextMessageOutboundSent', arrival(api, text))
  const pill = page.getByRole('button', { name: '2 new messages' })
  await pill.waitFor()
  expect(await log.evaluate((element) => element.scrollTop)).toBe(before)
  await pill.click()
  await page.locator('[data-bubble]', { hasText: 'First in' }).waitFor()
  await pill.waitFor({ state: 'detached' })
  await close()
})

test('away from the end with nothing new, a pill at the bottom leads back to the end', async () => {
  const { page, log, close } = await longThread()
  await log.hover()
  await page.mouse.wheel(0, -900)
  const pill = page.getByRole('button', { name: 'Latest messages' })
  await pill.waitFor()
  const [frame, at] = [await log.boundingBox(), await pill.boundingBox()]
  expect(at?.y).toBeGreaterThan((frame?.y ?? 0) + (frame?.height ?? 0) / 2)
  await pill.click()
  await shows(page, 'Message 125')
  await pill.waitFor({ state: 'detached' })
  await close()
})

test('out of sight, as in a popup that is closed, it keeps its place: the end stays the end, elsewhere a pill counts', async () => {
  const { page, api, socket, log, close } = await longThread()
  const show = (isShown: boolean) =>
    page.locator('main').evaluate(async (main, shown) => {
      main.toggleAttribute('hidden', !shown)
      for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame)
    }, isShown)
  const hearInHiding = async (texts: string[]) => {
    await show(false)
    for (const text of texts) socket.push('TextMessageOutboundSent', arrival(api, text))
    await expect.poll(() => page.locator('[data-announcer]').textContent()).toContain(texts.at(-1))
    await show(false)
    await show(true)
  }
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  await hearInHiding([words(3), words(5), 'Before it was opened'])
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  await shows(page, 'Before it was opened')
  const place = (await log.evaluate((element) => element.scrollTop)) - 900
  await settleAt(log, place)
  await hearInHiding(['First in', 'Second in'])
  await page.getByRole('button', { name: '2 new messages' }).waitFor()
  expect(await log.evaluate((element) => element.scrollTop)).toBe(place)
  expect(api.calls.filter((call) => /text-messages\?page=[3-9]/.test(call))).toEqual([])
  await close()
})

test('an own message scrolls to the end from anywhere, and is there exactly once', async () => {
  const { page, api, log, close } = await longThread()
  await log.evaluate((element) => element.scrollBy(0, -2000))
  await page.getByLabel('Type a message').fill('Is it vacant?')
  await page.keyboard.press('Enter')
  await shows(page, 'Is it vacant?')
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  await expect.poll(() => page.locator('[data-outgoing]').count()).toBe(0)
  expect(await page.locator('[data-bubble]', { hasText: 'Is it vacant?' }).count()).toBe(1)
  expect(api.sent).toEqual(['Is it vacant?'])
  await close()
})

test('a long thread keeps few elements in the page', async () => {
  const { page, log, letGo, close } = await longThread({ width: 900, height: 800 })
  letGo()
  expect(await log.evaluate((element) => element.getElementsByTagName('*').length)).toBeLessThanOrEqual(150)
  // By hand: what came in last may still be followed, and a hand ends that.
  await log.hover()
  await page.mouse.wheel(0, -1500)
  await page.locator('[data-message="1125"]').waitFor({ state: 'detached' })
  expect(await log.evaluate((element) => element.getElementsByTagName('*').length)).toBeLessThanOrEqual(150)
  await close()
})

test('an unread message that is seen is marked as read; one further up is not', async () => {
  const api = new ScriptedApi()
  const messages = api.conversation(1, 'Lone Star Dispositions', 50, words)
  for (const message of messages) message.is_read = message.type === 'inbound'
  const { page, close } = await widgetPage(browser, { api })
  const marked: number[] = []
  api.rules.push((call, route) => {
    if (call.includes('/read-state')) marked.push(...route.request().postDataJSON().text_messages_ids)
    return null
  })
  await row(page, 'Lone Star').click()
  await shows(page, 'Message 50')
  await expect.poll(() => marked.includes(1049), { timeout: 10_000 }).toBe(true)
  expect(marked).not.toContain(1001)
  await close()
})

test('a thread that opens is never blank: the skeleton stays until the newest message stands in view', async () => {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 50, words)
  const { page, close } = await widgetPage(browser, { api })
  await row(page, 'Lone Star').waitFor()
  const frames = page.evaluate(async () => {
    const root = document.querySelector('plat-messenger')?.shadowRoot
    const kinds: string[] = []
    while (kinds.at(-1) !== 'thread' && kinds.length < 600) {
      await new Promise(requestAnimationFrame)
      const log = root?.querySelector('[role=log]')
      const bubble = log?.querySelector('[data-bubble]')
      // The five bubbles, without the progress line of older messages, which is in a status.
      const hasSkeleton = [...(root?.querySelectorAll('section') ?? [])].some(
        (section) => section.querySelectorAll('.skeleton:not([role=status] *)').length === 5,
      )
      const isShown = bubble && getComputedStyle(bubble).visibility === 'visible'
      const isAtEnd = log && log.scrollHeight - log.scrollTop - log.clientHeight <= 1
      if (root?.querySelector('textarea'))
        kinds.push(hasSkeleton ? 'skeleton' : isShown && isAtEnd ? 'thread' : 'blank')
    }
    return [...new Set(kinds)]
  })
  await row(page, 'Lone Star').click()
  expect(await frames).toEqual(['skeleton', 'thread'])
  await close()
})

test('a thread opens at its newest message, even when the code of its offer cards arrives late', async () => {
  const api = new ScriptedApi()
  const offer = { price: 112_000, current_price: 112_000, buyer: 'Dana', state: 'countered', version: 1 }
  api.conversation(1, 'Lone Star Dispositions', 50, words).forEach((message, n) => {
    if (n >= 44 && n < 49) Object.assign(message, { action: 'offer', offer: { id: n, ...offer } })
  })
  const { page, close } = await widgetPage(browser, { api })
  await row(page, 'Lone Star').waitFor()
  const letGo = await holdBack(page, /\/widget\/.*\.js$/)
  await row(page, 'Lone Star').click()
  await shows(page, 'Message 50')
  letGo()
  await page.getByText('Countered').last().waitFor()
  const log = page.getByRole('log')
  await expect
    .poll(() => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight))
    .toBeLessThan(2)
  await expect.poll(() => page.locator('[data-bubble]').last().textContent()).toContain('Message 50')
  await close()
})

test('what comes in live is read out, and history is not', async () => {
  const { page, api, socket, close } = await longThread()
  const announcer = page.locator('[aria-live=polite]')
  expect(await announcer.textContent()).toBe('')
  socket.push('TextMessageOutboundSent', arrival(api, 'Code goes out Friday.'))
  await expect.poll(() => announcer.textContent()).toBe('Lone Star Dispositions: Code goes out Friday.')
  await close()
})

/** As in a browser that sizes no field by what is in it. */
const measured = (page: Page) =>
  page.getByLabel('Type a message').evaluate((field) => {
    CSS.supports = () => false
    field.style.setProperty('field-sizing', 'fixed')
  })

test.each([
  ['of itself', async () => {}],
  ['measured', measured],
])('a composer that grows, %s, leaves the last message in view, and shrinks again', async (_, prepare) => {
  const { page, close } = await longThread()
  const composer = page.getByLabel('Type a message')
  const height = async () => (await composer.boundingBox())?.height
  await prepare(page)
  expect(await height()).toBe(36)
  await composer.fill('one\ntwo\nthree')
  await expect.poll(height).toBe(76)
  await composer.fill('one\ntwo\nthree\nfour\nfive\nsix\nseven')
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  expect(await height()).toBe(132)
  await composer.fill(`${'word '.repeat(30)}${'x'.repeat(200)}`)
  expect(await composer.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0)
  await composer.fill('')
  await expect.poll(height).toBe(36)
  await close()
})

test('a last message that grows stays in view', async () => {
  const { page, log, close } = await longThread()
  await log.evaluate((element) => {
    const bubble = [...element.querySelectorAll<HTMLElement>('[data-bubble]')].at(-1)
    if (bubble) bubble.style.minHeight = '400px'
  })
  await expect.poll(() => log.evaluate((element) => element.scrollHeight)).toBeGreaterThan(400)
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  expect((await page.locator('[data-bubble]').last().boundingBox())?.height).toBe(400)
  await close()
})

test('typing on in a composer that has grown leaves the last message in view too', async () => {
  const { page, close } = await longThread()
  const composer = page.getByLabel('Type a message')
  await composer.fill('one\ntwo\nthree')
  await composer.press('End')
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  await composer.pressSequentially(' and four')
  expect(await distanceFromEnd(page)).toBeLessThanOrEqual(1)
  await composer.fill('one\n'.repeat(12))
  await composer.pressSequentially('more')
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  await close()
})

test('bubbles of one run are joined: tight corners between them, round ones outside', async () => {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 1)
  const at = (minute: number) => `2025-06-10T09:5${minute}:00Z`
  for (const [index, text] of ['Above', 'Between', 'Below'].entries())
    api.add(1, { type: 'outbound', calculated_body: text, created_at: at(index) })
  const { page, close } = await widgetPage(browser, { api })
  await row(page, 'Lone Star').click()
  await shows(page, 'Below')
  const corners = (text: string) =>
    page
      .locator('[data-bubble]', { hasText: text })
      .evaluate((bubble) => getComputedStyle(bubble).borderRadius)
  expect(await corners('Above')).toBe('15px 15px 15px 5px')
  expect(await corners('Between')).toBe('5px 15px 15px 5px')
  expect(await corners('Below')).toBe('5px 15px 15px')
  await close()
})
