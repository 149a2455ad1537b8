/** The house's own people of the demo world: two, because a forfeit takes two. */
import type { Database } from '#server/core/database/open.ts'

export const STAFF = [
  { key: 'staff1', name: 'Avery Lane', email: 'avery@plat.example', password: 'plat-staff-1' },
  { key: 'staff2', name: 'Blake Moreno', email: 'blake@plat.example', password: 'plat-staff-2' },
] as const

/** `hashes` holds the password hash of each key. Who is there stays. */
export async function setUpStaff(db: Database, hashes: ReadonlyMap<string, string>): Promise<void> {
  const rows = STAFF.map(({ key, name, email }) => ({ name, email, password_hash: hashes.get(key) ?? null }))
  await db
    .insertInto('staff')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .execute()
}
