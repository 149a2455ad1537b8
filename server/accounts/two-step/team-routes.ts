/** Two-step login of others: an account's setting for its whole team, and resetting somebody who has lost everything. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { memberIdentities } from '#server/accounts/identity/member-checks.ts'
import { createBackground } from '#server/accounts/login/background.ts'
import { endSessions } from '#server/accounts/login/sessions.ts'
import { type Actor, writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import type { StaffPrincipal } from '#server/core/http/principal.ts'
import { conflict, notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import {
  adminAccountMembers,
  adminResetMember,
  adminResetStaff,
  adminStaff,
  sellerRequireTwoStep,
  sellerResetMember,
  type TeammateWire,
} from '#shared/contract/two-step.ts'
import { dropFactors, withFactors } from './factors.ts'
import { notifyReset } from './letters.ts'
import { findPerson, type Person } from './people.ts'
import { closeOneStepSockets } from './sessions.ts'
import { knownPerson, personOf, type TwoStepDeps } from './two-step-deps.ts'

export function registerTeam(app: FastifyInstance, room: Omit<TwoStepDeps, 'background'>): void {
  const deps = { ...room, background: createBackground(app) }
  const { db } = deps

  serve(app, sellerRequireTwoStep, async ({ body, me, request }) => {
    const { is_required } = body
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('accounts')
        .set({ requires_two_step: is_required })
        .where('id', '=', me.accountId)
        .execute()
      await writeAudit(trx, {
        actor: { kind: 'member', id: me.memberId },
        action: 'two-step.require',
        ip: request.ip,
        subject: { kind: 'account', id: me.accountId },
        after: { is_required },
      })
    })
    if (is_required) await closeOneStepSockets(deps, me.accountId)
  })

  serve(app, sellerResetMember, async ({ params, me, request }) => {
    const colleague = await db
      .selectFrom('account_members')
      .select('id')
      .where('id', '=', params.member)
      .where('account_id', '=', me.accountId)
      .executeTakeFirst()
    if (!colleague) throw notFound()
    const { name } = await knownPerson(deps, personOf(me))
    const actor = { kind: 'member', id: me.memberId } as const
    await resetFactors(deps, { kind: 'member', id: colleague.id }, { actor, by: name, ip: request.ip })
  })

  serve(app, adminStaff, async () => {
    const staff = await db.selectFrom('staff').select(['id', 'name', 'email']).orderBy('id').execute()
    return { data: await teammates(db, 'staff', staff) }
  })

  serve(app, adminAccountMembers, async ({ params }) => {
    const members = await db
      .selectFrom('account_members')
      .select(['id', 'name', 'email'])
      .where('account_id', '=', params.account)
      .orderBy('id')
      .execute()
    const [people, identityOf] = await Promise.all([
      teammates(db, 'member', members),
      memberIdentities(
        db,
        members.map(({ id }) => id),
      ),
    ])
    return { data: people.map((one) => ({ ...one, identity: identityOf(one.id).status })) }
  })

  serve(app, adminResetStaff, ({ params, me, request }) =>
    resetByStaff(deps, { kind: 'staff', id: params.staff }, { me, request }),
  )

  serve(app, adminResetMember, ({ params, me, request }) =>
    resetByStaff(deps, { kind: 'member', id: params.member }, { me, request }),
  )
}

const resetByStaff = async (
  deps: TwoStepDeps,
  person: Person,
  { me, request }: { me: StaffPrincipal; request: FastifyRequest },
) =>
  resetFactors(deps, person, {
    actor: { kind: 'staff', id: me.staffId },
    by: `The staff of ${(await installationOf(deps.site)).name}`,
    ip: request.ip,
  })

async function teammates(
  db: Database,
  kind: Person['kind'],
  people: readonly Omit<TeammateWire, 'has_two_step'>[],
): Promise<TeammateWire[]> {
  const ids = people.map(({ id }) => id)
  const having = await withFactors(db, kind, ids)
  return people.map((one) => ({ ...one, has_two_step: having.has(one.id) }))
}

interface Resetting {
  actor: Actor
  /** The name in the mail. */
  by: string
  ip: string
}

/**
 * For a person who has lost everything: another person removes their second factors, so that they can set up new ones.
 * Also ends their logins and notifies them by mail. Throws 404 for an unknown person, and 409 for oneself: a logged-in
 * person removes factors one by one.
 */
async function resetFactors(deps: TwoStepDeps, person: Person, { actor, by, ip }: Resetting): Promise<void> {
  if (actor.kind === person.kind && actor.id === person.id)
    throw conflict('You cannot reset your own two-step login. Ask a colleague.')
  if (!(await findPerson(deps.db, person))) throw notFound()
  await deps.db.transaction().execute(async (trx) => {
    await dropFactors(trx, person)
    await writeAudit(trx, { actor, action: 'two-step.reset', subject: person, ip })
  })
  await endSessions(deps, person)
  notifyReset(deps, person, by)
}
