/** Keeps which deals came into saved searches and which left them: one row for each search and deal, however often that is found. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { queueCalls } from '#server/matching/webhooks/queue-calls.ts'

export interface Found {
  search_id: number
  property_id: number
  /** ISO, when its owner is told of it; null: not at all. */
  alert_at: string | null
}

export interface Asked {
  /** The deals that changed. */
  rows: readonly { id: number; revision: number }[]
  /** The searches that were asked about them, as they were then. */
  searches: readonly { id: number; customer_id: number; revision: number }[]
  /** What passed. */
  found: readonly Found[]
}

/**
 * A search that was given another query meanwhile has begun anew and is left alone. New is what came in by a change behind its
 * beginning and did not pass it before. Resolves with the customers concerned.
 */
export const storeFinds = (db: Database, asked: Asked): Promise<number[]> =>
  db.transaction().execute(async (trx) => {
    const left = await endFinds(trx, asked)
    const came = await addFinds(trx, asked)
    const alertOf = new Map(asked.found.map(({ search_id, alert_at }) => [search_id, alert_at]))
    const times = came.flatMap(({ search_id, is_new }) => {
      const at = alertOf.get(search_id) ?? null
      return is_new && at !== null ? [{ search_id, at }] : []
    })
    await setAlerts(trx, times)
    await queueCalls(
      trx,
      came.filter(({ is_new }) => is_new),
    )
    const changed = new Set([...left, ...came.map(({ search_id }) => search_id)])
    return asked.searches.filter(({ id }) => changed.has(id)).map(({ customer_id }) => customer_id)
  })

const begunOf = ({ searches }: Asked): string =>
  JSON.stringify(searches.map(({ id, revision }) => ({ id, began: revision })))

/** By saved_search_finds_property. Ids of searches. */
async function endFinds(trx: Database, asked: Asked): Promise<number[]> {
  const ids = asked.rows.map(({ id }) => id)
  const { rows } = await sql<{ search_id: number }>`
    update saved_search_finds f set is_current = false
    from saved_searches s
    join jsonb_to_recordset(${begunOf(asked)}::jsonb) as a(id bigint, began bigint)
      on a.id = s.id and a.began = s.revision
    where f.search_id = s.id and f.is_current and f.property_id = any(${ids}::bigint[])
      and not exists (
        select 1 from jsonb_to_recordset(${JSON.stringify(asked.found)}::jsonb)
          as p(search_id bigint, property_id bigint)
        where p.search_id = f.search_id and p.property_id = f.property_id)
    returning f.search_id`.execute(trx)
  return rows.map(({ search_id }) => search_id)
}

interface Came {
  search_id: number
  property_id: number
  /** False for one that had left and came back. */
  is_new: boolean
}

/** By primary keys. */
async function addFinds(trx: Database, asked: Asked): Promise<Came[]> {
  if (asked.found.length === 0) return []
  const revisions = new Map(asked.rows.map(({ id, revision }) => [id, revision]))
  const passing = asked.found.map((one) => ({ ...one, revision: revisions.get(one.property_id) ?? 0 }))
  const { rows } = await sql<Came>`
    insert into saved_search_finds (search_id, property_id, told_at)
    select s.id, d.id, case when p.alert_at is null then clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(passing)}::jsonb)
      as p(search_id bigint, property_id bigint, revision bigint, alert_at timestamptz)
    join jsonb_to_recordset(${begunOf(asked)}::jsonb) as a(id bigint, began bigint) on a.id = p.search_id
    join saved_searches s on s.id = a.id and s.revision = a.began and p.revision > s.revision
    join properties d on d.id = p.property_id
    where case when s.known_ids is null then d.published_at > s.begun_at else not (d.id = any(s.known_ids)) end
    order by s.id, d.id
    on conflict (search_id, property_id) do update set is_current = true
      where not saved_search_finds.is_current
    returning search_id, property_id, (xmax = 0) as is_new`.execute(trx)
  return rows
}

/** What waits already keeps its time. By primary key. */
async function setAlerts(trx: Database, times: readonly { search_id: number; at: string }[]): Promise<void> {
  if (times.length === 0) return
  await sql`
    update saved_searches s set alert_at = t.at
    from (
      select search_id, min(at) as at
      from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as r(search_id bigint, at timestamptz)
      group by search_id) t
    where s.id = t.search_id and s.alert <> 'off' and s.alert_at is null`.execute(trx)
}
