/** What the console's room is handed, and what all of its calls begin with. */
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#server/core/audit/audit.ts'
import type { StaffPrincipal } from '#server/core/http/principal.ts'
import type { MoneyDeps } from '#server/payments/money-deps.ts'

export type AdminDeps = Omit<MoneyDeps, 'background'>

/** Who acts, from where, for the log. */
export interface Acting {
  actor: Actor
  ip: string
}

export const actingAs = (me: StaffPrincipal, request: FastifyRequest): Acting => ({
  actor: { kind: 'staff', id: me.staffId },
  ip: request.ip,
})
