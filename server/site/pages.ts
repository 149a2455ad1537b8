/** The built pages of the three apps, and the messenger's files: `/`, `/seller/`, `/admin/`, `/widget/`. */
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyOf } from '#server/core/http/packed-body.ts'
import { sendPacked } from '#server/core/http/send-packed.ts'
import type { CaptchaSettings } from '#server/providers/captcha/captcha.ts'
import type { MapSettings } from '#server/providers/places/map-settings.ts'
import type { ScriptSettings } from '#server/providers/script-settings.ts'
import type { FirstDealsWire } from '#shared/contract/first-deals.ts'
import type { Installation } from '#shared/contract/installation.ts'
import { ENTRY_PAGES, WORK_PAGES } from '#shared/contract/work-links.ts'
import { BUYER_ROUTES, routeFinder } from '#shared/rules/site/buyer-routes.ts'
import { type AppDocumentSources, appDocument } from './app-document.ts'
import { branded, brandStyles, webManifest } from './branded.ts'
import { documentPolicy, workAppPolicy } from './document-policy.ts'
import { sendAsset, sendPage, sendText, UNCOUNTED, type Wildcard } from './send-file.ts'
import { createWithFirstDeals } from './with-first-deals.ts'

export interface PagesSettings extends Pick<AppDocumentSources, 'dealOf' | 'companyOf'> {
  /** For the browse page of an address with this query, e.g. `?place=city:Houston,TX`. */
  firstDealsOf?: (search: string) => Promise<FirstDealsWire>
  /** What `npm run build` writes: a folder with `app`, `seller`, `admin` and `widget`. */
  folder: string
  /** Whose origins the buyer app's document may load from; none by default. */
  scripts?: ScriptSettings
  /** Which captcha the apps' documents may have to load. */
  captcha?: CaptchaSettings
  /** Whose map the buyer app may have to load. */
  maps?: MapSettings
  /** What is set now. */
  installation: () => Promise<Installation>
}

export async function registerPages(app: FastifyInstance, settings: PagesSettings): Promise<void> {
  const { folder } = settings
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  app.get<Wildcard>('/widget/*', UNCOUNTED, (request, reply) =>
    sendAsset(reply, request.params['*'], join(folder, 'widget')),
  )
  app.get('/favicon.svg', UNCOUNTED, (_request, reply) =>
    sendAsset(reply, 'favicon.svg', join(folder, 'app')),
  )
  app.get('/brand.css', UNCOUNTED, async (_request, reply) => {
    const styles = brandStyles(await settings.installation())
    reply.header('Cache-Control', 'no-cache').type('text/css; charset=utf-8')
    return reply.send(styles ?? '')
  })
  for (const start of ['/', WORK_PAGES.seller] as const)
    app.get(`${start}manifest.webmanifest`, UNCOUNTED, async (_request, reply) => {
      reply.header('Cache-Control', 'no-cache').type('application/manifest+json')
      return reply.send(webManifest(await settings.installation(), start))
    })
  registerWorkApps(app, settings)
  registerBuyerApp(app, settings)
}

/** Where the seller's app and the console were before; mails link to them still. */
const FORMER = { seller: 'desk', admin: 'console' } as const

function registerWorkApps(app: FastifyInstance, { folder, captcha, installation }: PagesSettings): void {
  for (const name of ['seller', 'admin'] as const) {
    const policy = workAppPolicy(name, captcha)
    const files = join(folder, name)
    for (const path of [`/${name}`, `/${FORMER[name]}`, `/${FORMER[name]}/*`])
      app.get(path, (request, reply) => reply.redirect(`/${name}/${queryOf(request)}`, 301))
    for (const path of [WORK_PAGES[name], ENTRY_PAGES[name]])
      app.get(path, async (_request, reply) => {
        const of = await installation()
        reply.header('X-Frame-Options', 'DENY')
        return sendPage(reply, {
          path: join(files, 'index.html'),
          policy,
          change: (html) => branded(html, of),
        })
      })
    app.get<Wildcard>(`/${name}/*`, (request, reply) => sendAsset(reply, request.params['*'], files))
  }
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

const findRoute = routeFinder(BUYER_ROUTES)

/**
 * Files of the build as they are, everything else by the buyer app's own route table, which knows what does not exist. A
 * script or a build file that is gone is a plain 404: the shell in its place would be run as a script.
 */
function registerBuyerApp(app: FastifyInstance, settings: PagesSettings): void {
  const { folder, scripts = {}, captcha, maps, firstDealsOf } = settings
  const policy = documentPolicy(scripts, captcha, maps)
  const files = join(folder, 'app')
  const withFirstDeals =
    firstDealsOf &&
    createWithFirstDeals({
      folder,
      firstDealsOf,
      onError: (err) => app.log.warn({ err }, 'The page of deals was sent without its first deals.'),
    })
  for (const name of ['assets', 'builds'])
    app.get<Wildcard>(`/${name}/*`, UNCOUNTED, (request, reply) =>
      sendAsset(reply, `${name}/${request.params['*']}`, files),
    )
  app.get('/index.html', (_request, reply) => reply.redirect('/', 301))
  app.get<Wildcard>('/*', async (request, reply) => {
    const path = request.params['*']
    if (!findRoute(`/${path}`) && (FILES.test(path) || !wantsPage(request)))
      return sendAsset(reply, path, files)
    const { preview_hash: hash } = request.query as { preview_hash?: unknown }
    const installation = await settings.installation()
    const document = await appDocument({
      ...settings,
      installation,
      ...(withFirstDeals ? { withFirstDeals } : {}),
      app: files,
      path: `/${path}`,
      search: queryOf(request),
      origin: originOf(request),
      previewHash: typeof hash === 'string' ? hash : undefined,
    })
    if (document === null) return reply.callNotFound()
    if (document.status === 404)
      return sendText(reply, document.html, { status: 404, ...(policy ? { policy } : {}) })
    if (policy) reply.header('Content-Security-Policy', policy)
    return sendPacked({ request, reply }, bodyOf(document.html), 'text/html; charset=utf-8')
  })
}

export const originOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`

/** What a build writes: never a page. */
const FILES = /^theme\.js$/

/** A person's browser asks for a page by name; scripts, pictures and programs take anything or something else. */
const wantsPage = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-dest'] === 'document' ||
  !/\.\w+$/.test((request.params as Wildcard['Params'])['*']) ||
  (request.headers.accept ?? '').includes('text/html')
