/** Creating an account, and the question whether an e-mail has one (spec sections 5 and 7). */
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { requirePhone } from '#server/accounts/phones/rules.ts'
import { acceptedTerms } from '#server/accounts/terms.ts'
import type { CustomersTable } from '#server/core/database/schema.ts'
import { networkOf } from '#server/core/http/network.ts'
import { invalid, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import { MINUTE_MS, type Throttle } from '#server/core/http/throttle.ts'
import { register, statusByEmail } from '#shared/contract/account.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import { attachToAccount } from './attach.ts'
import { sendConfirmation } from './confirmation.ts'
import { createCustomer } from './create-customer.ts'
import type { EntryDeps } from './entry-deps.ts'
import { requireNewPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { customerByEmail } from './queries.ts'
import { startSession } from './sign-in.ts'

const HOUR_MS = 60 * MINUTE_MS
const UTM_MAX = 10

export function registerRegistration(app: FastifyInstance, deps: EntryDeps): void {
  const { db, limits, parts, background } = deps
  const asked = app.createThrottle('email-status', limits.emailStatusPerMinute, MINUTE_MS)
  const created = app.createThrottle('registrations', limits.registrationsPerHour, HOUR_MS)

  serve(app, statusByEmail, async ({ body, request }) => {
    await requireTurn(deps, asked, { ip: request.ip, token: body.recaptcha_token })
    return { status: statusOf(await customerByEmail(db, body.email)) }
  })

  serve(app, register, async ({ body, request, reply }) => {
    // What the person can put right comes before the captcha, which is used up by being checked.
    const phone = body.phone?.trim() ? requirePhone(body.phone) : null
    await requireNewPassword(body, { email: body.email, names: [body.first_name, body.last_name] })
    await parts.captcha.require(body.recaptcha_token, request.ip)
    await created.take(networkOf(request.ip))
    const brand = (await installationOf(deps.site)).name
    const isOptedIn = body.sms_opt_in ?? false
    const customer = await createCustomer(db, {
      email: body.email,
      firstName: body.first_name,
      lastName: body.last_name,
      passwordHash: await hashPassword(body.password),
      phone: phone === null ? null : { number: phone, isOptedIn, ip: request.ip, brand },
      termsVersion: await acceptedTerms(deps.site, body.terms_version),
      utm: body.utm ? originOf(body.utm) : null,
    })
    if (!customer) throw invalid({ email: ['This email already has an account. Log in instead.'] })
    if (body.attach_account_id) await attachToAccount(db, customer.id, body.attach_account_id)
    // The account is there whether or not the mail goes out; another one may be asked for.
    background.run('confirmation mail', () => sendConfirmation(deps, customer))
    return { data: await startSession(deps, { request, reply }, customer) }
  })
}

function statusOf(customer: Selectable<CustomersTable> | undefined): Reply<typeof statusByEmail>['status'] {
  if (!customer) return 'not_exists'
  if (customer.blocked_at) return 'blocked'
  return customer.password_hash === null ? 'no_password' : 'active'
}

/** Where the person came from: the first few names that look like ones. */
const originOf = (utm: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(utm)
      .filter(([name]) => /^[\w.-]+$/.test(name))
      .slice(0, UTM_MAX),
  )

/** A few questions are free; then each costs a captcha. Without one to ask for, the rest of the minute is waited for. */
async function requireTurn(
  { parts }: EntryDeps,
  throttle: Throttle,
  { ip, token }: { ip: string; token: string | undefined },
): Promise<void> {
  try {
    await throttle.take(networkOf(ip))
  } catch (error) {
    const { provider } = await parts.captcha.challenge()
    if (provider === 'none' || !(error instanceof Refusal)) throw error
    await parts.captcha.require(token, ip)
  }
}
