/** An offer as a live card: two tabs of the buyer and the seller app agree, and its clock is the server's. */
import type { BrowserContextOptions, Locator, Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { ScriptedApi, wireMessage, wireOffer, wireProperty } from '#tests/support/scripted-api.ts'
import { row, widgetPage } from '#tests/support/widget-page.ts'

const { world, browser } = withWorld()

async function visit(path: string, options: BrowserContextOptions = {}) {
  const visitor = await person(browser, options)
  onTestFinished(() => visitor.context.close())
  await visitor.page.goto(world.url + path)
  return visitor
}

/** Dana, with a conversation open. */
async function buyerWith(account: string): Promise<Page> {
  const { page } = await visit('/hosts/strict-csp/')
  await page.getByText(account).first().click()
  await page.getByPlaceholder('Type a message').waitFor()
  return page
}

/** Nora of Lone Star Dispositions, with her thread with Dana open. */
async function sellerWithDana(): Promise<Page> {
  const { page } = await visit('/seller/?login=seller1')
  await page.getByRole('button', { name: /Dana Whitfield/ }).click()
  return page
}

const cardOf = (page: Page, street: RegExp): Locator =>
  page.getByRole('log').locator('[data-offer]:not([data-offer=past])').filter({ hasText: street })
const stateOf = (card: Locator) => expect.poll(() => card.getAttribute('data-offer'), { timeout: 10_000 })

const leaveQuestion = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving' })

describe('a counteroffer that is typed into a thread is asked about', () => {
  async function typed(page: Page, street: RegExp): Promise<Locator> {
    await cardOf(page, street).getByRole('button', { name: 'Counter' }).click()
    const price = page.getByLabel('Your price')
    await price.fill('99k')
    return price
  }

  async function goWithoutAnswer(page: Page, price: Locator, link: Locator): Promise<void> {
    await cardOf(page, /2217 Bluebonnet/)
      .getByRole('button', { name: 'Back' })
      .click()
    await price.waitFor({ state: 'detached' })
    await link.click()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/messenger')
  }

  it('before a buyer leaves the messages, or closes them over a deal', async () => {
    const { page, context, pageErrors } = await visit('/', { baseURL: world.url })
    await logIn(context, world)
    await page.goto(`${world.url}/messenger`)
    await page.getByText('Gulf Coast Wholesale').first().click()
    const price = await typed(page, /2217 Bluebonnet/)
    await price.press('Escape')
    expect(await price.inputValue()).toBe('99k')
    const deals = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()
    await deals.click()
    await leaveQuestion(page).getByRole('button', { name: 'Stay' }).click()
    expect(await price.inputValue()).toBe('99k')
    await goWithoutAnswer(page, price, deals)

    const { property_id: deal } = await world.server.database.db
      .selectFrom('offers')
      .innerJoin('properties', 'properties.id', 'offers.property_id')
      .select('property_id')
      .where('address', 'like', '2217 Bluebonnet%')
      .executeTakeFirstOrThrow()
    await page.goto(`${world.url}/property/${deal}`)
    await page.getByRole('button', { name: 'Message' }).filter({ visible: true }).click()
    const panel = page.getByRole('dialog', { name: /^Messages with/ })
    await typed(page, /2217 Bluebonnet/)
    const close = panel.getByRole('button', { name: 'Close messages' })
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
    await close.click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await price.inputValue()).toBe('99k')
    await close.click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await panel.waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
  })

  it('also from another conversation, and is there when one comes back', async () => {
    const { page, context, pageErrors } = await visit('/', { baseURL: world.url })
    await logIn(context, world)
    await page.goto(`${world.url}/messenger`)
    const open = (account: string) => page.getByText(account).first().click()
    await open('Gulf Coast Wholesale')
    const price = await typed(page, /2217 Bluebonnet/)
    await open('Lone Star Dispositions')
    await cardOf(page, /7734 Kashmere/).waitFor()
    expect(await price.count()).toBe(0)
    const deals = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()
    await deals.click()
    await leaveQuestion(page).getByRole('button', { name: 'Stay' }).click()
    await open('Gulf Coast Wholesale')
    await expect.poll(() => price.inputValue()).toBe('99k')
    await goWithoutAnswer(page, price, deals)
    expect(await leaveQuestion(page).count()).toBe(0)
    expect(pageErrors).toEqual([])
  })

  it('before a seller leaves the conversation', async () => {
    const page = await sellerWithDana()
    const price = await typed(page, /7734 Kashmere/)
    const login = page.getByRole('navigation', { name: 'Seller app' }).getByRole('link', { name: 'My login' })
    await login.click()
    await leaveQuestion(page).getByRole('button', { name: 'Stay' }).click()
    expect(await price.inputValue()).toBe('99k')
    await cardOf(page, /7734 Kashmere/)
      .getByRole('button', { name: 'Back' })
      .click()
    await login.click()
    await price.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'My login' }).first().waitFor()
    expect(await leaveQuestion(page).count()).toBe(0)
  })

  it('before a seller leaves from another conversation, or closes the tab on another page', async () => {
    const page = await sellerWithDana()
    const price = await typed(page, /7734 Kashmere/)
    const buyer = (name: RegExp) => page.getByRole('button', { name }).click()
    const login = page.getByRole('navigation', { name: 'Seller app' }).getByRole('link', { name: 'My login' })
    await buyer(/Marcus Reyes/)
    await price.waitFor({ state: 'detached' })
    await login.click()
    await leaveQuestion(page).getByRole('button', { name: 'Stay' }).click()
    await buyer(/Dana Whitfield/)
    await expect.poll(() => price.inputValue()).toBe('99k')

    await login.click()
    await leaveQuestion(page).getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'My login' }).first().waitFor()
    const asked = page.waitForEvent('dialog')
    const closed = page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await closed
  })
})

