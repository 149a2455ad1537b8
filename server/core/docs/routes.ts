/** Serves the readable API page at /docs and its style sheet. */
import type { FastifyInstance } from 'fastify'
import { DOCS_STYLE, docsPage } from './page.ts'

export function registerDocs(app: FastifyInstance): void {
  // The endpoints stay the same once the server listens, and the page takes a third of a second.
  let page: string | null = null
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    reply.type('text/html; charset=utf-8')
    page ??= docsPage(app.servedEndpoints)
    return page
  })
  app.get('/docs.css', { schema: { hide: true } }, async (_request, reply) => {
    reply.type('text/css; charset=utf-8')
    return DOCS_STYLE
  })
}
