/** Plays one schedule on the house, lets everything settle, and says what is wrong then. */
import type { House } from './house.ts'
import { createNetwork } from './network.ts'
import { perform, tryAgain } from './perform.ts'
import { createRandom } from './random.ts'
import type { Schedule } from './schedule.ts'
import { createSimulatedTime } from './simulated-time.ts'
import { installSockets, rowsOf, type SoakTab } from './soak-tab.ts'
import { createSoakWorld, heal, type SoakWorld } from './soak-world.ts'
import { standInTimers } from './stand-in-timers.ts'
import { faultsOf, sendFaults } from './verdict.ts'

export interface Played {
  /** Empty when everything is as promised. */
  readonly faults: readonly string[]
  /** How much was tried: messages sent, and POSTs of theirs that got no answer. */
  readonly sends: number
  readonly unanswered: number
}

/** Longer than every time-out: a half-open socket takes a ping after 120 s and a pong after 30. */
const SETTLE_MS = 200_000
const START_MS = 1_500
/** Longer than until what is seen of another conversation is read: a second, the queue's next tick, and its answer. */
const SWITCH_MS = 10_000

/** `note` hears every line of what happens. */
export async function play(
  schedule: Schedule,
  house: House,
  note: (line: string) => void = () => {},
): Promise<Played> {
  const random = createRandom(schedule.seed ^ 0x5eed)
  // What packages draw is apart, so that one draw more of theirs does not change the network.
  const theirs = createRandom(schedule.seed ^ 0x7e15)
  const time = createSimulatedTime()
  const stamped = (line: string) => note(`${(time.now() / 1000).toFixed(3).padStart(9)}  ${line}`)
  const network = createNetwork({ house, time, random, hasKeys: schedule.hasKeys, note: stamped })
  const family = await house.settle(schedule.histories)
  const world = createSoakWorld(schedule, network, family)
  const restoreSockets = installSockets(world.lineOf)
  const restoreTimers = standInTimers(time, theirs)
  try {
    return await run(schedule, world)
  } finally {
    for (const tab of world.tabs.keys()) world.leave(tab, 'crash')
    await time.runUntil(time.now())
    restoreTimers()
    restoreSockets()
  }
}

async function run(schedule: Schedule, world: SoakWorld): Promise<Played> {
  const { time, note } = world.network
  for (const tab of world.tabs.keys()) world.open(tab)
  await time.runUntil(START_MS)
  for (const step of schedule.steps) {
    await time.runUntil(time.now() + step.afterMs)
    const { afterMs: _, ...happening } = step
    note(`* ${JSON.stringify(happening)}`)
    perform(step, world)
  }
  heal(world)
  const first = await settle(schedule, world)
  const sends = [...world.living(), ...world.gone].reduce((sum, tab) => sum + tab.sends.length, 0)
  if (first.faults.length > 0 || first.failed === 0)
    return { faults: first.faults, sends, unanswered: world.network.unanswered }
  note('* everybody tries again')
  const second = await settle(schedule, world, tryAgain)
  const faults = second.faults.map((fault) => `after trying again, ${fault}`)
  if (second.failed > 0) faults.push(`${second.failed} sends fail in calm weather`)
  return { faults, sends, unanswered: world.network.unanswered }
}

interface Settled {
  readonly faults: string[]
  readonly failed: number
}

/** What every tab shows as it stands, then what it shows of the other conversations it wrote to. */
async function settle(
  schedule: Schedule,
  world: SoakWorld,
  before: (tab: SoakTab) => void = () => {},
): Promise<Settled> {
  const { network, family } = world
  const { time } = network
  const visits = Math.max(1, family.accountIds.length)
  const faults: string[] = []
  const failed: { accountId: number; text: string }[] = []
  for (let visit = 0; visit < visits; visit++) {
    for (const tab of world.living()) before(tab)
    await time.runUntil(time.now() + (visit === 0 ? SETTLE_MS : SWITCH_MS))
    if (world.living().filter(pressTryAgain).length > 0) await time.runUntil(time.now() + SETTLE_MS)
    const truth = await network.house.truth(family)
    for (const tab of world.living()) {
      faults.push(...faultsOf(tab, truth))
      failed.push(...failedIn(tab))
    }
    if (visit === visits - 1) {
      const gone = world.gone.flatMap(({ sends }) => sends)
      // What a browser keeps is not gone with its tab.
      const [kept, lost] = schedule.browser === 'whole' ? [gone, []] : [[], gone]
      const living = [...world.living().flatMap(({ sends }) => sends), ...kept]
      const { elsewhere, withdrawn } = world
      const books = { living, gone: lost, late: network.late, failed, elsewhere, withdrawn }
      faults.push(...sendFaults(books, truth))
    }
    for (const tab of world.living()) openNext(tab, family.accountIds)
  }
  for (const fault of faults) network.note(`! ${fault}`)
  return { faults, failed: failed.length }
}

/** The person presses it on a messenger that could not be opened, and on a thread that could not be read. */
function pressTryAgain(tab: SoakTab): boolean {
  if (tab.phase() === 'unreachable') {
    tab.begin()
    return true
  }
  const thread = tab.store()?.thread
  if (thread?.load.peek().phase !== 'failed') return false
  void thread.retry()
  return true
}

function openNext(tab: SoakTab, accountIds: readonly number[]): void {
  const at = accountIds.indexOf(tab.store()?.selected.peek()?.id ?? 0)
  const next = accountIds[(at + 1) % accountIds.length]
  if (next !== undefined) tab.select(next)
}

function failedIn(tab: SoakTab): { accountId: number; text: string }[] {
  const store = tab.store()
  const accountId = store?.selected.peek()?.id
  if (!store || accountId === undefined) return []
  return rowsOf(store).flatMap((row) =>
    row.kind === 'outgoing' && row.outgoing.state === 'failed'
      ? [{ accountId, text: row.outgoing.text }]
      : [],
  )
}
