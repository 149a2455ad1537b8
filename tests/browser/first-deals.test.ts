/** Before the whole list is there, in a real browser: the first deals of an address, a deal opened from them, and the list that follows. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { withVisitors, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ deals: 1500 })
const visitor = withVisitors({ world, browser })

/** What comes about in its own time, also on a busy machine. */
const soon = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: 15_000 })

const LIST = /\/customer\/api\/properties(\?.*)?$/
const ONE_DEAL = /\/customer\/api\/properties\/\d+$/

/** Requests of the page wait until the gate is opened by the function it answers with. */
async function gate(page: Page, url: RegExp): Promise<() => void> {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(url, async (route) => {
    await opened
    await route.continue()
  })
  return open
}

async function firstOf(query: string) {
  const { data } = await (await fetch(`${world.url}/customer/api/properties/first?${query}`)).json()
  const at = (row: unknown[], column: string) => row[data.list.columns.indexOf(column)]
  return {
    count: Number(data.count),
    deals: (data.list.data as unknown[][]).map((row) => ({
      id: Number(at(row, 'id')),
      address: at(row, 'full_address') as string | null,
      price: Number(at(row, 'price')),
      year: Number(at(row, 'year_built')),
    })),
  }
}

const main = (page: Page) => page.getByRole('main')
const headline = (page: Page) => main(page).getByRole('heading', { level: 1 }).first()
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

test('a deal opened from the first deals shows what is known of it at once, and the rest when it comes', async () => {
  const { page, pageErrors } = await visitor()
  const openList = await gate(page, LIST)
  const openDeal = await gate(page, ONE_DEAL)
  await page.goto('/deals?sort=price-asc&view=list')
  const { deals } = await firstOf('sort=price-asc')
  const deal = deals.find(({ address, year }) => address !== null && year > 0)
  if (!deal) throw new Error('Every address of the first deals is hidden.')
  const street = deal.address?.split(',')[0]?.trim()
  await page.locator(`#root [data-deal="${deal.id}"]`).click()
  await page.waitForURL(`**/property/${deal.id}`)
  const known = await page.waitForFunction(() => {
    const shown = document.querySelector('main:not(:has([role=feed]))')
    return shown?.querySelector('dd') ? shown.textContent : null
  })
  for (const words of [street, dollars(deal.price), `Year built${deal.year}`])
    expect(await known.jsonValue()).toContain(words)
  expect(await main(page).getByRole('button', { name: 'Message' }).count()).toBe(0)

  openDeal()
  await main(page).getByRole('button', { name: 'Message' }).first().waitFor()
  expect(await headline(page).textContent()).toBe(street)
  expect(await main(page).textContent()).toContain(`Year built${deal.year}`)
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe(street)
  openList()
  await page.goBack()
  await soon(() => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.deal)).toBe(
    String(deal.id),
  )
  expect(pageErrors).toEqual([])
})

test('the document fetches the photos of its first cards at once, and the others as they come into view', async () => {
  const document = await (await fetch(`${world.url}/deals`)).text()
  const loads = [...document.matchAll(/<img[^>]* loading="(\w+)"/g)].map(([, when]) => when)
  expect(loads.slice(0, 4)).toEqual(['eager', 'eager', 'eager', 'eager'])
  expect(new Set(loads.slice(4))).toEqual(new Set(['lazy']))
})

test('a hidden street is neither in the document of the deals nor in what the page asks for', async () => {
  /** Of demo/seed/deals.ts: a deal whose street is hidden. */
  const [hidden, street] = [8, 'Milby']
  const { data } = await (await fetch(`${world.url}/customer/api/properties/${hidden}`)).json()
  const search = `place=zip:${data.zip}&status=any`
  const document = await (await fetch(`${world.url}/deals?${search}`)).text()
  expect(document).toContain(`data-deal="${hidden}"`)
  expect(document).not.toContain(street)
  const asked = await (await fetch(`${world.url}/customer/api/properties/first?${search}`)).text()
  expect(asked).not.toContain(street)
})
