/**
 * From a deal that is published to the buyer it fits: in the feed, the bell, a mail and the thread, each with its reason; and not to
 * the buyer whom it narrowly misses. With the seller's list of buyers and the blast that does it.
 */
import { sql } from 'kysely'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { deliverDue } from '#server/notifications/deliveries/deliver.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { AGREED_TO_TEXTS } from '#tests/support/text-consents.ts'

const { world, browser } = withWorld({ messages: 0, limits: { matchQuietMs: 0 } })

async function openSeller(place: string, options: Parameters<typeof person>[1] = {}): Promise<Page> {
  const { context, page } = await person(browser, { baseURL: world.url, ...options })
  onTestFinished(() => context.close())
  await page.goto(`/seller/?login=seller1#${place}`)
  await page.getByRole('navigation', { name: 'Seller app' }).waitFor()
  return page
}

async function buyer(key: 'buyer1' | 'buyer2') {
  const { context, page } = await person(browser, { baseURL: world.url })
  onTestFinished(() => context.close())
  await logIn(context, world, key)
  const { data } = await (await context.request.get('/customer/api/auth/user')).json()
  return { page, email: world.logins[key].email, id: Number(data.id) }
}

test('a list of buyers is brought from a file, with consent, and tagged', async () => {
  const page = await openSeller('buyers', { viewport: NARROW })
  await page.getByRole('button', { name: 'Import buyers' }).click()
  const text = 'email,name,consent\nann@example.com,Ann Alvarez,yes\nnobody,Ben,yes\n'
  const file = { name: 'buyers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel(/^A CSV file/).setInputFiles(file)
  const isWhole = (words: string | RegExp) =>
    page.getByText(words).evaluate((text) => text.scrollWidth <= text.clientWidth)
  expect(await isWhole(/2 buyers, 2 with consent\./)).toBe(true)
  expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
  await page.getByLabel('How they agreed to emails').fill('form on our site')
  await page.getByLabel('The day they agreed').fill('2026-03-01')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 added, 0 brought up to date.').waitFor()
  await page.getByText('Line 3: This is not an email address.').waitFor()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await isWhole(/^Emails: form on our site, Mar 1, 2026, imported by /)).toBe(true)
  const tags = page.getByRole('button', { name: 'Tags of Ann Alvarez' })
  const { x, width } = (await tags.boundingBox()) ?? { x: Number.NaN, width: 0 }
  expect(x + width).toBeLessThan(NARROW.width)
  await tags.click()
  await page.getByLabel('Tags, separated by commas').fill('cash, flips')
  await page.getByRole('button', { name: 'Save tags' }).click()
  await page.getByRole('list', { name: 'Tags of Ann Alvarez' }).getByText('flips').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('a published deal reaches the buyer it fits in feed, bell, mail and thread, and not the one it misses', async () => {
  const [dana, marcus] = [await buyer('buyer1'), await buyer('buyer2')]
  const { id, name } = await takenDown()
  // Both buy in Houston; the deal is a dollar over what Marcus pays.
  await buysUpTo(dana.id, PRICE)
  await buysUpTo(marcus.id, PRICE - 1)
  const { db } = world.server.database
  const instant = { type: 'new_match', channel: 'email', frequency: 'instant' } as const
  const both = [dana, marcus].map(({ id }) => ({ customer_id: id, ...instant }))
  await db.insertInto('notification_preferences').values(both).execute()
  await expect.poll(isMatched, { timeout: 20_000 }).toBe(true)
  await setDeal(id, { listing: 'draft' })

  const seller = await openSeller(`deals/${id}`)
  await seller.getByRole('button', { name: 'Publish' }).click()
  await seller.getByRole('button', { name: 'Take down' }).waitFor()

  // Bell and mail.
  const mailsOf = async (email: string) =>
    (await sentTo(world.server, 'mail', email)).filter(({ subject, body_text }) =>
      `${subject} ${body_text}`.includes('$142,500'),
    )
  await expect.poll(async () => (await mailsOf(dana.email)).length, { timeout: 20_000 }).toBe(1)
  expect((await mailsOf(dana.email))[0]?.body_text).toMatch(/price|Houston/i)
  await dana.page.goto('/')
  await dana.page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
  await dana.page
    .getByRole('dialog', { name: 'Notifications' })
    .getByText(/142,500/)
    .first()
    .waitFor()

  // Feed, and why not.
  await dana.page.goto('/for-you')
  const found = dana.page.getByRole('listitem').filter({ has: dana.page.getByRole('link', { name }) })
  await found
    .first()
    .getByText(/^My buy box · .*(Houston|\$142,500)/)
    .waitFor()
  await marcus.page.goto(`/property/${id}`)
  await marcus.page
    .getByRole('button', { name: /^No match: price\. Why/ })
    .first()
    .click()
  const why = marcus.page.getByRole('dialog', { name: 'Why it is no match' })
  await why.getByText('Price $142,500 is $1 over your $142,499.').first().waitFor()

  // The seller sees who it fits, and writes to them.
  await seller.getByRole('link', { name: 'See matching buyers' }).click()
  await seller.getByLabel('How well a deal fits').selectOption(String(id))
  const row = (of: string) => seller.getByRole('listitem').filter({ hasText: of })
  await row('Dana Whitfield')
    .getByText(/^\d+ of 100$/)
    .waitFor()
  await row('Marcus Reyes').getByText('Misses price').waitFor()
  await seller.getByRole('link', { name: 'Message matching buyers' }).click()
  await seller.getByRole('textbox', { name: 'Message' }).fill('New in Houston, come and see.')
  await seller.getByText('Reaches 1 buyer', { exact: true }).waitFor()
  await seller.getByText('New in Houston, come and see.', { exact: false }).last().waitFor()
  expect(await violationsInBothThemes(seller)).toEqual([])
  await seller.getByRole('button', { name: 'Send to 1 buyer' }).click()
  await seller.getByRole('heading', { name: 'Sent to 1 buyer' }).waitFor()

  // The thread, with the way it came.
  await dana.page.goto('/messenger?account=1')
  await dana.page.getByText('New in Houston, come and see.').last().waitFor()
  const unsubscribe = /^<http.*\/user\/unsubscribe\//
  await expect
    .poll(async () => (await sentTo(world.server, 'mail', dana.email)).at(-1)?.headers['List-Unsubscribe'])
    .toMatch(unsubscribe)
  expect(await mailsOf(marcus.email)).toEqual([])
})

test('who agreed to texts of matches alone is texted a match and no blast, until STOP and again after START', async () => {
  const [dana, marcus] = [await buyer('buyer1'), await buyer('buyer2')]
  // One that neither has looked at.
  const { id } = await takenDown('5523 Larkspur')
  // What a box finds when it changes is no news.
  await expect.poll(() => isSeen(id), { timeout: 20_000 }).toBe(true)
  await buysUpTo(dana.id, PRICE)
  await buysUpTo(marcus.id, PRICE)
  await expect.poll(isMatched, { timeout: 20_000 }).toBe(true)
  await setDeal(id, { listing: 'draft' })
  const [numberOfDana, number] = [await phoneOf(dana.id), await phoneOf(marcus.id)]
  const { db } = world.server.database
  await db.updateTable('customer_phones').set(AGREED_TO_TEXTS).where('customer_id', '=', dana.id).execute()

  const { page } = marcus
  await page.goto('/profile/notifications')
  await page.getByRole('button', { name: 'Agree to texts: Buy box matches' }).click()
  const words = page.getByRole('dialog')
  await words
    .getByText(
      /automated text messages from Plat .+ up to 5 a day .+ data rates may apply\. Reply STOP .+ HELP/,
    )
    .waitFor()
  await words.getByRole('button', { name: 'Agree', exact: true }).click()
  const agreed = page.getByRole('list', { name: 'Texts you agreed to' }).getByText(/Agreed on/)
  await agreed.waitFor()
  expect(await page.getByLabel('Buy box matches, text').isChecked()).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])

  const seller = await openSeller(`deals/${id}`)
  await seller.getByRole('button', { name: 'Publish' }).click()
  await seller.getByRole('button', { name: 'Take down' }).waitFor()
  await expect.poll(() => textsByDay(number), { timeout: 20_000 }).toMatchObject([/\$142,500/])

  await seller.getByRole('link', { name: 'See matching buyers' }).click()
  await seller.getByLabel('How well a deal fits').selectOption(String(id))
  await seller.getByRole('link', { name: 'Message matching buyers' }).click()
  await seller.getByRole('radio', { name: 'SMS' }).check()
  await seller.getByRole('textbox', { name: 'Message' }).fill('Sellers’ news by text.')
  const left = seller.getByRole('list', { name: 'Left out' })
  await left.getByText('1 did not agree to texts of sellers’ offers').waitFor()
  await seller.getByRole('button', { name: 'Send to 1 buyer' }).click()
  await seller.getByRole('heading', { name: 'Sent to 1 buyer' }).waitFor()
  const news = (texts: string[]) => texts.filter((text) => text.includes('Sellers’ news by text.')).length
  await expect.poll(async () => news(await textsByDay(numberOfDana)), { timeout: 20_000 }).toBe(1)
  expect(news(await textsByDay(number))).toBe(0)

  const answer = async (body: string) => {
    const phone = await marcus.page.context().newPage()
    await phone.goto('/demo/outbox')
    const field = phone.getByLabel(`Answer as ${number}`).first()
    await field.fill(body)
    await Promise.all([phone.waitForResponse('**/demo/sms-reply'), field.press('Enter')])
    await phone.close()
    await page.reload()
  }
  await answer('Stop')
  await page.getByRole('button', { name: 'Agree to texts: My matches' }).waitFor()
  expect(await agreed.count()).toBe(0)
  await answer('yes')
  await page.getByRole('button', { name: 'Agree to texts: My matches' }).waitFor()
  await answer('START')
  await agreed.waitFor()
  expect(await agreed.count()).toBe(1)
})

