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
  summary: 'Where new deals of a saved search are sent, and how the last calls went; null when nowhere.',
  params,
  reply: wrapped(z.nullable(searchWebhook)),
})

export const setSearchWebhook = endpoint({
  name: 'setSearchWebhook',
  method: 'PUT',
  path,
  summary:
    'Send new deals to this address by POST, signed. A first or another address gets a secret, which only this answer says; one that was paused goes on with what waits.',
  params,
  body: z.object({ url: z.string().check(z.trim(), z.maxLength(WEBHOOK_URL_MAX)) }),
  reply: wrapped(z.nullable(searchWebhook)),
})

export const renewSearchWebhookSecret = endpoint({
  name: 'renewSearchWebhookSecret',
  method: 'POST',
  path: '/auth/saved-searches/{search}/webhook/secret',
  summary: 'Another secret, which only this answer says. The former one signs nothing any more.',
  params,
  reply: wrapped(z.nullable(searchWebhook)),
})

export const testSearchWebhook = endpoint({
  name: 'testSearchWebhook',
  method: 'POST',
  path: '/auth/saved-searches/{search}/webhook/test',
  summary: 'Queue a call without deals, to see whether it is taken.',
  params,
  reply: wrapped(z.nullable(searchWebhook)),
})

export const removeSearchWebhook = endpoint({
  name: 'removeSearchWebhook',
  method: 'DELETE',
  path,
  summary: 'Send nothing any more.',
  params,
  reply: done,
})
