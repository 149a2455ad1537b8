/** Serves the host pages: other people's sites with the messenger on them. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '#server/site/pages.ts'
import { sendAsset, sendPage, UNCOUNTED, type Wildcard } from '#server/site/send-file.ts'

const HOSTS = fileURLToPath(new URL('hosts', import.meta.url))
const WIDGET = fileURLToPath(new URL('../widget', import.meta.url))
const DRAWINGS = fileURLToPath(new URL('../shared/ui/drawings', import.meta.url))

export const HOST_PAGES = [
  'seller-site',
  'partner',
  'two-buyers',
  'strict-csp',
  'hostile-css',
  'theming',
] as const
const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const

/** W-11: nothing inline, nothing from elsewhere, and no string ever becomes script. */
const STRICTEST_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** `realtimeConfig` is what a host page hands its element. */
export function registerHosts(app: FastifyInstance, realtimeConfig: () => unknown): void {
  app.get('/hosts', (_request, reply) => reply.redirect('/hosts/', 301))
  app.get('/hosts/', (_request, reply) => sendPage(reply, { path: join(HOSTS, 'index.html') }))
  for (const name of HOST_PAGES) {
    app.get(`/hosts/${name}`, (_request, reply) => reply.redirect(`/hosts/${name}/`, 301))
    app.get(`/hosts/${name}/`, (request, reply) =>
      sendPage(reply, {
        path: join(HOSTS, name, 'index.html'),
        ...(name === 'strict-csp' ? { policy: STRICTEST_POLICY } : {}),
        values: {
          origin: originOf(request),
          realtimeConfig: JSON.stringify(realtimeConfig()),
          corner: cornerOf(request),
        },
      }),
    )
  }
  app.get<Wildcard>('/hosts/*', (request, reply) => sendAsset(reply, request.params['*'], HOSTS))
  // The list of what can be styled, which the theming page reads.
  app.get('/widget/custom-elements.json', UNCOUNTED, (_request, reply) =>
    sendAsset(reply, 'custom-elements.json', WIDGET),
  )
  app.get<Wildcard>('/drawings/*', UNCOUNTED, (request, reply) =>
    sendAsset(reply, request.params['*'], DRAWINGS),
  )
}

function cornerOf(request: FastifyRequest): string {
  const wanted = (request.query as { corner?: unknown }).corner
  return CORNERS.find((corner) => corner === wanted) ?? CORNERS[0]
}
