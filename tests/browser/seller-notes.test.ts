/** Internal notes: typed by one member, seen live by the others, and nowhere in what the buyer's browser receives. */
import type { Page } from 'playwright'
import { expect, it, onTestFinished } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { expectTurnedAlone, TURNED } from '#tests/support/drawn-text.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { colleague, dana, everythingHeard, nora, openChat } from '#tests/support/team.ts'

const { world, browser } = withWorld({ messages: 10, companies: 0, deals: 60 })

const WORDS = 'She closed Zanzibar in eleven days.'
const log = (page: Page) => page.getByRole('log', { name: 'Messages with Dana Whitfield' })
const noteOf = (page: Page, words: string) => log(page).getByRole('article').filter({ hasText: words })
const noteSwitch = (page: Page) => page.getByRole('button', { name: 'Note', exact: true })
const noteBox = (page: Page) => page.getByRole('textbox', { name: 'Internal note' })
const replyBox = (page: Page) => page.getByRole('textbox', { name: 'Reply' })

it('reaches every colleague live with its author’s first name, and never the buyer', async () => {
  const { page, pageErrors } = await nora(world, browser)
  const carla = await colleague(world, browser, { name: 'Carla Reyes' })
  const rui = await colleague(world, browser, { name: 'Rui Santos', role: 'read_only' })
  for (const each of [page, carla.page, rui.page]) await openChat(each)

  const buyer = await person(browser, { baseURL: world.url })
  onTestFinished(() => buyer.context.close())
  const heard = everythingHeard(buyer.page)
  await buyer.page.goto('/hosts/strict-csp/')
  await buyer.page.getByText('Lone Star Dispositions').first().click()
  const write = buyer.page.getByPlaceholder('Type a message')
  await write.waitFor()

  await noteSwitch(carla.page).click()
  await expect.poll(() => noteBox(carla.page).evaluate((box) => box === document.activeElement)).toBe(true)
  await carla.page.getByText('The note stays in your team. Buyers never see it.').waitFor()
  await carla.page.keyboard.type(WORDS)
  await carla.page.keyboard.press('Enter')
  for (const each of [page, carla.page, rui.page])
    await noteOf(each, WORDS)
      .getByText(/^Carla · internal note, buyers never see it · \d+:\d\d [AP]M$/)
      .waitFor()
  await expect.poll(() => noteBox(carla.page).inputValue()).toBe('')

  // What comes after it is under it, for the team; the buyer's own line works.
  await write.fill('Any news?')
  await buyer.page.keyboard.press('Enter')
  for (const each of [page, carla.page])
    await expect
      .poll(async () => {
        const all = await log(each).getByRole('article').allTextContents()
        return all.slice(-2).map((text) => (text.includes(WORDS) ? 'note' : text.includes('Any news?')))
      })
      .toEqual(['note', true])
  await noteSwitch(carla.page).click()
  await replyBox(carla.page).fill('Soon.')
  await carla.page.keyboard.press('Enter')
  await buyer.page.getByText('Soon.').first().waitFor()
  await buyer.page.reload()
  await buyer.page.getByText('Lone Star Dispositions').first().click()
  await buyer.page.getByText('Soon.').first().waitFor()
  const all = await heard()
  for (const known of ['Soon.', 'Any news?']) expect(all.includes(known), known).toBe(true)
  for (const secret of ['Zanzibar', 'NotesUpdated']) expect(all.includes(secret), secret).toBe(false)

  // Who only reads has no box, and nothing to delete.
  expect(await noteSwitch(rui.page).count()).toBe(0)
  expect(await rui.page.getByRole('button', { name: 'Delete note' }).count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual([])

  // An owner deletes it, and first is asked.
  await noteOf(page, WORDS).getByRole('button', { name: 'Delete note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this note?' })
  expect(await violationsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete note' }).click()
  for (const each of [page, carla.page, rui.page])
    await expect.poll(() => noteOf(each, WORDS).count()).toBe(0)
  expect([...pageErrors, ...carla.pageErrors, ...rui.pageErrors]).toEqual([])
})

it('has a draft beside the reply’s, kept over a reload, and says what went wrong', async () => {
  const { page } = await nora(world, browser)
  await page.setViewportSize(NARROW)
  await openChat(page)
  await replyBox(page).fill('Half a reply')
  await noteSwitch(page).click()
  expect(await noteBox(page).inputValue()).toBe('')
  await noteBox(page).fill('Half a note')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.reload()
  await page.getByRole('list', { name: 'Conversations' }).waitFor()
  await openChat(page)
  expect(await noteBox(page).inputValue()).toBe('Half a note')
  await noteSwitch(page).click()
  expect(await replyBox(page).inputValue()).toBe('Half a reply')
  await noteSwitch(page).click()

  await page.route('**/notes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  expect(await noteBox(page).inputValue()).toBe('Half a note')
  await page.unroute('**/notes')
  await page.getByRole('button', { name: 'Add note' }).click()
  await noteOf(page, 'Half a note').waitFor()
  expect(await noteOf(page, 'Half a note').count()).toBe(1)
})

it('An override turns neither the link behind it nor what follows, in a note and in a message', async () => {
  const { page } = await nora(world, browser)
  await openChat(page)
  const buyer = await dana(world, browser)
  await buyer.getByPlaceholder('Type a message').fill(TURNED)
  await buyer.keyboard.press('Enter')
  const links = log(page).getByRole('link', { name: 'https://plat.test/x' })
  await links.waitFor()
  await noteSwitch(page).click()
  await noteBox(page).fill(TURNED)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect.poll(() => links.count()).toBe(2)
  for (const link of await links.all()) await expectTurnedAlone(link.locator('..'))
})
