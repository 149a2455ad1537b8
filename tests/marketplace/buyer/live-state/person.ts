/** What belongs to the person, as stores under test: hearts, the identity check, saved searches, reviews, a followed company. */
import { effect, untracked } from '@preact/signals-core'
import { createCompanyModel } from '#marketplace/buyer/features/company/company-model.ts'
import { createFavouritesModel } from '#marketplace/buyer/features/favourites/favourites-model.ts'
import { createReviewsModel } from '#marketplace/buyer/features/reviews/reviews-model.ts'
import { createFavouritesStore } from '#marketplace/buyer/platform/create-favourites-store.ts'
import { followIdentity } from '#marketplace/buyer/platform/identity-updates.ts'
import { createKeptFavourites, createKeptPresses } from '#marketplace/buyer/platform/kept-presses.ts'
import { followMessages } from '#marketplace/buyer/platform/message-updates.ts'
import { createSearchesModel } from '#marketplace/buyer/platform/searches-model.ts'
import { createUnreadStore } from '#marketplace/buyer/platform/unread-store.ts'
import { createUserStore, type UserState } from '#marketplace/buyer/platform/user-store.ts'
import { type CustomerWire, currentUser } from '#shared/contract/account.ts'
import { customerIdvStatusUpdated, reviewUpdated, savedSearchesUpdated } from '#shared/contract/events.ts'
import { addFavourite, labelFavourite, listFavourites, removeFavourite } from '#shared/contract/inquiries.ts'
import { textMessageOutboundSent, textMessagesRead } from '#shared/contract/messenger.ts'
import {
  addReviewResponse,
  followAccount,
  getCompany,
  listReviewable,
  listReviewsAboutCustomer,
  listWrittenReviews,
  removeReviewResponse,
  updateReviewResponse,
} from '#shared/contract/reviews.ts'
import {
  addSavedSearch,
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
} from '#shared/contract/saved-searches.ts'
import * as eg from '#tests/support/eg.ts'
import { type LiveWorld, refused } from './live-world.ts'
import { followNews, type OpenStore } from './play.ts'

const PAGE = 2
const sorted = (ids: Iterable<number>) => [...ids].sort((one, other) => one - other)

function openUser(world: LiveWorld, wire: () => Partial<CustomerWire>) {
  world.serve(currentUser, () => ({ data: { id: 1, ...wire() } }))
  const user = createUserStore({ ...world, maySession: () => true })
  void user.load()
  return user
}
/** The page offers another try. */
const isUnreachable = ({ state }: { state: { value: UserState } }) => state.value.phase === 'unreachable'

function noStorage(): never {
  throw new Error('There is no storage here.')
}

function openHearts(world: LiveWorld) {
  const kept = new Set([1])
  const user = openUser(world, () => ({ favourite_properties: [...kept] }))
  const set = (id: number, isKept: boolean) => {
    if (isKept) kept.add(id)
    else kept.delete(id)
    return { favourite_properties: [...kept] }
  }
  world.serve(addFavourite, ({ body }) => set(body.property_id, true))
  world.serve(removeFavourite, ({ params }) => set(Number(params.property), false))
  const store = createFavouritesStore({
    api: world.api,
    user,
    log: world.log,
    tabBroadcast: world.tabBroadcast,
    toast() {},
    kept: createKeptFavourites(noStorage),
    keptPresses: createKeptPresses(noStorage, 'favourites'),
    connection: { check: async () => true },
    loginPrompt: { open: async () => true },
  })
  return { kept, user, set, store }
}

export const hearts: OpenStore = (world) => {
  const { kept, user, set, store } = openHearts(world)
  // What a visitor keeps moves to the account with the next login at the latest.
  const press = (which: number) => user.state.peek().phase === 'user' && store.toggle(1 + which)
  return {
    changes: [
      // In another tab, which says so; and on another device, which the next load says.
      (which) => {
        set(10 + which, which % 2 === 0)
        world.say('favourites', [10 + which, which % 2 === 0])
      },
      (which) => {
        set(20 + which, which % 2 === 0)
        void user.load()
      },
    ],
    acts: [press, press, () => user.load()],
    shown: () => (isUnreachable(user) ? [] : sorted(store.ids.value)),
    truth: () => (isUnreachable(user) ? [] : sorted(kept)),
    dispose: store.dispose,
  }
}

