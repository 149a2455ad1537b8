/** What the pages of deals show, as stores under test: the feed, marks, matches, and one deal with its open houses. */
import { signal } from '@preact/signals-core'
import { createDealModel } from '#marketplace/buyer/features/deal/deal-model.ts'
import { createFeedModel } from '#marketplace/buyer/features/feed/feed-model.ts'
import { feedDeals } from '#marketplace/buyer/features/home/feed-deals.tsx'
import { createDealNow } from '#marketplace/buyer/features/offers/deal-now.ts'
import { subjectOf } from '#marketplace/buyer/features/offers/offer-subject.ts'
import { createVisitList } from '#marketplace/buyer/features/open-houses/visit-list.ts'
import { createVisitsModel } from '#marketplace/buyer/features/open-houses/visits-model.ts'
import { createDealMarksStore } from '#marketplace/buyer/platform/create-deal-marks-store.ts'
import { createMatchStore } from '#marketplace/buyer/platform/create-match-store.ts'
import { createFeedSeen } from '#marketplace/buyer/platform/feed-seen.ts'
import { createWatchDeal } from '#marketplace/buyer/platform/watch-deal.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { listBuyBoxes } from '#shared/contract/buy-box.ts'
import { dealsOverview } from '#shared/contract/deals-overview.ts'
import { feedUpdated, openHouseUpdated, propertyUpdated } from '#shared/contract/events.ts'
import {
  type FeedEntryWire,
  hideDeal,
  listFeed,
  listHiddenDeals,
  listSeenDeals,
  markFeedSeen,
  unhideDeal,
} from '#shared/contract/feed.ts'
import {
  giveMatchFeedback,
  listMatchFeedback,
  type MatchReason,
  withdrawMatchFeedback,
} from '#shared/contract/match-feedback.ts'
import {
  listOpenHouses,
  listRegistrations,
  registerForOpenHouse,
  unregisterFromOpenHouse,
} from '#shared/contract/open-houses.ts'
import { type DealStatus, showProperty } from '#shared/contract/properties.ts'
import { getConfigs } from '#shared/contract/site-config.ts'
import { plainDeal, wireOf } from '#tests/support/plain-deals.ts'
import { propertyWire } from '../features/deal/property-wire.ts'
import { type LiveWorld, refused } from './live-world.ts'
import { followNews, type OpenStore } from './play.ts'

const PAGE = 2
const AT = '2026-01-02T00:00:00Z'

interface Found {
  readonly id: number
  isSeen: boolean
  isHidden: boolean
}
const entryOf = ({ id, isSeen }: Found): FeedEntryWire => ({
  property_id: id,
  score: 80,
  score_version: 1,
  box: { id: 1, name: 'Flips' },
  reasons: [],
  found_at: new Date(Date.UTC(2026, 5, 1, 0, id)).toISOString(),
  seen_at: isSeen ? AT : null,
})

export const feed: OpenStore = (world) => {
  const all: Found[] = [1, 2, 3, 4, 5].map((id) => ({ id, isSeen: id < 3, isHidden: false }))
  let isMatching = false
  const fresh = () => all.filter(({ isSeen, isHidden }) => !isSeen && !isHidden)
  const tell = () => world.send(feedUpdated, {})
  const change = (id: number, to: Partial<Found>) => {
    const found = all.find((one) => one.id === id)
    if (found) Object.assign(found, to)
    tell()
    return {}
  }
  world.serve(listFeed, ({ query }) => {
    const before = Number(query?.before?.split('.')[1] ?? Number.POSITIVE_INFINITY)
    const left = all
      .filter(({ id, isSeen, isHidden }) => !isHidden && isSeen === (query?.only === 'seen') && id < before)
      .sort((one, other) => other.id - one.id)
    const next = left.length > PAGE ? `0.${left[PAGE - 1]?.id}` : null
    return {
      data: left.slice(0, PAGE).map(entryOf),
      next,
      new_count: fresh().length,
      is_matching: isMatching,
      is_looking: true,
    }
  })
  world.serve(markFeedSeen, ({ body }) => {
    for (const id of body.property_ids) change(id, { isSeen: true })
    return { new_count: fresh().length }
  })
  world.serve(hideDeal, ({ params }) => change(Number(params.property), { isHidden: true }))
  world.serve(unhideDeal, ({ params }) => change(Number(params.property), { isHidden: false }))
  const feedSeen = createFeedSeen({
    ...world,
    user: { state: world.user },
    connection: { onBack: () => () => {} },
  })
  const model = createFeedModel({ ...world, feedSeen })
  void model.load()
  followNews(world, feedUpdated, model.refresh)
  /** What is new and on none of the further pages is shown, or waits. */
  const missing = () => {
    const state = model.state.value
    if (state.phase !== 'ready') return state
    const shown = [...state.fresh.entries, ...(state.earlier?.entries ?? []), ...model.waiting.value]
    const ids = new Set(shown.map(({ property_id }) => property_id))
    const last = state.fresh.next === null ? 0 : (state.fresh.entries.at(-1)?.property_id ?? 0)
    return fresh().flatMap(({ id }) => (ids.has(id) || id < last ? [] : [id]))
  }
  return {
    changes: [
      (which) => {
        for (let n = 0; n <= which; n++) all.push({ id: all.length + 1, isSeen: false, isHidden: false })
        tell()
      },
      (which) => change(1 + which, { isSeen: true }),
      (which) => change(1 + which, { isHidden: which % 2 === 0 }),
      () => {
        isMatching = !isMatching
        tell()
      },
    ],
    acts: [() => model.more(), () => model.showWaiting(), (which) => model.saw(1 + which)],
    shown: () => ({
      missing: missing(),
      newCount: model.newCount.value,
      isMatching: model.state.value.phase === 'ready' && model.state.value.isMatching,
    }),
    truth: () => ({ missing: [], newCount: fresh().length, isMatching }),
    dispose: model.dispose,
  }
}

