/** Saved replies with fields: written on the Company page, listed by "/" in the reply box, filled in, and received by the buyer. */
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

import { dana, nora } from '#tests/support/team.ts'

const { world, browser } = withWorld()

async function saveReply(page: Page, name: string, write: (page: Page) => Promise<void>) {
  await page.getByRole('button', { name: 'Add a saved reply' }).click()
  const form = page.getByRole('form', { name: 'A new saved reply' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('textbox', { name: /^Reply/ }).focus()
  await write(page)
  await form.getByRole('button', { name: 'Save the reply' }).click()
  await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Reply' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Saved replies' })
const options = (page: Page) => list(page).getByRole('option')
/** The option that the reply box points a screen reader to. */
const active = (page: Page) =>
  box(page).evaluate(
    (area) => document.getElementById(area.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null,
  )
const openDana = async (page: Page) => {
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page
    .getByRole('button', { name: /Dana Whitfield/ })
    .first()
    .click()
  await page.getByRole('log').getByRole('article').last().waitFor()
}

it('a reply with fields is saved, found by "/", filled in, and received; what nobody filled in is asked about', async () => {
  const buyer = await dana(world, browser)
  const { page, pageErrors } = await nora(world, browser, '#company')
  await saveReply(page, 'Lockbox', async () => {
    await page.keyboard.type('Hi ')
    await page.getByRole('button', { name: '{first_name}' }).click()
    await page.keyboard.type(', the code is {code}. ')
    await page.getByRole('button', { name: '{my_name}' }).click()
    await page.keyboard.type(', ')
    await page.getByRole('button', { name: '{company}' }).click()
  })
  await saveReply(page, 'Thanks', () => page.keyboard.type('Thank you, {first_name}.'))
  await openDana(page)

  await box(page).focus()
  await page.keyboard.type('/')
  await expect.poll(() => options(page).count()).toBe(2)
  expect(await active(page)).toContain('Lockbox')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => active(page)).toContain('Thank you, Dana.')
  expect(await violationsInBothThemes(page)).toEqual([])
  // Escape takes the key back with its menu.
  await page.keyboard.press('Escape')
  await expect.poll(() => list(page).count()).toBe(0)
  expect(await box(page).inputValue()).toBe('')

  await page.keyboard.type('/lock')
  await expect.poll(() => options(page).count()).toBe(1)
  await page.keyboard.press('Enter')
  const filled = 'Hi Dana, the code is {code}. Nora, Lone Star Dispositions'
  await expect.poll(() => box(page).inputValue()).toBe(filled)
  await page.getByText('Fill in before you send:').waitFor()

  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Not sent: {code} is not filled in.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  expect(await page.getByRole('log').getByText('the code is').count()).toBe(0)
  // The field is selected: what is typed takes its place.
  await page.keyboard.type('4711')
  await expect.poll(() => page.getByText('Fill in before you send:').count()).toBe(0)
  await page.keyboard.press('Enter')
  await buyer
    .getByRole('log')
    .getByText('Hi Dana, the code is 4711. Nora, Lone Star Dispositions', { exact: true })
    .waitFor()
  expect(await box(page).inputValue()).toBe('')

  // After a typed line, by the button, with Tab.
  await page.keyboard.type('Received.')
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await page.keyboard.type('thank')
  await expect.poll(() => options(page).count()).toBe(1)
  await page.keyboard.press('Tab')
  await expect.poll(() => box(page).inputValue()).toBe('Received.\nThank you, Dana.')
  await box(page).fill('The gate code is {gate}.')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send as it is' }).click()
  await buyer.getByRole('log').getByText('The gate code is {gate}.').waitFor()
  // No reply has such words: Enter sends what is written.
  await page.keyboard.type('/shrug')
  await page.keyboard.press('Enter')
  await buyer.getByRole('log').getByText('/shrug', { exact: true }).waitFor()
  expect(pageErrors).toEqual([])
})

it('the deal is the one last written about, and on a phone the menu fits', async () => {
  const { page, pageErrors } = await nora(world, browser, '#company')
  await saveReply(page, 'About', () => page.keyboard.type('About {deal}:'))
  await openDana(page)
  await page.getByRole('button', { name: 'Send a property' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a property' })
  const deal = dialog.getByRole('radio', { name: /Larkspur/ })
  await deal.check()
  await dialog.getByRole('button', { name: 'Send property' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  await page.setViewportSize(NARROW)
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await page.keyboard.type('about')
  await expect.poll(() => options(page).first().textContent()).toMatch(/^AboutAbout 5523 Larkspur /)
  const { x = -1, width = 999 } = (await list(page).boundingBox()) ?? {}
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(NARROW.width)
  await options(page).first().click()
  await expect.poll(() => box(page).inputValue()).toMatch(/^About 5523 Larkspur .*, Houston, TX \d{5}:$/)
  expect(pageErrors).toEqual([])
})
