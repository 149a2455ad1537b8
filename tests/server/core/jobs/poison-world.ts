/** What the scenes of poisoned work have in common. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Seller, TestServer } from '#tests/support/server.ts'
import type { matchingScene } from '../../matching/matches/scene.ts'
import type { searchScene } from '../../matching/saved-searches/scene.ts'
import type { campaignScene } from '../../outreach/blasts/scene.ts'
import type { Trap } from './poison.ts'

export interface Arranged {
  /** The key of the one that cannot be done. */
  item: string
  heal(): Promise<void>
  /** How many of the others are not done yet; and of the one. */
  left(): Promise<{ others: number; poisoned: number }>
}

export interface Scene {
  job: string
  kind: string
  /** When there are several of a kind. */
  of?: string
  arrange(world: World): Promise<Arranged>
}

export interface World {
  server: TestServer
  db: Database
  seller: Seller
  campaigns: ReturnType<typeof campaignScene>
  matching: ReturnType<typeof matchingScene>
  searches: ReturnType<typeof searchScene>
  /** Does the job until it has nothing more to do that is due now. */
  run(job: string): Promise<void>
}

export const HOUR_MS = 3_600_000
export const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
export const THREE = [0, 1, 2] as const

/** Of three rows with these ids, how many the condition still holds for. */
async function leftOf(db: Database, table: string, ids: readonly number[], isLeft: string, key = 'id') {
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(key)} as id from ${sql.table(table)}
    where ${sql.ref(key)} = any(${ids as number[]}::bigint[]) and ${sql.raw(isLeft)}`.execute(db)
  const found = new Set(rows.map(({ id }) => id))
  const [first = 0, ...others] = ids
  return { others: others.filter((id) => found.has(id)).length, poisoned: found.has(first) ? 1 : 0 }
}

interface Rows {
  table: string
  ids: readonly number[]
  /** SQL that holds while a row is still to be done. */
  isLeft: string
  /** The column that `ids` are of. */
  key?: string
  trapped: Trap
}

export const arranged = (
  db: Database,
  { table, ids, isLeft, key, trapped }: Rows,
  item?: string,
): Arranged => ({
  item: item ?? String(ids[0]),
  heal: trapped.heal,
  left: () => leftOf(db, table, ids, isLeft, key),
})
