import type { BrowserContextOptions } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { ELEMENT_API } from '#widget/manifest/manifest.ts'

const { world, browser } = withWorld()

async function visit(path: string, options: BrowserContextOptions = {}) {
  const visitor = await person(browser, options)
  onTestFinished(() => visitor.context.close())
  await visitor.page.goto(world.url + path)
  return visitor
}

describe('a host page', () => {
  it.each(['seller-site', 'two-buyers', 'strict-csp', 'hostile-css', 'theming'])(
    'shows the messenger without an error: %s',
    async (name) => {
      const { page, pageErrors } = await visit(`/hosts/${name}/`)
      await page.getByText('Gulf Coast Wholesale').last().waitFor()
      expect(pageErrors).toEqual([])
    },
  )

  it.each(['seller-site', 'two-buyers', 'strict-csp', 'partner', 'theming'])(
    'does not scroll sideways on a phone: %s',
    async (name) => {
      const { page } = await visit(`/hosts/${name}/`, { viewport: NARROW })
      await page.locator('plat-messenger, button').filter({ visible: true }).first().waitFor()
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over).toBe(0)
    },
  )

  it.each(['seller-site', 'two-buyers', 'strict-csp', 'hostile-css', 'partner', 'theming'])(
    'keeps the token out of markup, address and storage: %s',
    async (name) => {
      const visitor = await person(browser)
      onTestFinished(() => visitor.context.close())
      const { page } = visitor
      const tokens: string[] = []
      page.on('response', async (response) => {
        if (response.url().includes('/demo/token')) tokens.push((await response.json()).token)
      })
      await page.goto(`${world.url}/hosts/${name}/`)
      await expect.poll(() => tokens.length).toBeGreaterThan(0)
      await page.locator('plat-messenger, button').filter({ visible: true }).first().waitFor()
      const visible = await page.evaluate(
        () =>
          document.documentElement.outerHTML +
          location.href +
          JSON.stringify({ ...localStorage, ...sessionStorage }),
      )
      for (const token of tokens) expect(visible).not.toContain(token)
    },
  )
})

describe('a host page whose server is away', () => {
  async function cutOff(path: string) {
    const visitor = await person(browser)
    onTestFinished(() => visitor.context.close())
    const { page } = visitor
    let isAway = true
    await page.route('**/demo/token*', (route) => (isAway ? route.abort() : route.continue()))
    await page.goto(world.url + path)
    return {
      page,
      comeBack() {
        isAway = false
      },
    }
  }

  it.each(['seller-site', 'two-buyers', 'strict-csp', 'hostile-css', 'theming'])(
    'says so in place of the messenger, and opens it by a press: %s',
    async (name) => {
      const { page, comeBack } = await cutOff(`/hosts/${name}/`)
      const said = page.getByText('Messages cannot be opened right now.')
      await said.first().waitFor()
      const places = await said.count()
      expect(places).toBe(await page.locator('plat-messenger').count())
      comeBack()
      for (let left = places - 1; left >= 0; left--) {
        await page.getByRole('button', { name: 'Try again' }).first().click()
        await expect.poll(() => said.count()).toBe(left)
      }
      await page.getByText('Gulf Coast Wholesale').last().waitFor()
    },
  )

  it('has a dark button on a dark page', async () => {
    const { page } = await cutOff('/hosts/strict-csp/')
    await page.emulateMedia({ colorScheme: 'dark' })
    const again = page.getByRole('button', { name: 'Try again' })
    const color = await again.evaluate((it) => getComputedStyle(it).backgroundColor)
    expect(Number.parseInt(color.replace('rgb(', ''), 10)).toBeLessThan(128)
  })

  it('asks nobody to log in at the launcher, which opens the messages once it is back', async () => {
    const { page, comeBack } = await cutOff('/hosts/partner/')
    const launcher = page.getByRole('button', { name: /^(Open|Close) messages/ }).first()
    await launcher.click()
    await page.getByText("Messages couldn't be loaded. Close this and open it again.").waitFor()
    expect(await page.getByText('Log in on this page').count()).toBe(0)
    comeBack()
    await launcher.click()
    await launcher.click()
    await page.getByText('Lone Star Dispositions').waitFor()
  })
})

