/** Staff who have logged in with two steps, for tests of the console. */
import { issue } from '#server/accounts/login/tokens.ts'
import type { TestServer } from '#tests/support/server.ts'

const HOUR_MS = 3_600_000

export async function addStaff({ database: { db } }: TestServer, name: string) {
  const email = `${name.toLowerCase()}@plat.example`
  const { id } = await db
    .insertInto('staff')
    .values({ name, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wanted = { kind: 'staff', purpose: 'console', factor: 'two-step', lifetimeMs: HOUR_MS } as const
  const { token } = await issue(db, { ...wanted, principalId: id })
  return { id, token }
}
