/** What the tabs of one line say to each other. Only what the server sent, and who is who: no token and no configuration. */
import * as z from 'zod/mini'

/** Of the one socket. `state` is null while it is dialled for the first time; `round` counts its subscriptions. */
const status = z.object({
  state: z.nullable(z.enum(['connecting', 'connected', 'unavailable', 'closed'])),
  channel: z.enum(['joining', 'subscribed', 'silent', 'forbidden']),
  round: z.number(),
})
export type LineStatus = z.output<typeof status>

const from = z.string()
const message = z.union([
  /** I am here and hold no socket. Whoever holds it answers with its status. */
  z.object({ kind: z.literal('hello'), from }),
  /** I am gone, or hold the socket no longer. */
  z.object({ kind: z.literal('bye'), from }),
  /** I hold the socket from now on. */
  z.object({ kind: z.literal('claim'), from }),
  z.object({ kind: z.literal('status'), from, to: z.array(z.string()), status }),
  z.object({ kind: z.literal('ask'), from }),
  /** I am awake. */
  z.object({ kind: z.literal('answer'), from, isLive: z.boolean(), isHidden: z.boolean() }),
  /** What the socket brought. */
  z.object({ kind: z.literal('event'), from, name: z.string(), payload: z.unknown() }),
  /** What a tab did that the server may not tell the others. */
  z.object({ kind: z.literal('news'), from, name: z.string(), payload: z.unknown() }),
])
export type LineMessage = z.output<typeof message>

/** Null for what is none: any script of the page can post here, and other versions may say other things. */
export function readLineMessage(raw: unknown): LineMessage | null {
  const read = z.safeParse(message, raw)
  return read.success ? read.data : null
}
