/** One entry of the notification centre. Apart from its calls, because every realtime client carries it and none of them. */
import * as z from 'zod/mini'
import { id, instant, maybe } from './wire.ts'

export const notification = z.object({
  id: id(),
  /** Of `NOTIFICATION_TYPES`, or one that a later server knows. */
  type: z.string(),
  title: z.string(),
  body: maybe(z.string()),
  /** A path of the marketplace. */
  url: z.string(),
  property_id: maybe(id()),
  created_at: instant(),
  read_at: maybe(instant()),
})
export type NotificationWire = z.output<typeof notification>
