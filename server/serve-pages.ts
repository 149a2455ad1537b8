/** Serves the built apps from the server that answers their calls, with heads read from the same database. */
import type { FastifyInstance } from 'fastify'
import type { Database } from './core/database/open.ts'
import type { Site } from './core/http/site.ts'
import { dealFace, dealIdOf } from './deals/list/deal-summary.ts'
import { EMBEDDED_PARTS, type PartsSettings } from './providers/providers.ts'
import { companyFace } from './sellers/company/company-summary.ts'
import { keepOneName } from './site/canonical-host.ts'
import { registerPages } from './site/pages.ts'

interface PagesDeps {
  /** What `npm run build` wrote. */
  folder: string
  db: Database
  site: Site
  parts: Partial<PartsSettings> | undefined
}

export async function servePages(app: FastifyInstance, { folder, db, site, parts }: PagesDeps) {
  keepOneName(app, () => site.origin, site.adminOrigin)
  const { scripts, captcha, maps } = { ...EMBEDDED_PARTS, ...parts }
  await registerPages(app, {
    ...{ folder, scripts, captcha },
    ...(maps ? { maps } : {}),
    async dealOf(text, previewHash) {
      const id = dealIdOf(text)
      return id === null ? null : dealFace(db, id, previewHash)
    },
    async companyOf(text) {
      const id = dealIdOf(text)
      return id === null ? null : companyFace(db, id)
    },
  })
}
