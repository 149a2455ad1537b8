/** A page about one house embeds the element for a buyer who has never written to its company: the first message opens the conversation. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
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

/** A listed deal of the first seller's company. */
async function dealOfLoneStar(): Promise<{ id: number; address: string }> {
  const { email, password } = world.logins.seller1
  const login = await fetch(`${world.url}/account/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const headers = { Authorization: `Bearer ${(await login.json()).data.token}` }
  const { data } = await (await fetch(`${world.url}/account/api/deals`, { headers })).json()
  return data.find(({ listing }: { listing: string }) => listing === 'listed')
}

async function embed(page: Page, tag: string) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${PAGE}</title>
    <script type="module" src="/widget/plat-messenger.js"></script></head>
    <body><main><h1>Oak Street 12</h1><div style="height: 640px">${tag}</div></main></body></html>`
  await page.route('**/homes/12*', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`${world.url}/homes/12?visit=7`)
}

test('the element shows the company and a composer; the seller reads the first message with the deal and the page', async () => {
  const deal = await dealOfLoneStar()
  const token = await tokenOf('buyer3')
  const { page, context, pageErrors } = await person(browser, { viewport: NARROW })
  const tag = `<plat-messenger token="${token}" api-base="${world.url}/customer/api" account="${LONE_STAR}" property="${deal.id}" context></plat-messenger>`
  await embed(page, tag)
  await page.getByRole('heading', { name: 'Lone Star Dispositions' }).waitFor()
  await page.getByText('Write to Lone Star Dispositions below. Usually answers within').waitFor()
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

  const seller = await person(browser)
  await seller.page.goto(`${world.url}/seller/?login=seller1`)
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
