/** Two-step login of others: an account's setting for its whole team, and resetting somebody who has lost everything. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireAdministrator } from '#server/accounts/login/administrator.ts'
import { createBackground } from '#server/accounts/login/background.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import type { StaffPrincipal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import {
  adminAccountMembers,
  adminResetMember,
  adminResetStaff,
  adminStaff,
  deskRequireTwoStep,
  deskResetMember,
  type TeammateWire,
} from '#shared/contract/two-step.ts'
import { withFactors } from './factors.ts'
import type { Person } from './people.ts'
import { resetFactors } from './reset.ts'
import { closeOneStepSockets } from './sessions.ts'
import { knownPerson, personOf, type TwoStepDeps } from './two-step-deps.ts'

export function registerTeam(app: FastifyInstance, room: Omit<TwoStepDeps, 'background'>): void {
  const deps = { ...room, background: createBackground(app) }
  const { db } = deps

  serve(app, deskRequireTwoStep, async ({ body, me, request }) => {
    await requireAdministrator(db, me)
    const { is_required } = body
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('accounts')
        .set({ requires_two_step: is_required })
        .where('id', '=', me.accountId)
        .execute()
      await writeAudit(trx, {
        ...{ actor: { kind: 'member', id: me.memberId }, action: 'two-step.require', ip: request.ip },
        ...{ subject: { kind: 'account', id: me.accountId }, after: { is_required } },
      })
    })
    if (is_required) await closeOneStepSockets(deps, me.accountId)
  })

  serve(app, deskResetMember, async ({ params, me, request }) => {
    await requireAdministrator(db, me)
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
    return { data: await teammates(db, 'member', members) }
  })

  serve(app, adminResetStaff, ({ params, me, request }) =>
    resetByStaff(deps, { kind: 'staff', id: params.staff }, { me, request }),
  )

  serve(app, adminResetMember, ({ params, me, request }) =>
    resetByStaff(deps, { kind: 'member', id: params.member }, { me, request }),
  )
}

const resetByStaff = (
  deps: TwoStepDeps,
  person: Person,
  { me, request }: { me: StaffPrincipal; request: FastifyRequest },
) =>
  resetFactors(deps, person, {
    ...{ actor: { kind: 'staff', id: me.staffId }, by: 'The staff of Plat', ip: request.ip },
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
