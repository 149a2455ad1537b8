/** What a page can style and hear is what docs/embedding.md says, and what it sets is used and stays legible. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import { ScriptedApi, wireMessage, wireProperty } from '#tests/support/scripted-api.ts'
import {
  API_BASE,
  CONFIG,
  messengerTag,
  row,
  shows,
  TOKEN,
  type WidgetPageSettings,
  widgetPage,
} from '#tests/support/widget-page.ts'
import { ELEMENT_API } from '#widget/manifest/manifest.ts'

const browser = withBrowser()

/** A long thread with everything a message can carry, a short one, and one without a message. */
function everything(): ScriptedApi {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 40)
  api.conversation(2, 'Gulf Coast Wholesale', 3)
  api.conversation(3, 'Piney Woods Land Co.', 0)
  api.unread.set(1, 2)
  const offer = { id: 9, price: 112_000, buyer: 'LLC', move: 'counter', by: 'seller', state: 'countered' }
  const standing = { current_price: 118_000, turn: 'buyer', version: 2, is_backup: false }
  const times = { now: '2031-01-01T00:00:00Z', expires_at: '2031-01-01T05:00:00Z' }
  api.threads.get(1)?.push(
    wireMessage({ id: 1900, created_at: '2025-06-10T09:44:00Z', property: wireProperty() }),
    wireMessage({
      id: 1901,
      created_at: '2025-06-10T09:45:00Z',
      action: 'offer',
      offer: { ...offer, ...standing, ...times },
    }),
  )
  return api
}

/** Names in the shadow root just now: parts with their states, and slots. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('plat-messenger')?.shadowRoot
    const all = [...(root?.querySelectorAll('*') ?? [])]
    const slots = all.flatMap((one) =>
      one.localName === 'slot' ? [one.getAttribute('name')?.replace(/\d+/, '{messageId}') ?? ''] : [],
    )
    return { parts: all.map((one) => one.getAttribute('part') ?? ''), slots }
  })

/** Every state of the messenger once. `look` is called in each. */
async function wholeSession(
  page: Page,
  api: ScriptedApi,
  socket: { push: Push; cut(): void },
  look: () => unknown,
) {
  const element = page.locator('plat-messenger')
  await row(page, 'Lone Star').waitFor()
  await look()
  await row(page, 'Piney Woods').click()
  await page.getByText('No messages yet').waitFor()
  await look()
  await row(page, 'Lone Star').click()
  await page.getByRole('button', { name: 'Counter' }).waitFor()
  await look()
  const log = page.getByRole('log')
  await log.focus()
  await page.keyboard.press('Home')
  await page.locator('[part=date]').first().waitFor()
  await look()
  const live = {
    ...api.add(1, { calculated_body: 'Came in live', created_at: '2025-06-10T09:50:00Z' }),
    account_id: 1,
    is_read: false,
  }
  socket.push('TextMessageOutboundSent', { message: live })
  await page.locator('[part=new-messages]').waitFor()
  await look()
  let answer = (_: { status: number; json: unknown }) => {}
  const answered = new Promise<{ status: number; json: unknown }>((resolve) => {
    answer = resolve
  })
  api.rules.push((call) => (call.startsWith('POST /customers') ? answered : null))
  await page.getByLabel('Type a message').fill('Not this one')
  await page.keyboard.press('Enter')
  await page.locator('[part="bubble own sending"]').waitFor()
  await look()
  answer({ status: 422, json: { message: 'No.' } })
  await page.getByText('Not sent').waitFor()
  await look()
  api.rules.length = 0
  await page.getByLabel('Type a message').fill('But this one')
  await page.keyboard.press('Enter')
  await shows(page, 'But this one')
  await look()
  await page.getByPlaceholder('Search').fill('nobody')
  await page.getByText("We couldn't find any messages").waitFor()
  await look()
  await element.evaluate((messenger) => messenger.setAttribute('realtime-config', '{"key":'))
  await page.getByText(/live updates/i).waitFor()
  await look()
  await page
    .getByRole('button', { name: 'Close messages', includeHidden: true })
    .first()
    .dispatchEvent('click')
  api.rules.push((call) => (call.includes('/customers/8/chats') ? { json: { data: [] } } : null))
  await element.evaluate((messenger) => messenger.setAttribute('token', 'token-of-8'))
  await page.getByText("You don't have any messages").waitFor()
  await look()
  await element.evaluate((messenger) => messenger.setAttribute('token', 'nobody'))
}

type Push = (event: string, data: unknown) => void

