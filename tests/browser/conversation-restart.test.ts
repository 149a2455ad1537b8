/** A buyer and a seller in two browsers talk while their server is stopped and started: both end with the same messages. */
import type { Locator, Page, WebSocketRoute } from 'playwright'
import { expect, test } from 'vitest'
import { person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()

test('a server stopped and started in mid-conversation loses nothing and shows nothing twice', async () => {
  const buyer = await openBuyer()
  const seller = await openSeller()
  const said: string[] = []

  await buyerSays(buyer, 'Before: is it vacant?', said)
  await sellerSays(seller, 'Before: yes, since March.', said)
  await seen(buyer, said)
  await seen(seller, said)

  await world.down()
  await offline(buyer).waitFor()
  await write(buyer, 'During: can I see it?')
  const waiting = buyer.getByText('No connection. Sent as soon as it is back.')
  await waiting.waitFor()

  await world.up()
  await offline(buyer).waitFor({ state: 'detached' })
  // It goes out by itself.
  said.push('During: can I see it?')
  await waiting.waitFor({ state: 'detached' })
  await seen(seller, said)

  await sellerSays(seller, 'After: Saturday at ten.', said)
  await buyerSays(buyer, 'After: I will be there.', said)
  await seen(buyer, said)
  await seen(seller, said)

  expect(await texts(buyer)).toEqual(said)
  expect(await texts(seller)).toEqual(said)
  expect(await stored()).toEqual(said)
})

test('what a seller wrote while the buyer had no socket is there when the socket comes back', async () => {
  const line = { isCut: false, sockets: new Set<WebSocketRoute>() }
  const buyer = await openBuyer((page) =>
    page.routeWebSocket(/\/app\//, (socket) => {
      if (line.isCut) return void socket.close()
      socket.connectToServer()
      line.sockets.add(socket)
    }),
  )
  await buyer.getByRole('article').first().waitFor()
  const already = await texts(buyer)
  line.isCut = true
  for (const socket of line.sockets) await socket.close({ code: 4200 })
  await buyer.getByText("You're offline. Reconnecting…").waitFor()
  const seller = await openSeller()
  const said: string[] = []
  for (const n of [1, 2, 3]) await sellerSays(seller, `Away: note ${n}`, said)
  expect(await texts(buyer)).toEqual(already)
  line.isCut = false
  await seen(buyer, said)
  expect(await texts(buyer)).toEqual([...already, ...said])
})

/** The buyer's page, in the conversation with the first seller. */
async function openBuyer(prepare?: (page: Page) => Promise<void>): Promise<Page> {
  const { page } = await person(browser, { baseURL: world.url })
  await prepare?.(page)
  const account = world.logins.seller1.account
  await page.goto('/login?return_to=/messenger')
  await page.getByLabel('Email').fill(world.logins.buyer1.email)
  await page.getByLabel('Password', { exact: true }).fill(world.logins.buyer1.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('option', { name: account ?? '' }).click()
  await page.getByPlaceholder('Type a message').waitFor()
  return page
}

async function openSeller(): Promise<Page> {
  const { page } = await person(browser, { baseURL: world.url })
  await page.goto('/seller/?login=seller1')
  await page
    .getByRole('option', { name: world.logins.buyer1.name })
    .or(page.getByRole('button', { name: world.logins.buyer1.name }))
    .first()
    .click()
  await page.getByLabel('Reply').waitFor()
  return page
}

async function write(page: Page, text: string): Promise<void> {
  const box = page.getByPlaceholder(/^Type a (message|reply)$/)
  await box.fill(text)
  await box.press('Enter')
}

async function buyerSays(page: Page, text: string, said: string[]): Promise<void> {
  await write(page, text)
  said.push(text)
  await bubble(page, text).waitFor()
}
const sellerSays = buyerSays

const bubble = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text })

/** The messenger's strip, or the page's once that has noticed too. */
const offline = (page: Page) => page.getByText('Reconnecting…').filter({ visible: true }).first()

/** Waits until the last text is on screen. */
const seen = (page: Page, said: readonly string[]) => bubble(page, said.at(-1) ?? '').waitFor()

/** The conversation's texts that this file wrote, in the order they stand on screen. */
async function texts(page: Page): Promise<string[]> {
  const all = await page.getByRole('article').allInnerTexts()
  return all.flatMap((text) => /(?:Before|During|After|Away): [^\n]*/.exec(text)?.[0] ?? [])
}

async function stored(): Promise<string[]> {
  const rows = await world.server.database.db
    .selectFrom('messages')
    .select('body')
    .orderBy('sort_at')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ body }) => (body && /^(Before|During|After): /.test(body) ? [body] : []))
}