describe('the seller’s site', () => {
  it('opens at the seller’s own conversation', async () => {
    const { page } = await visit('/hosts/seller-site/')
    await page.getByRole('heading', { name: 'Gulf Coast Wholesale' }).waitFor()
    await page.getByText('First pick:').last().waitFor()
  })

  it('shows its picture whole on a phone', async () => {
    const { page } = await visit('/hosts/seller-site/', { viewport: NARROW })
    const picture = page.locator('.intro img')
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalHeight)).toBeGreaterThan(0)
    const [natural, drawn] = await picture.evaluate((it: HTMLImageElement) => [
      it.naturalWidth / it.naturalHeight,
      it.clientWidth / it.clientHeight,
    ])
    expect(drawn).toBeCloseTo(natural ?? 0, 1)
  })
})

describe('two buyers on one page', () => {
  it('each see their own conversations only', async () => {
    const { page } = await visit('/hosts/two-buyers/')
    const [dana, marcus] = [page.locator('plat-messenger').first(), page.locator('plat-messenger').last()]
    await dana.getByText('Piney Woods Land Co.').waitFor()
    await marcus.getByText('You: Tell them 122 and I sign today.').waitFor()
    expect(await marcus.getByText('Piney Woods Land Co.').count()).toBe(0)
    expect(await dana.getByText('Tell them 122').count()).toBe(0)
  })
})

describe('the strict page', () => {
  it('counts no violation through a whole session', async () => {
    const { page, pageErrors } = await visit('/hosts/strict-csp/')
    await page.getByText('Lone Star Dispositions').first().click()
    await page.getByText('I text the code on Friday.').last().waitFor()
    await page.getByPlaceholder('Type a message').fill('See you Sunday.')
    await page.keyboard.press('Enter')
    await page.getByText('See you Sunday.').last().waitFor()
    await page.getByPlaceholder('Search').fill('gulf')
    await page.getByText('Gulf Coast Wholesale').first().click()
    await page.getByText('First pick:').last().waitFor()
    expect(await page.locator('#violations').textContent()).toBe('No violations so far.')
    expect(pageErrors).toEqual([])
  })
})

describe('under a hostile stylesheet', () => {
  it('the messenger keeps its size, its type and its colours', async () => {
    const { page } = await visit('/hosts/hostile-css/')
    const name = page.locator('plat-messenger').getByText('Lone Star Dispositions').first()
    await name.waitFor()
    const box = await page.locator('plat-messenger').boundingBox()
    expect(box?.width).toBe(1440)
    expect(box?.height).toBe(640)
    const look = await name.evaluate((element) => {
      const { fontSize, color, display } = getComputedStyle(element)
      return { fontSize, color, isShown: display !== 'none' }
    })
    expect(Number.parseFloat(look.fontSize)).toBeGreaterThanOrEqual(13)
    expect(look.color).not.toBe('rgb(255, 0, 0)')
    expect(look.isShown).toBe(true)
  })
})

describe('a partner’s page', () => {
  const CORNERS = [
    ['top-left', 'start', 'start'],
    ['top-right', 'end', 'start'],
    ['bottom-left', 'start', 'end'],
    ['bottom-right', 'end', 'end'],
  ] as const

  it.each(CORNERS)('has the launcher %s and opens the messenger there', async (corner, across, down) => {
    const { page, pageErrors } = await visit(`/hosts/partner/?corner=${corner}`)
    const launcher = page.getByRole('button', { name: /messages/i })
    await launcher.click()
    await page.getByText('Lone Star Dispositions').waitFor()
    const button = await launcher.boundingBox()
    expect(button && (button.x < 720 ? 'start' : 'end')).toBe(across)
    expect(button && (button.y < 450 ? 'start' : 'end')).toBe(down)
    const popup = await page.getByRole('dialog').boundingBox()
    expect(popup && (popup.x + popup.width / 2 < 720 ? 'start' : 'end')).toBe(across)
    expect(pageErrors).toEqual([])
  })
})

