/** The login of a seller's people: by password, out again, who am I, and the devices they are logged in on. */
import type { FastifyInstance } from 'fastify'
import { checkLogin } from '#server/accounts/login/login-guard.ts'
import { registerSessionRoutes } from '#server/accounts/login/own-sessions.ts'
import { clearSessionCookies, type Exchange, renewCsrfCookie } from '#server/accounts/login/session-cookie.ts'
import { endSession, personOf } from '#server/accounts/login/sessions.ts'
import { logIn } from '#server/accounts/login/sign-in.ts'
import type { Factor } from '#server/accounts/login/tokens.ts'
import { acceptTermsOf, termsDue, termsInForce } from '#server/accounts/terms.ts'
import { finishSteps, secondStepFor } from '#server/accounts/two-step/login-steps.ts'
import { registerTwoStep } from '#server/accounts/two-step/routes.ts'
import { Refusal, unauthenticated } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { absolute } from '#server/core/http/site.ts'
import { sellerSessionCalls } from '#shared/contract/login-calls.ts'
import { sellerAcceptTerms, sellerLogin, sellerLogout, sellerUser } from '#shared/contract/seller.ts'
import { sellerTwoStep } from '#shared/contract/two-step.ts'
import type { SellerDeps } from './conversation-deps.ts'
import { type MemberRow, memberByEmail, memberById } from './queries.ts'

export function registerSellerLogin(app: FastifyInstance, deps: SellerDeps): void {
  const { db, site } = deps
  const memberWire = async (row: MemberRow, needsTwoStep: boolean) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    needs_two_step: needsTwoStep,
    account: {
      id: row.account_id,
      title: row.title,
      logo: absolute(site, row.logo_url),
      ...(row.closes_at && { closes_at: row.closes_at.toISOString() }),
    },
    ...termsDue(row.terms_version, await termsInForce(site)),
  })
  const letIn = async (row: MemberRow, exchange: Exchange, factor: Factor) => {
    if (row.paused_at) throw paused()
    const person = { kind: 'member', id: row.id, password_hash: row.password_hash } as const
    const { token } = await logIn(deps, exchange, { person, factor })
    const needsTwoStep = factor === 'password' && row.requires_two_step
    return { token, user: await memberWire(row, needsTwoStep) }
  }

  serve(app, sellerLogin, async ({ body, request, reply }) => {
    const { email, password, recaptcha_token: captcha } = body
    const attempt = { kind: 'member', email, password, captcha, ip: request.ip } as const
    const row = await checkLogin(deps, attempt, (address) => memberByEmail(db, address))
    const second_step = await secondStepFor(deps, { kind: 'member', ...row })
    if (second_step) return { data: { second_step } }
    return { data: await letIn(row, { request, reply }, 'password') }
  })

  const twoStep = registerTwoStep(app, deps, { kind: 'member', calls: sellerTwoStep })
  serve(app, sellerTwoStep.finishLogin, async ({ body, request, reply }) => {
    const { id } = await finishSteps(twoStep, 'member', body)
    const row = await memberById(db, id)
    if (!row) throw unauthenticated()
    return { data: await letIn(row, { request, reply }, 'two-step') }
  })

  serve(app, sellerLogout, async ({ me, reply }) => {
    clearSessionCookies(reply, 'member')
    await endSession(deps, personOf(me), me.sessionId)
  })

  serve(app, sellerUser, async ({ me, request, reply }) => {
    const row = await memberById(db, me.memberId)
    if (!row) throw unauthenticated()
    const { sessionId, expiresAt } = me
    renewCsrfCookie({ request, reply }, { kind: 'member', sessionId, expiresAt }, deps)
    return { data: await memberWire(row, me.scope === 'desk-enrolling') }
  })

  serve(app, sellerAcceptTerms, async ({ body, me }) => {
    await acceptTermsOf(deps, { kind: 'member', id: me.memberId }, body.terms_version)
    const row = await memberById(db, me.memberId)
    if (!row) throw unauthenticated()
    return { data: await memberWire(row, false) }
  })

  registerSessionRoutes(app, deps, sellerSessionCalls)
}

/** Only after the password, so that a stranger learns nothing. */
const paused = () =>
  new Refusal(403, {
    message: 'Your login is paused. Ask an owner of your company to resume it.',
    code: 'login_paused',
  })
