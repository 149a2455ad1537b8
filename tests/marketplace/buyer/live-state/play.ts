/** Plays random schedules against one store, and compares what it shows in the end with what the server has. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { ApiError } from '#shared/api/api-error.ts'
import { type RealtimeEvent, sessionChannel } from '#shared/contract/events.ts'
import { createLiveWorld, flush, type LiveWorld } from './live-world.ts'

export interface StoreUnderTest {
  /** What changes elsewhere, with the events the server sends about it. */
  readonly changes: readonly ((which: number) => void)[]
  /** What the person does. */
  readonly acts?: readonly ((which: number) => unknown)[]
  /** Once everything has settled, these are equal. */
  shown(): unknown
  truth(): unknown
  readonly dispose?: () => void
}

/** As `useLiveNews` does on a page. */
export function followNews({ live }: LiveWorld, event: RealtimeEvent, onChange: () => Promise<void>) {
  live.follow({
    what: 'News',
    channel: (prefix) => sessionChannel(prefix, 1),
    onSubscribed: () => void onChange(),
    listen: (channel) => channel.listen(event, () => void onChange()),
  })
}

export type OpenStore = (world: LiveWorld) => StoreUnderTest

const WEIGHTS = {
  change: 4,
  act: 4,
  deliver: 3,
  repeat: 1,
  drop: 1,
  rejoin: 2,
  close: 1,
  handle: 3,
  answer: 5,
  fail: 2,
  time: 2,
  relogin: 1,
} as const
const KINDS = Object.entries(WEIGHTS).flatMap(([what, weight]) => Array<string>(weight).fill(what))

const schedule = fc.record({
  steps: fc.array(fc.record({ what: fc.constantFrom(...KINDS), which: fc.nat(11) }), {
    maxLength: 40,
    size: 'max',
  }),
  isSocketFirst: fc.boolean(),
})
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never

/** One schedule by hand: `change` and `act` with the number of what happens, else the step and which call it is for. */
export const expectFreshAfter = (
  open: OpenStore,
  steps: readonly (readonly [what: string, which?: number])[],
  isSocketFirst = true,
) => play(open, { steps: steps.map(([what, which = 0]) => ({ what, which })), isSocketFirst })

async function play(open: OpenStore, { steps, isSocketFirst }: Schedule): Promise<void> {
  const world = createLiveWorld()
  const store = open(world)
  const run = (list: StoreUnderTest['acts'], which: number) =>
    list && list.length > 0 ? list[which % list.length]?.(Math.floor(which / list.length)) : undefined
  await flush()
  for (const { what, which } of steps) {
    if (what === 'change') run(store.changes, which)
    else if (what === 'act') Promise.resolve(run(store.acts, which)).catch(ignoreFailure)
    else world.step(what, which)
    await flush()
  }
  await world.settle(isSocketFirst)
  store.dispose?.()
  expect(store.shown()).toEqual(store.truth())
}

/** The form says it. */
function ignoreFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

/** `LIVE_STATE='{"seed":1,"path":"0:1"}'` plays again what a failure printed; `LIVE_STATE='{"numRuns":20000}'` plays more. */
export async function expectNeverStale(open: OpenStore): Promise<void> {
  const given = JSON.parse(process.env.LIVE_STATE ?? '{}') as object
  await fc.assert(
    fc.asyncProperty(schedule, (steps) => play(open, steps)),
    { numRuns: 400, ...given },
  )
}
