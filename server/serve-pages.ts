/** Serves the built apps from the server that answers their calls, with heads read from the same database. */
import type { FastifyInstance } from 'fastify'
import { readQuery } from '#shared/rules/deals/query-codec.ts'
import type { Database } from './core/database/open.ts'
import { installationOf, type Site } from './core/http/site.ts'
import { dealIdOf, dealSummary } from './deals/list/deal-summary.ts'
import type { ListedDeals } from './deals/list/listed-deals.ts'
import { EMBEDDED_PARTS, type PartsSettings } from './providers/providers.ts'
import { companySummary } from './sellers/company/company-summary.ts'
import { keepOneName } from './site/canonical-host.ts'
import { registerPages } from './site/pages.ts'

interface PagesDeps {
  /** `pagesFolder` is what `npm run build` wrote; without it only calls are answered. */
  settings: { pagesFolder?: string; parts?: Partial<PartsSettings> }
  db: Database
  site: Site
  listed: Pick<ListedDeals, 'firstDealsOf'>
}

export async function servePages(app: FastifyInstance, { settings, db, site, listed }: PagesDeps) {
  const { pagesFolder: folder, parts } = settings
  if (folder === undefined) return
  keepOneName(app, () => site.origin, site.adminOrigin)
  const { scripts, captcha, maps } = { ...EMBEDDED_PARTS, ...parts }
  await registerPages(app, {
    folder,
    installation: () => installationOf(site),
    scripts,
    captcha,
    ...(maps ? { maps } : {}),
    async dealOf(text, previewHash) {
      const id = dealIdOf(text)
      return id === null ? null : dealSummary(db, id, previewHash)
    },
    firstDealsOf: (search) => listed.firstDealsOf(readQuery(new URLSearchParams(search)).query),
    async companyOf(text) {
      const id = dealIdOf(text)
      return id === null ? null : companySummary(db, id)
    },
  })
}