async function phoneOf(customerId: number): Promise<string> {
  const { db } = world.server.database
  const phones = db.selectFrom('customer_phones').select('phone').where('customer_id', '=', customerId)
  return (await phones.executeTakeFirstOrThrow()).phone
}

/** What has been texted once it is noon in Houston: at night texts wait. */
async function textsByDay(number: string): Promise<string[]> {
  const { server } = world
  const noon = new Date(Date.now() + DAY_MS)
  noon.setUTCHours(18, 0, 0, 0)
  await deliverDue({
    db: server.database.db,
    parts: server.parts,
    site: { origin: world.url },
    secret: 'a secret for tests only',
    log: server.app.log,
    nowMs: () => noon.getTime(),
  })
  return (await sentTo(server, 'sms', number)).map(({ body_text }) => body_text)
}

const DAY_MS = 86_400_000
const PRICE = 142_500
const HOUSTON = {
  place_id: 'gaz:city:4699066',
  formatted_address: 'Houston, TX',
  types: ['locality'],
  within: ['gaz:state:TX'],
  geometry: { location: { lat: 29.76, lng: -95.36 } },
}

/** One box in Houston, in place of those there are. */
async function buysUpTo(customerId: number, max: number): Promise<void> {
  const { db } = world.server.database
  await db.deleteFrom('buy_boxes').where('customer_id', '=', customerId).execute()
  const hour = 3_600_000
  const who = { kind: 'customer', purpose: 'session', principalId: customerId, lifetimeMs: hour } as const
  const { token } = await issue(db, who)
  const call = async (method: string, path: string, body: unknown) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const init = { method, headers, body: JSON.stringify(body) }
    return (await fetch(`${world.url}/customer/api${path}`, init)).json()
  }
  const { data } = await call('POST', '/auth/geotags', { status: 'OK', results: [HOUSTON] })
  const price = { key: 'price', min: null, max, any_of: null, evidence: null, is_hard: true }
  await call('PUT', `/buy-boxes/${data.buy_box_id}`, {
    criteria: [{ ...price, is_locked: true, source: 'manual' }],
  })
}

