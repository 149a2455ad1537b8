/** One socket for all tabs of a customer, and who has it. */
import { describe, expect, test } from 'vitest'
import { LINE_ANSWER_MS, LINE_ASK_MS } from '#shared/contract/realtime-limits.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createLeaderHeartbeat } from '#widget/chat/shared-socket/leader-heartbeat.ts'
import { lineName } from '#widget/chat/shared-socket/shared-socket.ts'
import { openLines, quiet } from './open-line.ts'

type Lines = ReturnType<typeof openLines>

async function three(world: Lines) {
  const tabs = [world.open(), world.open(), world.open()] as const
  await quiet()
  return tabs
}

describe('tabs of one customer', () => {
  test('share one socket, and each hears what it brings', async () => {
    const world = openLines()
    const tabs = await three(world)
    world.say(1)
    await quiet()
    expect(world.openSockets()).toBe(1)
    for (const { known, told } of tabs) {
      expect([...known]).toEqual([1])
      expect(told).toEqual(['connected', 'subscribed'])
    }
  })

  test('do not share with another customer, key, prefix or host', async () => {
    const world = openLines()
    world.open()
    world.open({}, 8)
    world.open({ key: 'another' })
    world.open({ prefix: 'Other' })
    world.open({ wsHost: 'elsewhere.example' })
    await quiet()
    expect(world.openSockets()).toBe(5)
  })

  test.each(['closes', 'crashes', 'is frozen'])(
    'lose nothing when the one with the socket %s',
    async (how) => {
      const world = openLines()
      const [first, ...others] = await three(world)
      world.isPrompt = false
      if (how === 'closes') first.line.close()
      else if (how === 'crashes') first.tab.crash()
      else first.tab.freeze()
      if (how === 'crashes') first.isRunning = false
      world.say(1)
      await quiet()
      world.say(2)
      world.sockets.at(-1)?.subscribe()
      world.say(3)
      await quiet()
      expect(world.sockets).toHaveLength(2)
      for (const { known, told } of others) {
        expect([...known]).toEqual([1, 2, 3])
        // Nothing was said on the screen.
        expect(told).toEqual(['connected', 'subscribed', 'subscribed'])
      }
    },
  )

  test('a tab that comes back hears no word that was meant for what it was', async () => {
    const world = openLines()
    world.open()
    await quiet()
    world.browser.isPrompt = false
    const second = world.open()
    // The holder's welcome is on its way when the browser stops the page.
    world.browser.deliver()
    second.tab.freeze()
    world.browser.deliverAll()
    second.tab.thaw()
    while (world.browser.waiting[0]?.to === second.tab) world.browser.deliver()
    world.say(1)
    world.browser.deliverAll()
    await quiet()
    world.browser.deliverAll()
    expect([...second.known]).toEqual([1])
  })

  test('say that the line is lost when nobody gets it back in time', async () => {
    const world = openLines()
    const [first, second, third] = await three(world)
    world.isPrompt = false
    first.line.close()
    await quiet()
    world.advance(2000)
    expect([second.told.at(-1), third.told.at(-1)]).toEqual(['connecting', 'connecting'])
    world.sockets.at(-1)?.subscribe()
    await quiet()
    expect([second.told.at(-1), third.told.at(-1)]).toEqual(['subscribed', 'subscribed'])
  })

  test('all hear at once that the line is lost, and catch up when it is back', async () => {
    const world = openLines()
    const tabs = await three(world)
    world.sockets[0]?.say('connecting')
    await quiet()
    for (const { told } of tabs) expect(told.at(-1)).toBe('connecting')
    world.say(1)
    world.sockets[0]?.subscribe()
    await quiet()
    for (const { known, told } of tabs) {
      expect([...known]).toEqual([1])
      expect(told.at(-1)).toBe('subscribed')
    }
  })

  test('tell each other what the server may not tell them', async () => {
    const world = openLines()
    const [first, second, third] = await three(world)
    second.line.tell('Said', { id: 9 })
    await quiet()
    expect([first, second, third].map(({ known }) => known.has(9))).toEqual([true, false, true])
  })

  test('take nothing from a script that says something else on their channel', async () => {
    const world = openLines()
    const [first, second] = await three(world)
    const name = world.browser.posted[0]?.[0] ?? ''
    const stranger = world.browser.open().host.openChannel(name)
    for (const message of [
      null,
      7,
      {},
      { kind: 'event' },
      { kind: 'event', from: 'x', name: 'Said', payload: { id: 1 } },
    ])
      stranger?.post(message)
    stranger?.post({ kind: 'news', from: 'x', name: 'Said', payload: { id: 'one' } })
    await quiet()
    expect([...first.known, ...second.known]).toEqual([])
  })
})

