/**
 * The value types the wire is made of. Each decodes what a Laravel backend may send and encodes what ours sends,
 * so a client can read both: ids as numbers or numeric strings, booleans as true or 1.
 */
import * as z from 'zod/mini'

/** A database id: a positive integer; on the wire also a numeric string. */
export const id = () =>
  z.codec(z.union([z.int().check(z.positive()), z.string().check(z.regex(/^[1-9]\d{0,15}$/))]), z.number(), {
    decode: (value) => Number(value),
    encode: (value) => value,
  })

/** A yes or no: `true`, `false`, or Laravel's `1` and `0`. */
export const flag = () =>
  z.codec(z.union([z.boolean(), z.literal(0), z.literal(1)]), z.boolean(), {
    decode: (value) => Boolean(value),
    encode: (value) => value,
  })

/** A count or an amount in units of the currency: a number, or a numeric string as a DECIMAL column is sent. */
export const amount = () =>
  z.codec(z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/))]), z.number(), {
    decode: (value) => Number(value),
    encode: (value) => value,
  })

/** An ISO 8601 instant with offset, e.g. `2025-06-10T14:55:00.000000Z`. */
export const instant = () => z.string()

/** Absent and null mean the same: nothing there. */
export const maybe = <T extends z.core.SomeType>(schema: T) => z.optional(z.nullable(schema))

/** An e-mail address, without the blanks around it. */
export const emailAddress = () =>
  z.string().check(z.trim(), z.maxLength(254), z.email('Enter an email address like name@example.com.'))

/** The six digits of a code that was mailed or texted. */
export const sixDigits = () =>
  z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Enter the 6 digits of the code.'))

/** A page number in a query string, from 1. */
export const pageNumber = () =>
  z.codec(z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))), z.optional(z.number()), {
    decode: (value) => (value === undefined ? undefined : Number(value)),
    encode: (value) => (value === undefined ? undefined : String(value)),
  })

/** An id inside a path or a query string. */
export const idText = () =>
  z.codec(z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'must be a positive number')), z.number(), {
    decode: (value) => Number(value),
    encode: (value) => String(value),
  })

/**
 * A page of rows as Laravel's resources send it. `links.next` is an absolute URL with the server's own idea of its host:
 * read it only as "there is more" and ask by number, or by the cursor it may carry. A raw paginator sends `next_page_url` and an array as `links`.
 */
export const page = <T extends z.core.SomeType>(row: T) =>
  z.object({
    data: z.array(row),
    links: z.optional(
      z.union([
        z.object({
          first: maybe(z.string()),
          last: maybe(z.string()),
          prev: maybe(z.string()),
          next: maybe(z.string()),
        }),
        z.array(z.unknown()),
      ]),
    ),
    meta: z.optional(
      z.object({
        current_page: z.optional(z.number()),
        from: maybe(z.number()),
        path: maybe(z.string()),
        per_page: z.optional(z.number()),
        to: maybe(z.number()),
      }),
    ),
    next_page_url: maybe(z.string()),
  })

/** One resource, wrapped as Laravel wraps it. */
export const wrapped = <T extends z.core.SomeType>(resource: T) => z.object({ data: resource })

/** Every error body: a message, the fields at fault, a stable code and the request's id. */
export const problem = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  code: z.optional(z.string()),
  request_id: z.optional(z.string()),
})
export type Problem = z.infer<typeof problem>

interface Paged {
  links?: { next?: string | null | undefined } | unknown[] | undefined
  next_page_url?: string | null | undefined
}

/** True when a page says that another one follows it. */
export const hasNextPage = (reply: Paged): boolean => nextLink(reply) !== ''

/** What a backend that pages by cursor wants to hear for the page after this one; undefined for those that count pages. */
export const nextCursor = (reply: Paged): string | undefined =>
  new URLSearchParams(nextLink(reply).split('?')[1]).get('cursor') ?? undefined

const nextLink = ({ links, next_page_url }: Paged): string =>
  (Array.isArray(links) ? next_page_url : (links?.next ?? next_page_url)) || ''
