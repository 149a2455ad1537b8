/** Records when a deal is published with words that the advice on fair housing doubts, for the staff. Nothing is refused. */
import { sql } from 'kysely'
import { type Actor, writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { dealDoubts, isSameDoubt, type PlacedDoubt } from '#shared/rules/fair-housing/doubtful-phrases.ts'

/**
 * Runs `work` and records the doubtful phrases that buyers can read since. Call it in the transaction of the change. What was published
 * before the change is not recorded again.
 */
export async function recordDoubts<T>(
  trx: Database,
  { by, id }: { by: Actor; id: number },
  work: () => Promise<T>,
): Promise<T> {
  const before = await doubtsOf(trx, id)
  const result = await work()
  const doubts = await doubtsOf(trx, id)
  if (doubts.some((doubt) => !before.some((one) => isSameDoubt(one, doubt))))
    await writeAudit(trx, {
      actor: by,
      action: 'deal.publish_against_advice',
      subject: { kind: 'deal', id },
      after: { phrases: doubts },
    })
  return result
}

const doubtsOf = async (db: Database, id: number) => (await publishedDoubts(db, [id])).get(id) ?? []

interface TextsRow {
  id: number
  title: string | null
  description: string | null
  access: string | null
  captions: (string | null)[]
  documents: string[]
  visits: (string | null)[]
}

/** Of the listed ones of these deals, what buyers can read now. By primary key and the indexes by deal. */
export async function publishedDoubts(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlacedDoubt[]>> {
  const { rows } = await sql<TextsRow>`
    select p.id, p.title, p.description, p.access,
      array(select caption from property_images where property_id = p.id) as captions,
      array(select title from property_documents where property_id = p.id) as documents,
      array(select access_notes from open_houses where property_id = p.id and cancelled_at is null) as visits
    from properties p
    where p.id = any(${[...ids]}::bigint[]) and p.listing = 'listed'`.execute(db)
  return new Map(rows.map(({ id, ...texts }) => [Number(id), dealDoubts(texts)]))
}
