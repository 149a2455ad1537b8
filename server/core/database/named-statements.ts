/**
 * A connection that names each statement it sends again, so that PostgreSQL parses it once and may keep its plan. For most statements,
 * planning takes longer than running.
 */
import pg from 'pg'

type Ask = (...question: unknown[]) => Promise<unknown>

/** Each one takes memory of the server. The one that was not used for longest is forgotten. */
const NAMES_MAX = 200
/** Lists of changing length make new texts without end. */
const SEEN_MAX = 2000
const NAMEABLE = /^\s*(select|insert|update|delete|with)\b/i
const SCHEMA_CHANGE = /^\s*(create|alter|drop)\b/i
/** As in `select *` and `returning "t".*`. When another node adds a column, such a statement fails under its name. */
const ALL_COLUMNS = /(?:\b(?:select|returning)\s+|[,.]\s*)\*/i
/** As in `on conflict ("id") where "state" = $1`. A plan for all values does not know whether the index with that condition is meant. */
const PARTIAL_CONFLICT = /\bon conflict\s*\([^)]*\)\s*where\b/i
/** `feature_not_supported`: "cached plan must not change result type". */
const PLAN_CHANGED = '0A000'

export class NamingClient extends pg.Client {
  /** `hasOwnSchema`: nobody else changes the schema of this database. */
  constructor(config: pg.ClientConfig, { hasOwnSchema = false } = {}) {
    super(config)
    this.query = nameStatements(this.query.bind(this) as Ask, hasOwnSchema) as typeof this.query
  }
}

function nameStatements(ask: Ask, hasOwnSchema: boolean): Ask {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  let count = 0
  // If this fails, it only costs memory.
  const forget = (which: string) => void ask(`deallocate ${which}`).catch(() => {})
  function forgetAll(): void {
    if (names.size > 0) forget('all')
    names.clear()
    seen.clear()
  }
  /** Null for what was not seen before, or must not have one. */
  function nameOf(text: string): string | null {
    let name = names.get(text)
    if (name === undefined) {
      if (!NAMEABLE.test(text) || PARTIAL_CONFLICT.test(text)) return null
      if (!hasOwnSchema && ALL_COLUMNS.test(text)) return null
      if (!seen.delete(text)) {
        if (seen.size >= SEEN_MAX) seen.clear()
        seen.add(text)
        return null
      }
      const [oldest] = names
      if (oldest && names.size >= NAMES_MAX) {
        names.delete(oldest[0])
        forget(oldest[1])
      }
      count += 1
      name = `plat_${count}`
    }
    // A map lists its keys in the order in which they were set.
    names.delete(text)
    names.set(text, name)
    return name
  }
  return async (...question) => {
    const [text, values] = question
    if (typeof text !== 'string') return ask(...question)
    if (SCHEMA_CHANGE.test(text)) forgetAll()
    const name = Array.isArray(values) && values.length > 0 ? nameOf(text) : null
    if (name === null) return ask(...question)
    try {
      return await ask({ name, text, values })
    } catch (error) {
      if ((error as { code?: unknown }).code !== PLAN_CHANGED) throw error
      forgetAll()
      // In a transaction nothing but its end is possible now.
      return ask(text, values).catch(() => Promise.reject(error))
    }
  }
}
