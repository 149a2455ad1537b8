/**
 * Login by a code that is mailed. A random handle stands for the customer on the wire, also for an e-mail nobody has, and the mail
 * goes out after the answer: neither words nor time tell who has an account.
 */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import { checkVerificationCode, sendVerificationCode, startCodeLogin } from '#shared/contract/account.ts'
import { VERIFICATION_HASH_LIFETIME_MS } from '#shared/contract/limits.ts'
import { checkCode, codeExpired, deliverCode, type IssuedCode, openHandle, renewCode } from './codes.ts'
import type { EntryDeps } from './entry-deps.ts'
import { makeLink } from './mail-links.ts'
import { customerByEmail, customerById } from './queries.ts'

const ON_ITS_WAY = 'If this email has an account, a code is on its way.'

export function registerCodeLogin(app: FastifyInstance, deps: EntryDeps): void {
  const { db, parts, background, sendCaps } = deps

  serve(app, startCodeLogin, async ({ body, request }) => {
    await parts.captcha.require(body.recaptcha_token, request.ip)
    await sendCaps.take(request.ip)
    const customer = await customerByEmail(db, body.email)
    const wanted = { purpose: 'login', customerId: customer?.id ?? null, subject: body.email } as const
    const { handle } = await openHandle(db, wanted)
    return { data: { customer_id: handle } }
  })

  // A GET that sends: repeated within the resend window, by a client or a mail scanner, it changes nothing.
  serve(app, sendVerificationCode, async ({ query, request }) => {
    await sendCaps.take(request.ip)
    const issued = await renewCode(deps, { purpose: query.action, handle: query.customer_id })
    if (issued?.code) background.run('login code', () => mailCode(deps, issued))
    return { message: ON_ITS_WAY }
  })

  serve(app, checkVerificationCode, async ({ body }) => {
    const row = await checkCode(deps, { purpose: body.action, handle: body.customer_id, code: body.code })
    // No code fits a row of nobody.
    if (row.customer_id === null) throw codeExpired()
    const verification_hash = await makeLink(db, {
      purpose: 'login',
      person: { kind: 'customer', id: row.customer_id },
      email: row.subject,
      lifetimeMs: VERIFICATION_HASH_LIFETIME_MS,
    })
    return { data: { verification_hash } }
  })
}

async function mailCode({ db, mails }: EntryDeps, issued: IssuedCode): Promise<void> {
  const customer = issued.row.customer_id && (await customerById(db, issued.row.customer_id))
  if (customer) await deliverCode({ db }, issued, (code) => mails.loginCode(customer, { code }))
}
