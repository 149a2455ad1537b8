/** The marketplace's session cookie and its CSRF token. The cookie is HttpOnly; the CSRF token is readable and proves the page's origin. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfMismatch } from '#server/http/refusal.ts'
import type { Site } from '#server/http/site.ts'
import { tokenHash } from './tokens.ts'

const SESSION_COOKIE = 'plat_session'
const CSRF_COOKIE = 'XSRF-TOKEN'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** The session token in the cookie, or null. */
export const sessionTokenOf = (request: FastifyRequest): string | null =>
  request.cookies[SESSION_COOKIE] || null

/**
 * Sets both cookies, unless a foreign page made the call: it must not log a visitor in as somebody else. They are Secure
 * when the call or our public address is https: behind a proxy that ends TLS the call itself may look plain.
 */
export function setSessionCookies(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  session: { token: string; expiresAt: Date },
  { secret, site }: { secret: string; site: Site },
): void {
  if (isForeign(request, site)) return
  const shared = optionsOf(request, site, session.expiresAt)
  reply.setCookie(SESSION_COOKIE, session.token, { ...shared, httpOnly: true })
  reply.setCookie(CSRF_COOKIE, csrfTokenOf(session.token, secret), shared)
}

/**
 * Gives a page whose CSRF cookie was lost or is another session's the right one again, when it asks who is logged in: after a 419
 * that is all a client needs before it repeats its call.
 */
export function renewCsrfCookie(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  expiresAt: Date,
  { secret, site }: { secret: string; site: Site },
): void {
  const sessionToken = sessionTokenOf(request)
  if (sessionToken === null || request.headers.authorization !== undefined) return
  if (isForeign(request, site)) return
  const csrf = csrfTokenOf(sessionToken, secret)
  if (request.cookies[CSRF_COOKIE] !== csrf)
    reply.setCookie(CSRF_COOKIE, csrf, optionsOf(request, site, expiresAt))
}

/** Whether another site's page makes the call. Browsers that do not say so, as over plain http, say at least whose page it is. */
export function isForeign(request: FastifyRequest, site: Site): boolean {
  const from = request.headers['sec-fetch-site']
  if (from !== undefined) return from === 'cross-site' || from === 'same-site'
  const { origin } = request.headers
  return origin !== undefined && origin !== site.origin && !isHost(origin, request.host)
}

const isHost = (origin: string, host: string) => URL.canParse(origin) && new URL(origin).host === host

const optionsOf = (request: FastifyRequest, site: Site, expires: Date) =>
  ({
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https' || site.origin.startsWith('https:'),
    expires,
  }) as const

export function clearSessionCookies(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
  reply.clearCookie(CSRF_COOKIE, { path: '/' })
}

/**
 * Throws 419 unless a state-changing call repeats the CSRF cookie in a header and the value belongs to this session. A GET that binds
 * and pays is one of them: a link of somebody else's leads to it as well, and a browser sends the cookie along.
 */
export function requireCsrf(request: FastifyRequest, sessionToken: string, secret: string): void {
  const { endpoint } = request.routeOptions.config
  if (SAFE_METHODS.includes(request.method) && !endpoint?.isUnsafe) return
  const header = request.headers['x-xsrf-token'] ?? request.headers['x-csrf-token']
  const cookie = request.cookies[CSRF_COOKIE]
  const expected = csrfTokenOf(sessionToken, secret)
  if (typeof header !== 'string' || !isSame(header, expected)) throw csrfMismatch()
  if (cookie === undefined || !isSame(cookie, expected)) throw csrfMismatch()
}

const csrfTokenOf = (sessionToken: string, secret: string): string =>
  createHmac('sha256', secret).update('csrf:').update(tokenHash(sessionToken)).digest('base64url')

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
