/**
 * What a seller's person is notified of: the links open their places in the seller's app, the screen where each chooses, and a notice on a
 * device.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { links } from '#shared/contract/pages.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person, WIDE } from '#tests/support/browser.ts'
import { dealWithoutOffer, logIn, withWorld } from '#tests/support/fixtures.ts'
import { linkTo } from '#tests/support/letters.ts'
import { createDevice, startPushService } from '../server/providers/push/push-service.ts'

const service = await startPushService()
const { world, browser } = withWorld({ pushHosts: [service.host] })
afterAll(() => service.close())
let nora: BrowserContext
beforeAll(async () => {
  const { context, page } = await person(browser, {
    baseURL: world.url,
    viewport: WIDE,
    timezoneId: 'America/Los_Angeles',
  })
  nora = context
  await page.goto('/seller/?login=seller1')
  await page.getByRole('navigation', { name: 'Seller app' }).waitFor()
  await page.close()
})

/** Of Nora's account, with Dana. */
async function newestOffer() {
  return world.server.database.db
    .selectFrom('offers')
    .innerJoin('customers', 'customers.id', 'offers.customer_id')
    .innerJoin('account_members', 'account_members.account_id', 'offers.account_id')
    .select(['offers.id', 'offers.property_id', 'offers.customer_id'])
    .where('account_members.email', '=', world.logins.seller1.email)
    .where('customers.email', '=', world.logins.buyer1.email)
    .where('offers.state', '<>', 'draft')
    .orderBy('offers.id', 'desc')
    .executeTakeFirstOrThrow()
}

it('each link of a mail to a seller opens what it names', async () => {
  const { id, property_id, customer_id } = await newestOffer()
  const conversation = links.seller({ kind: 'conversation', customerId: customer_id })
  const targets = [
    [links.seller({ kind: 'offers', propertyId: null, offerId: id }), /Dana Whitfield[\s\S]*Earnest money/],
    [conversation, /Dana Whitfield/],
    [links.seller({ kind: 'deal', id: property_id }), /Asking price/],
    [links.seller({ kind: 'reviews' }), /review/i],
    [links.seller({ kind: 'login' }), /Notifications/],
  ] as const
  for (const [to, says] of targets) {
    const page = await nora.newPage()
    await page.goto(to)
    await page.getByRole('main').filter({ hasText: says }).waitFor()
    if (to === conversation) await page.getByRole('log').getByRole('article').last().waitFor()
    await page.close()
  }
})

it('a question reaches the seller by a mail whose link opens it', async () => {
  const { context, page, pageErrors } = await person(browser, { baseURL: world.url, viewport: WIDE })
  await logIn(context, world)
  await page.goto('/property/1')
  await page.getByRole('button', { name: 'Ask a question' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Your question').fill('Is the roof insured?')
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  const link = await linkTo(world.url, world.logins.seller1.email, '/seller/', ({ subject }) =>
    /^Dana Whitfield has a question about /.test(subject ?? ''),
  )
  const mailed = await nora.newPage()
  await mailed.goto(link)
  await mailed.getByRole('log').getByText('Is the roof insured?').waitFor()
  await mailed.close()
  expect(pageErrors).toEqual([])
  await context.close()
})

it('a person chooses their own notifications, which are kept', async () => {
  const page = await nora.newPage()
  await page.goto(links.seller({ kind: 'login' }))
  const offers = page.getByRole('combobox', { name: 'Offers, email' })
  await offers.selectOption('Daily')
  const messages = page.getByRole('checkbox', { name: 'Messages, email' })
  await messages.uncheck()
  await page.getByRole('combobox', { name: 'From' }).selectOption('9:00 PM')
  await page.getByRole('button', { name: /^Use / }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Use / }).count()).toBe(0)
  await page.reload()
  await expect.poll(() => offers.inputValue()).toBe('daily')
  expect(await messages.isChecked()).toBe(false)
  expect(await page.getByRole('combobox', { name: 'From' }).inputValue()).toBe('21:00')
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  await page.close()
})

