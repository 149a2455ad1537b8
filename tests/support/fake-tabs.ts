/**
 * The tabs of one browser: locks and broadcast channels between them, delivered at once or step by step. What happens to a tab
 * is up to the test: it may be hidden, frozen with or without a word, thawed, or gone from one moment to the next.
 */
import type { LockOptions } from '#shared/lib/tab-locks.ts'
import type { TabHost, TabLife } from '#widget/chat/shared-socket/tab-host.ts'

export interface FakeTab {
  /** Handed to a session of this tab. */
  readonly host: TabHost
  show(): void
  hide(): void
  /** Told as a browser tells it. What arrives from then on waits. */
  freeze(): void
  /** The same without a word, as a debugger or a long task does it. */
  stall(): void
  /** It goes on, and everything that waited arrives. */
  thaw(): void
  /** Gone at once: its locks are free, it hears nothing and says nothing. The test ends the tab's own clock and fetch. */
  crash(): void
}

export interface FakeTabs {
  open(): FakeTab
  /** On by default: everything arrives by itself, a microtask later. Else it waits for `deliver`. */
  isPrompt: boolean
  /** What could arrive now, the oldest first. */
  readonly waiting: readonly { readonly to: FakeTab }[]
  /** Lets the oldest arrive, of all or of one tab: a tab hears things in order, two tabs need not. False when there is none. */
  deliver(to?: FakeTab): boolean
  /** And what follows from it, as far as it needs no promise. */
  deliverAll(): void
  /** Who holds a lock. */
  holder(name: string): FakeTab | null
  /** Everything that was ever posted, as `[channel, message]`. */
  readonly posted: (readonly [string, unknown])[]
}

interface Request {
  readonly tab: Tab
  readonly name: string
  readonly held: () => Promise<void>
  resolve(isHeld: boolean): void
  reject(reason: unknown): void
}

interface Ear {
  readonly tab: Tab
  readonly name: string
  hear: ((message: unknown) => void) | null
  /** What came before anybody listened is lost, as in a browser only after the listener is there messages flow. */
  isOpen: boolean
}

interface Tab extends FakeTab {
  life: TabLife
  isStalled: boolean
  isGone: boolean
  readonly watchers: Set<(life: TabLife) => void>
}

export function createFakeTabs(): FakeTabs {
  const tasks: { readonly to: Tab; readonly run: () => void }[] = []
  const ears = new Set<Ear>()
  const holders = new Map<string, Request>()
  const queues = new Map<string, Request[]>()
  const posted: (readonly [string, unknown])[] = []
  const canRun = (tab: Tab) => !tab.isGone && !tab.isStalled

  function push(to: Tab, run: () => void): void {
    tasks.push({ to, run })
    if (tabs.isPrompt) queueMicrotask(() => tabs.isPrompt && tabs.deliver())
  }

  function grantNext(name: string): void {
    if (holders.has(name)) return
    const next = queues.get(name)?.shift()
    if (next) grant(next)
  }

  function grant(request: Request): void {
    holders.set(request.name, request)
    push(request.tab, () => {
      if (holders.get(request.name) !== request) return
      request.held().then(
        () => release(request, () => request.resolve(true)),
        (reason) => release(request, () => request.reject(reason)),
      )
    })
  }

  function release(request: Request, tell: () => void): void {
    if (holders.get(request.name) !== request) return
    holders.delete(request.name)
    tell()
    grantNext(request.name)
  }

  function steal(name: string): void {
    const former = holders.get(name)
    if (!former) return
    holders.delete(name)
    push(former.tab, () => former.reject(new DOMException('stolen', 'AbortError')))
  }

  function requestLock(tab: Tab, name: string, options: LockOptions, held: () => Promise<void>) {
    return new Promise<boolean>((resolve, reject) => {
      if (tab.isGone) return
      if (options.signal?.aborted) return reject(options.signal.reason)
      const request: Request = { tab, name, held, resolve, reject }
      if (options.steal) steal(name)
      else if (options.ifAvailable && (holders.has(name) || (queues.get(name)?.length ?? 0) > 0))
        return push(tab, () => resolve(false))
      if (!holders.has(name)) return grant(request)
      const queue = queues.get(name) ?? []
      queues.set(name, [...queue, request])
      options.signal?.addEventListener('abort', () => {
        const waiting = queues.get(name) ?? []
        if (!waiting.includes(request)) return
        queues.set(
          name,
          waiting.filter((each) => each !== request),
        )
        reject(options.signal?.reason)
      })
    })
  }

  function openChannel(tab: Tab, name: string) {
    const own: Ear = { tab, name, hear: null, isOpen: true }
    ears.add(own)
    return {
      post(message: unknown) {
        if (!own.isOpen || tab.isGone) return
        posted.push([name, structuredClone(message)])
        for (const ear of ears) {
          if (ear === own || ear.name !== name) continue
          const copy = structuredClone(message)
          push(ear.tab, () => ear.isOpen && ear.hear?.(copy))
        }
      },
      onMessage(hear: (message: unknown) => void) {
        own.hear = hear
      },
      close() {
        own.isOpen = false
        ears.delete(own)
      },
    }
  }

  function live(tab: Tab, life: TabLife): void {
    tab.life = life
    for (const told of [...tab.watchers]) told(life)
  }

  function crash(tab: Tab): void {
    tab.isGone = true
    tab.watchers.clear()
    for (const ear of [...ears]) if (ear.tab === tab) ears.delete(ear)
    for (const [name, queue] of queues)
      queues.set(
        name,
        queue.filter((each) => each.tab !== tab),
      )
    for (const [name, request] of [...holders])
      if (request.tab === tab) {
        holders.delete(name)
        grantNext(name)
      }
    for (let at = tasks.length - 1; at >= 0; at--) if (tasks[at]?.to === tab) tasks.splice(at, 1)
  }

  function open(): Tab {
    const tab: Tab = {
      life: 'visible',
      isStalled: false,
      isGone: false,
      watchers: new Set(),
      host: {
        requestLock: (name, options, held) => requestLock(tab, name, options, held),
        openChannel: (name) => openChannel(tab, name),
        life: () => tab.life,
        onLife(changed) {
          tab.watchers.add(changed)
          return () => tab.watchers.delete(changed)
        },
      },
      show: () => live(tab, 'visible'),
      hide: () => live(tab, 'hidden'),
      freeze() {
        live(tab, 'frozen')
        tab.isStalled = true
      },
      stall() {
        tab.isStalled = true
      },
      thaw() {
        tab.isStalled = false
        if (tab.life === 'frozen') live(tab, 'visible')
        if (tabs.isPrompt) while (tabs.deliver(tab));
      },
      crash: () => crash(tab),
    }
    return tab
  }

  const tabs: FakeTabs = {
    open,
    isPrompt: true,
    posted,
    get waiting() {
      return tasks.filter(({ to }) => canRun(to))
    },
    deliver(to) {
      const at = tasks.findIndex((task) => canRun(task.to) && (to === undefined || task.to === to))
      const [task] = at < 0 ? [] : tasks.splice(at, 1)
      task?.run()
      return task !== undefined
    },
    deliverAll() {
      while (tabs.deliver());
    },
    holder: (name) => holders.get(name)?.tab ?? null,
  }
  return tabs
}