export const favouritesPage: OpenStore = (world) => {
  const { store, kept } = openHearts(world)
  const labels = new Map<number, readonly string[]>()
  const row = (property_id: number) => ({ property_id, labels: labels.get(property_id) ?? [] })
  world.serve(listFavourites, () => ({ data: [...kept].map(row) }))
  world.serve(labelFavourite, ({ params, body }) => {
    const id = Number(params.property)
    if (!kept.has(id)) throw refused(404)
    labels.set(id, body.labels)
    return { data: row(id) }
  })
  const model = createFavouritesModel(world.api, store, world.clock)
  void model.load()
  return {
    changes: [],
    acts: [(which) => model.label(1, [`l${which}`]), () => model.load()],
    shown: () =>
      model.state.value.phase === 'ready'
        ? [...model.state.value.value.values()].map((one) => [one.property_id, one.labels])
        : model.state.value,
    truth: () => [...kept].map((id) => [id, labels.get(id) ?? []]),
    dispose: store.dispose,
  }
}

const CHECKS = ['in_progress', 'success', 'failed'] as const

export const identity: OpenStore = (world) => {
  let check = { idv_status: 'not_started', idv_reason: null as string | null }
  const user = openUser(world, () => check)
  followIdentity({ user, live: world.live })
  return {
    changes: [
      (which) => {
        const idv_status = CHECKS[which % CHECKS.length] ?? 'failed'
        check = { idv_status, idv_reason: idv_status === 'failed' ? `Reason ${which}` : null }
        world.send(customerIdvStatusUpdated, { idv_status, idv_id: null })
      },
    ],
    acts: [() => user.load()],
    shown() {
      const { value } = user.state
      return value.phase === 'user' ? [value.user.identity.status, value.user.identity.reason] : value
    },
    truth: () => (isUnreachable(user) ? user.state.value : [check.idv_status, check.idv_reason]),
  }
}

export const unreadCount: OpenStore = (world) => {
  let unread = 3
  let lastId = 3
  const user = openUser(world, () => ({ unread_total: unread }))
  const store = createUnreadStore({
    user: user.state,
    adopt: user.adoptUnread,
    refresh: user.load,
    clock: world.clock,
  })
  let isFollowing = false
  effect(() => {
    if (isFollowing || user.state.value.phase !== 'user') return
    isFollowing = true
    untracked(() => followMessages({ userId: 1, unread: store, live: world.live, came() {}, read() {} }))
  })
  return {
    changes: [
      () => {
        unread++
        const message = eg.wireMessage({ id: ++lastId, customer_id: 1, is_read: false })
        world.send(textMessageOutboundSent, { message })
      },
      (which) => {
        unread = Math.max(0, unread - which)
        world.send(textMessagesRead, { account_id: 1, customer_id: 1, text_messages_ids: [1] })
      },
    ],
    acts: [() => user.load(), () => store.focusGained()],
    shown: () => store.count.value,
    truth: () => (isUnreachable(user) ? 0 : unread),
    dispose: store.dispose,
  }
}

