// @vitest-environment happy-dom
/** The sales of a deal: what is shown is what the server has, also after a choice that it did not answer. */
import { expect, test } from 'vitest'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { SalesSection } from '#marketplace/seller/ui/deals/sales-section.tsx'
import { type SellerDealWire, sellerPickSales, sellerSales } from '#shared/contract/seller-listing.ts'
import { createFakeApi, OFFLINE, refused } from '#tests/support/fake-api.ts'
import { doing, render, the } from '#tests/support/render.tsx'

const sales = (is_picked: boolean) => ({
  data: { sales: [{ key: 'a', address: '5519 Larkspur Bend', is_picked }] },
})

async function setUp() {
  const server = createFakeApi()
  server.on(sellerSales, sales(true))
  const store = { call: server.api } as unknown as SellerStore
  const deal = { id: 7, fields: { is_street_shown: true } } as unknown as SellerDealWire
  const box = await render(<SalesSection store={store} deal={deal} />)
  await expect.poll(() => box.querySelector('input')?.checked).toBe(true)
  const press = () => doing(() => the(box, 'input').click())
  const alert = () => box.querySelector('[role=alert]')?.textContent
  return { server, box, press, alert }
}

test('a choice without an answer is asked about, because it may have been kept', async () => {
  const { server, box, press, alert } = await setUp()
  server.on(sellerPickSales, OFFLINE)
  server.on(sellerSales, sales(false))
  await press()
  await expect.poll(() => box.querySelector('input')?.checked).toBe(false)
  expect(alert()).toContain('cannot be reached')
})

test('a choice that is refused says why, and the sales stay', async () => {
  const { server, box, press, alert } = await setUp()
  server.on(sellerPickSales, refused(403, 'Your role does not include this.'))
  await press()
  await expect.poll(alert).toBe('Your role does not include this.')
  expect(box.querySelector('input')?.checked).toBe(true)
})

test('a second choice goes on from the first, which is still being saved', async () => {
  const server = createFakeApi()
  const both = ['a', 'b', 'c'].map((key) => ({ key, address: `${key} Larkspur Bend`, is_picked: true }))
  server.on(sellerSales, { data: { sales: both } })
  server.on(sellerPickSales, async (input) => {
    await new Promise((done) => setTimeout(done, 20))
    const sales = both.map((sale) => ({ ...sale, is_picked: input.body.keys?.includes(sale.key) ?? true }))
    return { data: { sales } }
  })
  const store = { call: server.api } as unknown as SellerStore
  const deal = { id: 7, fields: { is_street_shown: true } } as unknown as SellerDealWire
  const box = await render(<SalesSection store={store} deal={deal} />)
  const boxes = () => [...box.querySelectorAll('input')]
  await expect.poll(() => boxes().length).toBe(3)
  const [first, second] = boxes()
  await doing(() => first?.click())
  await doing(() => second?.click())
  await expect
    .poll(() => server.of(sellerPickSales).map(({ body }) => body.keys))
    .toEqual([['b', 'c'], ['c']])
  await expect.poll(() => boxes().map(({ checked }) => checked)).toEqual([false, false, true])
})
