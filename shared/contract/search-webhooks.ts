/** The webhook of a saved search: where new deals are sent, signed, and how that went (checklist NOT-11). Ours. */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { endpoint } from './endpoint.ts'
import { WEBHOOK_URL_MAX } from './search-limits.ts'
import { amount, id, idText, instant, maybe, wrapped } from './wire.ts'

export const webhookDelivery = z.object({
  id: id(),
  /** New deals that it tells of. */
  property_ids: z.array(id()),
  /** `waiting` until it was taken; `failed` when it was given up. */
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: amount(),
  /** What the last attempt was answered; null when nothing answered. */
  status: maybe(amount()),
  /** Why the last attempt failed, in words. */
  error: maybe(z.string()),
  created_at: instant(),
  attempted_at: maybe(instant()),
  /** Of one that waits; null while the webhook is paused. */
  next_at: maybe(instant()),
})
export type WebhookDeliveryWire = z.output<typeof webhookDelivery>

export const searchWebhook = z.object({
  url: z.string(),
  /** Signs every call; for its owner alone, and only in the answer that made it. */
  secret: maybe(z.string()),
  /** Why it stopped by itself; null while it works. */
  paused_reason: maybe(z.string()),
  paused_at: maybe(instant()),
  /** Calls that were not taken yet. While it is paused they are kept, and made once it goes on. */
  waiting: amount(),
  created_at: instant(),
  /** The latest first. */
  deliveries: z.array(webhookDelivery),
})
export type SearchWebhookWire = z.output<typeof searchWebhook>

const params = z.object({ search: idText() })
const path = '/auth/saved-searches/{search}/webhook'

export const getSearchWebhook = endpoint({
  name: 'getSearchWebhook',
  method: 'GET',
  path,
  summary: 'The webhook of a saved search with its last calls; null if there is none.',
  params,
  reply: wrapped(z.nullable(searchWebhook)),
})

export const setSearchWebhook = endpoint({
  name: 'setSearchWebhook',
  method: 'PUT',
  path,
  summary:
    'Send new deals to this URL by signed POST. A first or new URL gets a secret, which only this answer contains; a paused webhook resumes with the waiting calls.',
  params,
  body: z.object({ url: z.string().check(z.trim(), z.maxLength(WEBHOOK_URL_MAX)) }),
  reply: wrapped(z.nullable(searchWebhook)),
})

export const renewSearchWebhookSecret = endpoint({
  name: 'renewSearchWebhookSecret',
  method: 'POST',
  path: '/auth/saved-searches/{search}/webhook/secret',
  summary: 'Create a new secret, which only this answer contains. The previous one no longer signs anything.',
  params,
  reply: wrapped(z.nullable(searchWebhook)),
})

export const testSearchWebhook = endpoint({
  name: 'testSearchWebhook',
  method: 'POST',
  path: '/auth/saved-searches/{search}/webhook/test',
  summary: 'Queue a test call without deals.',
  params,
  reply: wrapped(z.nullable(searchWebhook)),
})

export const removeSearchWebhook = endpoint({
  name: 'removeSearchWebhook',
  method: 'DELETE',
  path,
  summary: 'Remove the webhook.',
  params,
  reply: done,
})
