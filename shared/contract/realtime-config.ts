/** What `realtime-config` may say (spec section 2: a real-time configuration, possibly a JSON string). Names are Laravel Echo's. */
import * as z from 'zod/mini'

const port = z.optional(z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))]))

export const realtimeConfig = z.object({
  /** The Pusher application key; public. */
  key: z.string().check(z.minLength(1)),
  cluster: z.optional(z.string()),
  /** Host of the socket; without it and without a cluster, the host of the API base. */
  wsHost: z.optional(z.string()),
  wsPort: port,
  wssPort: port,
  wsPath: z.optional(z.string()),
  forceTLS: z.optional(z.boolean()),
  /** Channel prefix, `App` by default: `App.Models.Customer.7`. */
  prefix: z.optional(z.string()),
  /** Where private channels are authorised; `{api origin}/broadcasting/auth` by default. */
  authEndpoint: z.optional(z.string()),
  /** Sent as `X-CSRF-TOKEN` with the authorisation form when the host page has a session of its own. */
  csrfToken: z.optional(z.string()),
  /** Authorise with the bearer token; on by default when there is no `csrfToken`. */
  bearer: z.optional(z.boolean()),
  /** Milliseconds between read-mark flushes, 5000 by default. */
  jobInterval: z.optional(z.int().check(z.minimum(200))),
  /** Milliseconds; 120000, 30000 and 10000 by default (spec 9). */
  activityTimeout: z.optional(z.int().check(z.positive())),
  pongTimeout: z.optional(z.int().check(z.positive())),
  unavailableTimeout: z.optional(z.int().check(z.positive())),
  /** What is written before every amount, e.g. `€`; `$` by default. */
  currency: z.optional(z.string()),
})
export type RealtimeConfig = z.output<typeof realtimeConfig>
