/** Keeps what somebody has looked at and put away: asked for at login and when asked, shown at once, told to their other tabs. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { FEED_SEEN_MAX } from '#shared/contract/match-limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type { DealMarksStore } from './deal-marks-store.ts'
import type { TabTalk } from './tab-talk.ts'
import type { UserState } from './user-store.ts'

export interface DealMarksDeps {
  api: Api
  user: { readonly state: ReadonlySignal<UserState> }
  clock: Clock
  log: Log
  talk: Pick<TabTalk, 'say' | 'on'>
}

const TOPIC = 'deal-marks'
/** Deals that were looked at are told together. */
const TELL_AFTER_MS = 1000
const NONE: ReadonlySet<number> = new Set()

export function createDealMarksStore(deps: DealMarksDeps): DealMarksStore & { dispose(): void } {
  const { api, user, clock, log, talk } = deps
  const owner = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  const hidden = signal(NONE)
  const seen = signal(NONE)
  const untold = new Set<number>()
  let stopTelling: (() => void) | null = null
  /** What was asked before a change says nothing about it. */
  let latest = 0
  let isKnown = false

  /** False when it failed. */
  async function tried(what: string, call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      log.warn(what, error.failure.kind)
      return false
    }
  }

  async function load(): Promise<void> {
    if (owner.peek() === null) return
    const mine = ++latest
    await tried('What was seen and hidden could not be asked', async () => {
      const marks = await (await calls()).askForMarks(api)
      if (mine !== latest) return
      isKnown = true
      hidden.value = marks.hidden
      seen.value = new Set([...marks.seen, ...untold])
    })
  }

  async function tell(): Promise<void> {
    stopTelling = null
    const ids = [...untold].slice(0, FEED_SEEN_MAX)
    if (ids.length === 0 || owner.peek() === null) return
    const isTold = await tried('What was seen could not be kept', async () =>
      (await calls()).sendSeen(api, ids),
    )
    if (isTold) for (const id of ids) untold.delete(id)
  }

  const endOwner = effect(() => {
    const id = owner.value
    hidden.value = NONE
    seen.value = NONE
    untold.clear()
    isKnown = false
    latest++
    if (id !== null) queueMicrotask(() => void load())
  })
  const endTalk = talk.on(TOPIC, () => void load())

  return {
    ...{ hidden, seen, load },
    async hide(id, isHidden) {
      const before = hidden.peek().has(id)
      latest++
      hidden.value = withId(hidden.peek(), id, isHidden)
      const isSaved = await tried('A deal could not be hidden or shown', async () =>
        (await calls()).sendHidden(api, id, isHidden),
      )
      if (isSaved) talk.say(TOPIC)
      else hidden.value = withId(hidden.peek(), id, before)
      if (!isKnown) void load()
      return isSaved
    },
    async visit() {
      let before: number | null | undefined
      await tried('When the deals were looked at could not be asked', async () => {
        before = await (await calls()).sendVisit(api)
      })
      return before
    },
    saw(id) {
      if (owner.peek() === null || seen.peek().has(id)) return
      seen.value = withId(seen.peek(), id, true)
      untold.add(id)
      stopTelling ??= clock.after(TELL_AFTER_MS, () => void tell())
    },
    dispose() {
      endOwner()
      endTalk()
      stopTelling?.()
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
