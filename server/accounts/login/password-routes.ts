/** A forgotten password: the mail with a link, whether the link still works, and the new password. */
import type { FastifyInstance } from 'fastify'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { changePassword, checkRecoveryLink, recoverPassword } from '#shared/contract/account.ts'
import { RECOVERY_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'
import { safeReturnTo } from '#shared/rules/return-to.ts'
import { forgetNetworks } from './claim.ts'
import type { EntryDeps } from './entry-deps.ts'
import { consumeLink, makeLink, peekLink, voidBuyersMails } from './mail-links.ts'
import { requireNewPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { customerByEmail, customerById } from './queries.ts'
import { notifyPasswordChanged } from './security-notifications.ts'
import { endSessions } from './sessions.ts'
import { refuseBlocked, startSession } from './sign-in.ts'

const ON_ITS_WAY = 'If this email has an account, a link to set a new password is on its way.'

export function registerPasswords(app: FastifyInstance, deps: EntryDeps): void {
  const { db, parts, background, sendCaps } = deps

  serve(app, recoverPassword, async ({ body, request }) => {
    await parts.captcha.require(body.recaptcha_token, request.ip)
    await sendCaps.take(request.ip, body.email)
    // All that differs between a known and an unknown e-mail happens after the answer.
    background.run('recovery mail', () => mailLink(deps, body))
    return { message: ON_ITS_WAY }
  })

  serve(app, checkRecoveryLink, async ({ body }) => {
    const found = await peekLink(db, { purpose: 'recovery', token: body.confirm_hash })
    return { data: { is_valid: found !== undefined } }
  })

  serve(app, changePassword, async ({ body, request, reply }) => {
    const link = { purpose: 'recovery', token: body.confirm_hash } as const
    const found = await peekLink(db, link)
    const owner = found && (await customerById(db, found.ownerId))
    if (!owner) throw linkGone()
    await refuseBlocked(deps, owner)
    await requireNewPassword(body, {
      email: owner.email,
      names: [owner.first_name, owner.last_name, owner.name],
    })
    const passwordHash = await hashPassword(body.password)
    if (!(await setPassword(db, link, { passwordHash, isFirstProof: owner.email_confirmed_at === null })))
      throw linkGone()
    await endSessions(deps, { kind: 'customer', id: owner.id })
    const row = await customerById(db, owner.id)
    if (!row) throw linkGone()
    background.run('notice of a new password', () => deps.mails.passwordChanged(row))
    background.run('news of a new password', () => notifyPasswordChanged(deps, row.id))
    return { data: await startSession(deps, { request, reply }, row) }
  })
}

const linkGone = () =>
  invalid({ confirm_hash: ['This link has expired or was used before. Ask for a new one.'] })

/** Longer addresses, e.g. of a drawn area, are left out of the mail: the link then leads home. */
const RETURN_TO_MAX = 500

async function mailLink(
  { db, mails, site }: EntryDeps,
  { email: address, return_to = '/' }: { email: string; return_to?: string | undefined },
): Promise<void> {
  const customer = await customerByEmail(db, address)
  if (!customer || customer.blocked_at) return
  const { id, email } = customer
  const token = await makeLink(db, {
    purpose: 'recovery',
    person: { kind: 'customer', id },
    email,
    lifetimeMs: RECOVERY_LINK_LIFETIME_MS,
  })
  const returnTo = return_to.length > RETURN_TO_MAX ? '/' : safeReturnTo(return_to, site.origin)
  await mails.recovery(customer, { token, returnTo })
}

/** Uses the link up and sets the password, both or neither. False when another call was faster. */
function setPassword(
  db: Database,
  link: { purpose: 'recovery'; token: string },
  { passwordHash, isFirstProof }: { passwordHash: string; isFirstProof: boolean },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const used = await consumeLink(trx, link)
    if (!used) return false
    await trx
      .updateTable('customers')
      .set(({ fn }) => ({
        password_hash: passwordHash,
        // The link was read at this address.
        email_confirmed_at: fn.coalesce('email_confirmed_at', NOW),
      }))
      .where('id', '=', used.ownerId)
      .execute()
    await voidBuyersMails(trx, used.ownerId)
    // Until now nobody had shown that this address is theirs; whoever typed it may have come by a network.
    if (isFirstProof) await forgetNetworks(trx, used.ownerId)
    return true
  })
}
