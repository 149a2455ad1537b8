/** Stores what fits and what does not fit any more. One row for each customer and deal, however often it is found. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { MatchReasonWire } from '#shared/contract/feed.ts'
import { type DealMatch, FITS_ALL_RANK, SCORE_VERSION } from '#shared/rules/matching/score.ts'

export interface FoundMatch {
  customer_id: number
  property_id: number
  box_id: number
  score: number
  reasons: MatchReasonWire[]
  /** The deal was scored as it was at this place in the order of changes. */
  revision: number
  /** ISO, if it was not found before. */
  found_at: string
}

export const foundMatch = (
  match: DealMatch,
  of: Pick<FoundMatch, 'customer_id' | 'property_id' | 'revision' | 'found_at'>,
): FoundMatch => ({
  ...of,
  box_id: match.boxId,
  score: match.score,
  reasons: match.parts.map(({ isFull, group, points, most, sentence }) => ({
    group,
    points,
    most,
    sentence,
    is_full: isFull,
  })),
})

/** As `rankOf` compares them, of a row of matches named `m`. */
export const STORED_RANK = sql<number>`(m.score + case
  when m.reasons @? '$[*] ? (!(@.is_full == true))' then 0 else ${sql.lit(FITS_ALL_RANK)} end)`

/** Where a match stands. */
export interface MatchPlace {
  customer_id: number
  property_id: number
}

export interface MatchSource {
  cause: 'deal' | 'box'
  /** What is found for the first time is to be told when its deal changed after this revision. */
  newsSince: number
}

/**
 * A deal that changed meanwhile is left out: it is matched again. Resolves with those that were found for the first time. By
 * primary key.
 */
export async function storeMatches(
  trx: Database,
  matches: readonly FoundMatch[],
  { cause, newsSince }: MatchSource,
): Promise<MatchPlace[]> {
  if (matches.length === 0) return []
  const known = await sql<MatchPlace>`
    select m.customer_id, m.property_id from matches m
    join jsonb_to_recordset(${JSON.stringify(matches.map(placeOf))}::jsonb)
      as f(customer_id bigint, property_id bigint) using (customer_id, property_id)`.execute(trx)
  const { rows } = await sql<MatchPlace>`
    insert into matches
      (customer_id, property_id, box_id, score, score_version, reasons, revision, cause, found_at, is_untold)
    select f.customer_id, f.property_id, f.box_id, f.score, ${SCORE_VERSION}::int, f.reasons, f.revision, ${cause}, f.found_at,
      p.revision > ${newsSince}::bigint
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as f(
      customer_id bigint, property_id bigint, box_id bigint, score smallint, reasons jsonb, revision bigint,
      found_at timestamptz)
    join properties p on p.id = f.property_id and p.revision <= f.revision
    join buy_boxes b on b.id = f.box_id
    on conflict (customer_id, property_id) do update set
      box_id = excluded.box_id, score = excluded.score, score_version = excluded.score_version,
      reasons = excluded.reasons, revision = excluded.revision, is_current = true
    returning customer_id, property_id`.execute(trx)
  const before = new Set(known.rows.map(nameOf))
  return rows.filter((row) => !before.has(nameOf(row)))
}

const placeOf = ({ customer_id, property_id }: MatchPlace): MatchPlace => ({ customer_id, property_id })
const nameOf = ({ customer_id, property_id }: MatchPlace): string => `${customer_id} ${property_id}`

/** By primary key. */
export async function endMatches(trx: Database, places: readonly MatchPlace[]): Promise<void> {
  if (places.length === 0) return
  await sql`
    update matches m set is_current = false
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as f(customer_id bigint, property_id bigint)
    where m.customer_id = f.customer_id and m.property_id = f.property_id and m.is_current`.execute(trx)
}
