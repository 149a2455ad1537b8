/**
 * The session cookies of buyers, sellers' people and staff, and their CSRF tokens. A session's cookie is HttpOnly and limited to the API of
 * its kind of person; the CSRF token is readable and proves that the call comes from our own page.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfMismatch } from '#server/core/http/refusal.ts'
import { originFor, type Site } from '#server/core/http/site.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import { CSRF_COOKIES } from '#shared/contract/login-limits.ts'
import type { PersonKind } from './sessions.ts'

interface SessionCookie {
  name: string
  path: string
  /** The cookie prefix that browsers enforce for this path. */
  prefix: '__Host-' | '__Secure-'
  sameSite: 'lax' | 'strict'
}

const COOKIES: Readonly<Record<PersonKind, SessionCookie>> = {
  customer: { name: 'plat_session', path: '/', prefix: '__Host-', sameSite: 'lax' },
  member: { name: 'plat_seller', path: '/account/api', prefix: '__Secure-', sameSite: 'strict' },
  staff: { name: 'plat_staff', path: '/admin/api', prefix: '__Secure-', sameSite: 'strict' },
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Whose cookie counts for a call: browsers send the cookies of sellers and staff only to their own API. */
export const kindOfCaller = ({ url }: FastifyRequest): PersonKind => {
  if (url.startsWith('/account/api/')) return 'member'
  return url.startsWith('/admin/api/') ? 'staff' : 'customer'
}

/** The session token in the cookie, or null. Over https a cookie without its prefix may be from a neighbor site and is not read. */
export const sessionTokenOf = (
  request: FastifyRequest,
  site: Site,
  kind: PersonKind = 'customer',
): string | null => request.cookies[cookieName(request, site, kind)] || null

export interface HandedSession {
  kind: PersonKind
  /** Of the session; its CSRF token stays the same when its token is rotated. */
  sessionId: number
  token: string
  expiresAt: Date
}

type CookieDeps = { secret: Secret; site: Site }

/**
 * Sets both cookies, unless a foreign page made the call: it must not log a visitor in as somebody else. They are Secure
 * when the call or our own address is https: behind a proxy that ends TLS the call itself may look plain.
 */
export function setSessionCookies(
  { request, reply }: Exchange,
  { kind, sessionId, token, expiresAt }: HandedSession,
  { secret, site }: CookieDeps,
): void {
  if (pageOf(request, site) === 'foreign') return
  writeSessionCookies({ request, reply }, { kind, sessionId, token, expiresAt }, { secret, site })
}

/** Without the check of the calling page: for links that only this server can make. */
export function writeSessionCookies(
  { request, reply }: Exchange,
  { kind, sessionId, token, expiresAt }: HandedSession,
  { secret, site }: CookieDeps,
): void {
  setSessionToken({ request, reply }, { kind, token, expiresAt }, site)
  reply.setCookie(
    CSRF_COOKIES[kind],
    csrfTokenOf(sessionId, signingSecret(secret)),
    csrfOptions(request, site, { kind, expiresAt }),
  )
}

/** Only the session's cookie, after a rotation. */
export function setSessionToken(
  { request, reply }: Exchange,
  { kind, token, expiresAt }: Omit<HandedSession, 'sessionId'>,
  site: Site,
): void {
  const { path, sameSite } = COOKIES[kind]
  const secure = isSecure(request, originFor(site, kind))
  const options = { path, sameSite, secure, expires: expiresAt, httpOnly: true }
  reply.setCookie(cookieName(request, site, kind), token, options)
}

/**
 * Gives a page whose CSRF cookie was lost or is another session's the right one again, when it asks who is logged in: after a 419
 * that is all a client needs before it repeats its call.
 */
export function renewCsrfCookie(
  { request, reply }: Exchange,
  { kind, sessionId, expiresAt }: Omit<HandedSession, 'token'>,
  { secret, site }: CookieDeps,
): void {
  if (sessionTokenOf(request, site, kind) === null || request.headers.authorization !== undefined) return
  if (pageOf(request, site) === 'foreign') return
  const csrf = csrfTokenOf(sessionId, signingSecret(secret))
  if (request.cookies[CSRF_COOKIES[kind]] !== csrf)
    reply.setCookie(CSRF_COOKIES[kind], csrf, csrfOptions(request, site, { kind, expiresAt }))
}

/**
 * Which page makes the call: ours, another site's, or unknown for programs. Browsers that do not send Sec-Fetch-Site, as over plain
 * http, send at least the Origin.
 */
export function pageOf(request: FastifyRequest, site: Site): 'own' | 'foreign' | 'unknown' {
  const from = request.headers['sec-fetch-site']
  if (from !== undefined) return from === 'cross-site' || from === 'same-site' ? 'foreign' : 'own'
  const { origin } = request.headers
  if (origin === undefined) return 'unknown'
  const isOwn = origin === originFor(site, kindOfCaller(request)) || isHost(origin, request.host)
  return isOwn ? 'own' : 'foreign'
}

const isHost = (origin: string, host: string) => URL.canParse(origin) && new URL(origin).host === host

function cookieName(request: FastifyRequest, site: Site, kind: PersonKind): string {
  const { name, prefix } = COOKIES[kind]
  return isSecure(request, originFor(site, kind)) ? prefix + name : name
}

const isSecure = (request: FastifyRequest, origin: string) =>
  request.protocol === 'https' || origin.startsWith('https:')

/** Pages read it, so it is not limited to the path of the calls. */
const csrfOptions = (
  request: FastifyRequest,
  site: Site,
  { kind, expiresAt }: { kind: PersonKind; expiresAt: Date },
) =>
  ({
    path: '/',
    sameSite: COOKIES[kind].sameSite,
    secure: isSecure(request, originFor(site, kind)),
    expires: expiresAt,
  }) as const

export function clearSessionCookies(reply: FastifyReply, kind: PersonKind = 'customer'): void {
  const { name, path, prefix } = COOKIES[kind]
  // Browsers do not change a prefixed cookie without Secure.
  reply.clearCookie(prefix + name, { path, secure: true })
  reply.clearCookie(name, { path })
  reply.clearCookie(CSRF_COOKIES[kind], { path: '/' })
}

/**
 * Throws 419 unless a state-changing call repeats the CSRF cookie in a header and the value belongs to this session. A GET that binds
 * and pays is one of them: a link of somebody else's leads to it as well, and a browser sends the cookie along.
 */
export function requireCsrf(
  request: FastifyRequest,
  { kind, sessionId }: Pick<HandedSession, 'kind' | 'sessionId'>,
  secret: Secret,
): void {
  const { endpoint } = request.routeOptions.config
  if (SAFE_METHODS.includes(request.method) && !endpoint?.isUnsafe) return
  const header = request.headers['x-xsrf-token'] ?? request.headers['x-csrf-token']
  const cookie = request.cookies[CSRF_COOKIES[kind]]
  const isRight = (given: string) =>
    verifyingSecrets(secret).some((one) => isSame(given, csrfTokenOf(sessionId, one)))
  if (typeof header !== 'string' || !isRight(header)) throw csrfMismatch()
  if (cookie === undefined || !isRight(cookie)) throw csrfMismatch()
}

const csrfTokenOf = (sessionId: number, secret: string): string =>
  createHmac('sha256', secret).update(`csrf of session ${sessionId}`).digest('base64url')

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
