import { signal } from '@preact/signals-core'
import { afterEach, describe, expect, it } from 'vitest'
import { createFavouritesStore } from '#marketplace/platform/create-favourites-store.ts'
import { createTabTalk } from '#marketplace/platform/tab-talk.ts'
import type { UserState } from '#marketplace/platform/user-store.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import * as eg from '#tests/support/eg.ts'

const refused = (status: number): Failure => ({
  kind: 'refused',
  status,
  problem: { message: 'No.' },
  retryAfterMs: null,
})
const settled = () => new Promise((resolve) => setImmediate(resolve))
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

interface Call {
  name: string
  id: number
  answer(failure?: Failure): Promise<void>
}

function setUp(given: { kept?: number[]; saved?: number[]; isVisitor?: boolean } = {}) {
  const server = new Set(given.saved ?? [])
  const calls: Call[] = []
  let kept: readonly number[] = given.kept ?? []
  const toasts: { text: string; press: () => void }[] = []
  const user = () => eg.user({ id: 7, favourites: [...server] })
  const state = signal<UserState>(given.isVisitor ? { phase: 'visitor' } : { phase: 'user', user: user() })
  const api = ((
    endpoint: { name: string },
    input: { body?: { property_id: number }; params?: { property: number } },
  ) =>
    new Promise((resolve, reject) => {
      const id = input.body?.property_id ?? input.params?.property ?? 0
      calls.push({
        name: endpoint.name,
        id,
        async answer(failure) {
          if (failure) reject(new ApiError(endpoint.name, failure))
          else {
            if (endpoint.name === 'addFavourite') server.add(id)
            else server.delete(id)
            resolve({ favourite_properties: [...server] })
          }
          await settled()
        },
      })
    })) as unknown as Api
  const store = createFavouritesStore({
    api,
    user: { state },
    kept: { read: () => kept, write: (ids) => (kept = ids) },
    log: { warn() {}, error() {} },
    talk: createTabTalk(() => null),
    loginPrompt: { open: async () => true },
    toast: (text, options) => void toasts.push({ text, press: options?.action?.run ?? (() => {}) }),
  })
  ends.push(store.dispose)
  return {
    ...{ store, state, calls, toasts, server },
    ids: () => [...store.ids.value].sort((a, b) => a - b),
    kept: () => kept,
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
    await calls[0]?.answer({ kind: 'timeout' })
    expect(ids()).toEqual([])
    expect(toasts.map(({ text }) => text)).toEqual(['That could not be saved.'])
    toasts[0]?.press()
    expect(ids()).toEqual([2])
    await calls[1]?.answer()
    expect(ids()).toEqual([2])
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
