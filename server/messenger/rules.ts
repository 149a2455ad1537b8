/** The messenger's rules on what may be asked: whose conversations, which relations and filters, which keys. Pure. */
import { type CustomerPrincipal, customerOf, type Principal } from '#server/http/principal.ts'
import { invalid, notFound } from '#server/http/refusal.ts'

/** A customer reaches only itself; another's id answers like one that does not exist. */
export function ownCustomer(who: Principal | null, customerId: number): CustomerPrincipal {
  const me = customerOf(who)
  if (me.id !== customerId) throw notFound()
  return me
}

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

/** The header's value, null when absent. */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(header))
    throw invalid({ 'Idempotency-Key': ['Use 1 to 64 letters, digits, _ or -.'] })
  return header
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
