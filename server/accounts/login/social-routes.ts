/** Login, or registration, through a network: leaving for its page, and coming back with its code. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedTerms } from '#server/accounts/terms.ts'
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

const SECRET_COOKIE = 'plat_social'

export function registerSocial(app: FastifyInstance, deps: EntryDeps): void {
  const { db, parts, site } = deps
  const returnTo = () => `${site.origin}${links.login()}`

  serve(app, startSocialLogin, async ({ params, request, reply }) => {
    const page = await reached(request, parts.social.loginPage(params.network, returnTo()))
    if (page === null) throw notFound()
    reply.setCookie(SECRET_COOKIE, page.secret, {
      ...cookieOptions(request, site),
      maxAge: SOCIAL_LOGIN_LIFETIME_MS / 1000,
    })
    return { data: { url: page.url } }
  })

  serve(app, socialLogin, async ({ body, request, reply }) => {
    const secret = request.cookies[SECRET_COOKIE]
    if (!secret) throw loginGone()
    // It is good for one coming back, whatever comes of it.
    forgetSecret(request, reply, site)
    const asked = { secret, returnTo: returnTo() }
    const person = await reached(request, parts.social.personOf(body.network, body.token, asked))
    if (!person) throw loginGone()
    const row = await customerOfPerson(deps, {
      network: body.network,
      person,
      termsVersion: await acceptedTerms(site, body.terms_version),
    })
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

const forgetSecret = (request: FastifyRequest, reply: FastifyReply, site: Site) =>
  void reply.clearCookie(SECRET_COOKIE, cookieOptions(request, site))

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
