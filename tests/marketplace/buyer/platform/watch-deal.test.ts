/** A deal that is read is looked at again when it changes, and when a change could have been missed. */
import { expect, test, vi } from 'vitest'
import { createWatchDeal } from '#marketplace/buyer/platform/watch-deal.ts'
import { createFakeRealtime, liveOver } from '#tests/support/fake-realtime.ts'

async function setUp() {
  const socket = createFakeRealtime()
  const changed = vi.fn()
  const watchDeal = createWatchDeal(liveOver(socket))
  const stop = watchDeal(4, changed)
  await vi.waitFor(() => expect(socket.channel).toBe('App.Deals'))
  return { socket, changed, stop }
}

test('what happened between the answer and the line is asked for when the line is there, each time anew', async () => {
  const { socket, changed } = await setUp()
  expect(changed).not.toHaveBeenCalled()
  socket.subscribe()
  expect(changed).toHaveBeenCalledTimes(1)
  socket.subscribe()
  expect(changed).toHaveBeenCalledTimes(2)
})

test('it hears of its own deal, and of no other', async () => {
  const { socket, changed } = await setUp()
  socket.subscribe()
  changed.mockClear()
  socket.send('PropertyUpdated', { id: 5 })
  expect(changed).not.toHaveBeenCalled()
  socket.send('PropertyUpdated', { id: 4 })
  expect(changed).toHaveBeenCalledTimes(1)
})

test('after its end it says nothing any more', async () => {
  const { socket, changed, stop } = await setUp()
  socket.subscribe()
  changed.mockClear()
  stop()
  socket.subscribe()
  socket.send('PropertyUpdated', { id: 4 })
  expect(changed).not.toHaveBeenCalled()
})
