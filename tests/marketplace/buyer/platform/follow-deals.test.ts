/** When the deals are asked for anew: on coming back, and once for many changes that are said together. */
import { expect, test, vi } from 'vitest'
import { followDeals } from '#marketplace/buyer/platform/follow-deals.ts'
import { DEALS_CHANGE_PAUSE_MS, DEALS_REFRESH_GAP_MS } from '#shared/contract/limits.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createFakeRealtime, liveOver } from '#tests/support/fake-realtime.ts'

async function setUp() {
  const clock = createFakeClock()
  const socket = createFakeRealtime()
  const refresh = vi.fn(async () => {})
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const stop = followDeals({
    deals: { refresh },
    clock,
    live: liveOver(socket),
    window: window as unknown as Window,
    document: document as unknown as Document,
    random: () => 0.5,
  })
  await vi.waitFor(() => expect(socket.channel).toBe('App.Deals'))
  const change = () => socket.send('PropertyUpdated', { id: 1 })
  const pause = () => clock.advance(DEALS_CHANGE_PAUSE_MS * 1.5)
  const look = (visibility: DocumentVisibilityState) => {
    document.visibilityState = visibility
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { clock, socket, refresh, window, stop, change, pause, look }
}

test('many changes at once are asked for once; what was missed before it listened as well', async () => {
  const { socket, refresh, change, pause } = await setUp()
  socket.subscribe()
  for (let n = 0; n < 5; n++) change()
  expect(refresh).not.toHaveBeenCalled()
  pause()
  expect(refresh).toHaveBeenCalledTimes(1)
  change()
  pause()
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('a tab nobody looks at asks when it is looked at again', async () => {
  const { socket, refresh, change, pause, look } = await setUp()
  look('hidden')
  socket.subscribe()
  change()
  pause()
  expect(refresh).not.toHaveBeenCalled()
  look('visible')
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('coming back often asks only now and then; a connection that is back asks at once', async () => {
  const { clock, refresh, window } = await setUp()
  window.dispatchEvent(new Event('focus'))
  expect(refresh).not.toHaveBeenCalled()
  clock.advance(DEALS_REFRESH_GAP_MS + 1)
  for (let n = 0; n < 3; n++) window.dispatchEvent(new Event('focus'))
  expect(refresh).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('online'))
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('after its end nothing asks any more', async () => {
  const { clock, refresh, window, stop, socket, change, pause } = await setUp()
  socket.subscribe()
  stop()
  clock.advance(DEALS_REFRESH_GAP_MS + 1)
  change()
  pause()
  window.dispatchEvent(new Event('focus'))
  expect(refresh).not.toHaveBeenCalled()
})
