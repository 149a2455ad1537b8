import { signal } from '@preact/signals-core'
import { afterEach, describe, expect, it } from 'vitest'
import { createFavouritesStore } from '#marketplace/buyer/platform/create-favourites-store.ts'
import { createKeptFavourites, createKeptPresses } from '#marketplace/buyer/platform/kept-presses.ts'
import { createTabBroadcast } from '#marketplace/buyer/platform/tab-broadcast.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import type { Connection } from '#marketplace/kit/connection.ts'
import type { Failure } from '#shared/api/api-error.ts'
import { addFavourite, removeFavourite } from '#shared/contract/inquiries.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeApi, refused } from '#tests/support/fake-api.ts'
import { storageIn } from '#tests/support/storage-in.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

interface Call {
  name: string
  id: number
  /** The server handles the call; returns a function that delivers the answer. */
  handle(): () => void
  answer(failure?: Failure): Promise<void>
}

interface Given {
  kept?: number[]
  saved?: number[]
  isVisitor?: boolean
  check?: Connection['check']
  /** Of the browser, which outlives the page. */
  storage?: Map<string, string>
}

function setUp(given: Given = {}) {
  const server = new Set(given.saved ?? [])
  const calls: Call[] = []
  const storage = storageIn(given.storage ?? new Map())
  const kept = createKeptFavourites(storage)
  if (given.kept) kept.write(given.kept)
  const toasts: { text: string; press: () => void }[] = []
  const user = () => eg.user({ id: 7, favourites: [...server] })
  const state = signal<UserState>(given.isVisitor ? { phase: 'visitor' } : { phase: 'user', user: user() })
  const backend = createFakeApi()
  for (const endpoint of [addFavourite, removeFavourite])
    backend.on(
      endpoint,
      (input) =>
        new Promise((resolve) => {
          const id = input.params?.property ?? input.body?.property_id ?? 0
          calls.push({
            name: endpoint.name,
            id,
            handle() {
              if (endpoint === addFavourite) server.add(id)
              else server.delete(id)
              const reply = { favourite_properties: [...server] }
              return () => resolve(reply)
            },
            async answer(failure) {
              if (failure) resolve(failure)
              else this.handle()()
              await settled()
            },
          })
        }),
    )
  const adoptFavourite = (id: number, isKept: boolean) => {
    if (state.value.phase !== 'user') return
    const others = state.value.user.favourites.filter((one) => one !== id)
    const favourites = isKept ? [...others, id] : others
    state.value = { phase: 'user', user: { ...state.value.user, favourites } }
  }
  const store = createFavouritesStore({
    api: backend.api,
    user: { state, adoptFavourite, load: async () => {} },
    kept,
    keptPresses: createKeptPresses(storage, 'favourites'),
    connection: { check: given.check ?? (async () => true) },
    log: { warn() {}, error() {} },
    tabBroadcast: createTabBroadcast(() => null),
    loginPrompt: { open: async () => true },
    toast: (text, options) => void toasts.push({ text, press: options?.action?.run ?? (() => {}) }),
  })
  ends.push(store.dispose)
  return {
    store,
    state,
    calls,
    toasts,
    server,
    ids: () => [...store.ids.value].sort((a, b) => a - b),
    kept: kept.read,
    logIn: async () => {
      state.value = { phase: 'user', user: user() }
      await settled()
    },
    logOut: () => {
      state.value = { phase: 'visitor' }
    },
  }
}

describe('a heart of somebody who is logged in', () => {
  it('shows at once, before the server has answered, and stays', async () => {
    const { store, ids, calls, toasts } = setUp({ saved: [1] })
    const pressed = store.toggle(2)
    expect(ids()).toEqual([1, 2])
    await calls[0]?.answer()
    await pressed
    expect(ids()).toEqual([1, 2])
    expect(toasts.map(({ text }) => text)).toEqual(['Saved to your deals'])
  })

  it('goes back when the server fails, says so, and the notice tries again', async () => {
    const { store, ids, calls, toasts } = setUp()
    void store.toggle(2)
    await calls[0]?.answer(refused(500))
    expect(ids()).toEqual([])
    expect(toasts.map(({ text }) => text)).toEqual(['That could not be saved.'])
    toasts[0]?.press()
    expect(ids()).toEqual([2])
    await calls[1]?.answer()
    expect(ids()).toEqual([2])
  })

  it('that had no answer from a server that answers is sent once more, then goes back', async () => {
    const { store, ids, calls, toasts } = setUp()
    void store.toggle(2)
    await calls[0]?.answer({ kind: 'timeout' })
    expect(ids()).toEqual([2])
    await calls[1]?.answer({ kind: 'timeout' })
    expect([ids(), calls.length]).toEqual([[], 2])
    expect(toasts.map(({ text }) => text)).toEqual(['That could not be saved.'])
  })

  it('folds presses while a call is under way into one more call at most', async () => {
    const { store, ids, calls } = setUp()
    for (let press = 0; press < 4; press++) void store.toggle(2)
    expect(ids()).toEqual([])
    await calls[0]?.answer()
    expect(calls.map(({ name }) => name)).toEqual(['addFavourite', 'removeFavourite'])
    await calls[1]?.answer()
    expect([calls.length, ids()]).toEqual([2, []])
  })

  it('stays correct when the answers to two presses arrive out of order', async () => {
    const { ids, store, calls } = setUp()
    void store.toggle(1)
    void store.toggle(2)
    const late = calls[0]?.handle()
    await calls[1]?.answer()
    late?.()
    await settled()
    expect(ids()).toEqual([1, 2])
  })

  it('follows what the profile says, which another device may have changed', async () => {
    const { ids, server, logIn } = setUp({ saved: [1] })
    server.add(9)
    await logIn()
    expect(ids()).toEqual([1, 9])
  })

  it('is gone from the screen after a log out', () => {
    const { ids, logOut } = setUp({ saved: [1] })
    logOut()
    expect(ids()).toEqual([])
  })
})

