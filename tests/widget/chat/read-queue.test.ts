import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFakeBackend, settled } from '#tests/support/fake-backend.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createReadQueue } from '#widget/chat/read-queue.ts'
import { createTurns } from '#widget/chat/serial-queue.ts'

const SILENT = { warn: () => {}, error: () => {} }

/** A queue over messages 1 to `count`, all unread in conversation 1. */
function open(count: number) {
  const backend = createFakeBackend()
  for (let id = 1; id <= count; id++) backend.say(1, 'Hello')
  const clock = createFakeClock()
  const told: number[] = []
  let unread = count
  const queue = createReadQueue({
    api: backend.api,
    customerId: 7,
    clock,
    turns: createTurns(),
    log: SILENT,
    intervalMs: () => 5000,
    unreadIn: (id) => (id >= 1 && id <= count && !told.includes(id) ? 1 : null),
    onMarked(_, ids) {
      told.push(...ids)
      unread -= ids.length
    },
  })
  return { backend, clock, queue, told, unread: () => unread }
}

const idsOf = (body: unknown) => (body as { text_messages_ids: number[] }).text_messages_ids

describe('the read queue', () => {
  test('one call is under way at a time', async () => {
    const { backend, clock, queue } = open(2)
    queue.sighted(1)
    clock.advance(6000)
    await settled()
    queue.sighted(2)
    clock.advance(20_000)
    await settled()
    expect(backend.calls.map(({ input }) => idsOf(input.body))).toEqual([[1]])
    backend.calls[0]?.answer()
    await settled()
    clock.advance(5000)
    await settled()
    expect(backend.calls.map(({ input }) => idsOf(input.body))).toEqual([[2]])
  })

  test('a mark waits one interval at most when somebody sets the clock back', async () => {
    const { backend, clock, queue } = open(1)
    clock.set(clock.now() - 3_600_001)
    queue.sighted(1)
    clock.advance(6000)
    await settled()
    expect(backend.calls.map(({ input }) => idsOf(input.body))).toEqual([[1]])
  })

  test('more than 500 marks take several calls', async () => {
    const { backend, clock, queue, unread } = open(501)
    for (let id = 1; id <= 501; id++) queue.sighted(id)
    clock.advance(6000)
    await settled()
    expect(idsOf(backend.calls[0]?.input.body)).toHaveLength(500)
    backend.calls[0]?.answer()
    await settled()
    clock.advance(5000)
    await settled()
    backend.calls[0]?.answer()
    await settled()
    expect(unread()).toBe(0)
  })

  test('a message that is not an unread one to the customer is left alone', () => {
    const { clock, queue } = open(1)
    queue.sighted(99)
    expect(clock.timers).toBe(0)
  })

  test('a mark that two calls deliver, because the page was going, is counted once', async () => {
    const { backend, clock, queue, told } = open(1)
    queue.sighted(1)
    clock.advance(6000)
    await settled()
    queue.flush()
    expect(backend.calls.map(({ keepalive }) => keepalive)).toEqual([false, true])
    for (const call of [...backend.calls]) call.answer()
    await settled()
    expect(told).toEqual([1])
  })

  test('a mark that is seen at any moment leaves with the next tick of a steady interval', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 12_000 }), { minLength: 1, maxLength: 6 }),
        async (waits) => {
          const { backend, clock, queue, told } = open(waits.length)
          const start = clock.now()
          const left = new Map<number, number>()
          const step = async (ms: number) => {
            for (let gone = 0; gone < ms; gone += 100) {
              clock.advance(Math.min(100, ms - gone))
              await settled()
              for (const call of [...backend.calls]) {
                for (const id of idsOf(call.input.body)) left.set(id, clock.now() - start)
                call.answer()
              }
              await settled()
            }
          }
          const seenAt = new Map<number, number>()
          for (const [at, wait] of waits.entries()) {
            await step(wait)
            queue.sighted(at + 1)
            seenAt.set(at + 1, clock.now() - start + 1000)
          }
          await step(6100)
          expect(told.toSorted()).toEqual(waits.map((_, at) => at + 1))
          for (const [id, at] of seenAt) {
            const tick = (Math.floor(at / 5000) + 1) * 5000
            // The walk above answers every 100 ms: what is seen right after a tick may still go with it.
            expect(
              [at % 5000 <= 100 ? at : tick, tick].some((one) => Math.abs((left.get(id) ?? 0) - one) < 200),
            ).toBe(true)
          }
          expect(clock.timers).toBe(0)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a delivery that fails, or is under way at a tick, keeps its marks for the ticks after it', async () => {
    const { backend, clock, queue, told } = open(2)
    clock.advance(3300)
    queue.sighted(1)
    clock.advance(1700)
    await settled()
    expect(backend.calls.map(({ input }) => idsOf(input.body))).toEqual([[1]])
    queue.sighted(2)
    clock.advance(5000)
    await settled()
    expect(backend.calls).toHaveLength(1)
    backend.calls[0]?.fail({ kind: 'offline' })
    await settled()
    clock.advance(5000)
    await settled()
    expect(backend.calls.map(({ input }) => idsOf(input.body))).toEqual([[1, 2]])
    backend.calls[0]?.answer()
    await settled()
    expect(told).toEqual([1, 2])
    expect(clock.timers).toBe(0)
  })

  test('whatever happens in whatever order, each seen message is marked and counted once', async () => {
    const id = fc.integer({ min: 1, max: 6 })
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom('sighted', 'unsighted', 'elsewhere'), id }),
      fc.record({ kind: fc.constantFrom('wait', 'tick', 'fail', 'succeed', 'flush'), id }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 50 }), async (steps) => {
        const { backend, clock, queue, told, unread } = open(6)
        const sightedAt = new Map<number, number>()
        const seen = new Set<number>()
        const elsewhere = new Set<number>()
        const advance = (ms: number) => {
          clock.advance(ms)
          for (const [each, since] of sightedAt) if (clock.now() - since >= 1000) seen.add(each)
        }
        for (const { kind, id: each } of steps) {
          if (kind === 'sighted') {
            queue.sighted(each)
            if (!sightedAt.has(each)) sightedAt.set(each, clock.now())
          } else if (kind === 'unsighted') {
            queue.unsighted(each)
            sightedAt.delete(each)
          } else if (kind === 'elsewhere') {
            for (const fresh of queue.confirm([each])) elsewhere.add(fresh)
          } else if (kind === 'wait') advance(500)
          else if (kind === 'tick') advance(5000)
          else if (kind === 'flush') queue.flush()
          else if (kind === 'fail') backend.calls[0]?.fail({ kind: 'offline' })
          else backend.calls[0]?.answer()
          await settled()
          expect(unread() - elsewhere.size).toBeGreaterThanOrEqual(0)
        }
        for (let round = 0; round < 3; round++) {
          while (backend.calls.length > 0) {
            backend.calls[0]?.answer()
            await settled()
          }
          advance(5000)
          await settled()
        }
        expect(new Set(told).size).toBe(told.length)
        const marked = new Set([...told, ...elsewhere])
        expect(told.filter((each) => elsewhere.has(each))).toEqual([])
        expect([...seen].filter((each) => !marked.has(each))).toEqual([])
        expect(clock.timers).toBe(0)
      }),
      { numRuns: 300 },
    )
  })
})
