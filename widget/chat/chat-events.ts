/** What a session tells its host. None carries a token or a message's text. */
export type ChatEvent =
  /** Authorised; the list begins to load. */
  | { readonly type: 'ready' }
  /** Unread messages over all conversations, whenever the number changes. */
  | { readonly type: 'unread'; readonly count: number }
  | { readonly type: 'conversation'; readonly accountId: number | null }
  | { readonly type: 'sent'; readonly accountId: number; readonly messageId: number }
  | { readonly type: 'auth-required'; readonly reason: 'missing' | 'refused' | 'expired' }
  | { readonly type: 'error'; readonly code: string; readonly message: string }

export type Emit = (event: ChatEvent) => void
