/**
 * What programs ask a site for by a known address: search engines and sites that show links, password managers (change-password)
 * and who found a vulnerability (security.txt).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import type { Site } from '#server/core/http/site.ts'
import { links, type Page } from '#shared/contract/pages.ts'
import { dealIdOf, dealSummary } from './deal-summary.ts'
import { createShareImages } from './share-image.ts'

interface ShareDeps {
  db: Database
  site: Site
  nowMs: () => number
}

const PICTURE_SECONDS = 3600
const MAP_SECONDS = 600
/** How long what security.txt says holds; RFC 9116 asks for less than a year. */
const CONTACT_MS = 180 * 24 * 60 * 60_000
const OPEN_PAGES: readonly Page[] = [
  '/',
  '/deals',
  '/accessibility',
  '/imprint',
  '/privacy-policy',
  '/terms-of-service',
]
const CLOSED = ['/customer/api/', '/account/api/', '/seller/', '/profile', '/messenger', '/chat', '/user/']

export function registerSharing(app: FastifyInstance, { db, site, nowMs }: ShareDeps): void {
  const shareImage = createShareImages()
  app.get<{ Params: { id: string } }>('/og/deal/:id.png', async ({ params }, reply) => {
    const id = dealIdOf(params.id)
    const summary = id === null ? null : await dealSummary(db, id)
    // Of what cannot be found there is nothing to show either.
    if (!summary?.isListed) return reply.callNotFound()
    keepFor(reply, PICTURE_SECONDS)
    return reply.type('image/png').send(await shareImage(summary))
  })

  app.get('/sitemap.xml', async (request, reply) => {
    const pages = await sitemapPages(db)
    const entries = pages.map(
      (page) => `<sitemap><loc>${originOf(site, request)}/sitemap/${page}.xml</loc></sitemap>`,
    )
    return sendXml(reply, `<sitemapindex xmlns="${MAP}">${entries.join('')}</sitemapindex>`)
  })

  app.get<{ Params: { page: string } }>('/sitemap/:page.xml', async (request, reply) => {
    const page = dealIdOf(request.params.page)
    // Only pages of the index: a number beyond all ids is nothing the database could be asked about.
    if (page === null || page > (await sitemapPages(db)).length) return reply.callNotFound()
    const rows = await listedPage(db, page)
    const origin = originOf(site, request)
    const open = page === 1 ? [...OPEN_PAGES, ...(await companyPaths(db))] : []
    const deals = rows.map(({ id, updated_at: at }) => {
      const changed = at ? `<lastmod>${at.toISOString()}</lastmod>` : ''
      return `<url><loc>${origin}${links.deal(id)}</loc>${changed}</url>`
    })
    return sendXml(
      reply,
      `<urlset xmlns="${MAP}">${[...open.map((path) => `<url><loc>${origin}${path}</loc></url>`), ...deals].join('\n')}</urlset>`,
    )
  })

  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.redirect(links.profile('security'), 302),
  )

  // RFC 9116: where to report a vulnerability.
  app.get('/.well-known/security.txt', async (request, reply) => {
    const origin = originOf(site, request)
    const email = (await site.support?.())?.email
    const lines = [
      `Contact: ${email ? `mailto:${email}` : origin + links.help()}`,
      `Expires: ${new Date(nowMs() + CONTACT_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/.well-known/security.txt`,
    ]
    keepFor(reply, MAP_SECONDS)
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })

  app.get('/robots.txt', async (request, reply) => {
    const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`)]
    keepFor(reply, MAP_SECONDS)
    return reply
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n\nSitemap: ${originOf(site, request)}/sitemap.xml\n`)
  })
}

const MAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const companyPaths = async (db: Database) => (await companiesListed(db)).map(({ id }) => links.company(id))

const originOf = (site: Site, { protocol, host }: FastifyRequest): string =>
  site.origin || `${protocol}://${host}`

const keepFor = (reply: FastifyReply, seconds: number) =>
  reply.header('Cache-Control', `public, max-age=${seconds}`)

function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  keepFor(reply, MAP_SECONDS)
  return reply.type('application/xml; charset=utf-8').send(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`)
}

/**
 * The pages of the sitemap, by spans of ids: what a page holds does not move to another when deals come and go. A
 * sitemap may name 50,000.
 */
const SITEMAP_PAGE = 20_000

/** 1, 2, 3 … up to the newest deal's. One step in the primary key. */
async function sitemapPages(db: Database): Promise<number[]> {
  const newest = await db
    .selectFrom('properties')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const count = Math.max(1, Math.ceil((newest?.id ?? 0) / SITEMAP_PAGE))
  return Array.from({ length: count }, (_, index) => index + 1)
}

/** The listed deals of one page, by primary key. */
const listedPage = (db: Database, page: number) =>
  db
    .selectFrom('properties')
    .select(['id', 'updated_at'])
    .where('listing', '=', 'listed')
    .where('id', '>', (page - 1) * SITEMAP_PAGE)
    .where('id', '<=', page * SITEMAP_PAGE)
    .orderBy('id')
    .execute()

/** Pages of sellers, on the first page of the map: there is room for as many, and they are few. By primary key. */
const companiesListed = (db: Database) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('suspended_at', 'is', null)
    .where('title', '!=', '')
    .orderBy('id')
    .limit(SITEMAP_PAGE)
    .execute()
