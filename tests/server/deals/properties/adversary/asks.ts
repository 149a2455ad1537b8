/**
 * What the adversary asks in every world, by endpoint of the contract. A new endpoint has to be asked here, or named among those that
 * are not asked, with the reason.
 */
import { pathsOf } from '#server/core/http/paths.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import {
  type Bounds,
  DEFAULT_FILTER,
  DEFAULT_QUERY,
  type DealFilter,
  type DealQuery,
  type Point,
} from '#shared/rules/deals/filter.ts'
import { writeQuery } from '#shared/rules/deals/query-codec.ts'
import {
  type AdversaryWorld,
  areaQuery,
  BLASTED,
  centerOf,
  REVIEWED,
  squareAround,
  type Victim,
} from './world.ts'

export interface Ask {
  /** Whose house the answer might tell; all of them when left out. */
  victim?: Victim
  token?: string | undefined
  params?: Record<string, number>
  query?: string
  body?: unknown
}

type Asks = (world: AdversaryWorld) => Ask[]

const ofBuyer: Asks = ({ buyer }) => [{ token: buyer.token, params: { customer: buyer.id } }]
const ofMallory: Asks = ({ mallory, buyer }) => [{ token: mallory.token, params: { customer: buyer.id } }]
const eachVictim =
  (count: number, ask: (victim: Victim, world: AdversaryWorld, index: number) => Ask): Asks =>
  (world) =>
    world.victims.slice(0, count).map((victim, index) => ({ victim, ...ask(victim, world, index) }))
const all = Number.POSITIVE_INFINITY
/** Where the answer to one is like the answers to all. */
const SOME = 30

/** Everybody who has no address: the reader of one deal's page is the same in all worlds. */
const readers = ({ buyer, mallory, widget }: AdversaryWorld) => [
  undefined,
  buyer.token,
  mallory.token,
  widget,
]

const query = (given: Partial<DealQuery>): string => String(writeQuery({ ...DEFAULT_QUERY, ...given }))
const filter = (given: Partial<DealFilter>) => query({ filter: { ...DEFAULT_FILTER, ...given } })
const boundsAround = (center: Point, meters?: number): Bounds => {
  const [a, , c] = squareAround(center, meters)
  return { south: a?.lat ?? 0, west: a?.lng ?? 0, north: c?.lat ?? 0, east: c?.lng ?? 0 }
}

/** The ground around a house, cut in two through the house: in which part is it? */
function halvesAround(center: Point): Bounds[] {
  const { lat, lng } = center
  const all = boundsAround(center, REACH_M)
  return [
    { ...all, south: lat },
    { ...all, north: lat },
    { ...all, west: lng },
    { ...all, east: lng },
  ]
}
const REACH_M = 2400

/** From a point, the nearest first, of all that may be near. */
const byDistance = (from: Point) =>
  query({
    view: { ...from, zoom: 16 },
    sort: { key: 'distance', descending: false },
    filter: { ...DEFAULT_FILTER, bounds: boundsAround(from, 2 * REACH_M) },
  })

/** In drawn areas, in rectangles, by distance and by words, each as near to one house as it gets. */
function listsAbout(victim: Victim): string[] {
  const [{ address, parcel }] = victim.houses
  const center = centerOf(victim)
  return [
    ...[300, 100].map((meters) => filter({ areas: [squareAround(center, meters)] })),
    ...[300, 100].map((meters) => filter({ bounds: boundsAround(center, meters) })),
    ...halvesAround(center).map((bounds) => filter({ bounds })),
    ...[center, { lat: center.lat + 0.004, lng: center.lng }].map(byDistance),
    ...[address, parcel].map((text) => filter({ text: `"${text}"` })),
  ]
}

const filters: Asks = (world) => [
  ...world.victims.flatMap((victim) => listsAbout(victim).map((query) => ({ victim, query }))),
  { query: filter({ flags: ['comps'] }) },
]
/** Filtered as the lists are. */
const someFilters: Asks = (world) => filters(world).filter((_, index) => index % 5 === 0)

