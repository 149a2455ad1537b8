/** A realtime server that hangs must not make what was done look failed. */
import { expect, it } from 'vitest'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import { notifyState } from '#server/deals/open-houses/notify.ts'
import { notifyRequest } from '#server/offers/inquiries/notify.ts'

it('deals, requests and open houses answer although nobody takes their broadcast', async () => {
  const asked: string[] = []
  const broadcaster: Broadcaster = {
    broadcast: (channels) => {
      asked.push(...[channels].flat())
      return new Promise<void>(() => {})
    },
    terminate: async () => {},
    occupancy: async () => 0,
  }
  const deps = { broadcaster, prefix: 'App' }
  const place = { address: '1 Elm St', city: 'Waco', state_code: 'TX', zip: '76701', county: null }
  const point = { parcel: null, latitude: null, longitude: null }
  const request = { id: 1, property_id: 2, account_id: 3, customer_id: 4, type: 'address_request' }
  const said = { message: null, reason: null, created_at: new Date(), decided_at: null }
  const house = { id: 5, property_id: 2, cancelled_at: null } as Parameters<typeof notifyState>[1]
  await Promise.all([
    broadcastChanged(deps, 2),
    notifyRequest(broadcaster, 'App', { ...request, ...said, ...place, ...point, state: 'pending' }),
    notifyState(deps, house, { customerId: 4, state: 'registered' }),
  ])
  expect(asked.toSorted()).toEqual([
    'App.Deals',
    'App.Models.Account.3',
    'App.Models.Customer.4',
    'App.Models.Customer.4.Account.3',
    'App.Models.Customer.4.Session',
  ])
})
