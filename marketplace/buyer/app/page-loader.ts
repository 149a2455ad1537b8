/**
 * Fetches the code of pages. While the server is away a page waits for it. A chunk that is gone, as after an update of the
 * site, reloads the page once per path within ten seconds (spec section 4, Build updates); after that the error page shows.
 */
import { type ComponentType, lazy } from 'react'
import { takeReload } from '#marketplace/buyer/platform/reload-guard.ts'
import type { PageProps, Route } from '#marketplace/buyer/platform/route.ts'
import type { Connection } from '#marketplace/kit/connection.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface PageLoader {
  /** The page's component, suspended until its code is there. */
  pageOf(route: Route): ComponentType<PageProps>
  /** Begins to fetch; a failure waits for the visit. */
  prefetch(route: Route): void
}

export interface PageLoaderDeps {
  clock: Clock
  /** Where the last reload is remembered across it. */
  storage: () => Storage
  location: Pick<Location, 'pathname' | 'reload'>
  connection: Pick<Connection, 'code'>
}

export function createPageLoader({ clock, storage, location, connection }: PageLoaderDeps): PageLoader {
  const pages = new Map<Route['load'], ComponentType<PageProps>>()

  async function load(route: Route) {
    try {
      return await connection.code(route.load)
    } catch (error) {
      if (!takeReload(storage, location.pathname, clock.now())) throw error
      location.reload()
      return await new Promise<never>(() => {})
    }
  }

  return {
    pageOf(route) {
      const known = pages.get(route.load)
      if (known) return known
      const page = lazy(() => load(route))
      pages.set(route.load, page)
      return page
    },
    prefetch(route) {
      void route.load().catch(() => {})
    },
  }
}