export const ASKED: Readonly<Record<string, Asks>> = {
  listProperties: (world) => [{}, ...filters(world)],
  listFirstDeals: (world) => [{}, ...someFilters(world)],
  propertyBounds: (world) => [{}, ...someFilters(world)],
  dealsOverview: (world) => [
    {},
    ...eachVictim(30, (victim) => ({ query: areaQuery(centerOf(victim)) }))(world),
  ],
  showProperty: (world) => [
    ...eachVictim(all, ({ id }, _world, index) => ({
      params: { property: id },
      token: readers(world)[index % 4],
    }))(world),
    // The adversary's own: with the preview's link as a stranger, and as its seller.
    ...eachVictim(SOME, ({ draft: { id, previewHash } }, _world, index) => ({
      params: { property: id },
      query: `preview_hash=${previewHash}`,
      token: readers(world)[index % 4],
    }))(world),
    ...eachVictim(SOME, ({ twinId }, _world, index) => ({
      params: { property: twinId },
      token: readers(world)[index % 4],
    }))(world),
  ],
  propertyNeighborhood: (world) => [
    ...eachVictim(SOME, ({ id }) => ({ params: { property: id } }))(world),
    ...eachVictim(20, ({ twinId }) => ({ params: { property: twinId } }))(world),
  ],
  listOpenHouses: eachVictim(4, ({ id }, { buyer }) => ({ params: { property: id }, token: buyer.token })),
  listRegistrations: ofBuyer,
  getAddressRequest: eachVictim(4, ({ id }, { buyer }) => ({
    query: `property_id=${id}&type=address_request`,
    token: buyer.token,
  })),
  listAddressRequests: ofBuyer,
  listFavourites: ofBuyer,
  listFeed: ofBuyer,
  listSeenDeals: ofBuyer,
  listHiddenDeals: ofBuyer,
  listMatchFeedback: ofBuyer,
  listSavedSearches: ofBuyer,
  listBuyBoxes: ofBuyer,
  getSmartBuyBox: ofBuyer,
  currentUser: ofBuyer,
  listNotifications: ofBuyer,
  countNotifications: ofBuyer,
  listChats: ofBuyer,
  listTextMessages: ({ buyer, sellers }) =>
    sellers.map(({ id }) => ({
      token: buyer.token,
      params: { customer: buyer.id },
      query: `filter[account_id]=${id}`,
    })),
  listOffers: ofBuyer,
  getOfferGate: eachVictim(4, ({ id }, { buyer }) => ({ token: buyer.token, query: `property_id=${id}` })),
  exportData: ofBuyer,
  getCompany: ({ sellers, buyer }) =>
    sellers.map(({ id }) => ({ token: buyer.token, params: { account: id } })),
  getAccountRating: ({ sellers }) => sellers.map(({ id }) => ({ params: { account: id } })),
  listReviewsAboutAccount: (world) => [
    ...world.sellers.flatMap(({ id }) =>
      readers(world).map((token) => ({ token, params: { account: id }, query: 'sort=highest' })),
    ),
    // The words of a review are searched for the address that the adversary guesses.
    ...eachVictim(REVIEWED, ({ accountId, houses: [{ address }] }) => ({
      params: { account: accountId },
      query: `q=${encodeURIComponent(address)}`,
    }))(world),
  ],
  listReviewsAboutCustomer: ofBuyer,
  listWrittenReviews: ofBuyer,
  listReviewable: ofBuyer,
  sellerReviews: ofMallory,
  sellerReviewable: ofMallory,
  sellerProperties: ofMallory,
  sellerDeals: ofMallory,
  sellerDealForEdit: eachVictim(SOME, ({ draft, twinId }, { mallory }, index) => ({
    token: mallory.token,
    params: { deal: index % 2 === 0 ? draft.id : twinId },
  })),
  sellerSales: eachVictim(20, ({ twinId }, { mallory }) => ({
    token: mallory.token,
    params: { deal: twinId },
  })),
  sellerDealFigures: eachVictim(4, ({ twinId }, { mallory }) => ({
    token: mallory.token,
    params: { deal: twinId },
  })),
  sellerDealMatches: eachVictim(4, ({ twinId }, { mallory }) => ({
    token: mallory.token,
    params: { deal: twinId },
  })),
  sellerBuyers: ofMallory,
  sellerBuyer: ofMallory,
  sellerChats: ofMallory,
  sellerFindMessages: ({ mallory }) => [{ token: mallory.token, query: 'q=street' }],
  sellerMessages: ofMallory,
  sellerOffers: ofMallory,
  sellerRequests: ofMallory,
  sellerOpenHouses: ofMallory,
  sellerToday: ofMallory,
  sellerTodayFigures: ofMallory,
  sellerCampaigns: ofMallory,
  sellerAudience: eachVictim(BLASTED, ({ twinId }, { mallory }) => ({
    token: mallory.token,
    body: { property_id: twinId, audience: {} },
  })),
  sellerPreviewBlast: eachVictim(4, ({ twinId }, { mallory }) => ({
    token: mallory.token,
    body: { property_id: twinId, channel: 'email', message: 'Look' },
  })),
}

/** The call as it is sent; each from a network of its own, because one is answered only so many. */
export function callOf(name: string, ask: Ask) {
  const { endpoint } = ENDPOINTS.find((one) => one.endpoint.name === name) ?? {}
  if (!endpoint) throw new Error(`The contract has no ${name}.`)
  const path = pathsOf(endpoint as Endpoint)[0] ?? ''
  const url = path.replace(/\{(\w+)\}/g, (_all, param: string) => String(ask.params?.[param]))
  return { method: endpoint.method, url: ask.query ? `${url}?${ask.query}` : url }
}
