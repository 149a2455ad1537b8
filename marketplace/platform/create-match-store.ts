/** Keeps how deals match the person who looks: asks for their boxes and answers at login, when asked, and after each answer. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { MatchReason } from '#shared/contract/match-feedback.ts'
import type { Log } from '#shared/lib/log.ts'
import type { DealsStore } from './deals-store.ts'
import type { KnownMatches } from './match-calls.ts'
import type { MatchStore } from './match-store.ts'
import type { TabTalk } from './tab-talk.ts'
import type { UserState } from './user-store.ts'

export interface MatchStoreDeps {
  api: Api
  user: { readonly state: ReadonlySignal<UserState> }
  deals: Pick<DealsStore, 'state'>
  log: Log
  talk: Pick<TabTalk, 'say' | 'on'>
}

const TOPIC = 'match-feedback'

export function createMatchStore(deps: MatchStoreDeps): MatchStore & { dispose(): void } {
  const { api, user, deals, log, talk } = deps
  const owner = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  const known = signal<KnownMatches | null>(null)
  /** Answers of calls that a later one has overtaken are dropped. */
  let latest = 0
  let running: { of: number; done: Promise<unknown> } | null = null

  /** False when it failed, e.g. at another backend that knows no boxes: then what was known stands. */
  async function take(call: () => Promise<KnownMatches>): Promise<boolean> {
    const mine = ++latest
    try {
      const found = await call()
      if (mine === latest) known.value = found
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      log.warn('How deals match could not be asked', error.failure.kind)
      return false
    }
  }

  /** Who asks meanwhile waits for the same answer. */
  async function load(): Promise<void> {
    const of = owner.peek()
    if (of === null) return
    if (running?.of !== of) {
      const done = take(askForMatches(api)).finally(() => {
        if (running?.done === done) running = null
      })
      running = { of, done }
    }
    await running.done
  }

  async function answer(propertyId: number, reason: MatchReason | null): Promise<boolean> {
    const before = known.peek()
    if (before === null) return false
    const isSaved = await take(() => before.answer(propertyId, reason))
    if (isSaved) talk.say(TOPIC)
    return isSaved
  }

  const endOwner = effect(() => {
    known.value = null
    latest++
    if (owner.value !== null) queueMicrotask(() => void load())
  })
  const endTalk = talk.on(TOPIC, () => void load())
  const profile = computed(() => known.value?.profile ?? null)

  return {
    profile,
    scores: computed(() => {
      const state = deals.state.value
      if (profile.value) return state.phase === 'ready' ? profile.value.scoresOf(state.table) : null
      const now = user.state.value
      return now.phase === 'user' && now.user.scores.size > 0 ? now.user.scores : null
    }),
    load,
    decline: answer,
    takeBack: (propertyId) => answer(propertyId, null),
    dispose() {
      endOwner()
      endTalk()
    },
  }
}

/** A chunk that did not come is a call that did not get through. */
const askForMatches = (api: Api) => async (): Promise<KnownMatches> => {
  const calls = await import('./match-calls.ts').catch((error: unknown) => {
    throw new ApiError('listBuyBoxes', { kind: 'offline' }, error)
  })
  return calls.askForMatches(api)
}
