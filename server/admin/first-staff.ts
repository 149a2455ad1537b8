/**
 * The first run: while there is no member of staff, the server prints an address where the first one is made. Each start and each node
 * makes an address, which works for an hour; with the first member of staff all of them end.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { requireNewPassword } from '#server/accounts/login/new-password.ts'
import { hashPassword } from '#server/accounts/login/passwords.ts'
import { newToken, tokenHash } from '#server/accounts/login/tokens.ts'
import { SYSTEM, writeAudit } from '#server/core/audit/audit.ts'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { networkOf } from '#server/core/http/network.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { adminCheckSetup, adminSetup } from '#shared/contract/admin.ts'
import { SETUP_LINK_LIFETIME_MS, SETUP_TRIES_PER_HOUR } from '#shared/contract/login-limits.ts'
import { workLinks } from '#shared/contract/work-links.ts'

const HOUR_MS = 3_600_000

/** Null once there is staff. */
export async function setupLink(db: Database, origin: string): Promise<string | null> {
  await db.deleteFrom('setup_tokens').where('expires_at', '<=', NOW).execute()
  if (await hasStaff(db)) return null
  const token = newToken()
  await db
    .insertInto('setup_tokens')
    .values({ token_hash: tokenHash(token), expires_at: fromNow(SETUP_LINK_LIFETIME_MS) })
    .execute()
  return origin + workLinks.setup(token)
}

export function registerSetup(app: FastifyInstance, { db }: { db: Database }): void {
  const tries = app.createThrottle('setup-tries', SETUP_TRIES_PER_HOUR, HOUR_MS)

  serve(app, adminCheckSetup, async ({ body, request }) => {
    await tries.take(networkOf(request.ip))
    if (!(await isValid(db, body.token))) throw setupOver()
  })

  serve(app, adminSetup, async ({ body, request }) => {
    await tries.take(networkOf(request.ip))
    const { token, name, email, password } = body
    if (!(await isValid(db, token))) throw setupOver()
    await requireNewPassword({ password }, { email, names: [name] })
    const password_hash = await hashPassword(password)
    await db.transaction().execute(async (trx) => {
      // Two tokens may be used at once: the second transaction waits here, then finds the first one's staff.
      await sql`lock table staff in share row exclusive mode`.execute(trx)
      if (!(await isValid(trx, token))) throw setupOver()
      await trx.deleteFrom('setup_tokens').execute()
      const { id } = await trx
        .insertInto('staff')
        .values({ name, email, password_hash })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeAudit(trx, {
        actor: SYSTEM,
        action: 'staff.setup',
        ip: request.ip,
        subject: { kind: 'staff', id },
        after: { name, email },
      })
    })
    return { data: { email } }
  })
}

const hasStaff = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined

/** By primary key. */
async function isValid(db: Database, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('setup_tokens')
    .select('expires_at')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', NOW)
    .executeTakeFirst()
  return found !== undefined && !(await hasStaff(db))
}

/** The same for a used, an expired and a guessed token. */
const setupOver = () =>
  new Refusal(410, {
    message:
      'This link has expired or was used before. If nobody can log in yet, restart the server: it prints a new link.',
    code: 'setup_over',
  })
