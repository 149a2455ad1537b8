/** What this installation is called, looks like and says: as staff set it at the console, else as the product is. */
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Site, SupportContact } from '#server/core/http/site.ts'
import {
  type Installation,
  type LegalDocumentName,
  type LegalTextWire,
  PRODUCT,
  storedInstallation,
} from '#shared/contract/installation.ts'
import { setCurrency } from '#shared/format/currency.ts'
import { readSupport } from './support.ts'

const NAME = 'installation'
const legalName = (document: LegalDocumentName) => `legal_${document}`

/** By primary key, each time: what is set holds for the next request on every node. */
export async function readInstallation(db: Database): Promise<Installation> {
  const stored = storedInstallation.safeParse(await storedValue(db, NAME))
  return Object.assign({}, PRODUCT, stored.data)
}

/**
 * Both for who serves pages and writes mails. While the database is out of reach, the installation is as it was known last, so that pages
 * are still sent. Each reading tells the formatter of amounts the currency. `preset` is the environment's contact.
 */
export function createSiteSettings(
  db: Database,
  preset: SupportContact | null,
): Pick<Site, 'support' | 'installation'> {
  let known = PRODUCT
  return {
    support: () => readSupport(db, preset),
    async installation() {
      known = await readInstallation(db).catch(() => known)
      setCurrency(known.currency)
      return known
    },
  }
}

export async function writeInstallation(
  trx: Database,
  changed: Partial<Installation>,
  staffId: number,
): Promise<void> {
  const after = { ...(await readInstallation(trx)), ...changed }
  const own = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(PRODUCT[name as keyof Installation]),
  )
  await write(trx, NAME, own.length === 0 ? null : Object.fromEntries(own), staffId)
}

/** Null: the product's text. */
export async function readLegalText(
  db: Database,
  document: LegalDocumentName,
): Promise<LegalTextWire | null> {
  const value = (await storedValue(db, legalName(document))) as LegalTextWire | undefined
  return value ?? null
}

export const writeLegalText = (
  trx: Database,
  { document, text }: { document: LegalDocumentName; text: LegalTextWire | null },
  staffId: number,
): Promise<void> => write(trx, legalName(document), text, staffId)

async function storedValue(db: Database, name: string): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

async function write(trx: Database, name: string, value: object | null, staffId: number): Promise<void> {
  if (value === null) {
    await trx.deleteFrom('settings').where('name', '=', name).execute()
    return
  }
  const row = { value: JSON.stringify(value), updated_at: NOW, updated_by: staffId }
  await trx
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((clash) => clash.column('name').doUpdateSet(row))
    .execute()
}
