/** Keeps what somebody has looked at and put away: asked for at login and when asked, shown at once, told to their other tabs. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt } from '#marketplace/kit/attempt.ts'
import type { Connection } from '#marketplace/kit/connection.ts'
import { createOwnedResource } from '#marketplace/kit/resource.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Marks } from './deal-marks-calls.ts'
import type { DealMarksStore } from './deal-marks-store.ts'
import type { KeptPresses } from './kept-presses.ts'
import { createPresses, withPresses } from './presses.ts'
import { createSeenReporter } from './seen-reporter.ts'
import type { TabBroadcast } from './tab-broadcast.ts'
import type { UserState } from './user-store.ts'

export interface DealMarksDeps {
  api: Api
  user: { readonly state: ReadonlySignal<UserState> }
  /** What was hidden or shown again and is not saved yet. */
  keptPresses: KeptPresses
  connection: Pick<Connection, 'check'>
  clock: Clock
  log: Log
  tabBroadcast: Pick<TabBroadcast, 'say' | 'on'>
}

const TOPIC = 'deal-marks'
const NONE: ReadonlySet<number> = new Set()
const NOTHING: Marks = { hidden: NONE, seen: NONE }

export function createDealMarksStore(deps: DealMarksDeps): DealMarksStore & { dispose(): void } {
  const { api, user, clock, log, tabBroadcast } = deps
  const owner = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  const ask = async () => (await calls()).askForMarks(api)
  const marks = createOwnedResource(owner, () => heard('Seen and hidden deals were not loaded', ask), clock)
  const known = computed(() => (marks.state.value.phase === 'ready' ? marks.state.value.value : NOTHING))
  const presses = createPresses({
    owner,
    kept: deps.keptPresses,
    connection: deps.connection,
    log,
    failedWords: 'A hidden deal was not saved',
    async save([id, isHidden]) {
      const call = async () => (await calls()).sendHidden(api, id, isHidden)
      await marks.merge(call, (now) => ({ ...now, hidden: withId(now.hidden, id, isHidden) }))
      tabBroadcast.say(TOPIC)
      if (marks.state.peek().phase !== 'ready') await marks.load()
    },
  })
  const hidden = computed(() => withPresses(known.value.hidden, presses.wanted.value))
  /** Looked at here. */
  const looked = signal(NONE)
  const seen = computed<ReadonlySet<number>>(() =>
    known.value.isOff ? NONE : new Set([...known.value.seen, ...looked.value]),
  )
  const reporter = createSeenReporter(clock, async (ids) => {
    const call = async () => (await calls()).sendSeen(api, ids)
    const answer = await attempt(heard('Seen deals were not saved', call))
    // The same person may have left and come back.
    if (ids.some((id) => !seen.peek().has(id))) void marks.refresh()
    return answer.kind === 'done'
  })

  async function heard<T>(what: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ApiError) log.warn(what, error.failure.kind)
      throw error
    }
  }

  const endOwner = effect(() => {
    const goOn = presses.begin(owner.value)
    looked.value = NONE
    reporter.reset()
    queueMicrotask(goOn)
  })
  void marks.load()
  const stopListening = tabBroadcast.on(TOPIC, () => void marks.load())

  return {
    hidden,
    seen,
    load: marks.load,
    hide: async (id, isHidden) => (await presses.press(id, isHidden)).isSaved,
    async visit() {
      const call = async () => (await calls()).sendVisit(api)
      const answer = await attempt(heard('The last visit was not loaded', call))
      return answer.kind === 'done' ? answer.value : undefined
    },
    saw(id) {
      if (owner.peek() === null || known.peek().isOff || seen.peek().has(id)) return
      looked.value = withId(looked.peek(), id, true)
      reporter.add(id)
    },
    dispose() {
      endOwner()
      stopListening()
      reporter.reset()
    },
  }
}

function withId(ids: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(ids)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}

/** A chunk that did not come is a call that did not get through. */
const calls = () =>
  import('./deal-marks-calls.ts').catch((error: unknown) => {
    throw new ApiError('listHiddenDeals', { kind: 'offline' }, error)
  })