/** One of the seller's in Houston, which is on nobody's list any more. */
async function takenDown(street = '906 Caplin'): Promise<{ id: number; name: RegExp }> {
  const { db } = world.server.database
  const deals = db.selectFrom('properties').select('id').where('account_id', '=', 1)
  const { id } = await deals.where('address', 'like', `${street}%`).executeTakeFirstOrThrow()
  await setDeal(id, { listing: 'removed', price: PRICE })
  return { id, name: /Caplin|77/ }
}

const setDeal = (id: number, change: { listing: 'removed' | 'draft'; price?: number }): Promise<void> =>
  world.server.database.db.transaction().execute(async (trx) => {
    await bumpDealRevision(trx, id)
    await trx
      .updateTable('properties')
      .set({ ...change, status: 0 })
      .where('id', '=', id)
      .execute()
  })

/** The matching knows the deal's last change. */
async function isSeen(propertyId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from properties p, matching_progress g
    where p.id = ${propertyId} and p.revision <= g.revision`.execute(world.server.database.db)
  return rows.length > 0
}

async function isMatched(): Promise<boolean> {
  const { db } = world.server.database
  const behind = db.selectFrom('matched_customers').select('customer_id')
  return (await behind.whereRef('matched_changes', '<', 'changes').execute()).length === 0
}
