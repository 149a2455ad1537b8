/**
 * Keeps hearts right: what the profile says is the truth, presses show at once, and what a visitor kept is taken along into
 * the account at login (checklist FAV-01, 02, 03, 05). While the server is away presses wait for it, also over a reload
 * (ERR-09). A deal is only forgotten when the server answers 422 for it (T-14).
 */
import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure, isRefusal } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { addFavourite, removeFavourite } from '#shared/contract/inquiries.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Connection } from './connection.ts'
import type { FavouritesStore, ToggleOptions } from './favourites-store.ts'
import { isPress, type KeptFavourites } from './kept-favourites.ts'
import type { LoginPrompt } from './login-prompt.ts'
import type { TabBroadcast } from './tab-broadcast.ts'
import type { UserState, UserStore } from './user-store.ts'

export interface FavouritesStoreDeps {
  api: Api
  user: Pick<UserStore, 'load' | 'adoptFavourite'> & { readonly state: ReadonlySignal<UserState> }
  kept: KeptFavourites
  connection: Pick<Connection, 'check'>
  log: Log
  tabBroadcast: Pick<TabBroadcast, 'say' | 'on'>
  loginPrompt: Pick<LoginPrompt, 'open'>
  toast: (text: string, options?: { action?: { label: string; run: () => void } }) => void
}

const TOPIC = 'favourites'

export function createFavouritesStore(deps: FavouritesStoreDeps): FavouritesStore & { dispose(): void } {
  const { api, user, kept, tabBroadcast, toast, log } = deps
  const owner = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  /** Of the user, as the server last said. */
  const base = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.favourites : NONE))
  /** Of this browser, until an account has taken them over. */
  const local = signal(kept.read())
  /** What was pressed and is not answered yet. */
  const wanted = signal<ReadonlyMap<number, boolean>>(new Map())
  const running = new Map<number, Promise<void>>()

  const ids = computed<ReadonlySet<number>>(() => {
    const all = new Set([...base.value, ...local.value])
    for (const [id, isWanted] of wanted.value) {
      if (isWanted) all.add(id)
      else all.delete(id)
    }
    return all
  })

  function keepLocally(next: readonly number[]) {
    local.value = next
    kept.write(next)
  }
  const forgetLocally = (id: number) => {
    if (local.peek().includes(id)) keepLocally(local.peek().filter((one) => one !== id))
  }
  function want(id: number, isWanted: boolean | null) {
    const next = new Map(wanted.peek())
    if (isWanted === null) next.delete(id)
    else next.set(id, isWanted)
    wanted.value = next
    const mine = owner.peek()
    if (mine !== null) kept.writePresses(mine, [...next])
  }
  async function send(id: number, isWanted: boolean): Promise<void> {
    const mine = owner.peek()
    if (isWanted) await api(addFavourite, { body: { property_id: id } })
    else await api(removeFavourite, { params: { property: id } })
    if (mine !== owner.peek()) return
    // Only this deal is taken from the response: another press may have been answered before it and handled after it.
    user.adoptFavourite(id, isWanted)
    tabBroadcast.say(TOPIC, [id, isWanted])
  }

  /** Until the server has what was pressed last; presses meanwhile only change what that is. */
  async function settle(id: number): Promise<void> {
    try {
      for (let sent: boolean | null = null, answers = 0; ; ) {
        const isWanted = wanted.peek().get(id)
        if (isWanted === undefined || isWanted === sent) break
        try {
          await send(id, isWanted)
          sent = isWanted
        } catch (error) {
          // It may have come back between the failure and the check.
          if (!isAway(error) || ((await deps.connection.check()) && answers++ > 0)) throw error
        }
      }
      batch(() => {
        forgetLocally(id)
        want(id, null)
      })
    } catch (error) {
      want(id, null)
      if (!(error instanceof ApiError)) throw error
      log.warn('A favorite was not saved', error.failure.kind)
      // Without an answer it may have been saved all the same.
      if (!isRefusal(error.failure)) void user.load()
      sayFailed(id, error.failure)
    } finally {
      running.delete(id)
    }
  }

  function start(id: number): Promise<void> {
    const promise = settle(id)
    running.set(id, promise)
    return promise
  }

  function sayFailed(id: number, failure: Failure) {
    if (isRefused(failure, 422)) return toast('This deal is no longer listed.')
    if (isRefused(failure, 409)) return toast('Your favorites are full. Remove some to add more.')
    toast('That could not be saved.', { action: { label: 'Try again', run: () => void toggle(id) } })
  }

  function toggleLocally(id: number) {
    const isKept = local.peek().includes(id)
    keepLocally(isKept ? local.peek().filter((one) => one !== id) : [...local.peek(), id])
    tabBroadcast.say(TOPIC)
    // Who is logged in may not be known yet; then it moves to the account by itself.
    if (isKept || user.state.peek().phase === 'unknown') return
    const reason = 'Log in to keep your favorites on all your devices.'
    const run = () => void deps.loginPrompt.open({ reason })
    toast('Saved on this device', { action: { label: 'Log in', run } })
  }

  async function toggle(id: number, options: ToggleOptions = {}): Promise<void> {
    if (owner.peek() === null) return toggleLocally(id)
    const isWanted = !ids.peek().has(id)
    want(id, isWanted)
    const under = running.get(id)
    if (under) return under
    await start(id)
    if (isWanted && !options.isQuiet && ids.peek().has(id))
      toast('Saved to your deals', { action: { label: 'Undo', run: () => void toggle(id) } })
  }

  /** One after another; what fails for another reason than 422 stays in the browser for the next time. */
  async function takeOver(mine: number): Promise<void> {
    let count = 0
    for (const id of local.peek()) {
      if (owner.peek() !== mine) return
      try {
        await send(id, true)
        count++
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!isRefused(error.failure, 422)) continue
      }
      forgetLocally(id)
    }
    if (count > 0)
      toast(count === 1 ? '1 favorite moved to your account' : `${count} favorites moved to your account`)
  }

  const endOwner = effect(() => {
    const mine = owner.value
    // Another person's presses are no longer ours to finish.
    const left = mine === null ? [] : kept.readPresses(mine)
    wanted.value = new Map(left)
    if (mine === null) return
    queueMicrotask(() => {
      for (const [id] of left) if (!running.has(id)) void start(id)
      void takeOver(mine)
    })
  })
  const stopListening = tabBroadcast.on(TOPIC, (said) => {
    local.value = kept.read()
    if (isPress(said)) user.adoptFavourite(...said)
  })

  return {
    ids,
    kept: base,
    toggle,
    dispose() {
      endOwner()
      stopListening()
    },
  }
}

const NONE: readonly number[] = []

const isRefused = (failure: Failure, status: number): boolean =>
  failure.kind === 'refused' && failure.status === status

/** No answer of the server's own came; a gateway may have answered in its place. */
const isAway = (error: unknown): boolean =>
  error instanceof ApiError &&
  (['offline', 'timeout'].includes(error.failure.kind) ||
    [502, 503, 504].some((status) => isRefused(error.failure, status)))