describe('an offer between two people', () => {
  it('countered in the seller app and accepted from the card: both tabs of the buyer and the seller app agree, and history is one line', async () => {
    const street = /7734 Kashmere/
    const [sellerApp, one, other] = await Promise.all([
      sellerWithDana(),
      buyerWith('Lone Star Dispositions'),
      buyerWith('Lone Star Dispositions'),
    ])
    await cardOf(sellerApp, street).getByRole('button', { name: 'Counter' }).click()
    await sellerApp.getByLabel('Your price').fill('115k')
    await sellerApp.getByRole('button', { name: 'Send counter' }).click()
    for (const page of [sellerApp, one, other]) {
      await stateOf(cardOf(page, street)).toBe('countered')
      await expect.poll(() => cardOf(page, street).textContent()).toContain('$115,000')
    }
    const row = sellerApp.getByRole('button', { name: /Dana Whitfield/ }).first()
    await expect.poll(() => row.textContent()).toContain('You: Countered')

    await cardOf(one, street).getByRole('button', { name: 'Accept' }).click()
    await one.getByRole('button', { name: 'Accept at $115,000' }).click()
    for (const page of [one, other, sellerApp]) await stateOf(cardOf(page, street)).toBe('accepted')
    const confirm = cardOf(other, street).getByRole('link', { name: 'Confirm' })
    expect(await confirm.getAttribute('href')).toMatch(/\/offer\/\d+\/confirm$/)
    await expect
      .poll(() => cardOf(sellerApp, street).textContent())
      .toContain('Waiting for Dana Whitfield to confirm.')
    await expect
      .poll(() => sellerApp.locator('[data-offer=past]').filter({ hasText: '$115,000' }).count())
      .toBe(1)
  })

  it('declined by keyboard alone; what was typed goes along', async () => {
    const page = await buyerWith('Gulf Coast Wholesale')
    const card = cardOf(page, /2217 Bluebonnet/)
    await card.getByRole('button', { name: 'Decline' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => card.getByLabel('Reason').evaluate((field) => field.matches(':focus'))).toBe(true)
    await page.keyboard.press('Escape')
    await expect
      .poll(() => card.getByRole('button', { name: 'Accept' }).evaluate((one) => one.matches(':focus')))
      .toBe(true)
    await card.getByRole('button', { name: 'Decline' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('The survey is missing')
    await page.keyboard.press('Enter')
    await stateOf(card).toBe('rejected')
    await page.getByRole('log').getByText('The survey is missing').waitFor()
  })
})

describe('the seller app’s offers', () => {
  it('lie side by side, and one is accepted with what follows from it', async () => {
    const { page } = await visit('/seller/?login=seller1#offers')
    await page
      .getByRole('link', { name: /Compare 2 offers/ })
      .first()
      .click()
    const table = page.getByRole('table')
    const prices = table.getByRole('row', { name: /^Price/ }).getByRole('cell')
    await expect.poll(() => prices.allTextContents()).toEqual(['$142,000', '$138,000'])
    await page.getByLabel('What the house costs you').fill('120k')
    await expect
      .poll(() => table.getByRole('row', { name: /^Net to you/ }).textContent())
      .toContain('$22,000$18,000')
    expect(await violationsInBothThemes(page)).toEqual([])

    await page.getByRole('button', { name: /Open the offer of Priya/ }).click()
    const offer = page.getByRole('region', { name: 'Offer', exact: true })
    await offer.getByText('Holds a deposit').waitFor()
    await offer.getByRole('button', { name: 'Accept' }).click()
    await offer.getByText(/other offers become backups/).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    // The safe answer has the focus: Enter alone accepts nothing.
    await page.keyboard.press('Enter')
    await offer.getByText(/other offers become backups/).waitFor({ state: 'detached' })
    await offer.getByRole('button', { name: 'Accept' }).click()
    await offer.getByText(/other offers become backups/).waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await offer.getByText('Waiting for Priya Raman to confirm.').waitFor()
    await offer.getByRole('heading', { name: 'Way to closing' }).waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Your answer' }).textContent())
      .toContain('backup')
  })

  it('on a phone Back leads from an open offer to the list, and Forward to the offer', async () => {
    const { page } = await visit('/seller/?login=seller1#offers', { viewport: NARROW })
    const list = page.getByRole('region', { name: 'Offers', exact: true })
    await list.getByRole('button').first().click()
    const offer = page.getByRole('region', { name: 'Offer', exact: true })
    await offer.getByRole('heading', { name: 'Terms' }).waitFor()
    await page.goBack()
    await list.waitFor()
    expect(await offer.isVisible()).toBe(false)
    await page.goForward()
    await offer.getByRole('heading', { name: 'Terms' }).waitFor()
  })

  it('reviews: a buyer is reviewed, and the review waits for theirs', async () => {
    const { page } = await visit('/seller/?login=seller1#reviews')
    // In the words of the buyer app.
    await page.getByText('Closed together').first().waitFor()
    await page
      .getByRole('button', { name: /^Review Dana Whitfield/ })
      .first()
      .click()
    await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
    await page.getByLabel('Your review').fill('Closed on the day, with the money there.')
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Send review' }).click()
    const written = page.getByRole('region', { name: 'Written by you' })
    await written.getByText('Closed on the day, with the money there.').waitFor()
  })
})

describe('a card', () => {
  function offers(now: object): ScriptedApi {
    const api = new ScriptedApi()
    api.conversation(1, 'Lone Star Dispositions')
    const of = { action: 'offer', property: wireProperty() }
    api.threads.get(1)?.push(
      wireMessage({
        id: 1900,
        type: 'inbound',
        ...of,
        offer: wireOffer({ price: 112_000, ...now, move: 'submit', by: 'buyer' }),
      }),
      wireMessage({
        id: 1901,
        ...of,
        created_at: '2025-06-10T09:43:00Z',
        offer: wireOffer(now),
      }),
    )
    return api
  }

  it('runs out by the server’s clock, whatever this one says', async () => {
    const api = offers({ now: '2031-01-01T00:00:00Z', expires_at: '2031-01-01T00:00:03Z' })
    const { page, close } = await widgetPage(browser, { api })
    await row(page, 'Lone Star').click()
    await page
      .getByRole('timer')
      .getByText(/^0:0\d left$/)
      .waitFor()
    await page.getByText('The time to answer ran out.').waitFor()
    expect(await page.getByRole('log').getByRole('button').count()).toBe(0)
    await close()
  })

  it.each([
    ['wide', {}],
    ['narrow', { viewport: { width: 360, height: 700 } }],
  ])(
    'with its form and its history has nothing for axe to find, and stays in its column, %s',
    async (_, look) => {
      const now = { now: '2031-01-01T00:00:00Z', expires_at: '2031-01-01T05:00:00Z' }
      const { page, close } = await widgetPage(browser, { api: offers(now), ...look })
      await row(page, 'Lone Star').click()
      await page.getByRole('button', { name: 'Counter' }).click()
      await page.getByRole('button', { name: 'Send counter' }).click()
      await page
        .getByRole('alert')
        .getByText(/Enter a price/)
        .waitFor()
      await expect.poll(() => page.locator('[data-offer=past]').textContent()).toContain('$112,000')
      const log = page.getByRole('log')
      expect(await log.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      expect(await violationsInBothThemes(page, 'plat-messenger')).toEqual([])
      await close()
    },
  )

  it('that was moved meanwhile says so and keeps what was typed', async () => {
    const api = offers({ now: '2031-01-01T00:00:00Z', expires_at: '2031-01-01T05:00:00Z' })
    const message = 'The offer has moved on. Look at it again.'
    api.rules.push((call) =>
      call.startsWith('PUT /offer/9')
        ? { status: 409, json: { message, code: 'stale', errors: { state: ['withdrawn'] } } }
        : null,
    )
    const { page, close } = await widgetPage(browser, { api })
    await row(page, 'Lone Star').click()
    await page.getByRole('button', { name: 'Counter' }).click()
    await page.getByLabel('Your price').pressSequentially('121000')
    expect(await page.getByLabel('Your price').inputValue()).toBe('121,000')
    await page.getByLabel('Your price').fill('121k')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(message).waitFor()
    expect(await page.getByLabel('Your price').inputValue()).toBe('121k')
    await close()
  })
})
