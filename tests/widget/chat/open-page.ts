/** Pages of one browser that come and go over one backend: each with its own lock-holding tab, all with the same stores. */

import { scopeOf } from '#shared/lib/text-store.ts'
import { createKept, type Kept } from '#shared/thread/sending/kept.ts'
import { createFakeBackend, type FakeBackend, settled } from '#tests/support/fake-backend.ts'
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts'
import { createFakeStores, type FakeStores } from '#tests/support/fake-stores.ts'
import { createFakeTabs, type FakeTab, type FakeTabs } from '#tests/support/fake-tabs.ts'
import { answerAll, openStore, type World } from './open-store.ts'

const API = 'https://plat.example/customer/api'

/** One browser, one backend, one clock: the pages in it come and go. */
export interface Browser {
  backend: FakeBackend
  clock: FakeClock
  stores: FakeStores
  tabs: FakeTabs
  warnings: string[]
}

export interface Page extends World {
  tab: FakeTab
  kept: Kept
  own: Map<string, string>
  crash(): void
}

interface PageOptions {
  customerId?: number
  hasLocks?: boolean
  own?: Map<string, string>
  /** What other pages wait for goes on waiting. */
  leavesOthers?: boolean
}

export function openBrowser(options: Parameters<typeof createFakeBackend>[0] = {}): Browser {
  const backend = createFakeBackend(options)
  backend.say(1, 'Hello', { is_read: true })
  backend.events.length = 0
  return {
    backend,
    clock: createFakeClock(),
    stores: createFakeStores(),
    tabs: createFakeTabs(),
    warnings: [],
  }
}

/** A page with the first conversation open, everything answered. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const { customerId = 7, hasLocks = true, leavesOthers = false } = options
  const { own, ...stores } = browser.stores.open(options.own)
  const tab = browser.tabs.open()
  const kept = createKept({
    stores,
    tabs: hasLocks ? tab.host : null,
    scope: scopeOf(API, customerId, null),
    clock: browser.clock,
    log: { warn: (text) => browser.warnings.push(text), error: (text) => browser.warnings.push(text) },
  })
  const world = openStore({ backend: browser.backend, clock: browser.clock, kept })
  const answer = () => (leavesOthers ? answerNew(browser) : answerAll(world))
  world.store.init()
  await answer()
  world.realtime.subscribe()
  await answer()
  world.store.select(1)
  await answer()
  return { ...world, tab, kept, own, crash: () => crash(browser, world, tab) }
}

async function answerNew({ backend }: Browser): Promise<void> {
  const others = [...backend.calls]
  for (;;) {
    await settled()
    const [call] = backend.calls.filter((each) => !others.includes(each))
    if (!call) return
    call.answer()
  }
}

/** Its calls get no answer any more, and it does nothing more. */
function crash({ backend }: Browser, { store }: World, tab: FakeTab): void {
  const under = [...backend.calls]
  for (const call of under) call.fail({ kind: 'offline' })
  tab.crash()
  tab.stall()
  store.destroy()
}
