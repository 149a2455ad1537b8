/** A buyer and a seller talk over the real server, and neither has a mouse. */
import { expect, test } from 'vitest'
import { NARROW, person, WIDE } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { focusedName, tabTo } from '#tests/support/keyboard.ts'

const { world, browser } = withWorld()

test.each([WIDE, NARROW])('log in, find each other, write and answer, $width wide', async (viewport) => {
  const { page: buyer, context: mine } = await person(browser, { baseURL: world.url, viewport })
  const { page: seller, context: theirs } = await person(browser, { baseURL: world.url, viewport })
  const { buyer1, seller1 } = world.logins
  const question = `Is the roof from 2019, ${viewport.width}?`
  const answer = `The decking too, ${viewport.width}.`

  await buyer.goto('/login?return_to=/messenger')
  // Forty presses are over before a page is there.
  await buyer.getByLabel('Email').waitFor()
  await tabTo(buyer, /^Email/)
  await buyer.keyboard.type(buyer1.email)
  await tabTo(buyer, /^Password/)
  await buyer.keyboard.type(buyer1.password)
  await buyer.keyboard.press('Enter')
  await buyer.getByRole('option', { name: seller1.account ?? '' }).waitFor()
  await tabTo(buyer, /^Search$/)
  await buyer.keyboard.type('lone')
  await buyer.keyboard.press('ArrowDown')
  await buyer.keyboard.press('Enter')
  if (viewport === NARROW) await tabTo(buyer, /^Type a message$/)
  else await expect.poll(() => focusedName(buyer)).toBe('Type a message')
  await buyer.keyboard.type(question)
  await buyer.keyboard.press('Enter')

  await seller.goto('/seller/')
  await seller.getByRole('button', { name: new RegExp(seller1.name) }).waitFor()
  await tabTo(seller, new RegExp(`^${seller1.name}`))
  await seller.keyboard.press('Enter')
  await seller.getByRole('button', { name: new RegExp(buyer1.name) }).waitFor()
  await tabTo(seller, new RegExp(buyer1.name))
  await seller.keyboard.press('Enter')
  await seller.getByRole('log').getByText(question).waitFor()
  await tabTo(seller, /^Reply$/)
  await seller.keyboard.type(answer)
  await seller.keyboard.press('Enter')

  await buyer.getByRole('log').getByText(answer).waitFor()
  expect(await focusedName(buyer)).toBe('Type a message')
  await Promise.all([mine.close(), theirs.close()])
})
