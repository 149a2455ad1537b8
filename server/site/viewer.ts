/** Who looked. A beacon cannot carry the CSRF header, so the session is read without it: all it can do here is count a view. */
import type { FastifyRequest } from 'fastify'
import { sessionTokenOf } from '#server/accounts/login/session-cookie.ts'
import { findToken } from '#server/accounts/login/tokens.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'

export interface Viewer {
  customerId: number | null
  /** A seller's person: views of the account's own deals are not counted. */
  accountId: number | null
}

const NOBODY: Viewer = { customerId: null, accountId: null }

export async function viewerOf(
  { db, site }: Pick<RoomDeps, 'db' | 'site'>,
  request: FastifyRequest,
): Promise<Viewer> {
  const bearer = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = bearer ?? sessionTokenOf(request, site)
  const found = token ? await findToken(db, token) : null
  if (!found) return NOBODY
  if (found.principal_kind === 'customer') return { customerId: found.principal_id, accountId: null }
  if (found.principal_kind === 'staff') return NOBODY
  // By primary key.
  const member = await db
    .selectFrom('account_members')
    .select('account_id')
    .where('id', '=', found.principal_id)
    .executeTakeFirst()
  return { customerId: null, accountId: member?.account_id ?? null }
}
