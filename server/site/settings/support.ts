/** Who answers when somebody needs help: as staff set it at the console, else as the environment names it. */

import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { SupportContact } from '#server/core/http/site.ts'
import { supportContact } from '#shared/contract/site-config.ts'

const NAME = 'support'

/** By primary key. Null when nobody is named. */
export async function readSupport(
  db: Database,
  preset: SupportContact | null,
): Promise<SupportContact | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
  const stored = supportContact.safeParse(row?.value)
  if (!stored.success) return preset
  const { email = null, phone = null, hours = null } = stored.data
  return { email, phone, hours }
}

/** Null goes back to the environment's. */
export async function writeSupport(
  trx: Database,
  contact: SupportContact | null,
  staffId: number,
): Promise<void> {
  if (contact === null) {
    await trx.deleteFrom('settings').where('name', '=', NAME).execute()
    return
  }
  const row = { value: JSON.stringify(contact), updated_at: NOW, updated_by: staffId }
  await trx
    .insertInto('settings')
    .values({ name: NAME, ...row })
    .onConflict((clash) => clash.column('name').doUpdateSet(row))
    .execute()
}