test('over a whole session there are the parts, slots, events and properties that are documented, and no others', async () => {
  const api = everything()
  const body = messengerTag({ closable: '' })
  const { page, socket, events, pageErrors, close } = await widgetPage(browser, { api, body })
  const parts = new Set<string>()
  const slots = new Set<string>()
  await expect.poll(() => socket.joined()).toBe(1)
  await wholeSession(page, api, socket, async () => {
    const now = await seen(page)
    for (const name of now.parts.flatMap((names) => names.split(' ').filter(Boolean))) parts.add(name)
    for (const name of now.slots) slots.add(name)
  })
  expect([...parts].sort()).toEqual(
    [...new Set(ELEMENT_API.parts.flatMap(({ name, states = [] }) => [name, ...states]))].sort(),
  )
  expect([...slots].sort()).toEqual(ELEMENT_API.slots.map(({ name }) => name).sort())
  await expect
    .poll(async () =>
      [...new Set((await events()).map((heard) => `plat-messenger:${heard.split(' ')[0]}`))].sort(),
    )
    .toEqual(Object.keys(ELEMENT_API.events).sort())
  const read = await page.evaluate(() => {
    const [sheet] = document.querySelector('plat-messenger')?.shadowRoot?.adoptedStyleSheets ?? []
    const css = [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('\n')
    return [...new Set(css.match(/--messenger-[\w-]+/g))].sort()
  })
  expect(read).toEqual(ELEMENT_API.cssProperties.map(({ name }) => name).sort())
  expect(pageErrors.filter((line) => line.startsWith('error'))).toEqual([])
  await close()
})

interface Ink {
  contrast: number
  ink: string
  paper: string
}

/** What each element shows in each dress: its color on its ground and the contrast of the two. All in one go, since there are hundreds. */
const inksOf = (
  page: Page,
  dresses: readonly { css: string; theme: string }[],
  selectors: readonly string[],
) =>
  page.locator('plat-messenger').evaluate(
    (messenger, [dresses, selectors]) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const rgb = (color: string) => {
        if (!canvas) return [0, 0, 0, 0]
        canvas.clearRect(0, 0, 1, 1)
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
        return [...canvas.getImageData(0, 0, 1, 1).data]
      }
      const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
      const light = ([r = 0, g = 0, b = 0]: number[]) =>
        0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255)
      const backgroundOf = (element: Element): number[] => {
        const own = rgb(getComputedStyle(element).backgroundColor)
        return own[3] === 0 && element.parentElement ? backgroundOf(element.parentElement) : own
      }
      return dresses.flatMap(({ css, theme }) => {
        messenger.setAttribute('style', css)
        messenger.setAttribute('data-theme', theme)
        return selectors.map((selector): Ink & { where: string } => {
          const where = `${theme}, ${css || 'nothing set'}: ${selector}`
          const element = messenger.shadowRoot?.querySelector(selector)
          if (!element) return { where, contrast: 0, ink: '', paper: '' }
          const [ink, paper] = [rgb(getComputedStyle(element).color), backgroundOf(element)]
          const [more = 0, less = 0] = [light(ink), light(paper)].sort((a, b) => b - a)
          return { where, contrast: (more + 0.05) / (less + 0.05), ink: ink.join(), paper: paper.join() }
        })
      })
    },
    [dresses, selectors] as const,
  )

async function styled(settings: WidgetPageSettings = {}) {
  const opened = await widgetPage(browser, { api: everything(), reducedMotion: 'reduce', ...settings })
  const { page } = opened
  await row(page, 'Gulf Coast').first().click()
  await shows(page, 'Message 3')
  opened.api.rules.push((call) => (call.startsWith('POST /customers') ? { status: 422, json: {} } : null))
  await page.getByLabel('Type a message').fill('Fails')
  await page.keyboard.press('Enter')
  await page.getByText('Not sent').waitFor()
  await page.getByLabel('Type a message').fill('So that it can be sent')
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await page.getByText("You're offline. Reconnecting…").first().waitFor()
  return opened
}

describe('what a page sets', () => {
  const READ = [
    '[part=send-button]',
    '[part="bubble own"]',
    '[part="bubble other"]',
    '[part=title]',
    '[part=preview]',
    '[part=message-time]',
    '[part=badge]',
    '[part="conversation selected"] [part=preview]',
    '[part=time]',
  ]
  const PAGES = [
    ...['#000', '#fff', '#ffd400', '#7a1f3d', '#1a73e8', '#00a884', '#ff6f61', '#767676', '#8000ff'].map(
      (accent) => `--messenger-accent: ${accent}; --messenger-badge: ${accent}`,
    ),
    ...['#fff8ef', '#101418', '#e8f0fe', '#11223a'].map((surface) => `--messenger-surface: ${surface}`),
    '--messenger-own-bubble: #ffe08a; --messenger-other-bubble: #402030',
    '--messenger-surface: #1b1033; --messenger-accent: #c9a2ff; --messenger-text: #f2eaff',
    '',
  ]

  test('is used, and what follows from it can be read, in both themes', async () => {
    const { page, close } = await styled()
    const dresses = ['light', 'dark'].flatMap((theme) => PAGES.map((css) => ({ css, theme })))
    const inks = await inksOf(page, dresses, READ)
    expect(inks).toHaveLength(2 * PAGES.length * READ.length)
    const faint = inks.filter(({ contrast }) => contrast < 4.5)
    expect(faint.map(({ where, contrast }) => `${where} ${contrast.toFixed(2)}`)).toEqual([])
    await close()
  })

  test('goes before what the design says, and light-dark() by the theme of the messenger', async () => {
    const { page, close } = await styled()
    const css =
      '--messenger-accent: light-dark(#7a1f3d, #f08cab); --messenger-radius: 2px; --messenger-list-width: 300px'
    const dresses = [
      { css, theme: 'light' },
      { css, theme: 'dark' },
    ]
    const inks = await inksOf(page, dresses, ['[part=send-button]', '[part="bubble own"]'])
    const [plum, rose] = ['122,31,61,255', '240,140,171,255']
    expect(inks.map(({ paper }) => paper)).toEqual([plum, plum, rose, rose])
    const list = page.locator('[part=list]')
    expect(Math.round((await list.boundingBox())?.width ?? 0)).toBe(300)
    const search = page.locator('[part=search]')
    expect(await search.evaluate((box) => getComputedStyle(box).borderRadius)).toBe('2px')
    await close()
  })
})

