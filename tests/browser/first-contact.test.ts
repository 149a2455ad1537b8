/** A page about one house embeds the element for a buyer who has never written to its company: the first message opens the conversation. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { LAUNCHER_DEFAULTS } from '#shared/contract/launcher.ts'
import { axe } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

const LONE_STAR = 1
const PAGE = 'Oak Street 12 · Acme Homes'

async function tokenOf(login: string): Promise<string> {
  const answer = await fetch(`${world.url}/demo/token?login=${login}`)
  return (await answer.json()).token
}

/** Asks as the first seller, once logged in. */
async function asSeller() {
  let token = ''
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${world.url}/account/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, await answer.clone().text()).toBe(true)
    return (await answer.json()).data
  }
  token = (await ask('POST', '/auth/login', world.logins.seller1)).token
  return ask
}

/** A listed deal of the first seller's company. */
async function dealOfLoneStar(): Promise<{ id: number; address: string }> {
  const ask = await asSeller()
  const deals = await ask('GET', '/deals')
  return deals.find(({ listing }: { listing: string }) => listing === 'listed')
}

/** Open the whole day on every day, in a time zone whose name is the same all year. */
async function openAllDay(): Promise<void> {
  const ask = await asSeller()
  const { id } = await ask('POST', '/keys', { name: 'Site', origins: ['https://acme.example'] })
  const hours = { time_zone: 'America/Phoenix', days: Array(7).fill({ from: 0, to: 24 * 60 }) }
  await ask('PUT', `/keys/${id}`, { launcher: { ...LAUNCHER_DEFAULTS, hours } })
}

/** One question, answered after so long; nothing else in the company's conversations counts as one. */
async function answeredWithin(hours: number): Promise<void> {
  const { db } = world.server.database
  const ago = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000)
  await db.updateTable('messages').set({ action: 'blast' }).where('account_id', '=', LONE_STAR).execute()
  const { customer_id } = await db
    .selectFrom('chats')
    .select('customer_id')
    .where('account_id', '=', LONE_STAR)
    .orderBy('last_message_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const message = { customer_id, account_id: LONE_STAR, body: 'Words' }
  await db
    .insertInto('messages')
    .values([
      { ...message, type: 'inbound', sort_at: ago(hours + 1) },
      { ...message, type: 'outbound', sort_at: ago(1) },
    ])
    .execute()
}

async function embed(page: Page, tag: string) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${PAGE}</title>
    <script type="module" src="/widget/plat-messenger.js"></script></head>
    <body><main><h1>Oak Street 12</h1><div style="height: 640px">${tag}</div></main></body></html>`
  await page.route('**/homes/12*', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`${world.url}/homes/12?visit=7`)
}

/** As the seller chooses it on the Company page. */
async function letBuyersWriteFirst(page: Page, isOn: boolean): Promise<void> {
  await page.goto(`${world.url}/seller/#company`)
  await page.getByRole('checkbox', { name: 'Buyers may write to us first' }).setChecked(isOn)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
}

test('the element shows the company, when it answers and a composer; the seller reads the first message with the deal and the page', async () => {
  const deal = await dealOfLoneStar()
  await openAllDay()
  await answeredWithin(3)
  const token = await tokenOf('buyer3')
  const { page, context, pageErrors } = await person(browser, { viewport: NARROW })
  const tag = `<plat-messenger token="${token}" api-base="${world.url}/customer/api" account="${LONE_STAR}" property="${deal.id}" context></plat-messenger>`
  const seller = await person(browser)
  await seller.page.goto(`${world.url}/seller/?login=seller1`)
  await letBuyersWriteFirst(seller.page, false)
  await embed(page, tag)
  await page.getByText("That conversation isn't here.").waitFor()
  expect(await page.getByPlaceholder('Type a message').count()).toBe(0)
  await letBuyersWriteFirst(seller.page, true)
  await page.reload()
  await page.getByRole('heading', { name: 'Lone Star Dispositions' }).waitFor()
  const note = page.getByText('Write to Lone Star Dispositions below.')
  await note.waitFor()
  expect(await note.textContent()).toBe(
    'Write to Lone Star Dispositions below. Usually answers within 3 hours. Open now, until 12 AM MST.',
  )
  expect((await axe(page).analyze()).violations).toEqual([])
  await page.getByPlaceholder('Type a message').fill('Is it still for sale?')
  await page.getByRole('button', { name: 'Send' }).click()
  const thread = page.getByRole('log')
  await thread.getByText('Is it still for sale?').waitFor()
  await thread
    .getByText(/\d:\d\d [AP]M$/)
    .last()
    .waitFor()
  await page.getByPlaceholder('Type a message').fill('I could come by on Friday.')
  await page.keyboard.press('Enter')
  await thread.getByText('I could come by on Friday.').waitFor()

  await seller.page.goto(`${world.url}/seller/`)
  await seller.page.getByRole('button', { name: /Renee Castillo/ }).click()
  const read = seller.page.getByRole('log')
  const first = read.getByRole('article').filter({ hasText: 'Is it still for sale?' })
  await first.getByText(deal.address.split(',')[0] ?? '').waitFor()
  const link = first.getByRole('link', { name: PAGE })
  expect(await link.getAttribute('href')).toBe(`${world.url}/homes/12`)
  const second = read.getByRole('article').filter({ hasText: 'I could come by on Friday.' })
  await second.waitFor()
  expect(await second.getByText(PAGE).count()).toBe(0)

  // From now on it is a conversation like any other.
  await page.getByRole('button', { name: 'Back to conversations' }).click()
  await page.getByRole('option', { name: /Lone Star Dispositions/ }).waitFor()
  expect([pageErrors, seller.pageErrors]).toEqual([[], []])
  await Promise.all([context.close(), seller.context.close()])
})

test('a company that could not be loaded is said beside the list, and comes by itself once the server answers', async () => {
  const { page, context } = await person(browser, { viewport: NARROW })
  const contact = '**/contact'
  await page.route(contact, (route) => route.fulfill({ status: 503, body: '' }))
  const token = await tokenOf('buyer3')
  const { id } = await world.server.database.db
    .selectFrom('accounts')
    .select('id')
    .where('title', '=', 'Piney Woods Land Co.')
    .executeTakeFirstOrThrow()
  await embed(
    page,
    `<plat-messenger token="${token}" api-base="${world.url}/customer/api" account="${id}"></plat-messenger>`,
  )
  await page.getByText("Couldn't load this company").waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await page.getByText("That conversation isn't here.").count()).toBe(0)
  expect((await axe(page).analyze()).violations).toEqual([])
  await page.unroute(contact)
  await page.getByRole('heading', { name: 'Piney Woods Land Co.' }).waitFor()
  await page.getByPlaceholder('Type a message').waitFor()
  expect(await page.getByText("Couldn't load this company").count()).toBe(0)
  await context.close()
})

test('an account that is not there is said beside the list', async () => {
  const { page, context, pageErrors } = await person(browser)
  const token = await tokenOf('buyer3')
  await embed(
    page,
    `<plat-messenger token="${token}" api-base="${world.url}/customer/api" account="99999"></plat-messenger>`,
  )
  await page.getByText("That conversation isn't here.").waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
})
