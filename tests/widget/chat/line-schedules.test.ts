/** Whatever happens to the tabs of a browser, in any order: when it is quiet again, nobody has missed a message. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LINE_ANSWER_MS, LINE_ASK_MS } from '#shared/contract/realtime-limits.ts'
import { type LineTab, openLines, quiet, reach } from './open-line.ts'

type Lines = ReturnType<typeof openLines>

/** What can happen, to which tab, and how much of what is on its way between tabs arrives after it. */
const step = fc.record({
  what: fc.constantFrom(
    'open',
    'close',
    'crash',
    'freeze',
    'stall',
    'thaw',
    'hide',
    'show',
    'say',
    'say',
    'send',
    'send',
    'answer',
    'lose answer',
    'cut',
    'wait',
  ),
  which: fc.nat(5),
  arriving: fc.nat(4),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Sent {
  readonly by: LineTab
  readonly id: number
  readonly spared: string | null
  readonly over: (isOutcomeKnown: boolean) => void
}

function player(world: Lines) {
  let tabs: LineTab[] = [world.open()]
  let sent: Sent[] = []
  let last = 0

  const of = (which: number) => tabs[which % Math.max(1, tabs.length)]
  const gone = (tab: LineTab) => {
    tab.isRunning = false
    tabs = tabs.filter((each) => each !== tab)
  }
  /** The server does what was sent; whether its answer comes back is another matter. */
  const finish = ({ by, id, spared, over }: Sent, isAnswered: boolean) => {
    if (!isAnswered) reach(by, () => over(false))
    world.say(id, spared)
    if (!isAnswered) return
    reach(by, () => {
      by.known.add(id)
      over(true)
    })
  }

  const doing: Record<string, (which: number) => void> = {
    open: () => void (tabs.length < 5 && tabs.push(world.open())),
    close(which) {
      const tab = of(which)
      if (!tab?.isRunning || tabs.length < 2) return
      tab.line.close()
      gone(tab)
    },
    crash(which) {
      const tab = of(which)
      if (!tab || tabs.length < 2) return
      tab.tab.crash()
      world.hangUp(tab)
      gone(tab)
    },
    freeze: (which) => pause(of(which), 'freeze'),
    stall: (which) => pause(of(which), 'stall'),
    thaw(which) {
      const tab = of(which)
      if (tab && !tab.isRunning) wake(tab, which % 2 === 0)
    },
    hide: (which) => of(which)?.isRunning && of(which)?.tab.hide(),
    show: (which) => of(which)?.isRunning && of(which)?.tab.show(),
    say: () => world.say(++last),
    send(which) {
      const by = of(which)
      if (!by?.isRunning) return
      sent.push({ by, id: ++last, spared: by.line.socketId(), over: by.line.writing() })
    },
    answer: () => settle(true),
    'lose answer': () => settle(false),
    cut: (which) => world.cut(which),
    wait: () => world.advance(LINE_ASK_MS),
  }
  function pause(tab: LineTab | undefined, how: 'freeze' | 'stall'): void {
    if (!tab?.isRunning) return
    tab.tab[how]()
    tab.isRunning = false
  }
  /** What other tabs said and what the network brought come in one order or the other. */
  function wake(tab: LineTab, isNetworkFirst: boolean): void {
    tab.isRunning = true
    const catchUp = () => {
      for (const run of tab.late.splice(0)) run()
    }
    if (isNetworkFirst) catchUp()
    tab.tab.thaw()
    catchUp()
  }
  function settle(isAnswered: boolean): void {
    const [first, ...rest] = sent
    sent = rest
    if (first) finish(first, isAnswered)
  }

  return {
    async play({ what, which, arriving }: Step) {
      doing[what]?.(which)
      for (let n = 0; n < arriving; n++) world.browser.deliver()
      await Promise.resolve()
    },
    /** Everybody wakes, everything arrives, and one tab is looked at. */
    async settle(): Promise<readonly LineTab[]> {
      while (sent.length > 0) settle(true)
      for (const tab of tabs) {
        wake(tab, true)
        tab.tab.show()
      }
      for (let turn = 0; turn < 12; turn++) {
        for (let n = 0; n < 6; n++) {
          world.browser.deliverAll()
          await quiet()
        }
        world.redialled()
        world.advance(turn < 6 ? LINE_ANSWER_MS : LINE_ASK_MS)
      }
      return tabs
    },
  }
}

test('every tab knows every message, over one socket', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world = openLines()
      world.browser.isPrompt = false
      const { play, settle } = player(world)
      for (const each of steps) await play(each)
      const tabs = await settle()
      world.say(10_000)
      world.browser.deliverAll()
      await quiet()
      for (const { known } of tabs) expect([...world.messages].filter((id) => !known.has(id))).toEqual([])
      expect(world.openSockets()).toBe(1)
      for (const { line } of tabs) line.close()
    }),
    { numRuns: 200 },
  )
})
