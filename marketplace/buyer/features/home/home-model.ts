/** What the home page says of all deals: one small call, narrowed to the target markets of who is logged in. Without React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { listGeotags } from '#shared/contract/buy-box.ts'
import { dealsOverview, type MarketWire, type SellersWire } from '#shared/contract/deals-overview.ts'
import type { DealListWire } from '#shared/contract/properties.ts'
import type { Log } from '#shared/lib/log.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import type { PlaceFilter } from '#shared/rules/deals/filter.ts'
import { placeFilterOf } from '#shared/rules/deals/location.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { browseSearch } from './browse-link.ts'

export interface Overview {
  readonly newest: readonly DealFacts[]
  readonly newToday: number
  readonly allCount: number
  readonly markets: readonly MarketWire[]
  readonly featured: readonly DealFacts[]
  /** The market that the featured deals are in. */
  readonly featuredMarket: MarketWire | undefined
  readonly sellers: SellersWire | undefined
  /** The target markets that the newest deals are of; empty: everywhere. */
  readonly places: readonly PlaceFilter[]
}

/** What “For you” shows, and how many deals there are that were not seen. */
export interface HomeFeed {
  readonly ids: readonly number[]
  readonly newCount: number
}

export type OverviewState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly overview: Overview }
  | { readonly phase: 'failed'; readonly failure: Failure }

export interface HomeModel {
  readonly state: ReadonlySignal<OverviewState>
  /** Never rejects. */
  load(): Promise<void>
}

export interface HomeModelDeps {
  api: Api
  log: Log
  /** Somebody logged in may have target markets. */
  isUser: boolean
}

export function createHomeModel({ api, log, isUser }: HomeModelDeps): HomeModel {
  const state = signal<OverviewState>({ phase: 'loading' })

  /** Without them the page shows deals from everywhere. */
  async function targetMarkets(): Promise<readonly PlaceFilter[]> {
    if (!isUser) return []
    try {
      const { data } = await api(listGeotags, {})
      return data.flatMap(({ geotag }) => filtersOf(geotag.results?.[0]))
    } catch (error) {
      log.warn(
        'The target markets of the home page could not be loaded',
        error instanceof ApiError ? error.failure.kind : undefined,
      )
      return []
    }
  }
  async function overviewOf(places: readonly PlaceFilter[]): Promise<Overview> {
    const wire = await api(dealsOverview, { query: queryOf(places) })
    const newest = dealsOf(wire.newest)
    // Nothing stands in their markets: then what is new elsewhere says more than an empty table.
    if (newest.length === 0 && places.length > 0) return overviewOf([])
    return {
      newest,
      newToday: wire.new_today,
      allCount: wire.all_count,
      markets: wire.markets,
      featured: dealsOf(wire.featured),
      featuredMarket: wire.featured_market ?? wire.markets[0],
      sellers: wire.sellers,
      places,
    }
  }
  return {
    state,
    async load() {
      state.value = { phase: 'loading' }
      try {
        state.value = { phase: 'ready', overview: await overviewOf(await targetMarkets()) }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        state.value = { phase: 'failed', failure: error.failure }
      }
    },
  }
}

function filtersOf(place: Parameters<typeof placeFilterOf>[0] | undefined): PlaceFilter[] {
  const found = place && placeFilterOf(place)
  return found ? [found] : []
}

/** In the words of the browse page's address. */
function queryOf(places: readonly PlaceFilter[]): Record<string, string | string[]> {
  const search = browseSearch(places)
  return Object.fromEntries([...new Set(search.keys())].map((key) => [key, search.getAll(key)]))
}

export function dealsOf(wire: DealListWire): readonly DealFacts[] {
  const table = parseDealList(wire)
  return Array.from({ length: table.count }, (_, row) => dealAt(table, row))
}