describe('a tab that holds the socket and says nothing', () => {
  test('loses it to one that is looked at, and gets back in line when it wakes', async () => {
    const world = openLines()
    const [first, second, third] = await three(world)
    first.tab.stall()
    first.isRunning = false
    world.say(1)
    world.advance(LINE_ASK_MS)
    for (let tries = 0; tries < 2; tries++) {
      await quiet()
      world.advance(LINE_ANSWER_MS)
    }
    await quiet()
    expect([...second.known, ...third.known]).toEqual([1, 1])
    first.isRunning = true
    first.tab.thaw()
    await quiet()
    expect(world.openSockets()).toBe(1)
    world.say(2)
    await quiet()
    for (const { known } of [first, second, third]) expect([...known]).toEqual([1, 2])
  })

  test('and loses it again and again has missed what came in between', async () => {
    const world = openLines()
    const first = world.open()
    await quiet()
    const thief = world.browser.open()
    const name = world.browser.posted[0]?.[0] ?? ''
    void thief.host.requestLock(name, { steal: true }, () => new Promise(() => undefined))
    await quiet()
    world.say(1)
    thief.crash()
    await quiet()
    expect([...first.known]).toEqual([1])
  })

  test('is left alone by hidden tabs, which have no timer', async () => {
    const world = openLines()
    const [first, second, third] = await three(world)
    for (const { tab } of [second, third]) tab.hide()
    first.tab.stall()
    await quiet()
    expect([second.clock.timers, third.clock.timers]).toEqual([0, 0])
    second.tab.show()
    for (let tries = 0; tries < 2; tries++) {
      await quiet()
      world.advance(LINE_ANSWER_MS)
    }
    await quiet()
    expect(world.sockets).toHaveLength(2)
  })

  test('while hidden and without a connection loses it to one that is looked at', async () => {
    const world = openLines()
    const [first, second] = await three(world)
    first.tab.hide()
    world.sockets[0]?.say('unavailable')
    await quiet()
    world.advance(LINE_ASK_MS)
    await quiet()
    expect(world.sockets).toHaveLength(2)
    expect(world.openSockets()).toBe(1)
    expect(second.told.at(-1)).toBe('subscribed')
  })
})

describe('a tab that holds the socket and is hidden', () => {
  test('has its line checked for those that are looked at, and for nobody else', async () => {
    const world = openLines()
    const [first, second, third] = await three(world)
    for (const { tab } of [first, third]) tab.hide()
    const before = world.sockets[0]?.checks ?? 0
    for (let round = 1; round <= 3; round++) {
      world.advance(LINE_ASK_MS)
      await quiet()
      expect((world.sockets[0]?.checks ?? 0) - before).toBe(round)
    }
    second.tab.hide()
    world.advance(10 * LINE_ASK_MS)
    await quiet()
    expect((world.sockets[0]?.checks ?? 0) - before).toBe(3)
  })
})

