/** Keeps how deals match the person who looks: asks for their boxes and answers at login, when asked, and after each answer. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { BuyBoxWire } from '#shared/contract/buy-box.ts'
import type { MatchFeedbackWire } from '#shared/contract/match-feedback.ts'
import type { Log } from '#shared/lib/log.ts'
import type { DealsStore } from './deals-store.ts'
import type { MatchProfile, MatchStore } from './match-store.ts'
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
  const profile = signal<MatchProfile | null>(null)
  let boxes: readonly BuyBoxWire[] = []
  /** Answers of calls that a later one has overtaken are dropped. */
  let latest = 0
  let running: { of: number; done: Promise<void> } | null = null

  async function show(mine: number, answers: readonly MatchFeedbackWire[]) {
    const { createMatchProfile } = await import('./match-profile.ts')
    if (mine === latest) profile.value = createMatchProfile(boxes, answers)
  }

  /** Who asks meanwhile waits for the same answer. */
  function load(): Promise<void> {
    const of = owner.peek()
    if (of === null) return Promise.resolve()
    if (running?.of !== of) {
      const done = ask().finally(() => {
        if (running?.done === done) running = null
      })
      running = { of, done }
    }
    return running.done
  }

  async function ask(): Promise<void> {
    const mine = ++latest
    try {
      const { listBuyBoxes, listMatchFeedback } = await matchCalls()
      const found = (await api(listBuyBoxes, {})).data
      const answers = found.length === 0 ? [] : (await api(listMatchFeedback, {})).data
      if (mine !== latest) return
      boxes = found
      if (found.length === 0) profile.value = null
      else await show(mine, answers)
    } catch (error) {
      // Another backend may know no boxes; the scores on the profile count then.
      if (!(error instanceof ApiError)) throw error
      log.warn('The buy boxes could not be loaded', error.failure.kind)
    }
  }

  async function change(call: (calls: MatchCalls) => Promise<Answers>): Promise<boolean> {
    try {
      const { data } = await call(await matchCalls())
      await show(++latest, data)
      talk.say(TOPIC)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      log.warn('What was declined could not be saved', error.failure.kind)
      return false
    }
  }

  const endOwner = effect(() => {
    if (owner.value === null) {
      latest++
      boxes = []
      profile.value = null
    } else queueMicrotask(() => void load())
  })
  const endTalk = talk.on(TOPIC, () => void load())

  return {
    profile,
    scores: computed(() => {
      const state = deals.state.value
      if (profile.value) return state.phase === 'ready' ? profile.value.scoresOf(state.table) : null
      const now = user.state.value
      return now.phase === 'user' && now.user.scores.size > 0 ? now.user.scores : null
    }),
    load,
    decline: (property, reason) =>
      change((calls) => api(calls.giveMatchFeedback, { params: { property }, body: { reason } })),
    takeBack: (property) => change((calls) => api(calls.withdrawMatchFeedback, { params: { property } })),
    dispose() {
      endOwner()
      endTalk()
    },
  }
}

interface Answers {
  readonly data: readonly MatchFeedbackWire[]
}

type MatchCalls = Awaited<ReturnType<typeof matchCalls>>

/** The calls with their schemas: a visitor who only reads needs none. */
async function matchCalls() {
  const parts = Promise.all([
    import('#shared/contract/buy-box.ts'),
    import('#shared/contract/match-feedback.ts'),
  ])
  const [{ listBuyBoxes }, feedback] = await parts.catch((error: unknown) => {
    throw new ApiError('listBuyBoxes', { kind: 'offline' }, error)
  })
  const { listMatchFeedback, giveMatchFeedback, withdrawMatchFeedback } = feedback
  return { listBuyBoxes, listMatchFeedback, giveMatchFeedback, withdrawMatchFeedback }
}
