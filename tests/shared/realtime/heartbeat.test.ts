/** A half-open connection is noticed in time, a slow one is left alone, and a hidden page sends little. */
import { describe, expect, test } from 'vitest'
import { createHeartbeat, type Heartbeat } from '#shared/realtime/heartbeat.ts'
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts'

interface Line {
  readonly clock: FakeClock
  readonly heartbeat: Heartbeat
  isVisible: boolean
  /** Of the server at the other end; null: no answers. */
  roundTripMs: number | null
  pings: number
  /** When silence was reported. */
  silentMs: number | null
}

function connect(roundTripMs = 50): Line {
  const clock = createFakeClock()
  const heartbeat = createHeartbeat({
    clock,
    isVisible: () => line.isVisible,
    ping() {
      line.pings += 1
      if (line.roundTripMs !== null) clock.after(line.roundTripMs, heartbeat.heard)
    },
    onSilence() {
      line.silentMs = clock.now()
    },
  })
  const line: Line = { clock, heartbeat, isVisible: true, roundTripMs, pings: 0, silentMs: null }
  heartbeat.start()
  return line
}

/** How long it takes to notice a connection that dies now. */
function timeToNotice(line: Line): number {
  line.roundTripMs = null
  const diedMs = line.clock.now()
  while (line.silentMs === null && line.clock.now() - diedMs < 600_000) line.clock.advance(10)
  return (line.silentMs ?? Number.POSITIVE_INFINITY) - diedMs
}

const MINUTE_MS = 60_000

describe('a connection that dies without being closed', () => {
  test.each([
    { name: 'right after it was opened', livedMs: 0 },
    { name: 'after a while', livedMs: 10 * MINUTE_MS },
    { name: 'just when it was asked', livedMs: 6001 },
  ])('$name is noticed within 15 s on a page that is looked at', ({ livedMs }) => {
    const line = connect()
    line.clock.advance(livedMs)
    expect(timeToNotice(line)).toBeLessThanOrEqual(15_000)
  })

  test.each([0, 10 * MINUTE_MS])('is noticed within 30 s on a hidden page, after %i ms', (livedMs) => {
    const line = connect()
    line.isVisible = false
    line.clock.advance(livedMs)
    expect(timeToNotice(line)).toBeLessThanOrEqual(30_000)
  })

  test('is noticed within seconds of the page being looked at again, however long it was hidden', () => {
    const line = connect()
    line.isVisible = false
    line.clock.advance(MINUTE_MS)
    line.roundTripMs = null
    line.clock.advance(10_000)
    line.isVisible = true
    line.heartbeat.check()
    const fromMs = line.clock.now()
    line.clock.advance(5000)
    expect((line.silentMs ?? Number.POSITIVE_INFINITY) - fromMs).toBeLessThanOrEqual(5000)
  })

  test('is noticed at once after a sleep in which no timer ran', () => {
    const line = connect()
    line.roundTripMs = null
    line.clock.advance(7000)
    const { pings } = line
    line.clock.sleep(3_600_000)
    line.heartbeat.check()
    expect([pings, line.silentMs]).toEqual([1, line.clock.now()])
  })

  test('is noticed without any timer, by being asked now and then', () => {
    const line = connect()
    line.clock.advance(MINUTE_MS)
    line.roundTripMs = null
    const fromMs = line.clock.now()
    for (let asked = 0; asked < 3; asked += 1) {
      line.clock.sleep(5000)
      line.heartbeat.check()
    }
    expect((line.silentMs ?? Number.POSITIVE_INFINITY) - fromMs).toBeLessThanOrEqual(15_000)
  })

  test('is reported once, and nothing runs on', () => {
    const line = connect()
    const noticed = timeToNotice(line)
    const { pings } = line
    line.clock.advance(10 * MINUTE_MS)
    line.heartbeat.check()
    expect([line.pings, line.clock.timers, line.silentMs === null, noticed > 0]).toEqual([
      pings,
      0,
      false,
      true,
    ])
  })
})

describe('a live connection', () => {
  test.each([50, 1000, 5000, 7900])('is left alone with a round trip of %i ms', (roundTripMs) => {
    const line = connect(roundTripMs)
    line.clock.advance(30 * MINUTE_MS)
    expect(line.silentMs).toBeNull()
  })

  test('that has become slow is replaced once, and then given the time it takes', () => {
    const line = connect()
    line.clock.advance(MINUTE_MS)
    line.roundTripMs = 5000
    line.clock.advance(MINUTE_MS)
    expect(line.silentMs).not.toBeNull()
    line.silentMs = null
    line.heartbeat.start()
    line.clock.advance(30 * MINUTE_MS)
    expect(line.silentMs).toBeNull()
  })

  test('is not asked while it brings something by itself', () => {
    const line = connect()
    for (let n = 0; n < 100; n += 1) {
      line.clock.advance(5000)
      line.heartbeat.heard()
    }
    expect(line.pings).toBe(0)
  })

  test('is asked three times a minute at most on a hidden page', () => {
    const line = connect()
    line.isVisible = false
    line.clock.advance(10 * MINUTE_MS)
    expect(line.pings).toBeLessThanOrEqual(30)
    expect(line.silentMs).toBeNull()
  })

  test('is asked once for several visibility events at once', () => {
    const line = connect()
    line.clock.advance(5000)
    for (let n = 0; n < 4; n += 1) line.heartbeat.check()
    expect(line.pings).toBe(1)
  })

  test('survives a page that was too busy to read the answer before its timers ran', () => {
    const line = connect()
    line.clock.advance(MINUTE_MS)
    line.roundTripMs = null
    const { pings } = line
    for (let n = 0; n < 1000 && line.pings === pings; n += 1) line.clock.advance(10)
    line.clock.sleep(3300)
    line.clock.advance(0)
    line.heartbeat.heard()
    line.roundTripMs = 50
    line.clock.advance(MINUTE_MS)
    expect(line.silentMs).toBeNull()
  })

  test('is asked again in time although the clock was set back by a day', () => {
    const line = connect()
    line.clock.advance(3000)
    line.clock.set(line.clock.now() - 24 * 60 * MINUTE_MS)
    line.clock.advance(MINUTE_MS)
    expect(line.silentMs).toBeNull()
    expect(timeToNotice(line)).toBeLessThanOrEqual(15_000)
  })

  test('leaves no timer when it is stopped, and none starts by itself', () => {
    const line = connect()
    line.heartbeat.stop()
    line.heartbeat.heard()
    line.heartbeat.check()
    expect([line.clock.timers, line.pings]).toEqual([0, 0])
  })
})
