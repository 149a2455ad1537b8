/** Sends built files: assets from a folder, pages as text with their own policy. */
import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'

/** The parameter of a route that ends in `/*`. */
export type Wildcard = { Params: { '*': string } }

/** Files cost little and a page asks for dozens at once: they must not use up what a household's calls need. */
export const UNCOUNTED = { config: { rateLimit: false } } as const

const YEAR_MS = 365 * 24 * 60 * 60_000
/** Everything in these folders of a build is named by its content, as is `plat-messenger-0.7.0-e75c302e.js`. */
const HASHED = /^(assets|chunks)\/|-[\da-f]{8}\.\w+$/
/** Build files that carry the build's id in their path. */
const BY_ID = /^builds\/(meta|payload)\//

/** A file below `root`; 404 when there is none or the path climbs out. A hashed name may be kept for ever, any other is asked for again. */
export function sendAsset(reply: FastifyReply, path: string, root: string): FastifyReply {
  if (path.split(/[/\\]/).includes('..')) {
    reply.callNotFound()
    return reply
  }
  // Every origin gets the same. A cache that told them apart would ask again: a module script names its origin, a fetch does not.
  reply.removeHeader('Vary')
  const isForever = HASHED.test(path) || BY_ID.test(path)
  return reply.sendFile(path, root, isForever ? { maxAge: YEAR_MS, immutable: true } : { maxAge: 0 })
}

export interface PageReply {
  path: string
  status?: number
  /** Instead of the server's usual content security policy. */
  policy?: string
  /** Changes the text before it is sent. */
  change?: (html: string) => string
  /** Values for `{{name}}` in the page. */
  values?: Record<string, string>
}

/** An HTML page; its text is read anew each time, so a rebuilt page shows at once. 404 when it was not built. */
export async function sendPage(
  reply: FastifyReply,
  { path, status = 200, policy, values, change }: PageReply,
) {
  const built = await readFile(path, 'utf8').catch(() => null)
  if (built === null) return reply.callNotFound()
  const text = change ? change(built) : built
  return sendText(reply, values ? fill(text, values) : text, { status, ...(policy ? { policy } : {}) })
}

/** A page whose text is at hand. */
export function sendText(
  reply: FastifyReply,
  text: string,
  { status = 200, policy }: Pick<PageReply, 'status' | 'policy'>,
): FastifyReply {
  if (policy) reply.header('Content-Security-Policy', policy)
  reply.header('Cache-Control', 'no-cache')
  return reply.code(status).type('text/html; charset=utf-8').send(text)
}

/** Unknown names are left as they are, which shows on the page. */
const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => escapeAttribute(values[name] ?? whole))

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
