/** What differs between an answer and the shape that is needed, field by field, in words. */
import * as z from 'zod/mini'

const MOST = 8

/** One line for each field at fault; rows of one list that differ alike are one line. */
export function differences(schema: z.ZodMiniType, body: unknown): string[] {
  const result = z.safeDecode(schema, body as never)
  if (result.success) return []
  const lines = result.error.issues.flatMap((issue) => linesOf(issue, body, []))
  return [...new Set(lines)].slice(0, MOST)
}

function linesOf(issue: z.core.$ZodIssue, body: unknown, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path]
  const got = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], body)
  // Of several shapes that would do, the one that is nearest tells most.
  if (issue.code === 'invalid_union' && typeof got === 'object' && got !== null) {
    const nearest = issue.errors.toSorted((a, b) => a.length - b.length).find((errors) => errors.length > 0)
    if (nearest) return nearest.flatMap((inner) => linesOf(inner, body, path))
  }
  const name = nameOf(path)
  const expected = expectedAt(path.findLast((key) => typeof key === 'string') ?? '', issue)
  return [got === undefined ? `${name} is missing: ${expected}` : `${name} is ${shown(got)}: ${expected}`]
}

/** `data[].account.id`: which row it is says nothing. */
const nameOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[]` : name ? `${name}.${String(key)}` : String(key)),
    '',
  ) || 'the answer'

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

function expectedAt(field: string, issue: z.core.$ZodIssue): string {
  if (field === 'id' || field.endsWith('_id')) return 'a positive whole number is needed, which may be text'
  if (field.startsWith('is_')) return 'true, false, 1 or 0 is needed'
  if (field === 'type') return '"inbound" (from the customer) or "outbound" (to the customer) is needed'
  if (/count|price/.test(field)) return 'a number is needed, which may be text'
  if (issue.code === 'invalid_type') return `${NAMES[issue.expected] ?? issue.expected} is needed`
  return issue.message
}

const NAMES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
