/**
 * A plain page of somebody else's on a port of its own, with what the messenger needs behind it: its files, a backend that answers
 * at once from memory, and a socket. What happens is told here and not by the page, so that watching costs the page nothing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WebSocketServer } from 'ws'
import { wireMessage } from '../thread/messages.ts'

const WIDGET = fileURLToPath(new URL('../../../dist/widget', import.meta.url))
export const CONVERSATIONS = 25
const PAGE_OF_MESSAGES = 50
const PATIENCE_MS = 30_000

export type Way = 'empty' | 'line' | 'questions' | 'loader' | 'module' | 'tag' | 'thread'

export interface HostSite {
  /** Where a page with the messenger in one of its ways, or without it, is. */
  page(way: Way): string
  /** Resolves with the next call of the page whose path contains this. Rejects when none comes. */
  called(part: string): Promise<void>
  close(): Promise<void>
}

export async function openHostSite(): Promise<HostSite> {
  const waiting = new Set<{ part: string; tell: () => void }>()
  const note = (path: string) => {
    for (const each of waiting)
      if (path.includes(each.part)) {
        waiting.delete(each)
        each.tell()
      }
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const [type, body] = answer(request, pathname)
    response.writeHead(body === null ? 404 : 200, { 'content-type': type, 'cache-control': 'no-store' })
    response.end(body)
    note(pathname)
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    const say = (event: string, data: unknown, channel?: string) =>
      socket.send(JSON.stringify({ event, data: JSON.stringify(data), ...(channel ? { channel } : {}) }))
    say('pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 })
    socket.on('message', (text) => {
      const { event, data } = JSON.parse(String(text))
      if (event !== 'pusher:subscribe') return
      say('pusher_internal:subscription_succeeded', {}, data.channel)
      note('joined')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    page: (way) => `http://127.0.0.1:${port}/${way}`,
    called: (part) =>
      new Promise((tell, fail) => {
        const timer = setTimeout(() => fail(new Error(`the page never called ${part}`)), PATIENCE_MS)
        const done = () => {
          clearTimeout(timer)
          tell()
        }
        waiting.add({ part, tell: done })
      }),
    close: () =>
      new Promise((done) => {
        for (const socket of sockets.clients) socket.terminate()
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

type Answer = readonly [type: string, body: string | Buffer | null]

/** What a loader cannot do without: to come, and to ask how many messages are unread. */
const OTHER_SCRIPTS: Record<string, string> = {
  '/line.js': 'document.title += "."',
  '/questions.js': `const ask = async (url, init) => (await fetch(url, init)).json()
    ask('/token').then(({ token }) => ask('/customer/api/auth/user', { headers: { Authorization: 'Bearer ' + token } }))`,
}

function answer(request: IncomingMessage, path: string): Answer {
  const script = OTHER_SCRIPTS[path]
  if (script) return ['text/javascript', script]
  if (path.startsWith('/widget/')) return file(path.slice('/widget/'.length))
  if (path.startsWith('/customer/api') || path === '/token' || path === '/broadcasting/auth')
    return ['application/json', JSON.stringify(reply(path))]
  return ['text/html', pageOf(path.slice(1), `http://${request.headers.host}`)]
}

function file(name: string): Answer {
  const path = join(WIDGET, name)
  return existsSync(path) && /^\.m?js$/.test(extname(path))
    ? ['text/javascript', readFileSync(path)]
    : ['text/plain', null]
}

function reply(path: string): unknown {
  if (path === '/token') return { token: 'a-token' }
  if (path === '/broadcasting/auth') return { auth: 'key:signature' }
  if (path.endsWith('/auth/user')) return { data: { id: 7, unread_total: 0 } }
  if (path.endsWith('/chats')) return { data: Array.from({ length: CONVERSATIONS }, (_, at) => chat(at + 1)) }
  if (path.endsWith('/text-messages'))
    return { data: Array.from({ length: PAGE_OF_MESSAGES }, (_, at) => wireMessage(PAGE_OF_MESSAGES - at)) }
  return {}
}

const chat = (id: number) => ({
  id,
  account: { id, title: `Seller ${id} of Houston`, deals_site_settings: { deals_emails_logo: null } },
  last_message: { ...wireMessage(1000 - id), account_id: id },
  customer_unread_count: 0,
})

const ENTRY = '<script type="module" src="/widget/plat-messenger.js"></script>'

function pageOf(way: string, origin: string): string {
  const config = JSON.stringify({
    key: 'key',
    wsHost: '127.0.0.1',
    wsPort: Number(new URL(origin).port),
    forceTLS: false,
  })
  const api = `${origin}/customer/api`
  const data = `data-token-url="/token" data-api-base="${api}" data-realtime-config='${config}'`
  const tag = `<plat-messenger token="a-token" api-base="${api}" realtime-config='${config}' style="--messenger-height:640px"></plat-messenger>`
  const lines: Record<string, [head: string, body: string]> = {
    loader: [`<script src="/widget/loader.js" ${data} defer></script>`, ''],
    module: [`<script type="module" src="/widget/loader.mjs" ${data}></script>`, ''],
    line: ['<script src="/line.js" defer></script>', ''],
    questions: ['<script src="/questions.js" defer></script>', ''],
    tag: [ENTRY, tag],
    thread: [ENTRY, tag.replace(' ', ' account="1" ')],
  }
  const [head, body] = lines[way] ?? ['', '']
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
    ${head}</head><body><h1>Next meeting: third Thursday</h1><p>Doors open at six.</p>${body}</body></html>`
}
