/** Saved searches: filters by a name, what came into them since, and how their owner hears of it (checklist NOT-08). Ours. */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { endpoint } from './endpoint.ts'
import { SEARCH_NAME_MAX, SEARCH_QUERY_MAX } from './search-limits.ts'
import { amount, flag, id, idText, instant, wrapped } from './wire.ts'

/** When its owner is told of new deals; `daily` and `weekly` at eight in the morning where they live. */
export const SEARCH_ALERTS = ['off', 'instant', 'daily', 'weekly'] as const
export type SearchAlert = (typeof SEARCH_ALERTS)[number]

/** Besides the notification centre, which always says so. */
export const SEARCH_CHANNELS = ['email', 'sms', 'push'] as const
export type SearchChannel = (typeof SEARCH_CHANNELS)[number]

export const savedSearch = z.object({
  id: id(),
  name: z.string(),
  /** As in the address of the browse page, without `?`: `price=-250000&place=city:Houston,TX`. Empty: all that is available. */
  query: z.string(),
  alert: z.enum(SEARCH_ALERTS),
  channels: z.array(z.enum(SEARCH_CHANNELS)),
  /** Deals that came into it since it was last looked at, without those that left it again or were hidden. */
  new_count: amount(),
  /** The latest of them first. */
  new_ids: z.array(id()),
  /** It took nothing for a day: its calls wait until its owner turns it on again. */
  is_webhook_paused: flag(),
  looked_at: instant(),
  created_at: instant(),
})
export type SavedSearchWire = z.output<typeof savedSearch>

const name = z
  .string()
  .check(z.trim(), z.minLength(1, 'Give it a name.'), z.maxLength(SEARCH_NAME_MAX, 'A shorter name.'))
const query = z.string().check(z.maxLength(SEARCH_QUERY_MAX))
const params = z.object({ search: idText() })

export const listSavedSearches = endpoint({
  name: 'listSavedSearches',
  method: 'GET',
  path: '/auth/saved-searches',
  summary: 'The saved searches of this customer, the latest first.',
  reply: wrapped(z.array(savedSearch)),
})

export const addSavedSearch = endpoint({
  name: 'addSavedSearch',
  method: 'POST',
  path: '/auth/saved-searches',
  summary: 'Save a search. Current results do not count as new; later results do.',
  body: z.object({
    name,
    query,
    alert: z.optional(z.enum(SEARCH_ALERTS)),
    channels: z.optional(z.array(z.enum(SEARCH_CHANNELS))),
  }),
  reply: wrapped(savedSearch),
  status: 201,
})

export const changeSavedSearch = endpoint({
  name: 'changeSavedSearch',
  method: 'PUT',
  path: '/auth/saved-searches/{search}',
  summary:
    'Change the given fields. With another query it starts again: current results do not count as new.',
  params,
  body: z.object({
    name: z.optional(name),
    query: z.optional(query),
    alert: z.optional(z.enum(SEARCH_ALERTS)),
    channels: z.optional(z.array(z.enum(SEARCH_CHANNELS))),
  }),
  reply: wrapped(savedSearch),
})

export const lookAtSavedSearch = endpoint({
  name: 'lookAtSavedSearch',
  method: 'PUT',
  path: '/auth/saved-searches/{search}/look',
  summary: 'Mark its deals as viewed: the count starts again at zero.',
  params,
  reply: wrapped(savedSearch),
})

export const deleteSavedSearch = endpoint({
  name: 'deleteSavedSearch',
  method: 'DELETE',
  path: '/auth/saved-searches/{search}',
  summary: 'Delete a saved search.',
  params,
  reply: done,
})
