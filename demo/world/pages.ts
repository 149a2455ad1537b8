/** Which address shows which page or file: marketplace, widget files, drawings, host pages, the seller desk and the console. */
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ROOT } from '#demo/build-pages.ts'
import { findRoute } from '#marketplace/app/routes.ts'
import type { CaptchaSettings } from '#server/captcha/captcha.ts'
import type { CompanyFace } from '#server/company/company-face.ts'
import type { DealFace } from '#server/deals/deal-face.ts'
import { documentPolicy } from '#server/plumbing/document-policy.ts'
import type { MapSettings } from '#server/plumbing/map-settings.ts'
import type { ScriptSettings } from '#server/plumbing/script-settings.ts'
import { appDocument } from './app-shell.ts'
import { registerDrawings } from './art/drawing-routes.ts'
import { sendAsset, sendPage, sendText } from './send-file.ts'

const DIST = join(ROOT, 'dist')
const APP = join(DIST, 'app')
const DESK = join(DIST, 'demo')
const CONSOLE = join(DIST, 'console')
const HOSTS = join(ROOT, 'demo/hosts')

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

export interface Pages {
  /** What a host page hands its element as `realtime-config`. */
  realtimeConfig: () => unknown
  /** Whose origins the app's document may load from; none by default. */
  scripts?: ScriptSettings
  /** Which captcha the app's document may have to load. */
  captcha?: CaptchaSettings
  /** What a deal's page says of itself before it runs; without it the same as any page. */
  faceOf?: (id: string | undefined, previewHash: string | undefined) => Promise<DealFace | null>
  /** The same of a seller's page. */
  companyOf?: (id: string | undefined) => Promise<CompanyFace | null>
  /** Whose map it may have to load. */
  maps?: MapSettings
}

type Wild = { Params: { '*': string } }

/** Files cost little and a page asks for dozens at once: a household must not use up with them what its calls need. */
const UNCOUNTED = { config: { rateLimit: false } } as const

export async function registerPages(app: FastifyInstance, pages: Pages): Promise<void> {
  await app.register(fastifyStatic, { root: ROOT, serve: false })
  app.get<Wild>('/widget/*', UNCOUNTED, (request, reply) =>
    sendAsset(reply, request.params['*'], join(DIST, 'widget')),
  )
  app.get('/widget/custom-elements.json', UNCOUNTED, (_request, reply) =>
    sendAsset(reply, 'custom-elements.json', join(ROOT, 'widget')),
  )
  registerDrawings(app)
  app.get<Wild>('/drawings/*', UNCOUNTED, (request, reply) =>
    sendAsset(reply, request.params['*'], join(ROOT, 'shared/ui/drawings')),
  )
  registerDeskAndConsole(app)
  registerHosts(app, pages)
  registerMarketplace(app, pages)
}

function registerDeskAndConsole(app: FastifyInstance): void {
  for (const [name, folder] of [
    ['desk', DESK],
    ['console', CONSOLE],
  ] as const) {
    app.get(`/${name}`, (_request, reply) => reply.redirect(`/${name}/`, 301))
    app.get(`/${name}/`, (_request, reply) => sendPage(reply, { path: join(folder, 'index.html') }))
    app.get<Wild>(`/${name}/*`, (request, reply) => sendAsset(reply, request.params['*'], folder))
  }
}

function registerHosts(app: FastifyInstance, { realtimeConfig }: Pages): void {
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
  app.get<Wild>('/hosts/*', (request, reply) => sendAsset(reply, request.params['*'], HOSTS))
}

/**
 * Files of the build as they are, everything else by the marketplace's own route table, which knows what does not exist. A
 * script or a build file that is gone is a plain 404: the shell in its place would be run as a script.
 */
function registerMarketplace(
  app: FastifyInstance,
  { scripts, captcha, maps, faceOf, companyOf }: Pages,
): void {
  const policy = documentPolicy(scripts ?? {}, captcha, maps)
  for (const folder of ['assets', 'builds'])
    app.get<Wild>(`/${folder}/*`, UNCOUNTED, (request, reply) =>
      sendAsset(reply, `${folder}/${request.params['*']}`, APP),
    )
  app.get('/index.html', (_request, reply) => reply.redirect('/', 301))
  app.get<Wild>('/*', async (request, reply) => {
    const path = request.params['*']
    if (!findRoute(`/${path}`) && (FILES.test(path) || !wantsPage(request)))
      return sendAsset(reply, path, APP)
    const { preview_hash: hash } = request.query as { preview_hash?: unknown }
    const document = await appDocument({
      ...{ app: APP, path: `/${path}`, origin: originOf(request) },
      ...(faceOf ? { faceOf: (id) => faceOf(id, typeof hash === 'string' ? hash : undefined) } : {}),
      ...(companyOf ? { companyOf } : {}),
    })
    if (document === null) return reply.callNotFound()
    return sendText(reply, document.html, { status: document.status, ...(policy ? { policy } : {}) })
  })
}

/** What a build writes: never a page. */
const FILES = /^(favicon\.svg|theme\.js)$/

/** A person's browser asks for a page by name; scripts, pictures and programs take anything or something else. */
const wantsPage = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-dest'] === 'document' ||
  !/\.\w+$/.test((request.params as Wild['Params'])['*']) ||
  (request.headers.accept ?? '').includes('text/html')

const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`

function cornerOf(request: FastifyRequest): string {
  const wanted = (request.query as { corner?: unknown }).corner
  return CORNERS.find((corner) => corner === wanted) ?? CORNERS[0]
}
