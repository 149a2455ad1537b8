/** Texts as Postgres can hold them: without NUL and without half surrogate pairs, so that what is stored equals what was sent. */

/**
 * Cleans the texts of a body, however deep, in place. They are cleaned and not refused, because both come from broken keyboards and
 * clipboards and nobody can see them. Names of fields stay: the contract knows them, and a record's are checked by its room.
 */
export function cleanTexts(body: unknown): void {
  // A list and not the call stack: a body may be nested deeper than that.
  const waiting: unknown[] = [body]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const fields = next as Record<string, unknown>
    for (const [name, value] of Object.entries(fields))
      if (typeof value === 'string') fields[name] = clean(value)
      else if (typeof value === 'object' && value !== null) waiting.push(value)
  }
}

const clean = (text: string) => text.replaceAll('\0', '').replace(HALF_PAIR, REPLACEMENT)

const HALF_PAIR = /\p{Surrogate}/gu
/** What UTF-8 would make of it. */
const REPLACEMENT = '\uFFFD'