export const savedSearches: OpenStore = (world) => {
  let searches = [1, 2].map((id) => ({ id, name: `Search ${id}`, new_count: 0 }))
  const set = (id: number, to: object) => {
    if (!searches.some((one) => one.id === id)) throw refused(404)
    searches = searches.map((one) => (one.id === id ? { ...one, ...to } : one))
    world.send(savedSearchesUpdated, {})
    return { data: searches.find((one) => one.id === id) }
  }
  world.serve(listSavedSearches, () => ({ data: searches }))
  world.serve(addSavedSearch, ({ body }) => {
    const id = Math.max(0, ...searches.map((one) => one.id)) + 1
    searches = [{ id, name: body.name, new_count: 0 }, ...searches]
    return set(id, {})
  })
  world.serve(changeSavedSearch, ({ params, body }) => set(Number(params.search), body))
  world.serve(deleteSavedSearch, ({ params }) => {
    searches = searches.filter(({ id }) => id !== Number(params.search))
    world.send(savedSearchesUpdated, {})
    return {}
  })
  const model = createSearchesModel(world.api, world.clock)
  void model.load()
  followNews(world, savedSearchesUpdated, model.load)
  return {
    changes: [
      (which) => {
        if (searches.some(({ id }) => id === 1 + (which % 2))) set(1 + (which % 2), { new_count: which })
      },
    ],
    acts: [
      (which) => model.change(1 + (which % 2), { name: `Name ${which}` }),
      (which) => model.keep({ name: `New ${which}`, query: '', alert: 'off', channels: [] }),
      (which) => model.forget(1 + which),
      () => model.load(),
    ],
    shown: () => (model.state.value.phase === 'ready' ? model.state.value.value : model.state.value),
    truth: () => searches,
  }
}

export const reviews: OpenStore = (world) => {
  let all = [3, 2, 1].map((id) => ({ id, content: `Review ${id}`, response: null as null | object }))
  const set = (id: number, to: object) => {
    all = all.map((one) => (one.id === id ? { ...one, ...to } : one))
    world.send(reviewUpdated, { id, about: 'customer' })
    return { data: all.find((one) => one.id === id) }
  }
  const respond = (review: unknown, content: string) =>
    set(Number(review), { response: { content, created_at: '2026-01-02T00:00:00Z' } })
  world.serve(listReviewsAboutCustomer, ({ query }) => {
    const from = (Number(query?.page ?? 1) - 1) * PAGE
    return { data: all.slice(from, from + PAGE), links: { next: from + PAGE < all.length ? 'more' : null } }
  })
  world.serve(listWrittenReviews, () => ({ data: [] }))
  world.serve(listReviewable, () => ({ data: all.length % 2 ? [{ offer_id: all.length }] : [] }))
  world.serve(addReviewResponse, ({ params, body }) => respond(params.review, body.content))
  world.serve(updateReviewResponse, ({ params, body }) => respond(params.review, body.content))
  world.serve(removeReviewResponse, ({ params }) => set(Number(params.review), { response: null }))
  const model = createReviewsModel(world.api, 1, world.clock)
  void model.load()
  followNews(world, reviewUpdated, model.load)
  const list = () => (model.about.state.value.phase === 'ready' ? model.about.state.value : null)
  return {
    changes: [
      () => {
        const id = all.length + 1
        all = [{ id, content: `Review ${id}`, response: null }, ...all]
        world.send(reviewUpdated, { id, about: 'customer' })
      },
      (which) => set(1 + (which % 3), { content: `Edited ${which}` }),
    ],
    acts: [
      () => model.about.loadMore(),
      () => model.load(),
      (which) => {
        const review = list()?.rows[which % 3]
        return review && model.respond(review, which % 2 ? '' : `Answer ${which}`)
      },
    ],
    shown: () => ({
      rows: list()?.rows,
      hasMore: list()?.hasMore,
      more: list()?.more === 'busy',
      reviewable: model.reviewable.value.length,
    }),
    truth() {
      const count = Math.max(PAGE, list()?.rows.length ?? 0)
      const rows = all.slice(0, count)
      return { rows, hasMore: count < all.length, more: false, reviewable: all.length % 2 }
    },
  }
}

export const company: OpenStore = (world) => {
  const at = { is_followed: false, followers: 4 }
  world.serve(getCompany, () => ({ data: { id: 3, title: 'Lone Star', ...at } }))
  world.serve(followAccount, ({ body }) => {
    at.followers += Number(body.is_followed) - Number(at.is_followed)
    at.is_followed = body.is_followed
    return { data: at }
  })
  const model = createCompanyModel(world.api, '3', world.clock)
  void model.load()
  return {
    changes: [],
    acts: [() => model.load(), (which) => model.follow(which % 2 === 0)],
    shown() {
      const { value } = model.state
      return value.phase === 'ready'
        ? { is_followed: value.company.is_followed, followers: value.company.followers }
        : value
    },
    truth: () => at,
  }
}