describe('the theming playground', () => {
  async function playground(options: BrowserContextOptions = {}) {
    const visitor = await visit('/hosts/theming/', options)
    const { page } = visitor
    await page.locator('[part=thread-title]').waitFor()
    const backgroundOf = (part: string) =>
      page
        .locator(`plat-messenger [part~="${part}"]`)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    return { ...visitor, backgroundOf, css: page.getByRole('textbox', { name: 'Your CSS' }) }
  }

  it('has a control for every custom property, and shows at once what it sets', async () => {
    const { page, css, backgroundOf, pageErrors } = await playground()
    const controls = page.locator('.row')
    // The width is the slider over the preview.
    await expect.poll(() => controls.count()).toBe(ELEMENT_API.cssProperties.length - 1)
    await page.getByLabel('Surface as hex').fill('#123')
    await page.keyboard.press('Enter')
    await expect.poll(() => css.inputValue()).toBe('plat-messenger {\n  --messenger-surface: #112233;\n}')
    expect(await backgroundOf('list')).toBe('rgb(17, 34, 51)')
    await page.getByRole('button', { name: 'Ledger' }).click()
    await page.getByText('Other in dark').click()
    await page.getByLabel('Accent as hex', { exact: true }).fill('#ffffff')
    await page.keyboard.press('Enter')
    await expect.poll(() => css.inputValue()).toContain('--messenger-accent: light-dark(#7a1f3d, #ffffff);')
    expect(pageErrors).toEqual([])
  })

  it('fills the window and is no taller', async () => {
    const { page } = await playground()
    await expect.poll(() => page.locator('.row').count()).toBe(ELEMENT_API.cssProperties.length - 1)
    const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    expect(over).toBe(0)
  })

  it('writes a rule for the part that was pressed in the preview', async () => {
    const { page, css, backgroundOf } = await playground()
    await page.getByRole('button', { name: 'Pick' }).click()
    await page.locator('[part=send-button]').click({ force: true })
    await expect.poll(() => page.getByLabel('Part', { exact: true }).inputValue()).toBe('send-button')
    await page.getByLabel('Declarations for this part').fill('background: rgb(1, 2, 3)')
    await expect.poll(() => css.inputValue()).toContain('plat-messenger::part(send-button) {')
    expect(await backgroundOf('send-button')).toBe('rgb(1, 2, 3)')
    await page.getByRole('button', { name: 'Start over' }).click()
    expect(await backgroundOf('send-button')).not.toBe('rgb(1, 2, 3)')
  })

  it('shows the launcher in each corner in the same colors, and axe finds nothing on it', async () => {
    const { page } = await playground({ viewport: NARROW })
    expect(await violationsInBothThemes(page, 'body > :not([data-plat-launcher])')).toEqual([])
    await page.getByRole('button', { name: 'Signal' }).click()
    await page.getByText('In a corner').click()
    const css = page.locator('#css')
    await expect.poll(() => css.inputValue()).toContain('[data-plat-launcher]::part(send-button) {')
    const launcher = page.getByRole('button', { name: /^Open messages/ })
    for (const corner of ['Top left', 'Top right', 'Bottom left', 'Bottom right']) {
      await page.getByText(corner, { exact: true }).click()
      const left = corner.endsWith('left')
      await expect.poll(async () => ((await launcher.boundingBox())?.x ?? 195) < 195).toBe(left)
    }
    expect(await launcher.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(255, 212, 0)')
    expect(await launcher.evaluate((one) => getComputedStyle(one).color)).toMatch(
      /^(rgb\(0, 0, 0\)|oklch\(0 0 0\))$/,
    )
  })
})