/** “For you” on the home page. */
export const homeFeed: OpenStore = (world) => {
  const ids = [1, 2]
  const tell = () => world.send(feedUpdated, {})
  world.serve(listFeed, () => ({
    data: ids.map((id) => entryOf({ id, isSeen: false, isHidden: false })),
    next: null,
    new_count: ids.length,
    is_matching: false,
    is_looking: true,
  }))
  world.serve(dealsOverview, ({ query }) => ({
    all_count: 0,
    new_today: 0,
    newest: wireOf([]),
    markets: [],
    featured: wireOf([]),
    asked: wireOf((query?.ids ?? '').split(',').map((id) => plainDeal({ id: Number(id) }))),
  }))
  const head = createResource(() => feedDeals(world.api), world.clock)
  void head.load()
  followNews(world, feedUpdated, head.refresh)
  const shown = () => (head.state.value.phase === 'ready' ? head.state.value.value : null)
  return {
    changes: [
      () => {
        ids.unshift(ids.length + 1)
        tell()
      },
    ],
    shown: () => [shown()?.newCount, shown()?.deals.map(({ id }) => id)],
    truth: () => [ids.length, ids.slice(0, 6)],
  }
}

const sorted = (ids: Iterable<number>) => [...ids].sort((one, other) => one - other)

export const marks: OpenStore = (world) => {
  const kept = world.personal(() => ({ hidden: new Set([4]), seen: new Set([5]) }))
  const set = (of: Set<number>, id: number, isIn: boolean) => {
    if (isIn) of.add(id)
    else of.delete(id)
    return {}
  }
  world.serve(listHiddenDeals, (_, who) => ({
    data: [...kept(who).hidden].map((property_id) => ({ property_id, hidden_at: AT })),
  }))
  world.serve(listSeenDeals, (_, who) => ({ property_ids: [...kept(who).seen] }))
  world.serve(hideDeal, ({ params }, who) => set(kept(who).hidden, Number(params.property), true))
  world.serve(unhideDeal, ({ params }, who) => set(kept(who).hidden, Number(params.property), false))
  world.serve(markFeedSeen, ({ body }, who) => {
    for (const id of body.property_ids) kept(who).seen.add(id)
    return { new_count: 0 }
  })
  const store = createDealMarksStore({
    ...world,
    user: { state: world.user },
    keptPresses: { read: () => [], put() {}, drop() {} },
    connection: { check: async () => true },
  })
  return {
    changes: [
      (which) => {
        set(kept().hidden, 4 + (which % 3), which % 2 === 0)
        world.say('deal-marks')
      },
    ],
    acts: [
      (which) => store.hide(4 + (which % 3), which % 2 === 0),
      (which) => store.saw(4 + (which % 5)),
      () => store.load(),
    ],
    shown: () => ({ hidden: sorted(store.hidden.value), seen: sorted(store.seen.value) }),
    truth: () => ({ hidden: sorted(kept().hidden), seen: sorted(kept().seen) }),
    dispose: store.dispose,
  }
}

const BOX = {
  id: 5,
  name: 'Flips',
  mode: 'manual',
  is_paused: false,
  notify: 'daily',
  geotags: [],
  learned: null,
  criteria: [{ key: 'price', max: 300_000, is_hard: true, is_locked: true, source: 'manual' }],
  created_at: AT,
}

