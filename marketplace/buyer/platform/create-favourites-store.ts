/**
 * Keeps hearts right: what the profile says is the truth, presses show at once, and what a visitor kept is taken along into
 * the account at login (checklist FAV-01, 02, 03, 05). While the server is away presses wait for it, also over a reload
 * (ERR-09). A deal is only forgotten when the server answers 422 for it (T-14).
 */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Connection } from '#marketplace/kit/connection.ts'
import { ApiError, type Failure, isRefusal } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { addFavourite, removeFavourite } from '#shared/contract/inquiries.ts'
import type { Log } from '#shared/lib/log.ts'
import type { FavouritesStore, ToggleOptions } from './favourites-store.ts'
import { isPress, type KeptFavourites, type KeptPresses, type Press } from './kept-presses.ts'
import type { LoginPrompt } from './login-prompt.ts'
import { createPresses, isRefused, withPresses } from './presses.ts'
import type { TabBroadcast } from './tab-broadcast.ts'
import type { UserState, UserStore } from './user-store.ts'

export interface FavouritesStoreDeps {
  api: Api
  user: Pick<UserStore, 'load' | 'adoptFavourite'> & { readonly state: ReadonlySignal<UserState> }
  kept: KeptFavourites
  keptPresses: KeptPresses
  connection: Pick<Connection, 'check'>
  log: Log
  tabBroadcast: Pick<TabBroadcast, 'say' | 'on'>
  loginPrompt: Pick<LoginPrompt, 'open'>
  toast: (text: string, options?: { action?: { label: string; run: () => void } }) => void
}

const TOPIC = 'favourites'

type Owner = ReadonlySignal<number | null>

export function createFavouritesStore(deps: FavouritesStoreDeps): FavouritesStore & { dispose(): void } {
  const { user, kept, tabBroadcast, toast } = deps
  const owner: Owner = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  /** Of the user, as the server last said. */
  const base = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.favourites : NONE))
  const local = createLocalFavourites(kept)
  const presses = createPresses({
    ...deps,
    owner,
    kept: deps.keptPresses,
    failedWords: 'A favorite was not saved',
    save: (press) => save(deps, owner, press),
    onSaved: local.forget,
    onFailed: sayFailed,
  })
  const ids = computed(() => withPresses([...base.value, ...local.ids.value], presses.wanted.value))

  function sayFailed(id: number, failure: Failure) {
    // Without an answer it may have been saved all the same.
    if (!isRefusal(failure)) void user.load()
    if (isRefused(failure, 422)) return toast('This deal is no longer listed.')
    if (isRefused(failure, 409)) return toast('Your favorites are full. Remove some to add more.')
    toast('That could not be saved.', { action: { label: 'Try again', run: () => void toggle(id) } })
  }

  function toggleLocally(id: number) {
    const isKept = local.toggle(id)
    tabBroadcast.say(TOPIC)
    // Who is logged in may not be known yet; then it moves to the account by itself.
    if (!isKept || user.state.peek().phase === 'unknown') return
    const reason = 'Log in to keep your favorites on all your devices.'
    const run = () => void deps.loginPrompt.open({ reason })
    toast('Saved on this device', { action: { label: 'Log in', run } })
  }

  async function toggle(id: number, options: ToggleOptions = {}): Promise<void> {
    if (owner.peek() === null) return toggleLocally(id)
    const isWanted = !ids.peek().has(id)
    const { isFirst } = await presses.press(id, isWanted)
    if (isFirst && isWanted && !options.isQuiet && ids.peek().has(id))
      toast('Saved to your deals', { action: { label: 'Undo', run: () => void toggle(id) } })
  }

  /** One after another; what fails for another reason than 422 stays in the browser for the next time. */
  async function takeOver(mine: number): Promise<void> {
    let count = 0
    for (const id of local.ids.peek()) {
      if (owner.peek() !== mine) return
      try {
        await save(deps, owner, [id, true])
        count++
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!isRefused(error.failure, 422)) continue
      }
      local.forget(id)
    }
    if (count > 0)
      toast(count === 1 ? '1 favorite moved to your account' : `${count} favorites moved to your account`)
  }

  const endOwner = effect(() => {
    const mine = owner.value
    const goOn = presses.begin(mine)
    if (mine === null) return
    queueMicrotask(() => {
      goOn()
      void takeOver(mine)
    })
  })
  const stopListening = tabBroadcast.on(TOPIC, (said) => {
    local.reread()
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

/** Favorites of this browser, until an account takes them over. */
function createLocalFavourites(kept: KeptFavourites) {
  const ids = signal(kept.read())
  const keep = (next: readonly number[]) => {
    ids.value = next
    kept.write(next)
  }
  const forget = (id: number) => {
    if (ids.peek().includes(id)) keep(ids.peek().filter((one) => one !== id))
  }
  return {
    ids: ids as ReadonlySignal<readonly number[]>,
    forget,
    /** Whether it is kept now. */
    toggle(id: number): boolean {
      const isKept = !ids.peek().includes(id)
      if (isKept) keep([...ids.peek(), id])
      else forget(id)
      return isKept
    },
    reread() {
      ids.value = kept.read()
    },
  }
}

async function save(
  { api, user, tabBroadcast }: FavouritesStoreDeps,
  owner: Owner,
  [id, isWanted]: Press,
): Promise<void> {
  const mine = owner.peek()
  if (isWanted) await api(addFavourite, { body: { property_id: id } })
  else await api(removeFavourite, { params: { property: id } })
  if (mine !== owner.peek()) return
  // Only this deal is taken from the response: another press may have been answered before it and handled after it.
  user.adoptFavourite(id, isWanted)
  tabBroadcast.say(TOPIC, [id, isWanted])
}

const NONE: readonly number[] = []
