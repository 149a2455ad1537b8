/**
 * From a key to an answered message: a seller makes a key in the app and puts the shown code on a page of another origin, whose server
 * gets the visitor's token as the guide says; the visitor writes, the seller answers, and both see it live.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { guideFile } from '#tests/support/my-token.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
let folder: string
let site: Server | null = null
let tokenServer: ChildProcess | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-site-'))
})
afterAll(async () => {
  tokenServer?.kill()
  site?.close()
  await rm(folder, { recursive: true })
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const codeOf = async (page: Page, name: string) =>
  (await page.getByRole('figure', { name }).locator('code').textContent()) ?? ''

/** In the app; resolves with the secret key and the tag as they are shown. */
async function makeKey(page: Page, origin: string) {
  await page.getByRole('link', { name: 'Company' }).click()
  await press(page, 'Create a key')
  const form = page.getByRole('form', { name: 'Create a key' })
  await form.getByLabel('Name').fill('Our site')
  await form.getByLabel('Allowed origins').fill('acme.example')
  await form.getByRole('button', { name: 'Create a key' }).click()
  await form.getByText('“acme.example” is no origin.').waitFor()
  await form.getByLabel('Allowed origins').fill(origin)
  await form.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy your secret key' })
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('I have saved the secret key').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'Keys' }).getByText('Never used').waitFor()
  return { secret, tag: await codeOf(page, 'As an element of your page') }
}

/** The seller's own site: the copied tag at `/`, and `/my-token` by the guide's server behind it. */
async function serveSite(port: number, { secret, tag }: { secret: string; tag: string }) {
  const tokenPort = await freePort()
  const file = join(folder, 'my-token-server.mjs')
  await writeFile(file, guideFile('my-token-server.mjs'))
  const env = { PLAT_URL: world.url, PLAT_SECRET_KEY: secret, PORT: String(tokenPort) }
  tokenServer = spawn(process.execPath, [file], { env, stdio: 'ignore' })
  const page = `<!doctype html><html lang="en"><title>Acme</title><body><div style="height: 640px">${tag}</div></body></html>`
  site = passOn(port, tokenPort, page)
  await isUp(tokenPort)
}

const passOn = (port: number, tokenPort: number, page: string): Server =>
  createServer(async (request, response) => {
    if (request.url === '/my-token') {
      const answer = await fetch(`http://127.0.0.1:${tokenPort}/my-token`)
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
    } else response.writeHead(200, { 'Content-Type': 'text/html' }).end(page)
  }).listen(port, '127.0.0.1')

const isUp = (port: number) =>
  expect.poll(() => fetch(`http://127.0.0.1:${port}/`).catch(() => null), { timeout: 15_000 }).not.toBeNull()

/** A site whose server signs who its visitor is instead of calling Plat, with the launcher of a key. */
async function serveSigningSite(port: number, given: { publishable: string; secret: string }) {
  const tokenPort = await freePort()
  const file = join(folder, 'my-assertion-server.mjs')
  await writeFile(file, guideFile('my-assertion-server.mjs'))
  const env = {
    PLAT_PUBLISHABLE_KEY: given.publishable,
    PLAT_SECRET_KEY: given.secret,
    PORT: String(tokenPort),
  }
  tokenServer = spawn(process.execPath, [file], { env, stdio: 'ignore' })
  const line = `<script defer src="${world.url}/widget/loader.js" data-key="${given.publishable}" data-token-url="/my-token"></script>`
  site = passOn(
    port,
    tokenPort,
    `<!doctype html><html lang="en"><title>Acme</title><body>${line}</body></html>`,
  )
  await isUp(tokenPort)
}

async function write(page: Page, placeholder: string, text: string) {
  await page.getByPlaceholder(placeholder).fill(text)
  await page.keyboard.press('Enter')
}

test('a key made in the app brings a visitor of another site into the inbox, and the answer back', async () => {
  const port = await freePort()
  const seller = await person(browser)
  await seller.page.goto(`${world.url}/seller/?login=seller1`)
  const shown = await makeKey(seller.page, `http://127.0.0.1:${port}`)
  expect(shown.secret).toMatch(/^sk_/)
  expect(await seller.page.content()).not.toContain(shown.secret)
  await serveSite(port, shown)

  const visitor = await person(browser)
  await visitor.page.goto(`http://127.0.0.1:${port}/`)
  await write(visitor.page, 'Type a message', 'Is the house on Larkspur still for sale?')

  await seller.page.getByRole('link', { name: 'Inbox' }).click()
  await seller.page.getByRole('button', { name: /Ann Lee/ }).click()
  await seller.page.getByRole('log').getByText('Is the house on Larkspur still for sale?').waitFor()
  await write(seller.page, 'Type a reply', 'It is. Come by on Friday.')
  await visitor.page.getByText('It is. Come by on Friday.').last().waitFor()
  expect(visitor.pageErrors).toEqual([])
  expect(seller.pageErrors).toEqual([])
  await Promise.all([seller.context.close(), visitor.context.close()])
})

test('what the site’s server has signed opens the launcher’s conversation, for a new token after each reload', async () => {
  const port = await freePort()
  const { email, password } = world.logins.seller1
  const ask = async (path: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
    return (await fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const login = await ask('/account/api/auth/login', { email, password })
  const made = await ask('/account/api/keys', { name: 'Signing site' }, login.data.token)
  tokenServer?.kill()
  site?.close()
  await serveSigningSite(port, { publishable: made.data.publishable_key, secret: made.data.secret_key })

  const { page, context, pageErrors } = await person(browser)
  for (const text of ['May I see the deed?', 'And the survey?']) {
    await page.goto(`http://127.0.0.1:${port}/`)
    // The same visitor as above: the answer to them may be unread, and the button says how many are as soon as it knows.
    await page.getByRole('button', { name: /^Open messages/ }).click()
    await write(page, 'Type a message', text)
    await page.getByText(text).last().waitFor()
  }
  await page.getByText('May I see the deed?').last().waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
})

test('a key is rotated and revoked in the app, which is accessible at both widths', async () => {
  const { page, context, pageErrors } = await person(browser)
  await page.goto(`${world.url}/seller/?login=seller2`)
  await makeKey(page, 'https://www.acme.example')
  const own = page.getByRole('region', { name: 'On your site' })
  expect(await violationsInBothThemes(page)).toEqual([])
  await press(page, 'Rotate Our site')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy your secret key' })
  await dialog.getByLabel('I have saved the secret key').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await own.getByText('The previous secret key works for 24 more hours').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  await press(page, 'Revoke Our site')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await own.getByText('No keys yet.').waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
})
