/**
 * All of it, as installed: an empty database, the compiled server, `plat` makes the staff and a seller with a key, the key is on a static page
 * of another origin under a strict policy, a visitor writes, the seller answers in the seller's app, the visitor sees it live, confirms the email, and
 * goes on in another browser.
 */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectPageErrors, launch } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type InstalledServer, startInstalledServer } from '#tests/support/installed-server.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { createDatabase, type OwnDatabase } from '#tests/support/postgres-databases.ts'
import { type StaticSite, serveStaticSite } from '#tests/support/static-site.ts'

let database: OwnDatabase | null
let mails: MailServer
let server: InstalledServer
let site: StaticSite
let browser: Browser

const PASSWORD = 'plum orbit lantern 7'

beforeAll(async () => {
  // An empty PostgreSQL where there is one, else the embedded database.
  database = await createDatabase()
  mails = await startMailServer()
  const port = await freePort()
  let key = ''
  const env: Record<string, string> = {
    CAPTCHA_DRIVER: 'altcha',
    MAIL_URL: mails.url,
    MAIL_FROM: 'Plat <plat@plat.example>',
    ...(database ? { DATABASE_URL: database.url } : {}),
  }
  server = await startInstalledServer(env, (plat) => {
    const add = (...args: string[]) => plat([...args, '--password-stdin'], PASSWORD)
    add('staff', 'add', '--name', 'Avery Lane', '--email', 'avery@plat.example')
    const account = String(plat(['account', 'add', '--title', 'Acme Homes']).id)
    add('member', 'add', '--account', account, '--name', 'Sam Reed', '--email', 'sam@acme.example')
    const origins = `http://127.0.0.1:${port}`
    const forSite = ['--account', account, '--name', 'Site', '--origins', origins, '--guests']
    const made = plat(['key', 'create', ...forSite])
    key = String(made.publishable_key)
  })
  const line = `<script defer src="${server.url}/widget/loader.js" data-key="${key}"></script>`
  site = await serveStaticSite(port, server.url, line)
  browser = await launch()
}, 300_000)
afterAll(async () => {
  await browser?.close()
  site?.close()
  await server?.stop()
  await mails?.close()
  await database?.drop()
})

const pageErrors: string[] = []
/** Another browser: nothing of it is shared with one before. */
async function open(address: string): Promise<Page> {
  const context = await browser.newContext()
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  collectPageErrors(page, pageErrors)
  await page.goto(address)
  return page
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a visitor of a static page is answered live and goes on in another browser', async () => {
  const seller = await open(`${server.url}/seller/`)
  await seller.getByLabel('Email').fill('sam@acme.example')
  await seller.getByLabel('Password').fill(PASSWORD)
  await press(seller, 'Log in')
  await seller.getByRole('link', { name: 'Inbox' }).click()

  const visitor = await open(site.origin)
  await press(visitor, 'Open messages')
  await visitor.getByLabel('Name').fill('Rosa Diaz')
  await visitor.getByLabel('Email').fill('rosa@example.com')
  await visitor.getByLabel('Message', { exact: true }).fill('Is Oak Street 12 still for sale?')
  await press(visitor, 'Send')
  const thread = visitor.getByRole('log')
  await thread.getByText('Is Oak Street 12 still for sale?').waitFor()

  await seller.getByRole('button', { name: /Rosa Diaz\s*Guest, email not confirmed/ }).click()
  await seller.getByRole('link', { name: 'Oak Street 12' }).waitFor()
  await seller.getByPlaceholder('Type a reply').fill('It is. Come by on Friday.')
  await seller.keyboard.press('Enter')
  await thread.getByText('It is. Come by on Friday.').waitFor()

  await press(visitor, 'Send code')
  await visitor
    .getByLabel('The code we mailed to rosa@example.com')
    .fill(await mails.code('rosa@example.com', 1))
  await press(visitor, 'Confirm')
  await visitor.getByText('rosa@example.com is confirmed.').waitFor()

  const other = await open(site.origin)
  await press(other, 'Open messages')
  await press(other, 'Wrote here before? Go on by email')
  await other.getByLabel('Email').fill('rosa@example.com')
  await press(other, 'Send code')
  await other.getByLabel('Code').fill(await mails.code('rosa@example.com', 2))
  await press(other, 'Go on')
  await other.getByRole('log').getByText('It is. Come by on Friday.').waitFor()
  await other.getByPlaceholder('Type a message').fill('Friday works.')
  await other.keyboard.press('Enter')
  await thread.getByText('Friday works.').waitFor()
  await seller.getByRole('log').getByText('Friday works.').waitFor()
  // The logins of a demo, which no installation has.
  expect(pageErrors.filter((line) => !/ 404 /.test(line))).toEqual([])
})
