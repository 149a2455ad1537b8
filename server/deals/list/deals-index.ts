/**
 * All listed deals in memory, as fresh as the database: whoever asks costs one look at the last revision, and only deals that changed
 * are read again. So nodes on one database agree without talking to each other. Deals are taken down, never deleted: a row that
 * somebody deletes by hand stays here until the day ends.
 */
import { createHmac } from 'node:crypto'
import type { Database } from '#server/core/database/open.ts'
import { SHOWN_PLACES } from '#server/deals/properties/address-privacy.ts'
import { DEAL_COLUMNS } from '#shared/contract/properties.ts'
import { type CellSettings, cellsOf } from './list-cells.ts'
import { type ListedRow, latestRevision, orderName, portionsSince, titledRows } from './list-rows.ts'
import { type ListDelta, type ListLine, type ListVersion, lineOf, listVersion } from './list-version.ts'

export interface DealsIndex {
  /** The list as of now, with every change that was committed before the call. */
  current(): Promise<ListVersion>
  /** What changed since a reader's cursor; null when that is of another order, of another day, or too far back. */
  delta(version: ListVersion, cursor: string): ListDelta | null
}

interface Deps {
  db: Database
  /** Moves hidden deals; a cursor made under another one is unknown. */
  secret: string
  nowMs: () => number
}

/** One version and what the next is made from. */
interface Loaded {
  name: string
  revision: number
  dayMs: number
  lines: ReadonlyMap<number, ListLine>
  removed: ReadonlyMap<number, number>
  version: ListVersion
}

const DAY_MS = 86_400_000

export function createDealsIndex({ db, secret, nowMs }: Deps): DealsIndex {
  let loaded: Loaded | null = null
  /** By the day they are of. */
  const loading = new Map<number, Promise<Loaded>>()

  const load = async (dayMs: number): Promise<Loaded> => {
    // Scores and the next open houses are of a day: another one begins with a whole list.
    const previous = loaded?.dayMs === dayMs ? loaded : null
    const name = previous?.name ?? orderId(await orderName(db), secret)
    const draft: Draft = {
      revision: previous?.revision ?? 0,
      lines: new Map(previous?.lines),
      removed: new Map(previous?.removed),
    }
    const known = previous?.revision ?? (await latestRevision(db))
    const changed = new Set<number>()
    for await (const rows of portionsSince(db, draft.revision, dayMs)) {
      take(rows, draft, { secret, dayMs })
      for (const row of rows) if (row.revision > known) changed.add(row.account_id)
    }
    if (changed.size > 0) takeTitles(await titledRows(db, [...changed], dayMs), draft, { secret, dayMs })
    return { name, dayMs, ...finish(draft, `${name}.${dayMs / DAY_MS}`) }
  }
  const reload = (dayMs: number): Promise<Loaded> => {
    const under = loading.get(dayMs)
    if (under) return under
    const begun = load(dayMs)
      .then((next) => {
        if (!loaded || loaded.dayMs <= dayMs) loaded = next
        return next
      })
      .finally(() => loading.delete(dayMs))
    loading.set(dayMs, begun)
    return begun
  }

  return {
    async current() {
      const latest = await latestRevision(db)
      const today = Math.floor(nowMs() / DAY_MS) * DAY_MS
      const isBehind = (at: Loaded) => at.revision < latest
      // All deals are read again for a new day; meanwhile yesterday's list is kept up to date. Who asks next tries again.
      if (loaded && loaded.dayMs < today) reload(today).catch(() => {})
      if (loaded && !isBehind(loaded)) return loaded.version
      const next = await reload(loaded?.dayMs ?? today)
      // A load that was under way may have begun before the change; the one behind it has not.
      return isBehind(next) ? (await reload(loaded?.dayMs ?? today)).version : next.version
    },
    delta(version, cursor) {
      const [prefix, revision] = splitCursor(cursor)
      const [expected, own] = splitCursor(version.cursor)
      // A cursor ahead of this version was handed out before the database was put back.
      if (prefix !== expected || !(revision <= own)) return null
      return version.since(revision)
    },
  }
}

interface Draft {
  revision: number
  lines: Map<number, ListLine>
  removed: Map<number, number>
}

function take(rows: readonly ListedRow[], draft: Draft, settings: CellSettings): void {
  const { lines, removed } = draft
  for (const row of rows) {
    lines.delete(row.id)
    removed.delete(row.id)
    // A suspended seller's deal with an accepted offer goes on for its buyer alone.
    if (row.listing === 'listed' && row.suspended_at === null)
      lines.set(row.id, lineOf(row.revision, cellsOf(row, settings)))
    // A draft that never was in a list need not be taken out of one.
    else if (row.listing !== 'draft' || row.published_at) removed.set(row.id, row.revision)
    draft.revision = row.revision
  }
}

/** What a title, which is behind the picture, may say depends on the other deals of its seller: those beside a deal that changed are written again. */
function takeTitles(rows: readonly ListedRow[], { lines, revision }: Draft, settings: CellSettings): void {
  for (const row of rows) {
    const before = lines.get(row.id)
    const line = lineOf(revision, cellsOf(row, settings))
    if (before && before.after !== line.after) lines.set(row.id, line)
  }
}

/** In the order of ids, so that every node writes the same text. */
function finish({ revision, removed, ...draft }: Draft, order: string): Omit<Loaded, 'name' | 'dayMs'> {
  const lines = new Map([...draft.lines].sort(([a], [b]) => a - b))
  return {
    revision,
    lines,
    removed,
    version: listVersion({ cursor: `${order}.${revision}`, lines, removed }),
  }
}

/** Changes with all that a row depends on besides the database. */
const orderId = (name: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`${name} ${DEAL_COLUMNS.join()} ${SHOWN_PLACES} ${TITLES}`)
    .digest('base64url')
    .slice(0, ORDER_LENGTH)

/** How titles are written: changes with their redaction. */
const TITLES = 'without other streets'
const ORDER_LENGTH = 12

/** All before the last dot, and the number behind it; NaN when there is none. */
function splitCursor(cursor: string): [string, number] {
  const dot = cursor.lastIndexOf('.')
  const text = cursor.slice(dot + 1)
  return [cursor.slice(0, Math.max(0, dot)), /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN]
}
