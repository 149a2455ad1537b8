/** Buyers with boxes and deals that fit them, matched when a test says so. */
import { createListedDeals } from '#server/deals/list/listed-deals.ts'
import { matchDueCustomers } from '#server/matching/matches/match-customers.ts'
import { type MatchDealsDeps, matchChangedDeals } from '#server/matching/matches/match-deals.ts'
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import type { Person, TestServer } from '#tests/support/server.ts'
import { dealScene, type Fields } from '../../deals/list/scene.ts'

export const SECRET = 'a secret for tests only'

export const WACO: PlaceWire = {
  place_id: 'gaz:city:4739526',
  formatted_address: 'Waco, TX',
  types: ['locality'],
  within: ['gaz:state:TX'],
  geometry: { location: { lat: 31.55, lng: -97.15 } },
}
export const HOUSTON: PlaceWire = {
  place_id: 'gaz:city:4699066',
  formatted_address: 'Houston, TX',
  types: ['locality'],
  within: ['gaz:state:TX'],
  geometry: { location: { lat: 29.76, lng: -95.36 } },
}
export const IN_WACO: Fields = { city: 'Waco', county: 'McLennan', state: 'TX', zip: '76701' }

export const upTo = (price: number): CriterionWire => ({
  key: 'price',
  min: null,
  max: price,
  any_of: null,
  evidence: null,
  is_hard: true,
  is_locked: true,
  source: 'manual',
})

export interface Buyer extends Person {
  boxId: number
}

export function matchingScene(server: TestServer) {
  const { db } = server.database
  const deals = dealScene(server)
  const listed = createListedDeals({ db, secret: SECRET, nowMs: Date.now })
  const deps: MatchDealsDeps = { db, secret: SECRET, nowMs: Date.now, quietMs: 0 }
  const call = async (
    who: Person,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ) => {
    const answer = await server.call(method, `/customer/api${path}`, {
      token: who.token,
      ...(body ? { body } : {}),
    })
    if (answer.status >= 400)
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const addArea = (who: Person, area: Record<string, unknown>) =>
    call(who, 'POST', '/auth/geotags', { status: 'OK', results: [WACO], ...area })
  return {
    deals,
    deps,
    call,
    addArea,
    matchBoxes: () => matchDueCustomers({ db, listed, nowMs: Date.now }),
    matchDeals: (more: Partial<MatchDealsDeps> = {}) => matchChangedDeals({ ...deps, ...more }),
    /** Who buys in Waco, or in the area given. */
    async buyer(criteria: CriterionWire[] = [], area: Record<string, unknown> = {}): Promise<Buyer> {
      const person = await server.addCustomer()
      const { data } = await addArea(person, area)
      await call(person, 'PUT', `/buy-boxes/${data.buy_box_id}`, { criteria })
      return { ...person, boxId: data.buy_box_id }
    },
    feed: (who: Person, query = '') => call(who, 'GET', `/auth/feed${query}`),
    async ids(who: Person, query = ''): Promise<number[]> {
      const { data } = await call(who, 'GET', `/auth/feed${query}`)
      return data.map((entry: { property_id: number }) => entry.property_id)
    },
  }
}
