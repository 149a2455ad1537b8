/**
 * The marketplace's document for an address: its shell with the head of the page asked for, so that a link shown elsewhere
 * says what it leads to. What a route says comes from the build's own payload files.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { type Installation, PRODUCT } from '#shared/contract/installation.ts'
import type { Page } from '#shared/contract/pages.ts'
import { buildMeta, latestBuild, routePayload } from '#shared/contract/site-config.ts'
import { BUYER_ROUTES, routeFinder } from '#shared/rules/site/buyer-routes.ts'
import { headTags, headTitle, type PageHead } from '#shared/rules/site/page-head.ts'
import { canonicalPath, NOT_FOUND } from '#shared/rules/site/page-meta.ts'
import { branded } from './branded.ts'
import type { CompanySummary } from './company-head.ts'
import { companyHead } from './company-head.ts'
import type { DealSummary } from './deal-head.ts'
import { dealHead } from './deal-head.ts'

export interface AppDocument {
  status: 200 | 404
  html: string
}

/** Where the heads of deals and companies come from; without them such a page has the head of its route. */
export interface AppDocumentSources {
  /** Null when a stranger may not see the deal. The hash of a preview link shows one that is not published. */
  dealOf?: (id: string | undefined, previewHash: string | undefined) => Promise<DealSummary | null>
  /** Null when there is no such company. */
  companyOf?: (id: string | undefined) => Promise<CompanySummary | null>
  /** The first deals in the document of the browse page; `search` is its address's, e.g. `?place=city:Houston,TX`. */
  withFirstDeals?: (html: string, search: string, of: Installation) => Promise<string>
}

export interface DocumentRequest extends AppDocumentSources {
  /** Folder of the built buyer app. */
  app: string
  path: string
  /** With its question mark; empty without one. */
  search?: string
  origin: string
  previewHash?: string | undefined
  installation?: Installation
}

const findRoute = routeFinder(BUYER_ROUTES)

/** Null when the buyer app was not built. */
export async function appDocument({
  app,
  path,
  search = '',
  origin,
  previewHash,
  dealOf,
  companyOf,
  withFirstDeals,
  installation = PRODUCT,
}: DocumentRequest): Promise<AppDocument | null> {
  const built = await readFile(join(app, 'index.html'), 'utf8').catch(() => null)
  if (built === null) return null
  const bare = branded(built, installation)
  const brand = installation.name
  const match = findRoute(path)
  if (match === null) return { status: 404, html: withHead(bare, { ...NOT_FOUND, brand }) }
  const isBrowse = match.route.path === BROWSE_ROUTE
  const payload = await payloadOf(app, match.route.path)
  // Its first deals are seen without code, which would take their place on the line.
  const shell = isBrowse || payload === null ? bare : withModules(bare, payload.modules)
  if (dealOf && DEAL_ROUTES.includes(match.route.path)) {
    const summary = await dealOf(match.params.id, previewHash)
    if (summary === null) return { status: 404, html: withHead(shell, { ...NOT_FOUND, brand }) }
    const { data, ...head } = dealHead(summary, origin, installation.currency)
    return { status: 200, html: withHead(shell, { ...head, brand }, data) }
  }
  if (companyOf && match.route.path === COMPANY_ROUTE) {
    const summary = await companyOf(match.params.account_id)
    if (summary === null) return { status: 404, html: withHead(shell, { ...NOT_FOUND, brand }) }
    const { data, ...head } = companyHead(summary, origin)
    return { status: 200, html: withHead(shell, { ...head, brand }, data) }
  }
  // A build without payload files still has the landing page's head.
  if (payload === null) return { status: 200, html: shell }
  const { title, description, robots } = payload
  const canonical = origin + canonicalPath(match.route, match.params)
  const html = withHead(shell, { title, description, robots: robotsOf(robots), canonical, brand })
  return {
    status: 200,
    html: isBrowse && withFirstDeals ? await withFirstDeals(html, search, installation) : html,
  }
}

/** One page under three kinds of address. */
const DEAL_ROUTES: readonly Page[] = ['/p/:id', '/deal/:id', '/property/:id', '/property/:id/:slug']
const COMPANY_ROUTE: Page = '/company/:account_id'
const BROWSE_ROUTE: Page = '/deals'

const robotsOf = (text: string): PageHead['robots'] => (text === 'index, follow' ? text : 'noindex, nofollow')

async function payloadOf(app: string, route: string): Promise<z.infer<typeof routePayload> | null> {
  const latest = await readJson(join(app, 'builds/latest.json'), latestBuild)
  const meta = latest && (await readJson(join(app, 'builds/meta', `${latest.id}.json`), buildMeta))
  const file = meta?.routes[route]
  return file ? readJson(join(app, file), routePayload) : null
}

async function readJson<T extends z.ZodMiniType>(path: string, schema: T): Promise<z.output<T> | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? null : schema.parse(JSON.parse(text))
}

/** The page's own code, fetched together with the app's, which would ask for it only once it runs. */
function withModules(shell: string, modules: readonly string[]): string {
  const ahead = modules
    .filter((path) => !shell.includes(`"${path}"`))
    .map((path) => `<link rel="modulepreload" crossorigin href="${path}">`)
  return shell.replace('</head>', () => `${ahead.join('')}</head>`)
}

/** Everything between the two marks in index.html is replaced. */
export function withHead(shell: string, head: PageHead, data: object | null = null): string {
  const tags = headTags(head).map(
    ({ element, by, says }) => `<${element} ${by[0]}="${by[1]}" ${says[0]}="${escapeText(says[1])}" />`,
  )
  const text = [
    `<title>${escapeText(headTitle(head.title, head.brand))}</title>`,
    ...tags,
    ...dataOf(data),
  ].join('\n    ')
  // A function, because a dollar sign in a replacement text has a meaning.
  return shell.replace(HEAD, () => text)
}

/** A script that is data is never run, so no content security policy asks about it. */
const dataOf = (data: object | null): string[] =>
  data === null ? [] : [`<script type="application/ld+json">${scriptText(data)}</script>`]

export const scriptText = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

const HEAD = /<!-- head:[\s\S]*?<!-- \/head -->/

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