export const matches: OpenStore = (world) => {
  const answers = world.personal(() => new Map<number, MatchReason>([[1, 'price']]))
  const data = (who: number) =>
    [...answers(who)].map(([property_id, reason]) => ({ property_id, reason, created_at: AT }))
  world.serve(listBuyBoxes, () => ({ data: [BOX] }))
  world.serve(listMatchFeedback, (_, who) => ({ data: data(who) }))
  world.serve(giveMatchFeedback, ({ params, body }, who) => {
    answers(who).set(Number(params.property), body.reason)
    return { data: data(who) }
  })
  world.serve(withdrawMatchFeedback, ({ params }, who) => {
    answers(who).delete(Number(params.property))
    return { data: data(who) }
  })
  const deals = { state: signal({ phase: 'loading' as const }) }
  const store = createMatchStore({ ...world, deals, user: { state: world.user } })
  return {
    changes: [
      (which) => {
        answers().set(1 + (which % 3), which % 2 ? 'area' : 'price')
        world.say('match-feedback')
      },
    ],
    acts: [
      (which) => store.decline(1 + (which % 3), 'size'),
      (which) => store.takeBack(1 + (which % 3)),
      () => store.load(),
    ],
    shown: () => [...(store.profile.value?.declined ?? [])].sort(),
    truth: () => [...answers()].sort(),
    dispose: store.dispose,
  }
}

const STATUSES: readonly DealStatus[] = ['available', 'pending', 'sold']

export const dealPage: OpenStore = (world) => {
  let status: DealStatus = 'available'
  world.serve(showProperty, () => ({ data: propertyWire({ status }) }))
  const model = createDealModel(world.api, { id: '9', previewHash: null, clock: world.clock })
  void model.load()
  createWatchDeal(world.live)(9, () => void model.refresh())
  return {
    changes: [
      (which) => {
        status = STATUSES[which % STATUSES.length] ?? status
        world.send(propertyUpdated, { id: 9 })
      },
    ],
    acts: [() => model.refresh(), () => model.load()],
    shown: () => (model.state.value.phase === 'ready' ? model.state.value.deal.status : model.state.value),
    truth: () => status,
  }
}

export const offerDraft: OpenStore = (world) => {
  const now = { price: 100_000 as number | null, fee: 500 }
  world.serve(showProperty, () => {
    if (now.price === null) throw refused(404)
    return { data: propertyWire({ price: now.price }) }
  })
  world.serve(getConfigs, () => ({ platform_fee: now.fee }))
  const subject = subjectOf(propertyWire({ price: now.price ?? 0 }))
  const deal = createDealNow(world.api, { subject, feeUsd: now.fee }, world.clock)
  createWatchDeal(world.live)(9, () => void deal.refreshDeal())
  return {
    changes: [
      (which) => {
        now.price = which % 3 === 2 ? null : 100_000 + which
        now.fee = 500 + which
        world.send(propertyUpdated, { id: 9 })
      },
    ],
    acts: [() => deal.refreshDeal()],
    // The price of a deal that is gone is the last one that was known.
    shown: () => [deal.subject.value.closed ? null : deal.subject.value.askUsd, deal.feeUsd.value],
    truth: () => [now.price, now.fee],
  }
}

/** Open houses 1 to 4, and which of them somebody goes to. */
function serveHouses(world: LiveWorld) {
  const going = new Set([2])
  const house = (id: number) => ({ id, my_state: going.has(id) ? 'registered' : null, grants_address: false })
  const set = (id: number, isGoing: boolean) => {
    if (isGoing) going.add(id)
    else going.delete(id)
    world.send(openHouseUpdated, { id, property_id: 1 })
    return { data: { id } }
  }
  const houses = () => [1, 2, 3, 4].map(house)
  world.serve(listOpenHouses, () => ({ data: houses() }))
  world.serve(listRegistrations, ({ query }) => {
    const from = ((query?.page ?? 1) - 1) * PAGE
    const all = sorted(going).map((id) => ({ id, state: 'registered', open_house: house(id) }))
    return { data: all.slice(from, from + PAGE), links: { next: from + PAGE < all.length ? 'more' : null } }
  })
  world.serve(registerForOpenHouse, ({ params }) => set(Number(params.openHouse), true))
  world.serve(unregisterFromOpenHouse, ({ params }) => set(Number(params.openHouse), false))
  const changes = [(which: number) => void set(1 + (which % 4), which % 2 === 0)]
  return { going, houses, changes }
}

export const openHouses: OpenStore = (world) => {
  const { going, houses, changes } = serveHouses(world)
  const given = { propertyId: 1, houses: houses() as never, onAddress() {} }
  const model = createVisitsModel({ ...given, api: world.api, clock: world.clock })
  followNews(world, openHouseUpdated, model.refresh)
  return {
    changes,
    acts: [(which) => model.register(1 + (which % 4)), (which) => model.giveBack(1 + (which % 4))],
    shown: () => model.houses.value.flatMap(({ id, my_state }) => (my_state ? [id] : [])),
    truth: () => sorted(going),
  }
}

export const visitList: OpenStore = (world) => {
  const { going, changes } = serveHouses(world)
  const list = createVisitList(world.api, world.clock)
  void list.load()
  followNews(world, openHouseUpdated, list.load)
  return {
    changes,
    acts: [(which) => list.giveBack(1 + (which % 4)), () => list.load()],
    shown: () => (list.state.value.phase === 'ready' ? list.state.value.value.map(({ id }) => id) : []),
    truth: () => sorted(going),
  }
}
