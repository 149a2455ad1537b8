/** With reCAPTCHA, each of the three logins loads Google's script when it is asked for, and not before. Google is played here. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectPageErrors, launch } from '#tests/support/browser.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'

let world: TestWorld
let browser: Browser
let google: Server
/** The tokens the server has shown to Google. */
const shown: (string | null)[] = []
beforeAll(async () => {
  google = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    shown.push(new URLSearchParams(body).get('response'))
    response.end(JSON.stringify({ success: true, score: 0.9 }))
  })
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
  const verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/`
  const captcha = { driver: 'recaptcha', siteKey: 'site-key', secretKey: 'secret', verifyUrl } as const
  world = await startWorld({ messages: 0, companies: 0, deals: 60, captcha })
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
  await new Promise((resolve) => google?.close(resolve))
})

/** As Google's does: `execute` comes with a second script, which is loaded as a trusted one where that was asked for. */
const API = `
  const isTrusted = document.currentScript.src.includes('trustedtypes=true') && window.trustedTypes
  const waiting = []
  window.grecaptcha = { ready: (run) => void waiting.push(run) }
  window.stubReady = () => waiting.forEach((run) => run())
  const url = 'https://www.gstatic.com/recaptcha/releases/stub/recaptcha__en.js'
  const script = document.createElement('script')
  script.src = isTrusted
    ? trustedTypes.createPolicy('recaptcha', { createScriptURL: (given) => given }).createScriptURL(url)
    : url
  document.head.append(script)`
const MAIN = `
  grecaptcha.execute = async (key) => 'token for ' + key
  grecaptcha.ready = (run) => run()
  stubReady()`

async function playGoogle(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  for (const [host, body] of [
    ['www.google.com', API],
    ['www.gstatic.com', MAIN],
  ] as const)
    await context.route(`https://${host}/recaptcha/**`, (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body })
    })
  return asked
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const LOGINS = [
  {
    path: '/admin/',
    who: () => ({ email: 'avery@plat.example', password: 'plat-staff-1' }),
    inside: (page: Page) => page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor(),
  },
  {
    path: '/seller/',
    who: () => world.logins.seller1,
    inside: (page: Page) => page.getByRole('navigation', { name: 'Seller app' }).waitFor(),
  },
]

test.each(LOGINS)('$path asks Google after three failures, and lets in who has its token', async (login) => {
  const context = await browser.newContext({ baseURL: world.url })
  const asked = await playGoogle(context)
  const page = await context.newPage()
  const pageErrors: string[] = []
  collectPageErrors(page, pageErrors)
  await page.goto(login.path)
  const { email, password } = login.who()
  for (const _ of [1, 2, 3]) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/auth/login'))
    await logIn(page, email, 'not this one')
    expect((await answer).status()).toBe(422)
  }
  expect(asked).toEqual([])
  shown.length = 0
  await logIn(page, email, password)
  await login.inside(page)
  expect(asked).toEqual([
    'https://www.google.com/recaptcha/api.js?render=site-key&trustedtypes=true',
    'https://www.gstatic.com/recaptcha/releases/stub/recaptcha__en.js',
  ])
  expect(shown).toEqual(['token for site-key'])
  expect(pageErrors.filter((line) => !/\b(422|401)\b/.test(line))).toEqual([])
  // Strings are no scripts there either.
  const taken = await page.evaluate(() => {
    try {
      document.createElement('script').src = '/anything.js'
      return 'taken'
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(taken).toBe('TypeError')
  await context.close()
})

test('the buyers’ login asks Google as it is sent', async () => {
  const context = await browser.newContext({ baseURL: world.url })
  const asked = await playGoogle(context)
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').waitFor()
  expect(asked).toEqual([])
  shown.length = 0
  const { email, password } = world.logins.buyer1
  await logIn(page, email, password)
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  expect([asked.length, shown]).toEqual([2, ['token for site-key']])
  await context.close()
})
