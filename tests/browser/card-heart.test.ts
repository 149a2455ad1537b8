/** A deal that a message carries is kept from its card, in the marketplace's messenger. */
import { expect, test } from 'vitest'
import { person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 60, companies: 0, deals: 60 })

test('the heart on a card keeps the deal, is the same on its page, and lets it go', async () => {
  const { page, context } = await person(browser, { baseURL: world.url })
  await logIn(context, world)
  await page.goto('/messenger')
  await page.getByRole('option', { name: /^Bayou City/ }).click()
  const card = page
    .locator('plat-messenger [part~=message]', { has: page.locator('[part=property-card]') })
    .last()
  const message = await card.getAttribute('data-message')
  const heart = page.locator(`[slot=property-${message}]`).getByRole('button', { name: 'Save this deal' })
  await heart.waitFor()
  const [box, cardBox] = [await heart.boundingBox(), await card.locator('[part=property-card]').boundingBox()]
  expect(box && cardBox && box.x > cardBox.x && box.x + box.width < cardBox.x + cardBox.width).toBe(true)

  const href = await card.locator('a[part=property-card]').getAttribute('href')
  const id = Number(/\d+/.exec(new URL(href ?? '').pathname)?.[0])
  const isKept = async () => {
    const { db } = world.server.database
    const row = db.selectFrom('favourites').select('property_id').where('customer_id', '=', 1)
    return (await row.where('property_id', '=', id).executeTakeFirst()) !== undefined
  }
  const before = await isKept()
  expect(await heart.getAttribute('aria-pressed')).toBe(String(before))
  await heart.click()
  await expect.poll(isKept).toBe(!before)
  // The press did not follow the card's link.
  expect(new URL(page.url()).pathname).toBe('/messenger')
  await page.goto(href ?? '')
  const onPage = page
    .getByRole('main')
    .getByRole('button', { name: /^Save / })
    .first()
  await expect.poll(() => onPage.getAttribute('aria-pressed')).toBe(String(!before))
  await page.goBack()
  await heart.click()
  await expect.poll(isKept).toBe(before)
})
