/** `/seller/join`: applying to sell, and finishing with the mailed link. Staff decide in server/admin/seller-application-routes.ts. */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import { requireNewPassword } from '#server/accounts/login/new-password.ts'
import { hashPassword } from '#server/accounts/login/passwords.ts'
import { personByEmail } from '#server/accounts/login/people.ts'
import { createSendCaps } from '#server/accounts/login/send-caps.ts'
import { requirePhone } from '#server/accounts/phones/rules.ts'
import { termsInForce } from '#server/accounts/terms.ts'
import { SYSTEM, writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { networkOf } from '#server/core/http/network.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { readSettings } from '#server/site/settings/settings.ts'
import { SETUP_TRIES_PER_HOUR } from '#shared/contract/login-limits.ts'
import {
  JOIN_MODES,
  type JoinMode,
  joinApply,
  joinCheck,
  joinFinish,
  joinMode,
} from '#shared/contract/seller-join.ts'
import { type Application, addApplication, applicationOfToken, approve, makeSeller } from './applications.ts'
import { createJoinMails } from './mails.ts'

const HOUR_MS = 3_600_000

export function registerSellerJoin(app: FastifyInstance, deps: RoomDeps): void {
  const { db, parts } = deps
  const mails = createJoinMails(deps)
  const background = createBackground(app)
  const sendCaps = createSendCaps(app, 'join', deps.limits)
  const tries = app.createThrottle('join-tries', SETUP_TRIES_PER_HOUR, HOUR_MS)

  serve(app, joinMode, async () => ({ data: { mode: await modeOf(db) } }))

  serve(app, joinApply, async ({ body, request }) => {
    const mode = await modeOf(db)
    if (mode === 'invitation') throw byInvitation()
    const { email, recaptcha_token, accepts_terms, ...details } = body
    requirePhone(details.phone)
    await parts.captcha.require(recaptcha_token, request.ip)
    await sendCaps.take(request.ip, email)
    // Whatever differs between a known and an unknown email happens after the response.
    background.run('mail about an application', async () => {
      if (await personByEmail(db, 'member', email)) return void (await mails.hasLogin({ email, name: null }))
      const made = await addApplication(db, { ...details, email, state: 'waiting' })
      const isOpen = mode === 'open' || made.state === 'approved'
      await (isOpen ? mails.finish(made, await approve(db, made.id)) : mails.received(made))
    })
    return { message: 'Thank you. We have sent you an email with the next steps.' }
  })

  const ofToken = async (token: string, ip: string): Promise<Application> => {
    await tries.take(networkOf(ip))
    const found = await applicationOfToken(db, token)
    if (!found) throw joinOver()
    return found
  }

  serve(app, joinCheck, async ({ body, request }) => {
    const { email, company, name, phone, kind } = await ofToken(body.token, request.ip)
    return { data: { email, company, name, phone, kind } }
  })

  serve(app, joinFinish, async ({ body, request }) => {
    const { token, password, accepts_terms, ...details } = body
    const { email } = await ofToken(token, request.ip)
    requirePhone(details.phone)
    await requireNewPassword({ password }, { email, names: [details.name, details.company] })
    if (await personByEmail(db, 'member', email)) throw joinOver()
    const termsVersion = await termsInForce(deps.site)
    const passwordHash = await hashPassword(password)
    const made = await makeSeller(db, { ...details, token, email, passwordHash, termsVersion })
    if (!made) throw joinOver()
    await writeAudit(db, {
      actor: SYSTEM,
      action: 'account.join',
      ip: request.ip,
      subject: { kind: 'account', id: made.accountId },
      after: { title: details.company, email, terms_version: termsVersion },
    })
    return { data: { email } }
  })
}

const modeOf = async (db: Database): Promise<JoinMode> =>
  JOIN_MODES[(await readSettings(db)).sellersJoin] ?? 'invitation'

const byInvitation = () =>
  new Refusal(403, {
    message: 'Companies join by invitation only. Ask support for an invitation.',
    code: 'join_by_invitation',
  })

/** The same for a used, an expired and a guessed token. */
const joinOver = () =>
  new Refusal(410, {
    message: 'This link has expired or was used before. Log in, or apply again for a new link.',
    code: 'join_over',
  })
