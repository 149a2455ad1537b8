/** What each step of a schedule does to the tabs, the network and the server. */
import { CALM } from './network.ts'
import type { Weather } from './network-line.ts'
import type { Happening, Sky, Step } from './schedule.ts'
import { rowsOf, type SoakTab } from './soak-tab.ts'
import { accountOf, type SoakWorld, setOnline } from './soak-world.ts'

const SKIES: Readonly<Record<Sky, Weather>> = {
  calm: CALM,
  slow: { ...CALM, latencyMs: 900 },
  lossy: { ...CALM, latencyMs: 120, lost: 0.3 },
  troubled: { ...CALM, latencyMs: 80, troubled: 0.4, twice: 0.3 },
  wild: { latencyMs: 400, lost: 0.15, troubled: 0.15, twice: 0.3, half: 0.1, shuffled: 0.4 },
  halved: { ...CALM, latencyMs: 200, half: 0.4 },
  // 1 to 6 s for a round trip, and a tenth of all trips takes up to 15 s each way: longer than the first time-outs.
  crawling: { ...CALM, latencyMs: 2_500, lost: 0.05 },
  // Longer than every time-out; a request sent now may arrive minutes later.
  stuck: { ...CALM, latencyMs: 20_000, half: 0.05 },
}

const RELOAD_MS = 120

/** A step of a tab that is gone does nothing, nor what a person would do in one that stands still. */
export function perform(step: Step, world: SoakWorld): void {
  const tab = 'tab' in step ? world.tabs[step.tab] : undefined
  if ('tab' in step && !tab) return
  if (tab?.line.standstill.isStill && BY_PERSON.has(step.kind)) return
  const act = (tab ? IN_TAB[step.kind as keyof InTab] : OUTSIDE[step.kind as keyof Outside]) as Act<Happening>
  act(step, world, tab as SoakTab)
}

const BY_PERSON: ReadonlySet<Step['kind']> = new Set([
  'send',
  'select',
  'look',
  'show',
  'older',
  'try-again',
  'edit',
  'reload',
])

type Act<H extends Happening> = (step: H, world: SoakWorld, tab: SoakTab) => void
type InTab = { readonly [H in Happening as H extends { tab: number } ? H['kind'] : never]: Act<H> }
type Outside = { readonly [H in Happening as H extends { tab: number } ? never : H['kind']]: Act<H> }

const IN_TAB: InTab = {
  send: ({ text }, _world, tab) => tab.send(text),
  select: ({ account }, { family }, tab) => tab.select(accountOf(family, account)),
  look: ({ isLooking }, _world, tab) => tab.look(isLooking),
  show: ({ isShown }, _world, tab) => tab.show(isShown),
  older: (_step, _world, tab) => void tab.store()?.thread.loadOlder(),
  'try-again': (_step, _world, tab) => tryAgain(tab),
  edit: ({ words }, world, tab) => edit(tab, words, world),
  weather({ sky }, _world, { line }) {
    line.weather = SKIES[sky]
  },
  offline({ forMs, isNoticed }, { network }, tab) {
    setOnline(tab, false, isNoticed)
    network.time.after(forMs, () => setOnline(tab, true, isNoticed))
  },
  stall: (_step, _world, tab) => tab.line.stall(),
  break: ({ code }, _world, tab) => tab.line.breakSockets(code),
  crash({ tab, backAfterMs }, world) {
    world.leave(tab, 'crash')
    world.network.time.after(backAfterMs, () => world.open(tab))
  },
  reload({ tab }, world) {
    world.leave(tab, 'close')
    world.network.time.after(RELOAD_MS, () => world.open(tab))
  },
  freeze({ isTold, forMs }, { network }, tab) {
    tab.freeze(isTold)
    network.time.after(forMs, tab.thaw)
  },
  clock: ({ byMs }, _world, tab) => tab.turnClock(byMs),
}

const OUTSIDE: Outside = {
  say({ account, node, text }, { network: { time, house }, family }) {
    const { messenger } = house.nodes[node] ?? house.nodes[0]
    const to = { customerId: family.customerId, accountId: accountOf(family, account) }
    void time.hold(messenger.sendFromAccount({ ...to, body: text }))
  },
  'say-silently'({ account, texts }, world) {
    const { network, family } = world
    const written = network.house.writeSilently(family, accountOf(family, account), texts)
    const breakAll = () => {
      for (const tab of world.living()) tab.line.breakSockets()
    }
    void network.time.hold(written.then(breakAll))
  },
  elsewhere({ account, text }, { network: { time, house }, family, elsewhere }) {
    const accountId = accountOf(family, account)
    elsewhere.push({ accountId, text })
    void time.hold(house.writeElsewhere(family, accountId, text))
  },
  'end-tokens'(_step, { network: { time, house }, family }) {
    void time.hold(house.endTokens(family))
  },
  restart({ node, forMs }, { network }) {
    network.crash(node)
    network.time.after(forMs, () => network.revive(node))
  },
}

/** Every send of the open conversation that can be edited is sent with another text; the first one must not arrive then. */
function edit(tab: SoakTab, words: string, { withdrawn }: SoakWorld): void {
  const store = tab.store()
  const accountId = store?.selected.peek()?.id
  if (!store || accountId === undefined) return
  const offered = rowsOf(store).flatMap((row) => (row.kind === 'outgoing' ? [row.outgoing.clientId] : []))
  for (const [at, clientId] of offered.entries()) {
    const text = store.discard(clientId)
    if (text === null) continue
    withdrawn.push({ accountId, text })
    tab.send(`${words}.${at}`)
  }
}

/** The person presses it on every send of the open conversation that has failed. */
export function tryAgain(tab: SoakTab): void {
  const store = tab.store()
  for (const row of store ? rowsOf(store) : [])
    if (row.kind === 'outgoing' && row.outgoing.state === 'failed') store?.resend(row.outgoing.clientId)
}
