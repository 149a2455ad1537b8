/** The tabs of one schedule and the ones that are gone. */
import { createBrowser } from './browser.ts'
import type { Family } from './house.ts'
import { CALM } from './network.ts'
import type { Network } from './network-line.ts'
import type { Schedule } from './schedule.ts'
import { openSoakTab, type SoakTab } from './soak-tab.ts'

export interface SoakWorld {
  readonly network: Network
  readonly family: Family
  /** Null while it is gone and not yet back. */
  readonly tabs: (SoakTab | null)[]
  readonly gone: SoakTab[]
  /** What the customer wrote from other devices. */
  readonly elsewhere: { accountId: number; text: string }[]
  /** Messages withdrawn before they were sent. */
  readonly withdrawn: { accountId: number; text: string }[]
  living(): SoakTab[]
  lineOf(host: string): SoakTab['line'] | undefined
  open(tab: number): void
  leave(tab: number, how: 'crash' | 'close'): void
}

export function createSoakWorld(schedule: Schedule, network: Network, family: Family): SoakWorld {
  const tabs: (SoakTab | null)[] = Array.from({ length: schedule.tabs }, () => null)
  const gone: SoakTab[] = []
  const browser = createBrowser(schedule.browser)
  let opened = 0
  return {
    network,
    family,
    tabs,
    gone,
    elsewhere: [],
    withdrawn: [],
    living: () => tabs.filter((tab) => tab !== null),
    lineOf: (host) => [...gone, ...tabs].find((tab) => tab?.name === host)?.line,
    open(tab) {
      if (tabs[tab]) return
      opened++
      tabs[tab] = openSoakTab({
        name: `tab${tab}-${opened}.test`,
        family,
        network,
        browser,
        index: tab,
        skewMs: schedule.skewsMs[tab] ?? 0,
        accountId: accountOf(family, 0),
        isLooking: tab === 0,
      })
    },
    leave(tab, how) {
      const leaving = tabs[tab]
      if (!leaving) return
      tabs[tab] = null
      gone.push(leaving)
      if (how === 'crash') leaving.crash()
      else leaving.close()
    },
  }
}

export const accountOf = (family: Family, index: number) => family.accountIds[index] ?? 0

/** Everybody is back, on a network that works. Nobody presses anything, but a page that could not begin is told to. */
export function heal(world: SoakWorld): void {
  const { network } = world
  network.note('* everything heals')
  for (const node of network.house.nodes.keys()) network.revive(node)
  for (const tab of world.tabs.keys()) world.open(tab)
  for (const tab of world.living()) {
    tab.line.weather = CALM
    tab.thaw()
    setOnline(tab, true, true)
    tab.show(true)
    tab.begin()
  }
}

/** A browser does not always notice. Sockets do not survive it, but neither end hears of that. */
export function setOnline(tab: SoakTab, isOnline: boolean, isNoticed: boolean): void {
  const { line } = tab
  if (line.isOnline && !isOnline) line.stall()
  line.isOnline = isOnline
  if (!isNoticed || line.seemsOnline === isOnline) return
  line.seemsOnline = isOnline
  line.standstill.run(() => void line.events.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}