describe('a tab whose token is refused', () => {
  test.each([
    ['for the channel', 'forbidden'],
    ['by the socket', 'closed'],
  ] as const)('%s shows it, and the next one tries with its own', async (_, how) => {
    const world = openLines({ isPrompt: false })
    const [first, second] = [world.open(), world.open()]
    await quiet()
    if (how === 'forbidden') world.sockets[0]?.refuse('forbidden')
    else world.sockets[0]?.say('closed')
    world.isPrompt = true
    await quiet()
    expect(first.told.at(-1)).toBe(how)
    expect(second.told).toEqual(['connected', 'subscribed'])
    expect(world.openSockets()).toBe(1)
  })
})

describe("the sender's own socket", () => {
  test('is spared while its tab is alone, and no longer when another listens', async () => {
    const world = openLines()
    const first = world.open()
    await quiet()
    expect(first.line.socketId()).toBe('1.1')
    const second = world.open()
    await quiet()
    expect([first.line.socketId(), second.line.socketId()]).toEqual([null, null])
    second.line.close()
    await quiet()
    expect(first.line.socketId()).toBe('1.1')
  })

  test('a tab that joins while a send is on its way hears of it all the same', async () => {
    const world = openLines()
    const first = world.open()
    await quiet()
    const id = first.line.socketId()
    const arrived = first.line.writing()
    const second = world.open()
    await quiet()
    world.say(1, id)
    arrived(true)
    await quiet()
    expect([...second.known]).toEqual([1])
    expect(world.openSockets()).toBe(1)
  })

  test('a send whose outcome is unknown is heard of when it comes about late', async () => {
    const world = openLines()
    const first = world.open()
    await quiet()
    const id = first.line.socketId()
    first.line.writing()(false)
    await quiet()
    world.say(1, id)
    expect([...first.known]).toEqual([1])
    expect(first.told).toEqual(['connected', 'subscribed', 'subscribed'])
  })
})

describe('a browser without locks', () => {
  test('gives each tab a socket of its own, which may be let in later', async () => {
    const world = openLines()
    const { open } = world.browser
    world.browser.open = () => {
      const tab = open()
      return { ...tab, host: { ...tab.host, requestLock: () => Promise.reject(new Error('not here')) } }
    }
    const tabs = await three(world)
    expect(world.openSockets()).toBe(3)
    expect(tabs.map(({ line }) => line.socketId())).toEqual(['1.1', '2.1', '3.1'])
    world.sockets[0]?.refuse('forbidden')
    world.sockets[0]?.subscribe()
    expect(tabs[0].told.slice(-2)).toEqual(['forbidden', 'subscribed'])
  })
})

test('leaving ends every timer, lock and socket', async () => {
  const world = openLines()
  const tabs = await three(world)
  for (const { line } of tabs) line.close()
  await quiet()
  expect(world.openSockets()).toBe(0)
  expect(tabs.map(({ clock }) => clock.timers)).toEqual([0, 0, 0])
  expect(world.browser.holder(world.browser.posted[0]?.[0] ?? '')).toBeNull()
})

test('the name of a line, which every script of the page can read, holds no CSRF token', () => {
  const name = lineName('https://plat.example/customer/api', { key: 'k', csrfToken: 'secret' }, 'App.7')
  expect(name).not.toContain('secret')
  expect(name).not.toBe(lineName('https://plat.example/customer/api', { key: 'k' }, 'App.7'))
  expect(name).not.toBe(lineName('https://other.example/customer/api', { key: 'k', csrfToken: 'x' }, 'App.7'))
})

test('a tab with the socket that misses one question and answers the next was only busy', () => {
  const clock = createFakeClock()
  let [asked, silences] = [0, 0]
  const leaderHeartbeat = createLeaderHeartbeat({ clock, ask: () => asked++, onSilence: () => silences++ })
  leaderHeartbeat.start()
  clock.advance(LINE_ANSWER_MS)
  expect([asked, silences]).toEqual([2, 0])
  leaderHeartbeat.answered()
  clock.advance(LINE_ANSWER_MS)
  expect(silences).toBe(0)
})
