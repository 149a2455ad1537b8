/** Keeps how deals match the person who looks: asks for their boxes and answers at login, when asked, and after each answer. */
import { computed, type ReadonlySignal } from '@preact/signals-core'
import { attempt } from '#marketplace/kit/attempt.ts'
import { createOwnedResource } from '#marketplace/kit/resource.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { MatchReason } from '#shared/contract/match-feedback.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type { DealsStore } from './deals-store.ts'
import type { KnownMatches } from './match-calls.ts'
import type { MatchStore } from './match-store.ts'
import type { TabBroadcast } from './tab-broadcast.ts'
import type { UserState } from './user-store.ts'

export interface MatchStoreDeps {
  api: Api
  user: { readonly state: ReadonlySignal<UserState> }
  deals: Pick<DealsStore, 'state'>
  clock?: Clock
  log: Log
  tabBroadcast: Pick<TabBroadcast, 'say' | 'on'>
}

const TOPIC = 'match-feedback'

export function createMatchStore(deps: MatchStoreDeps): MatchStore & { dispose(): void } {
  const { api, user, deals, log, tabBroadcast } = deps
  const owner = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  const list = createOwnedResource(owner, () => heard(askForMatches(api)), deps.clock)
  const known = computed(() => (list.state.value.phase === 'ready' ? list.state.value.value : null))
  const profile = computed(() => known.value?.profile ?? null)

  async function heard<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } catch (error) {
      // E.g. at another backend that knows no boxes.
      if (error instanceof ApiError) log.warn('Matches were not loaded', error.failure.kind)
      throw error
    }
  }

  async function answer(propertyId: number, reason: MatchReason | null): Promise<boolean> {
    const before = known.peek()
    if (before === null) return false
    const saved = await attempt(list.write(() => heard(before.answer(propertyId, reason))))
    if (saved.kind === 'done') tabBroadcast.say(TOPIC)
    return saved.kind === 'done'
  }

  void list.load()
  const stopListening = tabBroadcast.on(TOPIC, () => void list.load())

  return {
    profile,
    isSettled: computed(
      () =>
        user.state.value.phase !== 'unknown' &&
        (owner.value === null || list.state.value.phase !== 'loading'),
    ),
    isWithoutBox: computed(() => known.value?.hasBox === false),
    scores: computed(() => {
      const state = deals.state.value
      if (profile.value) return state.phase === 'ready' ? profile.value.scoresOf(state.table) : null
      const now = user.state.value
      return now.phase === 'user' && now.user.scores.size > 0 ? now.user.scores : null
    }),
    load: list.load,
    decline: answer,
    takeBack: (propertyId) => answer(propertyId, null),
    dispose: stopListening,
  }
}

/** A chunk that did not come is a call that did not get through. */
async function askForMatches(api: Api): Promise<KnownMatches> {
  const calls = await import('./match-calls.ts').catch((error: unknown) => {
    throw new ApiError('listBuyBoxes', { kind: 'offline' }, error)
  })
  return calls.askForMatches(api)
}
