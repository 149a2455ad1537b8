/** An owner closes the company in the seller's app, cancels that, and closes it again; after its last day a buyer can only read. */
import { expect, test } from 'vitest'
import { links } from '#shared/contract/pages.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { leaveAndKeep } from '#tests/support/keyboard.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const QUIET_MS = 60_000

test(
  'what is open is settled first, the closing is canceled once, and the buyer keeps the conversation to read',
  async () => {
    const { email, password } = world.logins.seller1
    const { db } = world.server.database
    const { account_id: id, title } = await db
      .selectFrom('account_members')
      .innerJoin('accounts', 'accounts.id', 'account_id')
      .select(['account_id', 'title'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const customer = await db
      .selectFrom('customers')
      .select('id')
      .where('email', '=', world.logins.buyer1.email)
      .executeTakeFirstOrThrow()
    const deal = await db
      .selectFrom('properties')
      .select('id')
      .where('account_id', '=', id)
      .where('listing', '=', 'listed')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('offers')
      .values({
        property_id: deal.id,
        customer_id: customer.id,
        account_id: id,
        state: 'accepted',
        terms: '{}',
        snapshot: 'null',
      })
      .execute()

    const { page, context } = await person(browser, { baseURL: world.url, viewport: NARROW })
    await page.goto('/seller/#company')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    const open = page.getByRole('button', { name: 'Close the company' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Close the company' })
    await dialog.getByText(/accepted or under contract/).waitFor()
    expect(await dialog.getByRole('button', { name: 'Close the company' }).isDisabled()).toBe(true)
    expect(await dialog.getByRole('link', { name: 'Open the offers' }).getAttribute('href')).toBe('#offers')
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await db
      .updateTable('offers')
      .set({ state: 'fell_through' })
      .where('account_id', '=', id)
      .where('state', 'in', ['accepted', 'confirmed', 'under_contract'])
      .execute()
    await db.updateTable('open_houses').set({ cancelled_at: new Date() }).execute()

    const close = async () => {
      await open.click()
      await dialog.getByText(/messages that buyers received/).waitFor()
      await dialog.getByLabel('Name of the company').fill(title)
      await leaveAndKeep(page)
      expect(await dialog.getByLabel('Name of the company').inputValue()).toBe(title)
      expect(await violationsInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Close the company' }).click()
      await page.getByRole('complementary', { name: 'Closing of the company' }).waitFor()
    }
    await close()
    // Narrow, the row of links is scrolled to the open part.
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.setViewportSize(NARROW)
    await page.getByRole('button', { name: 'Cancel the closing' }).click()
    await open.waitFor()
    await close()
    await page.reload()
    await page.getByRole('button', { name: 'Cancel the closing' }).waitFor()

    await db
      .updateTable('accounts')
      .set({ closes_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    const job = world.server.jobs.rules.find(({ name }) => name === 'closing-companies')
    await job?.run(Date.now(), new AbortController().signal)
    const { title: after } = await db
      .selectFrom('accounts')
      .select('title')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(after).toBe('Closed company')

    const buyer = await person(browser, { baseURL: world.url })
    await logIn(buyer.context, world, 'buyer1')
    await buyer.page.goto(links.conversation(id))
    const composer = buyer.page.getByPlaceholder('Type a message')
    await composer.fill('Are you still there?')
    await composer.press('Enter')
    await buyer.page.getByText('This company is closed, so nobody would read your message.').first().waitFor()
    expect(await buyer.page.getByText('Closed company').count()).toBeGreaterThan(0)
    expect(await buyer.page.getByText(title).count()).toBe(0)
    await buyer.context.close()
    await context.close()
  },
  4 * QUIET_MS,
)