describe('hearts pressed while the server is away', () => {
  function setUpAway(storage = new Map<string, string>()) {
    let comeBack = () => {}
    const back = new Promise<void>((resolve) => {
      comeBack = resolve
    })
    const all = setUp({ saved: [1], storage, check: () => back.then(() => false) })
    const isBack = async () => {
      comeBack()
      await settled()
    }
    return { ...all, isBack, storage }
  }
  const offline = { kind: 'offline' } as const

  it('stay as pressed, and are sent once each, in order, as they were pressed last', async () => {
    const { store, ids, calls, toasts, isBack, server } = setUpAway()
    for (const id of [5, 3, 4, 4]) void store.toggle(id)
    for (const call of [...calls]) await call.answer(offline)
    expect([ids(), calls.length, toasts]).toEqual([[1, 3, 5], 3, []])
    await isBack()
    const sent = calls.slice(3)
    expect(sent.map(({ name, id }) => [name, id])).toEqual([
      ['addFavourite', 5],
      ['addFavourite', 3],
      ['removeFavourite', 4],
    ])
    for (const call of sent) await call.answer()
    expect([calls.length, ids(), [...server]]).toEqual([6, [1, 3, 5], [1, 5, 3]])
  })

  it.each([
    ['no connection', offline],
    ['a gateway', refused(503)],
  ])('are undone with a notice when the server refuses them after %s', async (_, failure) => {
    const { store, ids, calls, toasts, isBack } = setUpAway()
    void store.toggle(5)
    await calls[0]?.answer(failure)
    await isBack()
    await calls[1]?.answer(refused(422))
    expect([ids(), calls.length]).toEqual([[1], 2])
    expect(toasts.map(({ text }) => text)).toEqual(['This deal is no longer listed.'])
  })

  it('outlive the page, for the same person', async () => {
    const { store, calls, storage } = setUpAway()
    void store.toggle(5)
    await calls[0]?.answer(offline)
    const next = setUp({ saved: [1], storage })
    await settled()
    expect(next.ids()).toEqual([1, 5])
    await next.calls[0]?.answer()
    expect([next.ids(), [...next.server], storage.size]).toEqual([[1, 5], [1, 5], 0])
  })

  it('in two tabs are all sent by the next page, after both were closed', async () => {
    const { store, storage } = setUpAway()
    const other = setUpAway(storage)
    void store.toggle(5)
    void other.store.toggle(6)
    void store.toggle(7)
    const next = setUp({ saved: [1], storage })
    await settled()
    expect(next.ids()).toEqual([1, 5, 6, 7])
    for (const call of next.calls) await call.answer()
    expect([[...next.server], storage.size]).toEqual([[1, 5, 6, 7], 0])
  })

  it('in one tab wait on when another tab has sent its hearts', async () => {
    const { store, calls, storage } = setUpAway()
    const other = setUpAway(storage)
    void store.toggle(5)
    await calls[0]?.answer(offline)
    void other.store.toggle(6)
    await other.calls[0]?.answer()
    expect(setUp({ saved: [1], storage }).ids()).toEqual([1, 5])
  })

  it('are not sent as another person', async () => {
    const storage = new Map<string, string>()
    createKeptPresses(storageIn(storage), 'favourites').put(8, [5, true])
    const { ids, calls } = setUp({ storage })
    await settled()
    expect([ids(), calls]).toEqual([[], []])
  })
})

describe('a heart of a visitor', () => {
  it('is kept in this browser, and login is offered', async () => {
    const { store, ids, kept, calls, toasts } = setUp({ isVisitor: true })
    await store.toggle(4)
    await store.toggle(5)
    await store.toggle(5)
    expect([ids(), kept(), calls]).toEqual([[4], [4], []])
    expect(toasts[0]?.text).toBe('Saved on this device')
  })

  it('pressed before it is known who is logged in is kept without a word, and moves on', async () => {
    const { store, state, kept, toasts, logIn, calls } = setUp({ isVisitor: true })
    state.value = { phase: 'unknown' }
    await store.toggle(4)
    expect([kept(), toasts]).toEqual([[4], []])
    await logIn()
    expect(calls.map(({ name, id }) => [name, id])).toEqual([['addFavourite', 4]])
  })

  it('moves into the account at login', async () => {
    const { ids, kept, calls, logIn, server, toasts } = setUp({ isVisitor: true, kept: [4, 5], saved: [1] })
    await logIn()
    expect(ids()).toEqual([1, 4, 5])
    await calls[0]?.answer()
    await calls[1]?.answer()
    expect([ids(), kept(), [...server]]).toEqual([[1, 4, 5], [], [1, 4, 5]])
    expect(toasts.map(({ text }) => text)).toEqual(['2 favorites moved to your account'])
  })

  it.each([
    ['422: the deal is gone', refused(422), []],
    ['500', refused(500), [4]],
    ['409: the account is full', refused(409), [4]],
    ['a time-out', { kind: 'timeout' } as const, [4]],
    ['no connection', { kind: 'offline' } as const, [4]],
  ])('after %s at the move is forgotten only when the deal is gone', async (_, failure, left) => {
    const { ids, kept, calls, logIn } = setUp({ isVisitor: true, kept: [4] })
    await logIn()
    await calls[0]?.answer(failure)
    expect([kept(), ids()]).toEqual([left, left])
  })
})
