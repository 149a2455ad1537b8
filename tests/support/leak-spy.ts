/** Writes down everything on a page that another script, a visitor or a server log could read, to be searched for a secret. */
import type { Page } from 'playwright'

export interface LeakSpy {
  /** Where the secret was found so far, in words; nothing when it was kept. */
  leaks(): Promise<string[]>
  /** How much was looked at, by kind: so that a test can tell a clean page from a blind spy. */
  seen(): Promise<Record<string, number>>
}

interface Spied {
  nodes: Node[]
  told: string[]
}

/** To be set up before the page is loaded. The one place where the secret may be is the Authorization header of `apiHost`. */
export async function leakSpy(page: Page, secret: string, apiHost: string): Promise<LeakSpy> {
  const outside: string[] = []
  page.on('console', (line) => outside.push(`console: ${line.text()}`))
  page.on('pageerror', (error) => outside.push(`error: ${error.message} ${error.stack}`))
  page.on('request', (request) => {
    const { authorization = '', ...headers } = request.headers()
    const isOurs = new URL(request.url()).host === apiHost
    const rest = JSON.stringify(isOurs ? headers : { ...headers, authorization })
    outside.push(`request: ${request.url()} ${rest} ${request.postData() ?? ''}`)
  })
  await page.addInitScript(spy)
  const everything = async () => [
    ...outside,
    ...(await page.context().cookies()).map((cookie) => `cookie: ${JSON.stringify(cookie)}`),
    ...(await page.evaluate(readable)),
  ]
  return {
    leaks: async () => (await everything()).filter((line) => line.includes(secret)),
    async seen() {
      const counts: Record<string, number> = {}
      for (const line of await everything()) {
        const kind = line.slice(0, line.indexOf(':'))
        counts[kind] = (counts[kind] ?? 0) + 1
      }
      return counts
    },
  }
}

/** Runs in the page before any other script: keeps every node that is ever made, and every word that leaves the widget. */
function spy() {
  const spied: Spied = { nodes: [], told: [] }
  Object.assign(window, { spied })
  const text = (value: unknown): string => {
    const known = new Set<unknown>()
    const plain = (_: string, each: unknown) => {
      if (typeof each === 'function' || each instanceof Node || known.has(each)) return undefined
      if (typeof each === 'object' && each !== null) known.add(each)
      return each
    }
    return typeof value === 'string' ? value : (JSON.stringify(value, plain) ?? '')
  }
  const wrap = (owner: object, name: string, hear: (args: unknown[], made: unknown) => void) => {
    const real = Reflect.get(owner, name) as (...args: unknown[]) => unknown
    Object.defineProperty(owner, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...args: unknown[]) {
        const made = Reflect.apply(real, this, args)
        hear(args, made)
        return made
      },
    })
  }
  const keep = (_: unknown[], made: unknown) => void spied.nodes.push(made as Node)
  for (const name of ['createElement', 'createElementNS', 'createTextNode', 'createComment'])
    wrap(Document.prototype, name, keep)
  wrap(Element.prototype, 'attachShadow', keep)
  const tell = (kind: string) => (args: unknown[]) =>
    void spied.told.push(`${kind}: ${args.map(text).join(' ')}`)
  wrap(BroadcastChannel.prototype, 'postMessage', tell('channel'))
  wrap(MessagePort.prototype, 'postMessage', tell('port'))
  wrap(Worker.prototype, 'postMessage', tell('worker'))
  wrap(window, 'postMessage', tell('window'))
  wrap(Storage.prototype, 'setItem', tell('storage'))
  wrap(IDBObjectStore.prototype, 'put', tell('database'))
  wrap(IDBObjectStore.prototype, 'add', tell('database'))
  wrap(History.prototype, 'pushState', tell('history'))
  wrap(History.prototype, 'replaceState', tell('history'))
  wrap(LockManager.prototype, 'request', tell('lock'))
  wrap(Performance.prototype, 'mark', tell('performance'))
  wrap(Performance.prototype, 'measure', tell('performance'))
  wrap(Element.prototype, 'setAttribute', tell('attribute'))
  document.addEventListener('securitypolicyviolation', (event) => {
    spied.told.push(`violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
  })
  wrap(EventTarget.prototype, 'dispatchEvent', ([event]) => {
    if (event instanceof CustomEvent) spied.told.push(`event: ${event.type} ${text(event.detail)}`)
  })
}

/** Runs in the page: all that can be read there now, the nodes among it that are in no document. */
async function readable(): Promise<string[]> {
  const { spied } = window as unknown as { spied: Spied }
  const lines = [...spied.told, `address: ${location.href} ${document.referrer} ${document.title}`]
  const roots = new Set<Node>([document])
  for (const node of spied.nodes) roots.add(node)
  const seen = new Set<Node>()
  const read = (node: Node) => {
    if (seen.has(node)) return
    seen.add(node)
    lines.push(`node: ${node.nodeName} ${node.nodeValue ?? ''}`)
    if (node instanceof Element) {
      for (const { name, value } of node.attributes) lines.push(`attribute: ${name}=${value}`)
      // What a script of the page can read off an element: its own properties, and what a field holds.
      for (const key of Object.keys(node)) {
        const value: unknown = Reflect.get(node, key)
        if (typeof value === 'string') lines.push(`property: ${key}=${value}`)
      }
      if ('value' in node) lines.push(`field: ${String(node.value)}`)
      if (node.localName === 'plat-messenger')
        for (const key of ['token', 'apiBase', 'realtimeConfig', 'account'])
          lines.push(`property: ${key}=${JSON.stringify(Reflect.get(node, key))}`)
      if (node.shadowRoot) read(node.shadowRoot)
    }
    node.childNodes.forEach(read)
  }
  roots.forEach(read)
  for (const [kind, store] of [
    ['local', localStorage],
    ['session', sessionStorage],
  ] as const)
    for (const [key, value] of Object.entries(store)) lines.push(`${kind}: ${key}=${value}`)
  for (const { name = '' } of await indexedDB.databases()) lines.push(`database: ${name} ${await dump(name)}`)
  for (const name of await caches.keys()) {
    lines.push(`cache: ${name}`)
    for (const request of await (await caches.open(name)).keys()) lines.push(`cache: ${request.url}`)
  }
  const { held = [], pending = [] } = await navigator.locks.query()
  for (const lock of [...held, ...pending]) lines.push(`lock: ${lock.name}`)
  for (const entry of performance.getEntries()) lines.push(`performance: ${JSON.stringify(entry)}`)
  lines.push(`history: ${JSON.stringify(history.state)}`, `window: ${window.name} ${document.cookie}`)
  for (const key of Object.keys(window)) {
    const value: unknown = Reflect.get(window, key)
    if (typeof value === 'string') lines.push(`global: ${key}=${value}`)
  }
  return lines

  async function dump(name: string): Promise<string> {
    const database = await done(indexedDB.open(name))
    const rows: unknown[] = []
    for (const store of database.objectStoreNames)
      rows.push(await done(database.transaction(store).objectStore(store).getAll()))
    database.close()
    return JSON.stringify(rows)
  }

  function done<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  }
}
