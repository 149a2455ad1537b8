/** What a typed line finds from any page: filters, deals, places, conversations, pages and actions. Without React. */
import { computed, signal } from '@preact/signals-core'
import { headlineOf, placeOf } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { filterAt } from '#marketplace/buyer/ui/place-select/place-bounds.ts'
import { placeKind } from '#marketplace/buyer/ui/place-select/place-labels.ts'
import { type Finder, type Hit, named, ordered } from '#marketplace/kit/command/hits.ts'
import { createSearch } from '#marketplace/kit/search-as-you-type.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { listFirstDeals } from '#shared/contract/first-deals.ts'
import { PLACE_SEARCH_DEBOUNCE_MS } from '#shared/contract/limits.ts'
import { type ChatWire, listChats } from '#shared/contract/messenger.ts'
import { links } from '#shared/contract/pages.ts'
import { type LocationOptionWire, type PlaceWire, queryLocations } from '#shared/contract/places.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import { DEFAULT_QUERY, type DealQuery } from '#shared/rules/deals/filter.ts'
import { filterChips } from '#shared/rules/deals/filter-labels.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { queryInput, writeQuery } from '#shared/rules/deals/query-codec.ts'
import { readTypedQuery, type TypedQuery } from '#shared/rules/deals/typed-query.ts'
import { foldText } from '#shared/rules/fold-text.ts'
import { STATE_BY_ABBR, STATES } from '#shared/rules/states.ts'

export type BuyerHit = Hit<'Search' | 'Deals' | 'Places' | 'Conversations' | 'Pages' | 'Actions'>

export interface CommandModel extends Finder<BuyerHit['group']> {
  /** Loads the conversations that names are looked for in; without them there are none to find. */
  loadConversations(customerId: number): Promise<void>
}

export interface CommandModelDeps {
  api: Api
  clock: Clock
  log: Log
  /** What the person may open and do, in the order in which it is offered. Follows the signals that it reads. */
  own: () => readonly BuyerHit[]
}

/** What the server answers to one line. */
interface Answer {
  /** Whether any word was read as a filter. */
  readonly isRead: boolean
  readonly query: DealQuery
  readonly count: number
  readonly deals: readonly DealFacts[]
  readonly places: readonly { id: string; label: string; kind: string; href: string }[]
}

const DEALS_MAX = 4
const PLACES_MAX = 4

export function createCommandModel({ api, clock, log, own }: CommandModelDeps): CommandModel {
  const chats = signal<readonly ChatWire[]>([])
  const search = createSearch<Answer>({
    ask: async (text, signal) => [await ask(api, text, signal)],
    delayMs: PLACE_SEARCH_DEBOUNCE_MS,
    minLength: 2,
    clock,
    log,
    name: 'Search from the command bar',
  })
  const hits = computed(() => {
    const typed = search.text.value.trim()
    const answer = search.results.value[0]
    const found = named(chats.value, ({ account }) => account.title ?? '', typed).map(conversationHit)
    return ordered(own(), typed, [...(answer ? answered(answer) : []), ...found])
  })
  return {
    text: search.text,
    hits,
    isLoading: search.isLoading,
    hasFailed: search.hasFailed,
    setText: search.setText,
    retry: search.retry,
    async loadConversations(customerId) {
      try {
        chats.value = (await api(listChats, { params: { customer: customerId }, query: {} })).data
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        log.warn('Conversations could not be loaded for the command bar', error.failure.kind)
      }
    },
    dispose: search.dispose,
  }
}

async function ask(api: Api, typed: string, signal: AbortSignal): Promise<Answer> {
  const read = readTypedQuery(typed)
  const found =
    read.rest === '' ? [] : (await api(queryLocations, { query: { q: read.rest } }, { signal })).data
  const query = queryOf(read, meant(found, read.rest)?.value.place)
  const { data } = await api(listFirstDeals, { query: queryInput(query) }, { signal })
  const table = parseDealList(data.list)
  return {
    isRead: read.isRead,
    query,
    count: data.count,
    deals: Array.from({ length: Math.min(table.count, DEALS_MAX) }, (_, row) => dealAt(table, row)),
    places: found.slice(0, PLACES_MAX).map(({ label, value: { placeId, place } }) => ({
      id: placeId,
      label,
      kind: placeKind(place),
      href: dealsAt({ ...query, filter: { ...query.filter, ...filterAt(place), text: read.filter.text } }),
    })),
  }
}

/** The place that is called exactly so, with its state or without; others are only offered. */
function meant(found: readonly LocationOptionWire[], typed: string): LocationOptionWire | undefined {
  const wanted = foldText(typed)
  return found.find(({ label }) => {
    const [name = '', code = ''] = label.split(',').map((part) => foldText(part))
    const state = STATE_BY_ABBR.get(code.toUpperCase())?.name ?? code
    const own = STATES.find((one) => foldText(one.name) === name)?.abbr
    return [name, `${name} ${code}`, `${name} ${foldText(state)}`, foldText(own ?? name)].includes(wanted)
  })
}

/** The words that are no filter are the place of the filters, or else words to look for in the deals. */
function queryOf({ filter, sort, rest, isRead }: TypedQuery, place: PlaceWire | undefined) {
  // A ZIP is closer than the city that is typed with it.
  const where = isRead && place !== undefined && filter.places.length === 0 ? filterAt(place) : null
  const text = where === null ? `${filter.text} ${rest}`.trim() : filter.text
  const places = [...filter.places, ...(where?.places ?? [])]
  return { ...DEFAULT_QUERY, sort, filter: { ...filter, ...where, places, text } }
}

function answered({ isRead, query, count, deals, places }: Answer): BuyerHit[] {
  return [
    ...(isRead || count > 0 ? [searchHit(query, count)] : []),
    ...deals.map(dealHit),
    ...places.map(
      ({ id, label, kind, href }): BuyerHit => ({
        id: `place ${id}`,
        group: 'Places',
        label,
        note: kind,
        does: href,
      }),
    ),
  ]
}

function searchHit(query: DealQuery, count: number): BuyerHit {
  // Available deals are what one looks for unless one says otherwise.
  const chips = filterChips(query.filter).filter(
    ({ id }) => id !== 'status available' || query.filter.status.length > 1,
  )
  const said = chips.map(({ key, label }) => (key === 'text' ? `“${label}”` : label))
  return {
    id: 'search',
    group: 'Search',
    isUnmarked: true,
    label: said.length === 0 ? 'All deals' : said.join(' · '),
    note: count === 1 ? '1 deal' : `${count.toLocaleString('en-US')} deals`,
    does: dealsAt(query),
  }
}

function dealHit(deal: DealFacts): BuyerHit {
  return {
    id: `deal ${deal.id}`,
    group: 'Deals',
    label: [headlineOf(deal), placeOf(deal)].join(', '),
    note: deal.price === null ? '' : formatMoney(deal.price),
    does: links.deal(deal.id),
  }
}

const conversationHit = ({ account }: ChatWire): BuyerHit => ({
  id: `conversation ${account.id}`,
  group: 'Conversations',
  label: account.title ?? '',
  note: 'Message',
  does: links.conversation(account.id),
})

const dealsAt = (query: DealQuery): string => `/deals?${writeQuery(query)}`
