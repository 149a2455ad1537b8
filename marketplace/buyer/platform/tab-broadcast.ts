/**
 * What the marketplace's tabs in one browser tell each other: who logged in or out, that a set-up is finished. Never who, and
 * no secrets: each tab asks the server itself. A browser without BroadcastChannel simply tells nobody.
 */

export interface TabBroadcast {
  /** Tells every other tab; `data` must be plain. */
  say(topic: string, data?: unknown): void
  /** Hears the other tabs, never this one. The returned function stops that. */
  on(topic: string, handler: (data: unknown) => void): () => void
  dispose(): void
}

/** The part of BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  close(): void
}

const NAME = 'plat'

export function createTabBroadcast(open: () => Channel | null = openChannel): TabBroadcast {
  const handlers = new Map<string, Set<(data: unknown) => void>>()
  const channel = open()
  channel?.addEventListener('message', ({ data }) => {
    const message = messageOf(data)
    if (message === null) return
    for (const handler of handlers.get(message.topic) ?? []) handler(message.data)
  })
  return {
    say: (topic, data) => channel?.postMessage({ topic, data: data ?? null }),
    on(topic, handler) {
      const those = handlers.get(topic) ?? new Set()
      handlers.set(topic, those.add(handler))
      return () => those.delete(handler)
    },
    dispose: () => channel?.close(),
  }
}

function openChannel(): Channel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
}

/** A tab of another build may say something else: that is passed over. */
function messageOf(said: unknown): { topic: string; data: unknown } | null {
  if (typeof said !== 'object' || said === null || !('topic' in said)) return null
  return typeof said.topic === 'string'
    ? { topic: said.topic, data: 'data' in said ? said.data : null }
    : null
}
