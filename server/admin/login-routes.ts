/** The console's login. Its first person is made at the first run (first-staff.ts), others by `plat staff add`. */
import type { FastifyInstance } from 'fastify'
import { checkLogin } from '#server/accounts/login/login-guard.ts'
import { registerSessionRoutes } from '#server/accounts/login/own-sessions.ts'
import { type PersonRow, personByEmail, personById } from '#server/accounts/login/people.ts'
import { clearSessionCookies, type Exchange, renewCsrfCookie } from '#server/accounts/login/session-cookie.ts'
import { endSession, personOf } from '#server/accounts/login/sessions.ts'
import { logIn } from '#server/accounts/login/sign-in.ts'
import type { Factor } from '#server/accounts/login/tokens.ts'
import { finishSteps, secondStepFor } from '#server/accounts/two-step/login-steps.ts'
import { registerTwoStep } from '#server/accounts/two-step/routes.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import { unauthenticated } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { adminLogin, adminLogout, adminUser } from '#shared/contract/admin.ts'
import { adminSessionCalls } from '#shared/contract/login-calls.ts'
import { adminTwoStep } from '#shared/contract/two-step.ts'
import type { AdminDeps } from './admin-deps.ts'

export function registerAdminLogin(app: FastifyInstance, deps: AdminDeps): void {
  const { db, canStaffSkipTwoStep = false } = deps
  const letIn = async ({ password_hash, ...row }: PersonRow, exchange: Exchange, factor: Factor) => {
    const { id } = row
    const { token } = await logIn(deps, exchange, { person: { kind: 'staff', id, password_hash }, factor })
    await writeAudit(db, {
      actor: { kind: 'staff', id },
      action: 'staff.login',
      ip: exchange.request.ip,
      subject: { kind: 'staff', id },
      after: { factor },
    })
    const needsTwoStep = factor === 'password' && !canStaffSkipTwoStep
    return { token, user: staffWire(row, needsTwoStep) }
  }

  serve(app, adminLogin, async ({ body, request, reply }) => {
    const { email, password, recaptcha_token: captcha } = body
    const attempt = { kind: 'staff', email, password, captcha, ip: request.ip } as const
    const row = await checkLogin(deps, attempt, (address) => personByEmail(db, 'staff', address))
    const second_step = await secondStepFor(deps, { kind: 'staff', ...row })
    if (second_step) return { data: { second_step } }
    return { data: await letIn(row, { request, reply }, 'password') }
  })

  const twoStep = registerTwoStep(app, deps, { kind: 'staff', calls: adminTwoStep })
  serve(app, adminTwoStep.finishLogin, async ({ body, request, reply }) => {
    const { id, name, email, password_hash } = await finishSteps(twoStep, 'staff', body)
    return { data: await letIn({ id, name, email, password_hash }, { request, reply }, 'two-step') }
  })

  serve(app, adminUser, async ({ me, request, reply }) => {
    const row = await personById(db, personOf(me))
    if (!row) throw unauthenticated()
    const { sessionId, expiresAt } = me
    renewCsrfCookie({ request, reply }, { kind: 'staff', sessionId, expiresAt }, deps)
    return { data: staffWire(row, me.scope === 'console-enrolling') }
  })

  serve(app, adminLogout, async ({ me, reply }) => {
    clearSessionCookies(reply, 'staff')
    await endSession(deps, personOf(me), me.sessionId)
  })

  registerSessionRoutes(app, deps, adminSessionCalls)
}

const staffWire = ({ id, name, email }: Omit<PersonRow, 'password_hash'>, needsTwoStep: boolean) => ({
  id,
  name,
  email,
  needs_two_step: needsTwoStep,
})
