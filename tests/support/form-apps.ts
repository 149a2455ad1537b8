/** How the forms of each app are reached. */
import type { Browser, Page } from 'playwright'
import { person } from './browser.ts'
import { BUYER_FORMS } from './buyer-forms.ts'
import { CONSOLE_FORMS } from './console-forms.ts'
import { logIn } from './fixtures.ts'
import type { FormRow } from './form-row.ts'
import { SELLER_FORMS } from './seller-forms.ts'
import type { TestWorld } from './world.ts'

export interface FormApp {
  rows: readonly FormRow[]
  login: () => Promise<Page>
  open: (page: Page, at: string) => Promise<unknown>
  /** The same, in a page that was loaded again: nothing is asked about what a failed row has left. */
  openNew: (page: Page, at: string) => Promise<unknown>
  /** Presses what leads to another page. */
  leave: (page: Page) => Promise<unknown>
}

export function formApps(world: TestWorld, browser: Browser): Readonly<Record<string, FormApp>> {
  const opened = async (path: string) => {
    const { page, context } = await person(browser, { baseURL: world.url })
    // What a row that failed has left.
    page.on('dialog', (asked) => void asked.accept())
    if (path === '/') await logIn(context, world)
    await page.goto(path)
    return page
  }

  return {
    buyer: {
      rows: BUYER_FORMS,
      login: () => opened('/'),
      open: (page, at) => page.goto(at),
      openNew: (page, at) => page.goto(at),
      leave: (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click(),
    },
    seller: {
      rows: SELLER_FORMS,
      login: () => opened('/seller/?login=seller1'),
      open: (page, at) => page.goto(`/seller/#${at}`),
      async openNew(page, at) {
        await page.reload()
        await page.goto(`/seller/#${at}`)
      },
      leave: (page) => page.getByRole('link', { name: /^(My login|Leave the guide)$/ }).click(),
    },
    console: {
      rows: CONSOLE_FORMS,
      async login() {
        const page = await opened('/admin/')
        await page.getByLabel('Email').fill('avery@plat.example')
        await page.getByLabel('Password').fill('plat-staff-1')
        await page.getByRole('button', { name: 'Log in' }).click()
        return page
      },
      open: (page, at) => tab(page, at),
      async openNew(page, at) {
        await page.reload()
        await tab(page, at)
      },
      leave: (page) => tab(page, 'My login'),
    },
  }
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('button', { name, exact: true }).click()

export async function pressed(page: Page, name: string | RegExp) {
  const button = page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('menuitem', { name, exact: true }))
  await button
    .or(page.locator('summary', { hasText: name }))
    .first()
    .click()
}
