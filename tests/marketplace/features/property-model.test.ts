import { expect, test } from 'vitest'
import { createPropertyModel } from '#marketplace/features/property/property-model.ts'
import { type Answer, scriptedApi } from '../platform/scripted-fetch.ts'

const WIRE = {
  id: 12,
  price: '184500.00',
  arv_estimate: 261000,
  full_address: '2217 Bluebonnet Trail, Houston, TX 77018',
  account: { id: 3, title: 'Lone Star Dispositions' },
}

async function loaded(id: string | undefined, answers: Answer[]) {
  const { api, calls } = scriptedApi(answers)
  const model = createPropertyModel(api, id)
  await model.load()
  return { state: model.state.value, calls, model }
}

test('a property is shown with its street first', async () => {
  const { state } = await loaded('12', [{ status: 200, body: { data: WIRE } }])
  expect(state).toMatchObject({
    phase: 'ready',
    property: {
      headline: '2217 Bluebonnet Trail',
      place: 'Houston, TX 77018',
      priceUsd: 184500,
      seller: { id: 3, name: 'Lone Star Dispositions' },
    },
  })
})

test('a property without an address is called by its number', async () => {
  const { state } = await loaded('12', [{ status: 200, body: { data: { ...WIRE, full_address: null } } }])
  expect(state).toMatchObject({ property: { headline: 'Property 12', place: '' } })
})

test.each([undefined, 'abc', '0', '-1', '1e3', '12345678901234567'])(
  'the id %o is not found without a call',
  async (id) => {
    const { state, calls } = await loaded(id, [])
    expect([state.phase, calls]).toEqual(['missing', []])
  },
)

test('a property that does not exist is not found', async () => {
  const { state } = await loaded('12', [{ status: 404, body: { message: '' } }])
  expect(state.phase).toBe('missing')
})

test('a failure can be tried again', async () => {
  const down = { status: 500, body: { message: 'x' } }
  const { state, model } = await loaded('12', [down, down, { status: 200, body: { data: WIRE } }])
  expect(state.phase).toBe('failed')
  await model.load()
  expect(model.state.value.phase).toBe('ready')
})
