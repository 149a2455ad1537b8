/** What search engines and sites that show links ask for: the picture of a deal, the sitemap, and where they may look. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import type { Site } from '#server/core/http/site.ts'
import { links } from '#shared/contract/pages.ts'
import { dealFace, dealIdOf } from './deal-summary.ts'
import { createShareImages } from './share-image.ts'
import { companiesListed, listedPage, sitemapPages } from './sitemap.ts'

interface ShareDeps {
  db: Database
  site: Site
}

const PICTURE_SECONDS = 3600
const MAP_SECONDS = 600
const OPEN_PAGES = ['/', '/deals', '/privacy-policy', '/terms-of-service']
const CLOSED = ['/customer/api/', '/account/api/', '/seller/', '/profile', '/messenger', '/chat', '/user/']

export function registerSharing(app: FastifyInstance, { db, site }: ShareDeps): void {
  const shareImage = createShareImages()
  app.get<{ Params: { id: string } }>('/og/deal/:id.png', async ({ params }, reply) => {
    const id = dealIdOf(params.id)
    const face = id === null ? null : await dealFace(db, id)
    // Of what cannot be found there is nothing to show either.
    if (!face?.isListed) return reply.callNotFound()
    keepFor(reply, PICTURE_SECONDS)
    return reply.type('image/png').send(await shareImage(face))
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
