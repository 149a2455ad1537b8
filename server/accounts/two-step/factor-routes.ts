/** A person's own passkeys, authenticator apps and recovery codes: listing, adding, renaming, removing. */
import type { FastifyInstance } from 'fastify'
import type { Exchange } from '#server/accounts/login/session-cookie.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { AccountPrincipal, StaffPrincipal } from '#server/core/http/principal.ts'
import { conflict } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { AuditAction } from '#shared/contract/audit-actions.ts'
import type { TwoStepCalls, TwoStepWire } from '#shared/contract/two-step.ts'
import { confirmApp, offerApp } from './apps.ts'
import { closeChallenge, openChallenge, takeChallenge } from './challenges.ts'
import { factorsOf, hasFactor, removeFactor, renameFactor } from './factors.ts'
import { notifyAdded, notifyRecoveryRenewed, notifyRemoved } from './letters.ts'
import { attestationOptions, storePasskey } from './passkeys.ts'
import type { Person } from './people.ts'
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { firstFactorAdded, lastFactorRemoved } from './sessions.ts'
import { knownPerson, personOf, type TwoStepDeps } from './two-step-deps.ts'

type Me = AccountPrincipal | StaffPrincipal

export function registerFactors(app: FastifyInstance, deps: TwoStepDeps, calls: TwoStepCalls): void {
  const { db, secret } = deps

  serve(app, calls.twoStep, async ({ me }) => ({ data: await twoStepOf(deps, me) }))

  serve(app, calls.offerApp, async ({ me }) => ({
    data: await offerApp(deps, await knownPerson(deps, personOf(me))),
  }))

  serve(app, calls.confirmApp, async ({ params, body, me, request, reply }) => {
    const person = personOf(me)
    const isFirst = !(await hasFactor(db, person))
    await confirmApp(deps, person, { id: params.app, ...body })
    return { data: await added(deps, { me, isFirst, name: body.name, request, reply }) }
  })

  serve(app, calls.startPasskey, async ({ me }) => {
    const person = await knownPerson(deps, personOf(me))
    const { token } = await openChallenge(db, 'add-passkey', person)
    return { data: { challenge: token, passkey: await attestationOptions(deps, person, token) } }
  })

  serve(app, calls.addPasskey, async ({ body, me, request, reply }) => {
    const person = personOf(me)
    const { id } = await takeChallenge(db, { token: body.challenge, ...person, purposes: ['add-passkey'] })
    await closeChallenge(db, id)
    const isFirst = !(await hasFactor(db, person))
    await storePasskey(deps, person, body)
    return { data: await added(deps, { me, isFirst, name: body.name, request, reply }) }
  })

  serve(app, calls.renameFactor, async ({ params, body, me }) => {
    await renameFactor(db, personOf(me), { id: params.factor, name: body.name })
    return { data: await twoStepOf(deps, me) }
  })

  serve(app, calls.removeFactor, async ({ params, me, request }) => {
    const person = await knownPerson(deps, personOf(me))
    const { name } = await removeFactor(db, person, params.factor)
    if (!(await hasFactor(db, person))) await lastFactorRemoved(db, person)
    await log(deps, person, { action: 'two-step.remove', name, ip: request.ip })
    notifyRemoved(deps, person, name)
    return { data: await twoStepOf(deps, me) }
  })

  serve(app, calls.renewRecoveryCodes, async ({ me, request }) => {
    const person = personOf(me)
    if (!(await hasFactor(db, person)))
      throw conflict('Recovery codes replace a lost passkey or app. Add one of these first.')
    const recovery_codes = await renewRecoveryCodes(db, person, secret)
    await log(deps, person, { action: 'two-step.recovery-codes', name: null, ip: request.ip })
    notifyRecoveryRenewed(deps, person)
    return { data: { two_step: await twoStepOf(deps, me), recovery_codes } }
  })
}

/** The first one comes with recovery codes, and ends the sessions elsewhere that lack it. */
async function added(
  deps: TwoStepDeps,
  { me, isFirst, name, ...at }: { me: Me; isFirst: boolean; name: string } & Exchange,
) {
  const person = personOf(me)
  await log(deps, person, { action: 'two-step.add', name, ip: at.request.ip })
  notifyAdded(deps, person, name)
  const recovery_codes = isFirst ? await renewRecoveryCodes(deps.db, person, deps.secret) : null
  if (isFirst) await firstFactorAdded(deps, me, at)
  return { two_step: { ...(await twoStepOf(deps, me)), is_enrolling: false }, recovery_codes }
}

async function twoStepOf(deps: TwoStepDeps, me: Me): Promise<TwoStepWire> {
  const person = await knownPerson(deps, personOf(me))
  const factors = await factorsOf(deps.db, person)
  return {
    factors: factors.map(({ id, kind, name, created_at, last_used_at }) => ({
      id,
      kind,
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    recovery_codes_left: await countRecoveryCodes(deps.db, person),
    is_required: person.isRequired,
    is_enrolling: me.scope === 'desk-enrolling' || me.scope === 'console-enrolling',
  }
}

const log = (
  { db }: TwoStepDeps,
  { kind, id }: Person,
  { action, name, ip }: { action: AuditAction; name: string | null; ip: string },
) =>
  writeAudit(db, {
    actor: { kind, id },
    action,
    subject: { kind, id },
    ip,
    after: name === null ? null : { name },
  })
