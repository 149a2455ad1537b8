/** However it is looked at: magnified, spaced out, in forced colors, right to left, and without motion. */
import type { Page } from 'playwright'
import { describe, expect, onTestFinished, test } from 'vitest'
import { expectTurnedAlone, placesOf, TURNED } from '#tests/support/drawn-text.ts'
import { withBrowser } from '#tests/support/fixtures.ts'
import { ScriptedApi, wireMessage, wireOffer, wireProperty } from '#tests/support/scripted-api.ts'
import { messengerTag, row, shows, type WidgetPageSettings, widgetPage } from '#tests/support/widget-page.ts'

const browser = withBrowser()

/** A thread with a property, an offer that can be moved and a long word. */
function backend(): ScriptedApi {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 30)
  api.conversation(2, 'Gulf Coast Wholesale', 3)
  api.unread.set(2, 4)
  const offer = wireOffer()
  api.threads.get(1)?.push(
    wireMessage({ id: 1700, calculated_body: 'Donaudampfschifffahrt'.repeat(6) }),
    wireMessage({ id: 1800, action: 'blast', channel: 'sms', property: wireProperty() }),
    wireMessage({
      id: 1900,
      action: 'offer',
      calculated_body: 'Our answer',
      offer,
      property: wireProperty(),
    }),
  )
  return api
}

async function open(settings: WidgetPageSettings = {}) {
  const opened = await widgetPage(browser, { api: backend(), ...settings })
  onTestFinished(() => opened.close())
  return opened
}

/** What sticks out of the messenger sideways, or of its own box where that hides it. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('plat-messenger')?.shadowRoot?.querySelector('[data-root]')
    const edge = root?.getBoundingClientRect()
    if (!root || !edge) return ['no messenger']
    const found: string[] = []
    for (const element of root.querySelectorAll<HTMLElement>(
      'button, a, input, textarea, [data-bubble], h2, dd, [role=option]',
    )) {
      const box = element.getBoundingClientRect()
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)
      if (box.width === 0) continue
      if (box.left < edge.left - 1 || box.right > edge.right + 1) found.push(`beside the edge: ${name}`)
      const hides = getComputedStyle(element).overflowX !== 'visible' || element.localName === 'button'
      const isCut =
        element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).textOverflow !== 'ellipsis'
      if (hides && isCut && element.clientWidth > 0) found.push(`cut off: ${name}`)
    }
    if (root.scrollWidth > root.clientWidth) found.push('scrolls sideways')
    return found
  })
}

const heightOf = (page: Page, role: 'log' | 'textbox') =>
  page
    .getByRole(role, role === 'log' ? {} : { name: 'Type a message' })
    .evaluate((element) => element.getBoundingClientRect().height)

test('a card, an offer and its button have the sign that the page says', async () => {
  const config = '{"key":"app-key","wsHost":"api.test","forceTLS":true,"currency":"€"}'
  const { page } = await open({ body: messengerTag({ 'realtime-config': config }) })
  await row(page, 'Lone Star').click()
  await page.getByText('(ARV - €445,000)').first().waitFor()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Accept at €118,000' }).waitFor()
  expect(await page.getByText(/\$\d/).allTextContents()).toEqual([])
})

describe('magnified', () => {
  test.each([
    ['200 % of 1440 × 900', { width: 720, height: 450 }, 2],
    ['400 % of 1280 × 1024', { width: 320, height: 256 }, 4],
  ])(
    '%s: nothing is cut off, and there is room to read and to write',
    async (_, viewport, deviceScaleFactor) => {
      const { page } = await open({ viewport, deviceScaleFactor })
      await row(page, 'Lone Star').click()
      await shows(page, 'Our answer')
      await page.getByRole('button', { name: 'Counter' }).click()
      await page.getByLabel('Your price').waitFor()
      expect(await cutOff(page)).toEqual([])
      expect(await heightOf(page, 'log')).toBeGreaterThan(100)
      expect(await heightOf(page, 'textbox')).toBeGreaterThan(30)
    },
  )
})

test('spaced out as a reader may want it, no word is cut off', async () => {
  const { page } = await open({ viewport: { width: 390, height: 844 } })
  await row(page, 'Lone Star').waitFor()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
    )
    document.querySelector('plat-messenger')?.shadowRoot?.adoptedStyleSheets.push(sheet)
  })
  expect(await cutOff(page)).toEqual([])
  await row(page, 'Lone Star').click()
  await shows(page, 'Our answer')
  await page.getByRole('button', { name: 'Counter' }).waitFor()
  expect(await cutOff(page)).toEqual([])
})

/** What is told to move inside the messenger, by the names of its animations. */
const motions = (page: Page) =>
  page.evaluate(() => {
    const all = document.querySelector('plat-messenger')?.shadowRoot?.querySelectorAll('*') ?? []
    const names = [...all].flatMap((each) =>
      ['', '::after'].map((part) => getComputedStyle(each, part).animationName),
    )
    return [...new Set(names)].filter((name) => name !== 'none').sort()
  })

