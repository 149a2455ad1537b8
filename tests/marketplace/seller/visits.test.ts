import { expect, test } from 'vitest'
import { createVisitRows } from '#marketplace/seller/visit-rows.ts'
import { OFFLINE, refused, scriptedApi } from '#tests/support/fake-api.ts'

const HOUSE = { id: 4, property_id: 9, registered_count: 1 }

test('calling an open house off sends the reason and shows what the server has then', async () => {
  const off = { ...HOUSE, cancelled_at: '2026-10-20T00:00:00.000Z', cancel_reason: 'The roof leaks.' }
  const { api, calls } = scriptedApi([{ data: [HOUSE] }, { data: off }, { data: [off] }])
  const rows = createVisitRows(api)
  await rows.load()
  await rows.callOff(4, ' The roof leaks. ')
  expect(calls[1]).toMatchObject({
    name: 'sellerCancelOpenHouse',
    params: { openHouse: 4 },
    body: { reason: 'The roof leaks.' },
  })
  expect(rows.visits.value).toMatchObject([{ id: 4, cancel_reason: 'The roof leaks.' }])
  expect(rows.errorMessage.value).toBeNull()
})

test('a refusal is said, and the list stays', async () => {
  const { api } = scriptedApi([{ data: [HOUSE] }, refused(404, 'Not found.'), OFFLINE])
  const rows = createVisitRows(api)
  await rows.load()
  await rows.callOff(4, '')
  expect(rows.errorMessage.value).toBe('Not found.')
  expect(rows.visits.value).toHaveLength(1)
})
