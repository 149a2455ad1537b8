/** Login, or registration, through a network: leaving for its page with a nonce, and coming back with its token. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalid, notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Site } from '#server/core/http/site.ts'
import { socialLogin, startSocialLogin } from '#shared/contract/account.ts'
import { SOCIAL_LOGIN_LIFETIME_MS } from '#shared/contract/limits.ts'
import { links } from '#shared/contract/pages.ts'
import { attachToAccount } from './attach.ts'
import type { EntryDeps } from './entry-deps.ts'
import { startSession } from './sign-in.ts'
import { customerOfPerson } from './social-customer.ts'

const NONCE_COOKIE = 'plat_social'
const NONCE_BYTES = 32

export function registerSocial(app: FastifyInstance, deps: EntryDeps): void {
  const { db, parts, site } = deps

  serve(app, startSocialLogin, async ({ params, request, reply }) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const asked = parts.social.loginUrl(params.network, nonce, `${site.origin}${links.login()}`)
    const url = await reached(request, asked)
    if (url === null) throw notFound()
    reply.setCookie(NONCE_COOKIE, nonce, {
      ...cookieOptions(request, site),
      maxAge: SOCIAL_LOGIN_LIFETIME_MS / 1000,
    })
    return { data: { url } }
  })

  serve(app, socialLogin, async ({ body, request, reply }) => {
    const nonce = request.cookies[NONCE_COOKIE]
    if (!nonce) throw loginGone()
    // A nonce is good for one coming back, whatever comes of it.
    forgetNonce(request, reply, site)
    const person = await reached(request, parts.social.verify(body.network, body.token, nonce))
    if (!person) throw loginGone()
    const row = await customerOfPerson(deps, body.network, person)
    if (!row) throw invalid({ token: ['This network has not confirmed your email. Log in another way.'] })
    const session = await startSession(deps, { request, reply }, row)
    if (body.attach_account_id) await attachToAccount(db, row.id, body.attach_account_id)
    return { data: session }
  })
}

const loginGone = () => invalid({ token: ['This login did not work or took too long. Try again.'] })

/** The cookie goes to the one call that needs it. */
const cookieOptions = (request: FastifyRequest, site: Site) =>
  ({
    path: '/social',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https' || site.origin.startsWith('https:'),
  }) as const

const forgetNonce = (request: FastifyRequest, reply: FastifyReply, site: Site) =>
  void reply.clearCookie(NONCE_COOKIE, cookieOptions(request, site))

/** A network that does not answer is no fault of the person's. */
async function reached<T>(request: FastifyRequest, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    request.log.warn({ err: error }, 'the network does not answer as it must')
    throw new Refusal(503, {
      message: 'This network cannot be reached right now. Try again, or log in another way.',
      code: 'network_unreachable',
    })
  }
}