/** The properties that those animations change. All but transform and opacity are repainted in every frame. */
const movedProperties = (page: Page) =>
  page.evaluate(() => {
    const animations = document.querySelector('plat-messenger')?.shadowRoot?.getAnimations() ?? []
    const frames = animations.flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
    const about = ['offset', 'computedOffset', 'easing', 'composite']
    return [...new Set(frames.flatMap(Object.keys))].filter((name) => !about.includes(name)).sort()
  })

test.each([
  ['whoever wants no motion sees a thread load without any', 'reduce', [], []],
  ['others see it slide in and shimmer', 'no-preference', ['plat-shimmer', 'plat-slide'], ['transform']],
] as const)('%s', async (_, reducedMotion, expected, moved) => {
  const api = backend()
  api.rules.push((call) => (/text-messages/.test(call) ? 'hang' : null))
  const { page } = await open({ api, reducedMotion, viewport: { width: 390, height: 844 } })
  await row(page, 'Lone Star').click()
  await page.getByText('Loading messages').waitFor({ state: 'attached' })
  expect(await motions(page)).toEqual(expected)
  await expect.poll(() => movedProperties(page)).toEqual(moved)
})

test('in forced colors what can be pressed has a line or a word, what is in focus an outline, what is unread a mark', async () => {
  const { page } = await open({ forcedColors: 'active' })
  await row(page, 'Lone Star').click()
  await shows(page, 'Our answer')
  const looks = await page.evaluate(() => {
    const root = document.querySelector('plat-messenger')?.shadowRoot
    const of = (selector: string) => {
      const element = root?.querySelector(selector)
      const style = element ? getComputedStyle(element) : null
      return { border: style?.borderTopWidth }
    }
    return { composer: of('form > div > div'), send: of('button[type=submit]'), badge: of('[part~=badge]') }
  })
  expect([looks.composer.border, looks.send.border, looks.badge.border]).toEqual(['1px', '1px', '1px'])
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('log').press('ArrowUp')
  const outline = await page.evaluate(() => {
    const at = document
      .querySelector('plat-messenger')
      ?.shadowRoot?.activeElement?.querySelector('[data-message]')
    return at ? getComputedStyle(at).outlineStyle : ''
  })
  expect(outline).toBe('solid')
})

