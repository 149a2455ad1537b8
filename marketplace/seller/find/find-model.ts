/** What a typed line finds in the seller app: conversations by name, deals, words in messages, places and actions. Without React. */
import { computed, type ReadonlySignal } from '@preact/signals-core'
import { type Finder, type Hit, named, ordered } from '#marketplace/kit/command/hits.ts'
import { createSearch } from '#marketplace/kit/search-as-you-type.ts'
import { excerpt } from '#marketplace/seller/inbox/inbox-filters.ts'
import type { SellerChat } from '#marketplace/seller/seller-model.ts'
import type { Api } from '#shared/api/client.ts'
import { FIND_DEBOUNCE_MS, SEARCH_MAX_LENGTH } from '#shared/contract/limits.ts'
import { sellerFindMessages } from '#shared/contract/seller.ts'
import { type SellerDealRowWire, sellerDeals } from '#shared/contract/seller-listing.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'

export type SellerHit = Hit<'Conversations' | 'Deals' | 'Messages' | 'Places' | 'Actions'>

type Chat = Pick<SellerChat, 'customer'>

export interface FindDeps {
  api: Api
  clock: Clock
  log: Log
  chats: ReadonlySignal<readonly Chat[]>
  /** Opens a conversation at a message. */
  open: (customerId: number, messageId: number) => void
  /** Where the member may go and what they may do, in the order in which it is offered. */
  own: readonly SellerHit[]
}

const DEALS_MAX = 5
const MESSAGES_MAX = 5

export function createFinder(deps: FindDeps): Finder<SellerHit['group']> {
  const { api, clock, log, own } = deps
  const search = createSearch<SellerHit>({
    ask: async (typed, signal) => {
      const q = typed.slice(0, SEARCH_MAX_LENGTH)
      const [deals, messages] = await Promise.all([
        api(sellerDeals, { query: { q } }, { signal }),
        api(sellerFindMessages, { query: { q } }, { signal }),
      ])
      return [
        ...deals.data.slice(0, DEALS_MAX).map(dealHit),
        ...messages.data.slice(0, MESSAGES_MAX).map(
          ({ id, customer, text }): SellerHit => ({
            id: `message ${id}`,
            group: 'Messages',
            label: excerpt(text, q),
            note: customer.name,
            does: () => deps.open(customer.id, id),
          }),
        ),
      ]
    },
    delayMs: FIND_DEBOUNCE_MS,
    minLength: 2,
    clock,
    log,
    name: 'Search of the seller app',
  })
  const hits = computed(() => {
    const typed = search.text.value.trim()
    const chats = named(deps.chats.value, ({ customer }) => customer.name, typed).map(chatHit)
    return ordered(own, typed, [...chats, ...search.results.value])
  })
  return { ...search, hits }
}

const chatHit = ({ customer: { id, name } }: Chat): SellerHit => ({
  id: `conversation ${id}`,
  group: 'Conversations',
  label: name,
  note: '',
  does: hashOf({ kind: 'conversation', customerId: id }),
})

const dealHit = ({ id, address, title, price }: SellerDealRowWire): SellerHit => ({
  id: `deal ${id}`,
  group: 'Deals',
  label: address || title || `Deal ${id}`,
  note: price == null ? '' : formatMoney(price),
  does: hashOf({ kind: 'deal', id }),
})
