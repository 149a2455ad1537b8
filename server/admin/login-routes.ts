/** The console's login. Its people are put into the table `staff` by whoever runs the installation. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { checkLogin, createLoginThrottle } from '#server/account/login.ts'
import { issue, revoke } from '#server/account/tokens.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/database/open.ts'
import { staffOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import { adminLogin, adminLogout } from '#shared/contract/admin.ts'
import type { AdminDeps } from './admin-deps.ts'

/** A day at work; whoever can move money logs in again the next. */
const CONSOLE_SESSION_MS = 10 * 60 * 60_000

export function registerAdminLogin(app: FastifyInstance, { db, limits }: AdminDeps): void {
  const throttle = createLoginThrottle(limits)

  serve(app, adminLogin, async ({ body, request }) => {
    const attempt = { ip: request.ip, email: body.email, password: body.password }
    const row = await checkLogin(throttle, attempt, (email) => staffByEmail(db, email))
    const lifetimeMs = Math.min(limits.sessionMs, CONSOLE_SESSION_MS)
    const { token } = await issue(db, { kind: 'staff', principalId: row.id, purpose: 'console', lifetimeMs })
    await writeAudit(db, {
      ...{ actor: { kind: 'staff', id: row.id }, action: 'staff.login', ip: request.ip },
      subject: { kind: 'staff', id: row.id },
    })
    return { data: { token, user: { id: row.id, name: row.name, email: row.email } } }
  })

  serve(app, adminLogout, async ({ request }) => {
    await revoke(db, staffOf(request).tokenId)
  })
}

/** By the unique index staff_email on lower(email). */
const staffByEmail = (db: Database, email: string) =>
  db
    .selectFrom('staff')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