describe('right to left', () => {
  test('the list is on the right, arrows of the way point back, and nothing is cut off', async () => {
    const { page } = await open({ body: messengerTag({ dir: 'rtl' }) })
    await page.getByText('Choose a seller on the right').waitFor()
    await row(page, 'Lone Star').click()
    await shows(page, 'Our answer')
    const x = (name: string) =>
      page.getByRole('region', { name }).evaluate((each) => each.getBoundingClientRect().x)
    expect(await x('Conversations')).toBeGreaterThan(await x('Conversation with Lone Star Dispositions'))
    expect(await cutOff(page)).toEqual([])
    const heading = page.getByRole('heading', { name: 'Lone Star Dispositions' })
    expect(await heading.evaluate((each) => getComputedStyle(each).textAlign)).toMatch(/right$/)
    await page.setViewportSize({ width: 390, height: 844 })
    const back = page.getByRole('button', { name: 'Back to conversations' })
    expect(await back.evaluate((each) => getComputedStyle(each).scale)).toBe('-1 1')
    const direction = await page
      .locator('time')
      .last()
      .evaluate((each) => {
        const range = document.createRange()
        const [text] = each.childNodes
        if (!text) return 'nothing'
        range.setStart(text, 0)
        range.setEnd(text, 1)
        const hour = range.getBoundingClientRect().x
        range.setStart(text, (text.textContent ?? '').length - 1)
        range.setEnd(text, (text.textContent ?? '').length)
        return hour < range.getBoundingClientRect().x ? 'from left to right' : 'from right to left'
      })
    expect(direction).toBe('from left to right')
  })

  test('it turns as the page does around it, also around a shadow root that it stands in', async () => {
    const inside =
      "document.body.dir = 'rtl'; const root = document.querySelector('main').attachShadow({ mode: 'open' })"
    const tag = JSON.stringify(messengerTag({ account: '1' }))
    const { page } = await open({ body: `<script>${inside}; root.innerHTML = ${tag}</script>` })
    await shows(page, 'Our answer')
    const list = page.getByRole('region', { name: 'Conversations' })
    expect(await list.evaluate((each) => each.getBoundingClientRect().x)).toBeGreaterThan(0)
    expect(await list.evaluate((each) => getComputedStyle(each).direction)).toBe('rtl')
  })

  test('words keep their own direction, in either', async () => {
    const api = new ScriptedApi()
    api.conversation(1, 'Lone Star Dispositions', 2, (n) =>
      n === 1 ? 'متى يمكنني رؤيته؟' : 'Saturday at 10.',
    )
    for (const dir of ['ltr', 'rtl']) {
      const { page } = await open({ api, body: messengerTag({ dir, account: '1' }) })
      await shows(page, 'Saturday')
      const directions = await page
        .locator('[data-bubble]')
        .evaluateAll((all) => all.map((each) => getComputedStyle(each).direction))
      expect(directions).toEqual(['rtl', 'ltr'])
    }
  })
})

describe('the words of a message', () => {
  const bubble = (page: Page) => page.locator('[data-bubble]').last()

  async function opened(text: string) {
    const api = new ScriptedApi()
    api.conversation(1, 'Lone Star', 1, () => text)
    const { page, close } = await widgetPage(browser, { api })
    onTestFinished(close)
    await row(page, 'Lone Star').click()
    await page.locator('[data-bubble]').waitFor()
    return page
  }

  test('keep runs of spaces', async () => {
    const page = await opened('Rent    1,200')
    const [rent, amount] = await placesOf(bubble(page), ['Rent', '1,200'])
    const [once] = await placesOf(bubble(page), ['Rent '])
    const oneSpace = (once?.right ?? 0) - (rent?.right ?? 0)
    expect((amount?.left ?? 0) - (rent?.right ?? 0)).toBeCloseTo(4 * oneSpace, 0)
  })

  test('are turned by an override no further than the link behind it', async () => {
    const page = await opened(TURNED)
    await expectTurnedAlone(bubble(page))
  })

  test('are links where they are a web address, an e-mail address or a phone number', async () => {
    const page = await opened('www.plat.test, dana@plat.test or (713) 284-0142')
    const links = await page
      .locator('[data-bubble] a')
      .evaluateAll((found) =>
        found.map((link) => ['href', 'rel', 'target'].map((name) => link.getAttribute(name))),
      )
    const safe = ['noopener noreferrer', '_blank']
    expect(links).toEqual([
      ['https://www.plat.test/', ...safe],
      ['mailto:dana@plat.test', ...safe],
      ['tel:+17132840142', ...safe],
    ])
  })
})
