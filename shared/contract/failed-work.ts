/** Staff calls about work that jobs could not do: listing, retrying, dismissing. Ours. */
import * as z from 'zod/mini'
import { adminReason } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { amount, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

/** `given_up` waits for staff, `trying` is retried automatically, `dismissed` is not. */
export const FAILED_WORK_STATES = ['given_up', 'trying', 'dismissed'] as const

const kindName = () => z.string().check(z.maxLength(60))

const work = z.object({
  id: id(),
  kind: kindName(),
  /** The kind in words. */
  label: z.string(),
  /** Which one of its kind. */
  item: z.string(),
  state: z.enum(FAILED_WORK_STATES),
  tries: amount(),
  /** In plain words if known, then the program's message. */
  error: z.string(),
  first_failed_at: instant(),
  last_failed_at: instant(),
  /** Null if it is not retried automatically. */
  next_try_at: maybe(instant()),
  /** Why it was dismissed. */
  note: maybe(z.string()),
})
export type FailedWorkWire = z.output<typeof work>

export const adminFailedWork = endpoint({
  name: 'adminFailedWork',
  method: 'GET',
  path: '/admin/api/failed-work',
  at: 'site',
  auth: 'staff',
  summary: 'Failed work of jobs, newest first.',
  query: z.object({
    page: pageNumber(),
    kind: z.optional(kindName()),
    /** `given_up` by default. */
    state: z.optional(z.enum(FAILED_WORK_STATES)),
  }),
  reply: page(work),
})

const kind = z.object({
  kind: kindName(),
  label: z.string(),
  given_up: amount(),
  trying: amount(),
})
export type FailedKindWire = z.output<typeof kind>

export const adminFailedKinds = endpoint({
  name: 'adminFailedKinds',
  method: 'GET',
  path: '/admin/api/failed-work-kinds',
  at: 'site',
  auth: 'staff',
  summary: 'The number of failed items by kind of work; kinds without failures are omitted.',
  reply: wrapped(z.array(kind)),
})

const params = z.object({ work: idText() })

export const adminRetryWork = endpoint({
  name: 'adminRetryWork',
  method: 'POST',
  path: '/admin/api/failed-work/{work}/retry',
  at: 'site',
  auth: 'staff',
  summary: 'Retry an item within seconds, with a full number of tries.',
  params,
  reply: wrapped(work),
})

export const adminRetryKind = endpoint({
  name: 'adminRetryKind',
  method: 'POST',
  path: '/admin/api/failed-work-kinds/{kind}/retry',
  at: 'site',
  auth: 'staff',
  summary: 'Retry all failed items of a kind.',
  params: z.object({ kind: kindName() }),
  reply: wrapped(z.object({ count: amount() })),
})

export const adminDismissWork = endpoint({
  name: 'adminDismissWork',
  method: 'POST',
  path: '/admin/api/failed-work/{work}/dismiss',
  at: 'site',
  auth: 'staff',
  summary: 'Dismiss an item. 409 `state` for work that is still being retried.',
  params,
  body: z.object({ reason: adminReason() }),
  reply: wrapped(work),
})
