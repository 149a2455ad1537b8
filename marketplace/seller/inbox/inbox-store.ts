/** The inbox's search: conversations by people and deals at once, and messages by their words from the server. */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import type { Api } from '#shared/api/client.ts'
import { SEARCH_MAX_LENGTH } from '#shared/contract/limits.ts'
import { sellerFindMessages } from '#shared/contract/seller.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { debounce } from '#shared/lib/debounce.ts'

export type FoundMessage = z.output<typeof sellerFindMessages.reply>['data'][number]

/** `short`: too few letters to look for. */
export type MessageSearch =
  | { readonly phase: 'short' }
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed' }
  | { readonly phase: 'ready'; readonly found: readonly FoundMessage[] }

export interface InboxSearch {
  readonly query: ReadonlySignal<string>
  readonly messages: ReadonlySignal<MessageSearch>
  search(query: string): void
  retry(): void
}

const SHORTEST = 2

export function createInboxSearch(api: Api, clock: Clock): InboxSearch {
  const query = signal('')
  const answer = signal<MessageSearch>({ phase: 'short' })
  /** Counts questions: an answer to a former one changes nothing. */
  let round = 0
  const ask = async () => {
    const mine = ++round
    let next: MessageSearch
    try {
      const reply = await api(sellerFindMessages, { query: { q: query.peek().trim() } })
      next = { phase: 'ready', found: reply.data }
    } catch {
      next = { phase: 'failed' }
    }
    if (mine === round) answer.value = next
  }
  const askSoon = debounce(() => void ask(), { clock, pause: 'long' })
  const isShort = (text: string) => text.trim().length < SHORTEST

  return {
    query,
    messages: computed(() => (isShort(query.value) ? { phase: 'short' } : answer.value)),
    search(text) {
      batch(() => {
        round++
        query.value = text.slice(0, SEARCH_MAX_LENGTH)
        answer.value = { phase: 'loading' }
      })
      if (isShort(text)) askSoon.cancel()
      else askSoon()
    },
    retry() {
      answer.value = { phase: 'loading' }
      void ask()
    },
  }
}
