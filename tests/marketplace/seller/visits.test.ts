import { expect, test } from 'vitest'
import { createVisitRows } from '#marketplace/seller/visit-rows.ts'
import { scriptedApi } from '#tests/marketplace/buyer/platform/scripted-fetch.ts'

const HOUSE = {
  id: 4,
  property_id: 9,
  tz: 'America/Chicago',
  registered_count: 1,
  registrations: [],
  start: '2026-11-01T16:00:00.000Z',
  end: '2026-11-01T17:00:00.000Z',
  property: { id: 9, created_at: '2026-10-01T00:00:00.000Z', url: null, full_address: 'Houston, TX 77020' },
}

test('calling an open house off sends the reason and shows what the server has then', async () => {
  const off = { ...HOUSE, cancelled_at: '2026-10-20T00:00:00.000Z', cancel_reason: 'The roof leaks.' }
  const { api, calls } = scriptedApi([
    { status: 200, body: { data: [HOUSE] } },
    { status: 200, body: { data: off } },
    { status: 200, body: { data: [off] } },
  ])
  const rows = createVisitRows(api)
  await rows.load()
  await rows.callOff(4, ' The roof leaks. ')
  expect(calls[1]).toMatchObject({
    path: '/account/api/open-houses/4/cancel',
    body: { reason: 'The roof leaks.' },
  })
  expect(rows.visits.value).toMatchObject([{ id: 4, cancel_reason: 'The roof leaks.' }])
  expect(rows.errorMessage.value).toBeNull()
})

test('a refusal is said, and the list stays', async () => {
  const { api } = scriptedApi([
    { status: 200, body: { data: [HOUSE] } },
    { status: 404, body: { message: 'Not found.' } },
    'offline',
  ])
  const rows = createVisitRows(api)
  await rows.load()
  await rows.callOff(4, '')
  expect(rows.errorMessage.value).toBe('Not found.')
  expect(rows.visits.value).toHaveLength(1)
})