it('an offer is shown on a device where notices were turned on, until they are turned off', async () => {
  const device = createDevice(`http://${service.host}/nora`)
  const { context, page, pageErrors } = await person(browser, { baseURL: world.url, viewport: WIDE })
  await context.addInitScript(allowNotices, device.subscription)
  await openSettings(page)
  const turnOn = page.getByRole('button', { name: 'Turn notifications on here' })
  const turnOff = page.getByRole('button', { name: 'Turn notifications off here' })
  await turnOn.click()
  await turnOff.waitFor()
  expect(await page.getByRole('checkbox', { name: 'Offers, device' }).isChecked()).toBe(true)
  await atAnyHour(page)

  const offerId = await sendOffer()
  const received = () =>
    service.taken.map(({ body }) => device.read(body) as { url: string; title: string; tag: string })
  const url = links.seller({ kind: 'offers', propertyId: null, offerId })
  await expect
    .poll(() => received().find((notice) => notice.url === url)?.title)
    .toMatch(/^New offer: \$90,000/)
  const notice = received().find((one) => one.url === url)
  const shown = await shownBy(context, page, JSON.stringify(notice))
  expect(shown).toMatchObject([{ title: notice?.title, tag: notice?.tag, data: { url } }])
  await page.goto(url)
  await page
    .getByRole('main')
    .filter({ hasText: /Dana Whitfield[\s\S]*Earnest money/ })
    .waitFor()
  expect(pageErrors).toEqual([])

  // The next login in this browser gets them as well, without a question.
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  await expect.poll(devicesOfNora).toBe(0)
  await openSettings(page)
  await turnOff.waitFor()
  await expect.poll(devicesOfNora).toBe(1)
  expect(await violationsInBothThemes(page)).toEqual([])
  await turnOff.click()
  await turnOn.waitFor()
  expect(await devicesOfNora()).toBe(0)
  // On and off again, all on the same page.
  for (const [next, shown, devices] of [
    [turnOn, turnOff, 1],
    [turnOff, turnOn, 0],
    [turnOn, turnOff, 1],
  ] as const) {
    await next.click()
    await shown.waitFor()
    expect(await devicesOfNora()).toBe(devices)
  }
})

async function openSettings(page: Page) {
  await page.goto('/seller/?login=seller1')
  await page.getByRole('navigation', { name: 'Seller app' }).waitFor()
  await page.goto(links.seller({ kind: 'login' }))
}

/** The test may run at night. */
async function atAnyHour(page: Page) {
  const isQuiet = page.getByRole('checkbox', { name: 'Keep it quiet at these hours' })
  await isQuiet.click()
  await expect.poll(() => isQuiet.isChecked()).toBe(false)
}

/** Runs in the page: headless browsers have no notifications and refuse every subscription. The worker and the calls are real. */
function allowNotices({ endpoint, keys }: ReturnType<typeof createDevice>['subscription']) {
  const is = (name: string) => localStorage.getItem(`test.${name}`) !== null
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    async unsubscribe() {
      localStorage.removeItem('test.subscribed')
      return true
    },
  } as unknown as PushSubscription
  Object.defineProperty(Notification, 'permission', { get: () => (is('allowed') ? 'granted' : 'default') })
  Notification.requestPermission = async () => {
    localStorage.setItem('test.allowed', '1')
    return 'granted'
  }
  PushManager.prototype.getSubscription = async () => (is('subscribed') ? subscription : null)
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem('test.subscribed', '1')
    return subscription
  }
}

/** What the seller app's worker shows when the push service hands it this. */
async function shownBy(context: BrowserContext, page: Page, data: string): Promise<unknown> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const shown: object[] = []
    registration.showNotification = async (title, options) => void shown.push({ title, ...options })
    Object.assign(globalThis, { shown })
  })
  const session = await context.newCDPSession(page)
  const registrationId = await registrationOf(session)
  await session.send('ServiceWorker.deliverPushMessage', { origin: world.url, registrationId, data })
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown)
  await expect.poll(async () => (await shown()).length).toBe(1)
  return shown()
}

const registrationOf = (session: CDPSession) =>
  new Promise<string>((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${world.url}/seller/`)
      if (own) resolve(own.registrationId)
    })
    session.send('ServiceWorker.enable').catch(reject)
  })

/** By Dana, on a deal of Nora's company on which she has none. */
async function sendOffer(): Promise<number> {
  const { db } = world.server.database
  const { customer_id } = await newestOffer()
  const { id: proof_id } = await db
    .selectFrom('proofs_of_funds')
    .select('id')
    .where('customer_id', '=', customer_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { context } = await person(browser, { baseURL: world.url })
  await logIn(context, world)
  const cookies = await context.cookies()
  const token = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '')
  const closing_on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const sent = await context.request.post('/customer/api/offer', {
    data: {
      property_id: await dealWithoutOffer(world),
      terms: { price_cents: 9_000_000, closing_on },
      proof_id,
    },
    headers: { 'X-XSRF-TOKEN': token },
  })
  expect(sent.status(), await sent.text()).toBe(201)
  return ((await sent.json()) as { data: { id: number } }).data.id
}

/** Browsers in logins of hers that have not ended. */
async function devicesOfNora(): Promise<number> {
  const { db } = world.server.database
  const rows = await db
    .selectFrom('push_devices')
    .innerJoin('access_tokens', 'access_tokens.id', 'session_id')
    .innerJoin('account_members', 'account_members.id', 'member_id')
    .select('push_devices.id')
    .where('email', '=', world.logins.seller1.email)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.length
}
