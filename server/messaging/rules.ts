/** The messenger's rules for requests: which relations and filters, which keys. Pure. */
import { invalid } from '#server/core/http/refusal.ts'

/** Refuses relations this list does not have. A parent of a listed relation may be named alone. */
export function checkRelations(asked: string | undefined, listed: string): void {
  const known = new Set(listed.split(';').flatMap((path) => ancestors(path)))
  const unknown = (asked ?? '').split(/[;,]/).find((name) => name.trim() !== '' && !known.has(name.trim()))
  if (unknown !== undefined) throw invalid({ with: [`The relation ${quoted(unknown)} is not known.`] })
}

/** Refuses filters nobody reads, which would otherwise look as if they worked. */
export function checkFilters(url: string, known: readonly string[]): void {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  for (const key of query.keys()) {
    const name = /^filter\[(.*)\]$/.exec(key)?.[1]
    if (name !== undefined && !known.includes(name))
      throw invalid({ [`filter.${name.slice(0, MAX_QUOTED)}`]: ['This filter is not known.'] })
  }
}

/** The sender's socket, which is spared the echo; anything that is none is ignored. */
export const socketIdOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && /^\d+\.\d+$/.test(header) ? header : null

const MAX_QUOTED = 40
const quoted = (text: string) => `"${text.slice(0, MAX_QUOTED)}"`

const ancestors = (path: string): string[] => {
  const parts = path.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}
