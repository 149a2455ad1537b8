/**
 * Runs the set-up: checks whether anything is missing once somebody is logged in, moves the state machine on, and tells the
 * other tabs when it is finished (spec section 4, Buy-box check). A check that fails shows nothing and is tried again.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { getSmartBuyBox, listGeotags } from '#shared/contract/buy-box.ts'
import { BUY_BOX_CHECK_DELAY_MS, BUY_BOX_CHECK_RETRY_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { next, OFF, type SetupEvent, type SetupState } from './setup-flow.ts'

export interface SetupModel {
  readonly state: ReadonlySignal<SetupState>
  act(event: SetupEvent): void
  dispose(): void
}

export interface SetupDeps {
  api: Api
  clock: Clock
  log: Log
  /** Who is logged in, or null. */
  user: () => User | null
  /** Rises when the check should be made again. */
  checkAsked: ReadonlySignal<number>
  tabBroadcast: {
    say(topic: string): void
    on(topic: string, handler: () => void): () => void
  }
  /** A box was set up here or in another tab. */
  onFinished: () => void
  /** Remembers over pages that the phone was put off, until the log out. */
  storage: () => Storage
}

/** What tabs say to each other. */
const FINISHED = 'setup-finished'
const PHONE_CONFIRMED = 'phone-confirmed'

export function createSetup(deps: SetupDeps): SetupModel {
  const { api, clock, log, user, checkAsked, tabBroadcast, onFinished } = deps
  const state = signal<SetupState>(OFF)
  const later = createLater(deps)
  let failures = 0
  let callOff = () => {}

  function move(event: SetupEvent) {
    state.value = next(state.value, event)
  }

  async function check() {
    move({ type: 'check' })
    if (state.value.at !== 'checking') return
    callOff()
    let isCurrent = true
    let stopWaiting = () => {}
    callOff = () => {
      isCurrent = false
      stopWaiting()
    }
    const hasBox = await hasAnything(api).catch((error: unknown) => {
      log.warn('The buy box check failed', error instanceof ApiError ? error.failure.kind : error)
      return null
    })
    if (!isCurrent) return
    if (hasBox === null) {
      move({ type: 'failed' })
      const last = BUY_BOX_CHECK_RETRY_MS.length - 1
      stopWaiting = clock.after(BUY_BOX_CHECK_RETRY_MS[Math.min(failures++, last)] ?? 0, () => void check())
      return
    }
    failures = 0
    stopWaiting = clock.after(BUY_BOX_CHECK_DELAY_MS, () =>
      move({ type: 'answered', phone: phoneOf(user(), later.isSaid()), hasBox }),
    )
  }

  function act(event: SetupEvent) {
    const before = state.value
    move(event)
    if (state.value === before) return
    if (event.type === 'phone-later') later.say()
    if (event.type === 'phone-confirmed') tabBroadcast.say(PHONE_CONFIRMED)
    if (event.type === 'saved') {
      tabBroadcast.say(FINISHED)
      onFinished()
    }
  }

  const stop = [
    tabBroadcast.on(FINISHED, () => {
      move({ type: 'finished-elsewhere' })
      onFinished()
    }),
    tabBroadcast.on(PHONE_CONFIRMED, () => move({ type: 'phone-confirmed' })),
    effect(() => {
      checkAsked.value
      // Signals that the check reads are no reason to check again.
      queueMicrotask(() => void check())
    }),
  ]

  return {
    state,
    act,
    dispose() {
      callOff()
      later.forget()
      for (const end of stop) end()
      move({ type: 'logged-out' })
    },
  }
}

const LATER_KEY = 'plat.phone-later'

/** Where storage is blocked it lasts as long as the page. */
function createLater({ user, storage }: Pick<SetupDeps, 'user' | 'storage'>) {
  const id = String(user()?.id ?? '')
  let isSaid = false
  const attempt = (run: () => void) => {
    try {
      run()
    } catch {
      return
    }
  }
  return {
    isSaid() {
      attempt(() => {
        isSaid ||= id !== '' && storage().getItem(LATER_KEY) === id
      })
      return isSaid
    },
    say() {
      isSaid = true
      attempt(() => storage().setItem(LATER_KEY, id))
    },
    forget: () => attempt(() => storage().removeItem(LATER_KEY)),
  }
}

/** True when a target market is set or an entity is linked. The second question is only asked when the first says no. */
async function hasAnything(api: Api): Promise<boolean> {
  const geotags = await api(listGeotags, {})
  if (geotags.data.length > 0) return true
  return (await api(getSmartBuyBox, {})).entities.length > 0
}

function phoneOf(user: User | null, isLater: boolean): 'fine' | 'unconfirmed' | 'later' {
  const main = user?.phones.find((phone) => phone.isDefault)
  if (main === undefined || main.isConfirmed) return 'fine'
  return isLater ? 'later' : 'unconfirmed'
}
