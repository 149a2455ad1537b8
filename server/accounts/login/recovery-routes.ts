/** A forgotten password of a seller's person or of staff: the mail with a link, and the new password. For buyers see password-routes.ts. */
import type { FastifyInstance } from 'fastify'
import { keepTerms, requireTerms } from '#server/accounts/terms.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { RECOVERY_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'
import { adminSessionCalls, sellerSessionCalls } from '#shared/contract/login-calls.ts'
import type { WorkKind } from '#shared/contract/work-links.ts'
import type { EntryDeps } from './entry-deps.ts'
import { forgetFailures } from './login-guard.ts'
import { consumeLink, makeLink, peekLink, voidLinks } from './mail-links.ts'
import { requireNewPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { type PersonRow, personByEmail, personById, setPasswordHash } from './people.ts'
import { endSessions, type Person, type PersonKind } from './sessions.ts'

const ON_ITS_WAY = 'If this email has an account, a link to set a new password is on its way.'

export function registerRecovery(app: FastifyInstance, deps: EntryDeps): void {
  const ways = [
    { kind: 'member', calls: sellerSessionCalls },
    { kind: 'staff', calls: adminSessionCalls },
  ] as const
  for (const { kind, calls } of ways) {
    serve(app, calls.recover, async ({ body, request }) => {
      await deps.parts.captcha.require(body.recaptcha_token, request.ip)
      await deps.sendCaps.take(request.ip, body.email)
      // Whatever differs between a known and an unknown email happens after the response.
      deps.background.run('recovery mail', () => mailLink(deps, kind, body.email))
      return { message: ON_ITS_WAY }
    })

    serve(app, calls.setPassword, async ({ body, request }) => {
      const email = await renewPassword(deps, { kind, ...body, ip: request.ip })
      return { data: { email } }
    })
  }
}

async function mailLink({ db, mails }: EntryDeps, kind: WorkKind, address: string): Promise<void> {
  const person = await personByEmail(db, kind, address)
  if (!person) return
  const { id, email } = person
  const lifetimeMs = RECOVERY_LINK_LIFETIME_MS
  const token = await makeLink(db, { purpose: 'recovery', person: { kind, id }, email, lifetimeMs })
  await mails.recoveryOf({ kind, ...person }, { token, isFirst: isJoining(kind, person) })
}

interface NewPassword {
  kind: PersonKind
  token: string
  password: string
  terms_version?: string | undefined
  ip: string
}

/** An invited seller's first password needs the terms in force. Sets the password, ends every session, and lets the person try again at once. Resolves with their email. */
async function renewPassword(
  deps: EntryDeps,
  { kind, token, password, terms_version, ip }: NewPassword,
): Promise<string> {
  const { db, mails, background, site } = deps
  const link = { purpose: 'recovery', token, kind } as const
  const found = await peekLink(db, link)
  const owner = found && (await personById(db, { kind, id: found.ownerId }))
  if (!owner) throw linkGone()
  await requireNewPassword({ password }, { email: owner.email, names: [owner.name] })
  const accepted = isJoining(kind, owner) ? await requireTerms(site, terms_version) : null
  const person: Person = { kind, id: owner.id }
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    if (!(await consumeLink(trx, link))) throw linkGone()
    await setPasswordHash(trx, person, passwordHash)
    if (accepted !== null) await keepTerms(trx, person, accepted)
    // No older mail may set another one.
    await voidLinks(trx, 'recovery', person)
    if (kind === 'staff')
      await writeAudit(trx, {
        actor: { kind, id: owner.id },
        action: 'staff.new_password',
        ip,
        subject: { kind, id: owner.id },
      })
  })
  await endSessions(deps, person)
  await forgetFailures(deps, { kind, email: owner.email })
  // To somebody who has just joined, their first password is no news.
  if (owner.password_hash !== null)
    background.run('notice of a new password', () => mails.passwordChanged({ kind, ...owner }))
  return owner.email
}

/** A seller's person who accepts the terms with their first password. Staff belong to the operator, who sets the terms. */
const isJoining = (kind: PersonKind, { password_hash }: PersonRow): boolean =>
  kind === 'member' && password_hash === null

const linkGone = () => invalid({ token: ['This link has expired or was used before. Request a new one.'] })