test('a page styles parts and their states, also through a shadow root of its own', async () => {
  const css = `plat-messenger::part(bubble own) { border-end-end-radius: 0 }
    plat-messenger::part(conversation selected) { outline: 3px solid rgb(1, 2, 3) }
    #shell::part(title) { letter-spacing: 7px }`
  const nested = `${messengerTag()}<div id="shell"></div><script>
    const root = document.getElementById('shell').attachShadow({ mode: 'open' })
    const inner = document.createElement('plat-messenger')
    for (const [name, value] of Object.entries({ exportparts: 'title', 'api-base': '${API_BASE}', token: '${TOKEN}' }))
      inner.setAttribute(name, value)
    root.append(inner)
  </script>`
  const { page, close } = await styled({ head: `<style>${css}</style>`, body: nested })
  const look = (selector: string, name: 'borderEndEndRadius' | 'outlineColor' | 'letterSpacing') =>
    page
      .locator(selector)
      .first()
      .evaluate((one, of) => getComputedStyle(one)[of], name)
  expect(await look('[part="bubble own"]', 'borderEndEndRadius')).toBe('0px')
  expect(await look('[part="bubble other"]', 'borderEndEndRadius')).not.toBe('0px')
  expect(await look('[part="conversation selected"]', 'outlineColor')).toBe('rgb(1, 2, 3)')
  expect(await look('#shell [part=title]', 'letterSpacing')).toBe('7px')
  await close()
})

test('what a page puts into the slots stands in place of the messenger’s own words', async () => {
  const body = messengerTag().replace(
    '></plat',
    '><b slot="header">Talk to us</b><i slot="list-footer">Mon–Fri</i><p slot="empty">Ask away</p><a slot="thread-actions" href="#team">The team</a></plat',
  )
  const api = everything()
  const { page, close } = await widgetPage(browser, { api, body })
  await page.getByText('Talk to us').waitFor()
  await page.getByText('Mon–Fri').waitFor()
  expect(await page.getByRole('heading', { name: 'Messages' }).isVisible()).toBe(false)
  expect(await page.getByText('Ask away').isVisible()).toBe(false)
  expect(await page.getByText('The team').isVisible()).toBe(false)
  await page.getByRole('option').first().click()
  await page.getByRole('link', { name: 'The team' }).waitFor()
  api.threads.clear()
  await page.reload()
  await page.getByText('Ask away').waitFor()
  expect(await page.getByText("You don't have any messages").isVisible()).toBe(false)
  await close()
})

describe('the lines to copy from docs/embedding.md', () => {
  const guide = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8')
  const [, ways = ''] = /## Three ways in\n([\s\S]*?)\n## npm/.exec(guide) ?? []
  // The line with a key alone needs a seller's key: guests.test.ts walks it.
  const snippets = [...ways.matchAll(/```html\n([\s\S]*?)```/g)]
    .map(([, html = '']) => html)
    .filter((html) => !html.includes('data-key'))
  const here = (html: string) =>
    html
      .replaceAll('https://your-plat/widget', '/widget')
      .replaceAll('https://your-plat/customer/api', API_BASE)
      .replaceAll('/my-token', '/partner/token')
      .replace('the-visitors-token', TOKEN)
      .replace(/(['"])\{"key":"your-key"\}\1/, `'${CONFIG}'`)

  test.each([
    ['your own app', 0],
    ['the tag', 1],
    ['one line', 2],
    ['the launcher from code', 3],
  ])('%s shows the messenger', async (_, index) => {
    expect(snippets).toHaveLength(4)
    const { page, pageErrors, close } = await widgetPage(browser, {
      isBare: true,
      body: here(snippets[index] ?? ''),
    })
    if (index > 1) await page.getByRole('button', { name: /^Open messages/ }).click()
    await row(page, 'Lone Star').waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })
})
