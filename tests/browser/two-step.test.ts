/** Two-step login in a real browser: a seller's person with an authenticator app, and staff with a passkey of a virtual device. */
import type { BrowserContext, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { codeAt, timeStep } from '#server/accounts/two-step/apps.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { collectPageErrors } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { leaveAndKeep } from '#tests/support/keyboard.ts'
import { fromBase32 } from '#tests/support/two-step.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
interface Visit {
  context: BrowserContext
  page: Page
  pageErrors: string[]
}

async function visit(path: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: world.url })
  const page = await context.newPage()
  const pageErrors: string[] = []
  collectPageErrors(page, pageErrors)
  await page.goto(path)
  return { context, page, pageErrors }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await press(page, 'Log in')
}

/** Types the key like a person who cannot scan it, and answers with a code from it. */
async function typedCode(page: Page): Promise<{ key: Buffer; code: string }> {
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const key = fromBase32(((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, ''))
  return { key, code: codeAt(key, timeStep(Date.now())) }
}

/** Saves the codes like a person, who must confirm that before the dialog closes. */
async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await dialog.waitFor()
  const codes = await dialog
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  await dialog.getByLabel('I have saved my recovery codes').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return codes
}

describe('staff at the console', () => {
  const avery = ['avery@plat.example', 'plat-staff-1'] as const
  const signOut = (page: Page) => press(page, 'Log out')
  const inside = (page: Page) => page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()

  test('add a passkey, log in with it, and confirm with it what is ten minutes old', async () => {
    const { context, page, pageErrors } = await visit('/admin/')
    const device = await context.newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.getByText('Demo: the staff below work without two-step login.').waitFor()
    await logIn(page, ...avery)
    await inside(page)
    await press(page, 'My login')
    await press(page, 'Add a passkey')
    const naming = page.getByRole('dialog', { name: 'Add a passkey' })
    await naming.getByLabel('Name').fill('Work laptop')
    await leaveAndKeep(page)
    expect(await naming.getByLabel('Name').inputValue()).toBe('Work laptop')
    await naming.getByRole('button', { name: 'Continue' }).click()
    await keepRecoveryCodes(page)
    await page.getByRole('list', { name: 'Passkeys and apps' }).getByText('Work laptop').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await signOut(page)

    await logIn(page, ...avery)
    await page.getByRole('heading', { name: "Confirm it's you" }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await press(page, 'Use a passkey')
    await inside(page)
    await signOut(page)
    await press(page, 'Use a passkey')
    await inside(page)

    const { db } = world.server.database
    const old = { confirmed_at: new Date(Date.now() - 11 * 60_000) }
    await db.updateTable('access_tokens').set(old).where('principal_kind', '=', 'staff').execute()
    await press(page, 'My login')
    await press(page, 'Make new recovery codes')
    const asking = page.getByRole('dialog', { name: "Confirm it's you" })
    await asking.getByRole('button', { name: 'Use a passkey' }).click()
    await keepRecoveryCodes(page)
    await page.getByText('10 recovery codes left.').waitFor()
    expect(pageErrors.filter((line) => !line.includes('403'))).toEqual([])
    await context.close()
  })
})

describe("a seller's person in the seller app", () => {
  test('adds an authenticator app, logs in with a code, and with a recovery code when the phone is lost', async () => {
    const { email, password } = world.logins.seller1
    const { context, page } = await visit('/seller/#login')
    await logIn(page, email, password)
    await press(page, 'Add an authenticator app')
    const { key, code } = await typedCode(page)
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
    await dialog.getByLabel('Code from the app').fill('000000')
    await dialog.getByRole('button', { name: 'Add the app' }).click()
    await dialog.getByText('This code does not match.').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByLabel('Code from the app').fill(code)
    await dialog.getByRole('button', { name: 'Add the app' }).click()
    const [recoveryCode = ''] = await keepRecoveryCodes(page)
    await press(page, 'Log out')

    await logIn(page, email, password)
    // The code of the set-up is used; the next one is valid already.
    await page.getByLabel('Code from your authenticator app').fill(codeAt(key, timeStep(Date.now()) + 1))
    await press(page, 'Log in')
    await page.getByText('Authenticator app, added').waitFor()
    await press(page, 'Log out')

    await logIn(page, email, password)
    await press(page, 'Lost your device? Use a recovery code')
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await press(page, 'Log in')
    await page.getByText('9 recovery codes left.').waitFor()
    await context.close()
  })

  test('is asked for two-step login on the open page, once the account requires it, and goes on there', async () => {
    const { email, password } = world.logins.seller2
    const { db } = world.server.database
    const of = db.selectFrom('account_members').select(['account_id', 'name', 'password_hash', 'role'])
    const colleague = await of.where('email', '=', email).executeTakeFirstOrThrow()
    const own = 'colleague@plat.example'
    await db
      .insertInto('account_members')
      .values({ ...colleague, email: own })
      .execute()
    const { context, page } = await visit('/seller/#buyers')
    await logIn(page, own, password)
    const nav = page.getByRole('navigation', { name: 'Seller app' })
    await nav.waitFor()
    await page.waitForLoadState('networkidle')
    const require = (requires_two_step: boolean) =>
      db.updateTable('accounts').set({ requires_two_step }).where('id', '=', colleague.account_id).execute()
    await require(true)
    // Any call of the open page may meet the demand first, so the next page is not asked for by its link.
    await page.evaluate(() => (location.hash = 'deals'))
    await page.getByRole('heading', { name: 'Set up two-step login' }).waitFor()
    await press(page, 'Add an authenticator app')
    const { code } = await typedCode(page)
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
    await dialog.getByLabel('Code from the app').fill(code)
    await dialog.getByRole('button', { name: 'Add the app' }).click()
    await keepRecoveryCodes(page)
    await nav.getByRole('link', { name: 'Offers' }).click()
    await expect.poll(() => nav.locator('[aria-current=page]').textContent()).toBe('Offers')
    await require(false)
    await context.close()
  })

  test('sets up two-step login before anything else where the account requires it', async () => {
    const { email, password } = world.logins.seller2
    const { db } = world.server.database
    const member = await db
      .selectFrom('account_members')
      .select('account_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const required = { requires_two_step: true }
    await db.updateTable('accounts').set(required).where('id', '=', member.account_id).execute()
    const { context, page } = await visit('/seller/')
    await logIn(page, email, password)
    await page.getByRole('heading', { name: 'Set up two-step login' }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await violationsInBothThemes(page)).toEqual([])
    await press(page, 'Add an authenticator app')
    const { code } = await typedCode(page)
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
    await dialog.getByLabel('Code from the app').fill(code)
    await dialog.getByRole('button', { name: 'Add the app' }).click()
    await keepRecoveryCodes(page)
    await page.getByRole('navigation', { name: 'Seller app' }).waitFor()
    await context.close()
  })
})
