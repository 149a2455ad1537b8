import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createResource } from '#marketplace/kit/resource.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { getDictionaries } from '#shared/contract/site-config.ts'
import { OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const LISTS = { propertyTypes: [{ id: 1, label: 'Single family' }], parkingTypes: [], propertyTags: [] }
const down: Scripted = refused(403, 'Not now.')

test('dictionaries that did not load are said, and are there after another try', async () => {
  const { api } = scriptedApi([down, LISTS])
  const lists = createResource(() => api(getDictionaries, {}))
  await lists.load()
  expect(lists.state.value).toMatchObject({ phase: 'failed', failure: { problem: { message: 'Not now.' } } })
  const again = lists.load()
  expect(lists.state.value).toEqual({ phase: 'loading' })
  await again
  expect(lists.state.value).toMatchObject({ phase: 'ready', value: { propertyTypes: [{ id: 1 }] } })
})

test('what could not be loaded for an hour is there a minute after the server is', async () => {
  const clock = createFakeClock()
  let isUp = false
  const page = createResource(
    () => (isUp ? Promise.resolve('here') : Promise.reject(new ApiError('GET /x', OFFLINE))),
    clock,
  )
  await page.load()
  for (let minute = 0; minute < 60; minute++) {
    clock.advance(60_000)
    await settled()
  }
  expect(page.state.value).toMatchObject({ phase: 'failed' })
  isUp = true
  clock.advance(64_000)
  await settled()
  expect(page.state.value).toMatchObject({ phase: 'ready', value: 'here' })
})

/** One call to a server: handled at one moment, answered at a later one. Either step can fail. */
interface Call {
  handle: () => void
  answer: () => void
  fail: () => void
}

/** A number that rises with every change, and calls in the order the test chooses. */
function createServer() {
  let version = 0
  const calls: Call[] = []
  const send = (isWrite: boolean) =>
    new Promise<number>((resolve, reject) => {
      let seen: number | null = null
      const handle = () => {
        if (seen === null) seen = isWrite ? ++version : version
      }
      const end = (settle: () => void) => () => {
        calls.splice(calls.indexOf(call), 1)
        settle()
      }
      const call: Call = {
        handle,
        answer: end(() => {
          handle()
          resolve(seen as number)
        }),
        fail: end(() => reject(new ApiError('GET /x', OFFLINE))),
      }
      calls.push(call)
    })
  return {
    calls,
    send,
    change: () => ++version,
    get version() {
      return version
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const step = fc.record({
  what: fc.constantFrom('event', 'write', 'reload', 'handle', 'answer', 'fail', 'time', 'reset'),
  which: fc.nat(3),
})
type Step = { what: string; which: number }

/** Plays the steps, then lets every call succeed and time pass. Returns every value that was shown. */
async function play(steps: readonly Step[]) {
  const clock = createFakeClock()
  const server = createServer()
  const resource = createResource(() => server.send(false), clock)
  const shown: number[] = []
  const stop = resource.state.subscribe((state) => {
    if (state.phase === 'loading') shown.length = 0
    if (state.phase === 'ready') shown.push(state.value)
  })
  const call = (which: number) => server.calls[which % server.calls.length]
  const act: Record<string, (which: number) => void> = {
    event() {
      server.change()
      void resource.refresh()
    },
    write: () => void resource.write(() => server.send(true)).catch(() => {}),
    reload: () => void resource.load(),
    handle: (which) => call(which)?.handle(),
    answer: (which) => call(which)?.answer(),
    fail: (which) => call(which)?.fail(),
    time: () => clock.advance(1000),
    reset() {
      // Writes of the former person do not change the values of the next.
      for (const one of server.calls) one.handle()
      resource.reset()
      void resource.load()
    },
  }
  void resource.load()
  for (const { what, which } of steps) {
    act[what]?.(which)
    await settled()
  }
  await settled()
  for (let guard = 0; guard < 100 && (server.calls.length > 0 || clock.timers > 0); guard++) {
    if (server.calls.length === 0) clock.advance(100_000)
    server.calls[0]?.answer()
    await settled()
  }
  stop()
  return { shown, server, state: resource.state.value, calls: server.calls.length }
}

test('whatever the order of events, answers, failures and writes, the newest answer shows, and never an older one after it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { shown, server, state, calls } = await play(steps)
      expect(calls).toBe(0)
      expect(state).toEqual({ phase: 'ready', value: server.version, isStale: false })
      expect(shown).toEqual([...shown].sort((a, b) => a - b))
    }),
    { numRuns: 2000 },
  )
})
