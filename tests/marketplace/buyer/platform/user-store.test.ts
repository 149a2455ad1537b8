import { expect, test, vi } from 'vitest'
import { createUserStore } from '#marketplace/buyer/platform/user-store.ts'
import { OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const DANA = { id: 1, name: 'Dana Whitfield', email: 'dana@whitfieldholdings.com', unread_total: 3 }
const dana = { data: DANA }
const unauthenticated = refused(401, 'Unauthenticated.')
const down = refused(503, 'Down.')

function setUp(answers: Scripted[], maySession = () => true) {
  const { api, calls } = scriptedApi(answers)
  const log = { warn: vi.fn(), error: vi.fn() }
  const told: string[] = []
  const sessionLost = vi.fn(async () => false)
  const switched = vi.fn()
  const tell = (topic: string) => void told.push(topic)
  const clock = createFakeClock()
  const store = createUserStore({ api, log, clock, maySession, sessionLost, switched, tell })
  return { store, calls, clock, told, sessionLost, switched }
}

test('a browser without a session is a visitor at once, without a call', async () => {
  const { store, calls } = setUp([], () => false)
  expect(store.state.value).toEqual({ phase: 'visitor' })
  await store.load()
  expect(calls).toEqual([])
})

test('a browser with a session is unknown until the server has said whose it is', async () => {
  const { store } = setUp([dana])
  expect(store.state.value).toEqual({ phase: 'unknown' })
  await store.load()
  expect(store.state.value).toMatchObject({
    phase: 'user',
    user: { id: 1, name: 'Dana Whitfield', email: DANA.email, photo: null, unreadTotal: 3 },
  })
})

test('a session that has ended makes a visitor', async () => {
  const { store } = setUp([unauthenticated])
  await store.load()
  expect(store.state.value).toEqual({ phase: 'visitor' })
})

test('a server that is down at the start leaves it open who this is', async () => {
  const { store } = setUp([down])
  await store.load()
  expect(store.state.value).toMatchObject({ phase: 'unreachable' })
})

test('a server that is down at the start is asked again by itself, with growing waits and nothing else on the page', async () => {
  const { store, calls, clock } = setUp([down, OFFLINE, dana])
  await store.load()
  const phases: string[] = []
  store.state.subscribe(({ phase }) => phases.push(phase))
  clock.advance(1000)
  await vi.waitFor(() => expect([calls.length, clock.timers]).toEqual([2, 1]))
  expect(phases).toEqual(['unreachable'])
  clock.advance(2000)
  await vi.waitFor(() => expect(store.state.value).toMatchObject({ phase: 'user' }))
  expect(phases).toEqual(['unreachable', 'user'])
  expect(calls.length).toBe(3)
})

test('after it was given up, the next question has all its tries again: the server may come back for a moment only', async () => {
  const { store, calls, clock } = setUp([...Array.from({ length: 10 }, () => down), dana])
  await store.load()
  const seen = async (count: number, timers: number) => {
    clock.advance(100_000)
    await vi.waitFor(() => expect([calls.length, clock.timers]).toEqual([count, timers]))
  }
  for (let tries = 2; tries <= 8; tries++) await seen(tries, tries === 8 ? 0 : 1)
  await store.load()
  await seen(10, 1)
  clock.advance(100_000)
  await vi.waitFor(() => expect(store.state.value).toMatchObject({ phase: 'user' }))
})

test('a server that is down later does not log anybody out', async () => {
  const { store } = setUp([dana, OFFLINE])
  await store.load()
  await store.load()
  expect(store.state.value).toMatchObject({ phase: 'user' })
})

test('a person without a name is called by the e-mail', async () => {
  const { store } = setUp([{ data: { id: 1, email: 'dana@plat.example' } }])
  await store.load()
  expect(store.state.value).toMatchObject({ user: { name: 'dana', unreadTotal: 0 } })
})

test('whoever comes in by any door is the user from then on, and the other tabs hear of it', () => {
  const { store, told } = setUp([], () => false)
  store.welcome(DANA)
  expect(store.state.value).toMatchObject({ phase: 'user', user: { id: 1 } })
  expect(told).toEqual(['login'])
})

test('an answer that a login has overtaken is dropped', async () => {
  const { store } = setUp([unauthenticated])
  const asked = store.load()
  store.welcome(DANA)
  await asked
  expect(store.state.value).toMatchObject({ phase: 'user' })
})

test('an answer that set out before live news does not undo them', async () => {
  const checked = (idv_status: string) => ({ data: { ...DANA, idv_status } })
  const { store, calls } = setUp([dana, checked('pending_review'), checked('success')])
  await store.load()
  const late = store.load()
  store.adoptIdentity('success', 'check')
  await late
  expect(store.state.value).toMatchObject({ user: { identity: { status: 'success' } } })
  expect(calls).toHaveLength(3)
})

test('when the session of a user is gone, a new login is asked for and the page stays', async () => {
  const { store, sessionLost } = setUp([dana, unauthenticated])
  sessionLost.mockResolvedValue(true)
  await store.load()
  await store.load()
  expect(sessionLost).toHaveBeenCalledOnce()
  expect(store.state.value).toMatchObject({ phase: 'user' })
})

test('who turns away from the new login is a visitor', async () => {
  const { store } = setUp([dana, unauthenticated])
  await store.load()
  await store.load()
  expect(store.state.value).toEqual({ phase: 'visitor' })
})

test('when another person takes over, what stands on the pages must go', async () => {
  const { store, switched } = setUp([dana])
  await store.load()
  store.welcome(DANA)
  expect(switched).not.toHaveBeenCalled()
  store.welcome({ ...DANA, id: 2 })
  expect(switched).toHaveBeenCalledOnce()
})

test('the other tabs hear of a log out once it is true', async () => {
  const { store, told } = setUp([dana, OFFLINE, {}])
  await store.load()
  await store.logOut(() => {})
  expect(told).toEqual([])
  await store.logOut(() => {})
  expect(told).toEqual(['logout'])
})

test('who logs out has left the page before the user is forgotten', async () => {
  const { store } = setUp([dana, {}])
  await store.load()
  let phaseOnLeaving = ''
  const isOut = await store.logOut(() => {
    phaseOnLeaving = store.state.peek().phase
  })
  expect([isOut, phaseOnLeaving, store.state.value]).toEqual([true, 'user', { phase: 'visitor' }])
})

test('what is to be reported goes first, and is waited for two seconds at most', async () => {
  const { store, calls, clock } = setUp([dana, {}])
  await store.load()
  const done: string[] = []
  const takeBack = store.beforeLogOut(async () => void done.push('taken back'))
  takeBack()
  store.beforeLogOut(async () => void done.push(`before call ${calls.length + 1}`))
  store.beforeLogOut(() => new Promise(() => {}))
  const isOut = store.logOut(() => {})
  await expect.poll(() => done).toEqual(['before call 2'])
  clock.advance(1999)
  expect(calls).toHaveLength(1)
  clock.advance(1)
  expect(await isOut).toBe(true)
})

test('a log out that the server did not hear changes nothing', async () => {
  const { store } = setUp([dana, OFFLINE])
  await store.load()
  const leave = vi.fn()
  expect(await store.logOut(leave)).toBe(false)
  expect(leave).not.toHaveBeenCalled()
  expect(store.state.value).toMatchObject({ phase: 'user' })
})

test('logging out of a session that is gone already works', async () => {
  const { store } = setUp([dana, unauthenticated])
  await store.load()
  expect(await store.logOut(() => {})).toBe(true)
})

test('an answer that a log out has overtaken is dropped', async () => {
  const { store } = setUp([dana, {}, dana])
  await store.load()
  const late = store.logOut(() => {})
  const asked = store.load()
  await Promise.all([late, asked])
  expect(store.state.value).toEqual({ phase: 'visitor' })
})
