/** How alerts of a saved search are called, and where one leads. */
import type { SavedSearchWire, SearchAlert, SearchChannel } from '#shared/contract/saved-searches.ts'

export const ALERT_WORDS: Readonly<Record<SearchAlert, string>> = {
  instant: 'As it happens',
  daily: 'Daily at 8 AM',
  weekly: 'Mondays at 8 AM',
  off: 'No alerts',
}

export const SEARCH_CHANNEL_WORDS: Readonly<Record<SearchChannel, string>> = {
  email: 'Email',
  sms: 'Text message',
  push: 'Notice on this and other devices',
}

/** The parameter that says which saved search an address is of. */
export const SAVED_PARAM = 'saved'

/** The deals with its filters, and what of them is new. */
export const searchHref = ({ id, query }: Pick<SavedSearchWire, 'id' | 'query'>): string =>
  `/deals?${query === '' ? '' : `${query}&`}${SAVED_PARAM}=${id}`

/** The same deals for somebody else: nothing in it is of who saved it. */
export const sharedHref = ({ query }: Pick<SavedSearchWire, 'query'>): string =>
  query === '' ? '/deals' : `/deals?${query}`
