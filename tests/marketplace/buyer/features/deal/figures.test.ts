/** The reader's own figures on a deal's page: kept with the deal, as defaults, and taken along into a login. */
import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { createCalculatorModel } from '#marketplace/buyer/features/deal/calculator-model.ts'
import { createCompsModel } from '#marketplace/buyer/features/deal/comps-model.ts'
import { dealOf } from '#marketplace/buyer/features/deal/deal.ts'
import { type Scripted, scriptedApi } from '#tests/support/fake-api.ts'
import { settled } from '#tests/support/fake-backend.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { propertyWire } from './property-wire.ts'

const NOTHING_KEPT = { is_favourite: false, note: '', tags: [] }
const kept: Scripted = { data: NOTHING_KEPT }
const noDefaults: Scripted = { assumptions: {} }
const visitors = dealOf(propertyWire())
const users = dealOf(propertyWire({ customer: NOTHING_KEPT }))

function figures(answers: Scripted[], deal = users, fee: number | null = 1500) {
  const { api, calls } = scriptedApi(answers)
  const clock = createFakeClock()
  const feeUsd = signal(fee)
  return { clock, calls, feeUsd, model: createCalculatorModel({ api, clock, deal, feeUsd }) }
}

test('figures kept as defaults stay with their deal as well', async () => {
  const { model, calls } = figures([kept, kept])
  model.set('price', 200_000)
  await model.keepAsDefaults()
  const [asDefaults, withDeal] = calls.map(({ body }) => body as { assumptions: Record<string, number> })
  expect(asDefaults?.assumptions).not.toHaveProperty('price')
  expect(withDeal?.assumptions).toMatchObject({ price: 200_000 })
  expect(model.saving.value).toBe('saved')
})

test('what a visitor put in is kept once they have logged in on the page', async () => {
  const { model, clock, calls } = figures([noDefaults, kept], visitors)
  model.set('price', 210_000)
  clock.advance(5000)
  expect(calls).toEqual([])
  model.follow(users)
  await settled()
  clock.advance(5000)
  await expect.poll(() => model.saving.value).toBe('saved')
  expect(calls.at(-1)?.body).toMatchObject({ assumptions: { price: 210_000 } })
})

test('who put nothing in has their own figures back after the login', async () => {
  const { model } = figures([noDefaults], visitors)
  model.follow(dealOf(propertyWire({ customer: { ...NOTHING_KEPT, assumptions: { price: 190_000 } } })))
  expect(model.assumptions.value.price).toBe(190_000)
  await settled()
  expect(model.assumptions.value.price).toBe(190_000)
})

test('figures that the platform fee changes wait for it, and have the fee of this installation', () => {
  const { model, feeUsd } = figures([], dealOf(propertyWire({ price: 150_000, arv_estimate: 250_000 })), null)
  const texts = () =>
    (['all_in', 'profit', 'mao', 'arv_percent'] as const).map((key) => model.outputs.value[key].text)
  expect([texts(), model.isFeeKnown.value]).toEqual([['—', '—', '—', '60%'], false])
  feeUsd.value = 1500
  expect(model.outputs.value.all_in.formula).toContain('platform fee $1,500')
  expect(texts()).not.toContain('—')
})

test('the platform fee is kept only when the reader has put in another', async () => {
  const { model, calls } = figures([kept, kept])
  model.set('repairs', 20_000)
  await model.flush()
  model.set('platform_fee', 800)
  await model.flush()
  const sent = calls.map(({ body }) => (body as { assumptions: Record<string, number> }).assumptions)
  expect(sent[0]).not.toHaveProperty('platform_fee')
  expect(sent[1]).toMatchObject({ platform_fee: 800 })
  expect(model.outputs.value.all_in.formula).toContain('platform fee $800')
})

test('sales that came again with exact distances keep what the reader left out', () => {
  const sale = (distance_miles: number) => ({
    id: 1,
    address: '12 Elm Street',
    sold_price: 250_000,
    sold_at: '2025-05-01',
    sq_footage: 1976,
    distance_miles,
    distance_is_band: distance_miles === 0.5,
    source: 'County records',
    as_of: '2025-05-20',
    is_illustration: false,
  })
  const subject = { sqft: 1976, arv: 318_000, nowMs: Date.UTC(2025, 5, 10) }
  const model = createCompsModel(subject, [sale(0.5)])
  const [row] = model.rows.value
  if (row) model.toggle(row)
  model.follow(subject, [sale(0.3)])
  expect(model.rows.value).toMatchObject([{ comp: { distance_miles: 0.3 }, reason: 'left_out' }])
})
