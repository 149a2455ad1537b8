/** Money out of a wallet in a real browser: to the card, to a bank account by the console, with an account that is deleted; and another card. */
import type { Locator, Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { CARD_REFUND_MS } from '#shared/contract/limits.ts'
import { axe } from '#tests/support/axe.ts'
import { NARROW, type Person, person } from '#tests/support/browser.ts'
import { solveCaptchaAt } from '#tests/support/captcha.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { leaveAndKeep } from '#tests/support/keyboard.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const people: Person[] = []

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

async function login(email: string, password: string, options: Parameters<typeof person>[1] = {}) {
  const one = await person(browser, { baseURL: world.url, ...options })
  people.push(one)
  const recaptcha_token = await solveCaptchaAt(world.url)
  const response = await one.context.request.post('/login', { data: { email, password, recaptcha_token } })
  expect(response.status()).toBe(200)
  return one
}
const buyer = (key: 'buyer1' | 'buyer2', options: Parameters<typeof person>[1] = {}) =>
  login(world.logins[key].email, world.logins[key].password, options)

const press = (at: Page | Locator, name: string | RegExp) =>
  at.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const main = (page: Page) => page.getByRole('main')
const withdrawals = (page: Page) => main(page).getByRole('list', { name: 'Withdrawals' })
const violations = async (page: Page, within: string) =>
  (await axe(page).include(within).analyze()).violations.map(
    ({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`,
  )

async function addCard(page: Page, number: string) {
  const fields = page.frameLocator('iframe[title="Card details"]')
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expires').fill('12 / 31')
  await fields.getByLabel('Security code').fill('123')
}

/** Puts money into a wallet that no card takes back. */
async function credit(email: string, cents: number) {
  const { db } = world.server.database
  const { id } = await db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const staff = await db.selectFrom('staff').select('id').orderBy('id').execute()
  const { proposeAdjustment, decideAdjustment } = await import('#server/admin/adjustments.ts')
  const by = (at: number) => {
    const staffId = staff[at]?.id ?? 0
    const actor = { kind: 'staff' as const, id: staffId }
    return { staffId, nowMs: Date.now(), acting: { actor, ip: '127.0.0.1' } }
  }
  const reason = 'The buyer paid by check.'
  const proposal = { customerId: id, amountCents: cents, reason, idempotencyKey: `credit-${id}-${cents}` }
  const adjustment = await proposeAdjustment(db, { staffId: by(0).staffId, ...proposal }, by(0))
  await decideAdjustment(
    db,
    { id: adjustment, staffId: by(1).staffId, decision: 'approve', note: undefined },
    by(1),
  )
}

test('a buyer tops up, withdraws to the card and sees it paid, also after a reload and in the statement', async () => {
  const { page, pageErrors } = await buyer('buyer1')
  await page.goto('/profile/wallet')
  await press(main(page), 'Top up')
  const top = dialog(page, 'Top up')
  await press(top, 'Add a card')
  await addCard(page, '4242424242424242')
  await press(top, 'Add card')
  await top.getByRole('radio', { name: /4242/, checked: true }).waitFor()
  await press(top, 'Top up $500')
  await main(page).getByRole('heading', { name: '$500 added' }).waitFor()
  await main(page).getByRole('link', { name: 'Done' }).click()

  await press(main(page), 'Withdraw')
  const out = dialog(page, 'Withdraw')
  // All of it, unless something else is typed.
  await expect.poll(() => out.getByLabel('Amount').inputValue()).toBe('2,980')
  await out.getByLabel('Amount').fill('2980.01')
  expect(await out.getByLabel('Amount').inputValue()).toBe('2,980.01')
  await press(out, 'Withdraw')
  await out.getByText('Your wallet has $2,980. Enter that or less.').waitFor()
  await out.getByLabel('Amount').fill('400')
  await out.getByRole('list', { name: 'Where the money goes' }).getByText('Visa ending 4242').waitFor()
  expect(await violations(page, 'dialog')).toEqual([])
  await press(out, 'Withdraw $400')
  await out.waitFor({ state: 'detached' })
  await page.getByText('$400 is on its way to your card').waitFor()
  const row = withdrawals(page).getByRole('listitem').filter({ hasText: '$400.00' })
  await row.getByText('Paid', { exact: true }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Wallet, $2,580.00' }).waitFor()
  await page.reload()
  await row.getByText('Visa ending 4242').waitFor()
  await main(page).getByRole('row').filter({ hasText: '−$400.00' }).getByText('Completed').waitFor()
  expect(pageErrors).toEqual([])
})

test('what no card takes goes to a bank account: the password confirms it, two members of staff pay it, and the wallet follows live', async () => {
  const { email } = world.logins.buyer2
  await credit(email, 25_000)
  // Longer ago than cards take money back.
  await world.server.database.db
    .updateTable('payments')
    .set({ settled_at: new Date(Date.now() - CARD_REFUND_MS - 60_000) })
    .where('customer_id', '=', await idOf(email))
    .execute()
  const { page } = await buyer('buyer2', { viewport: NARROW, colorScheme: 'dark' })
  await page.goto('/profile/wallet')
  await press(main(page), 'Withdraw')
  const out = dialog(page, 'Withdraw')
  await out.getByText('Your bank account', { exact: true }).waitFor()
  const all = await out.getByLabel('Amount').inputValue()
  await out.getByLabel('Account holder').fill('Marcus Reyes')
  await out.getByLabel('Routing number').fill('021000022')
  await out.getByLabel('Account number').fill('000123456789')
  await press(out, /^Withdraw \$/)
  await out.getByText('Enter your current password.').waitFor()
  await out.getByLabel('Password', { exact: true }).fill(world.logins.buyer2.password)
  await press(out, /^Withdraw \$/)
  await out.getByText('Enter the 9-digit routing number of a US bank.').waitFor()
  expect(await violations(page, 'dialog')).toEqual([])
  await out.getByLabel('Routing number').fill('021000021')
  await press(out, /^Withdraw \$/)
  await out.waitFor({ state: 'detached' })
  const first = withdrawals(page).getByRole('listitem').filter({ hasText: 'Bank account ending 6789' })
  await first.getByText('In review').waitFor()

  // Nobody has taken it on, so it can be cancelled, and asked for again.
  await press(first, 'Cancel withdrawal')
  const sure = dialog(page, 'Cancel this withdrawal?')
  await sure.getByText('returns to your wallet.').waitFor()
  await press(sure, 'Cancel withdrawal')
  await sure.waitFor({ state: 'detached' })
  await first.getByText('Returned').waitFor()
  await first.getByText('In your wallet again. You cancelled it.').waitFor()
  await press(main(page), 'Withdraw')
  await expect.poll(() => out.getByLabel('Amount').inputValue()).toBe(all)
  await out.getByLabel('Account holder').fill('Marcus Reyes')
  await out.getByLabel('Routing number').fill('021000021')
  await out.getByLabel('Account number').fill('000123456789')
  await out.getByLabel('Password', { exact: true }).fill(world.logins.buyer2.password)
  await press(out, /^Withdraw \$/)
  await out.waitFor({ state: 'detached' })
  const row = withdrawals(page).getByRole('listitem').filter({ hasText: 'In review' })
  await row.waitFor()
  expect(await violations(page, 'main')).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBe(0)

  const staff = async (name: RegExp) => {
    const one = await person(browser, { baseURL: world.url })
    people.push(one)
    await one.page.goto('/admin/')
    await one.page.getByRole('button', { name }).click()
    await one.page.getByRole('navigation').getByRole('button', { name: 'Withdrawals' }).click()
    return { at: one.page, line: one.page.getByRole('row').filter({ hasText: '6789' }).first() }
  }
  const avery = await staff(/Avery Lane/)
  await avery.line.getByText('Bank account ending 6789').waitFor()
  await avery.at.getByText('Returned: The customer canceled it.').waitFor()
  await row.getByRole('button', { name: 'Cancel withdrawal' }).waitFor()
  await press(avery.line, 'Take on')
  await press(avery.at.getByRole('dialog'), 'Take on')
  await avery.line.getByText('Routing 021000021').waitFor()
  await row.getByRole('button', { name: 'Cancel withdrawal' }).waitFor({ state: 'detached' })
  await press(avery.line, 'Mark as paid')
  const noted = avery.at.getByRole('dialog')
  const reference = noted.getByLabel('Reference of the bank transfer')
  await reference.pressSequentially('8'.repeat(101))
  expect(await reference.inputValue()).toHaveLength(100)
  await reference.fill('Wire 8812')
  await press(noted, 'Mark as paid')
  await avery.line.getByText('Another member of staff confirms').waitFor()
  const blake = await staff(/Blake Moreno/)
  await press(blake.line, 'Confirm')
  await press(blake.at.getByRole('dialog'), 'Confirm')
  await blake.at.getByText(/Paid: Wire 8812, confirmed by Blake Moreno/).waitFor()
  await withdrawals(page).getByText('Sent by bank transfer, reference Wire 8812.').waitFor()
})

test('who leaves a step to change the card comes back to that step', async () => {
  const { page } = await buyer('buyer1')
  const { db } = world.server.database
  const poor = await db
    .insertInto('payments')
    .values({
      customer_id: await idOf(world.logins.buyer1.email),
      purpose: 'top_up',
      amount_cents: 50_000,
      state: 'declined',
      decline_code: 'insufficient_funds',
      provider: 'embedded',
      idempotency_key: 'poor',
      action: 'null',
      settled_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const step = '/offer/1/confirm'
  await page.goto(`/profile/wallet?payment=${poor.id}&return_to=${encodeURIComponent(step)}`)
  await main(page).getByRole('link', { name: 'Change the card' }).click()
  await main(page).getByRole('link', { name: 'Back to where you were' }).waitFor()
  await press(main(page), 'Add card')
  const add = dialog(page, 'Add a card')
  await addCard(page, '4242424242424242')
  await press(add, 'Add card')
  await expect.poll(() => new URL(page.url()).pathname).toBe(step)
})

test('help says who answers, and the footer leads to it and to the sellers’ app', async () => {
  const { page, pageErrors } = await person(browser, { baseURL: world.url, viewport: NARROW })
  await page.goto('/')
  const footer = page.locator('footer')
  await footer.getByRole('link', { name: 'help@plat.example' }).waitFor()
  expect(await footer.getByRole('link', { name: 'For sellers' }).getAttribute('href')).toMatch(/^\/seller\//)
  await footer.getByRole('link', { name: 'Help', exact: true }).click()
  await page.getByRole('heading', { name: 'Help', exact: true }).waitFor()
  const contact = page.getByRole('region', { name: 'Ask us' })
  await contact.getByRole('link', { name: '+1 713 555 0199' }).waitFor()
  await contact.getByText('Monday to Friday, 9 AM to 6 PM CT').waitFor()
  expect(await violations(page, 'main')).toEqual([])
  await main(page).getByRole('link', { name: 'Your wallet' }).click()
  await page.waitForURL(/wallet|login/)
  expect(pageErrors).toEqual([])
})

test('staff change the help contact at the console, and the help page, the footer and the login of a blocked account name it', async () => {
  const { db } = world.server.database
  const { email } = world.logins.buyer2
  const staff = await person(browser, { baseURL: world.url })
  people.push(staff)
  await staff.page.goto('/admin/')
  await staff.page.getByRole('button', { name: /Avery Lane/ }).click()
  const tabs = staff.page.getByRole('navigation', { name: 'Console' })
  await tabs.getByRole('button', { name: 'Installation', exact: true }).click()
  const form = staff.page.getByRole('region', { name: 'Help contact' })
  expect(await form.getByLabel('Email').inputValue()).toBe('help@plat.example')
  await form.getByLabel('Email').fill('answers@plat.example')
  await form.getByLabel('Phone').fill('')
  await form.getByLabel('Hours').fill('Every day, 8 AM to 8 PM CT')
  await press(form, 'Save contact')
  await form.getByText('Saved').waitFor()
  expect(await violations(staff.page, '[aria-labelledby="help-contact"]')).toEqual([])

  await db.updateTable('customers').set({ blocked_at: new Date() }).where('email', '=', email).execute()
  const { page } = await person(browser, { baseURL: world.url, viewport: NARROW })
  await page.goto('/help')
  const contact = page.getByRole('region', { name: 'Ask us' })
  await contact.getByRole('link', { name: 'answers@plat.example' }).waitFor()
  await contact.getByText('Every day, 8 AM to 8 PM CT').waitFor()
  await page.goto('/login')
  await main(page).getByLabel('Email').fill(email)
  await main(page).getByLabel('Password', { exact: true }).fill(world.logins.buyer2.password)
  await press(main(page), 'Log in')
  await main(page)
    .getByText('This account is blocked. To have it reviewed, write to answers@plat.example.')
    .waitFor()
})

test('deleting an account says what is paid out and where, asks for a bank account, and pays', async () => {
  const { db } = world.server.database
  const { email, password } = world.logins.buyer1
  const id = await idOf(email)
  await db.updateTable('offers').set({ state: 'withdrawn' }).where('customer_id', '=', id).execute()
  const { page } = await buyer('buyer1')
  await page.goto('/profile/deposit')
  await press(main(page), 'Request refund')
  await press(dialog(page, 'Ask the deposit back?'), 'Refund $500')
  await main(page).getByRole('heading', { name: 'You hold no deposit' }).waitFor()
  // Longer ago than cards take money back.
  await db
    .updateTable('payments')
    .set({ settled_at: new Date(Date.now() - CARD_REFUND_MS - 60_000) })
    .where('customer_id', '=', id)
    .execute()

  await page.goto('/profile/privacy')
  await main(page).getByText('Questions first?').waitFor()
  await press(main(page), 'Delete my account')
  const leave = dialog(page, 'Delete your account')
  await leave.getByText('Your wallet has $3,080. It is paid out with the deletion.').waitFor()
  await leave.getByLabel('Your email').fill(email)
  await leaveAndKeep(page)
  expect(await leave.getByLabel('Your email').inputValue()).toBe(email)
  await leave.getByLabel('Password', { exact: true }).fill(password)
  await leave.getByLabel('Account holder').fill('Dana Whitfield')
  await leave.getByLabel('Routing number').fill('021000022')
  await leave.getByLabel('Account number').fill('000987654321')
  await press(leave, 'Delete for good')
  await leave.getByText('Enter the 9-digit routing number of a US bank.').waitFor()
  await leave.getByLabel('Routing number').fill('021000021')
  expect(await violations(page, 'dialog')).toEqual([])
  await press(leave, 'Delete for good')
  await page.getByText('Your account is deleted').waitFor()
  const rows = db.selectFrom('withdrawals').select(['state', 'method', 'amount_cents', 'payee_email'])
  expect(await rows.where('customer_id', '=', id).where('state', '=', 'requested').execute()).toEqual([
    { state: 'requested', method: 'bank', amount_cents: 308_000, payee_email: email },
  ])

  const seller = await person(browser, { baseURL: world.url })
  people.push(seller)
  await seller.page.goto('/seller/?login=seller1')
  await seller.page
    .getByRole('button', { name: /Deleted account/ })
    .first()
    .click()
  await seller.page
    .getByText('This person deleted their account. Your own messages are kept; nobody would read new ones.')
    .waitFor()
  expect(await seller.page.getByPlaceholder(/^Message|^Write/).count()).toBe(0)
  expect(await seller.page.getByRole('button', { name: 'Block', exact: true }).count()).toBe(0)
  expect(await seller.page.getByRole('log').getByRole('article').count()).toBeGreaterThan(0)
  expect(await seller.page.getByRole('button', { name: /Dana Whitfield/ }).count()).toBe(0)
  await seller.page.goto('/seller/#offers')
  await seller.page.getByText('Deleted account').first().waitFor()
})

const idOf = async (email: string): Promise<number> => {
  const row = await world.server.database.db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.id
}
