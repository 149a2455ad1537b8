/** Words of the inbox's search and filters. */
import type { InboxFilter } from '#shared/contract/seller-places.ts'

export const FILTER_NAMES: Readonly<Record<InboxFilter | 'all', string>> = {
  all: 'All',
  unread: 'Unread',
  mine: 'Mine',
  unassigned: 'Unassigned',
  offers: 'Offers',
  requests: 'Requests',
  snoozed: 'Snoozed',
  done: 'Done',
  archived: 'Archived',
}

/** What an empty list means. */
export const NOTHING_IN: Readonly<Record<InboxFilter | 'all' | 'open', string>> = {
  all: 'No buyer has written yet. Buyers write to you from the pages of your published deals.',
  open: 'No conversation is open.',
  unread: 'You have read everything.',
  mine: 'No conversation is assigned to you.',
  unassigned: 'Each conversation is assigned to somebody.',
  offers: 'No buyer has an open offer.',
  requests: 'No request waits for an answer.',
  snoozed: 'No conversation is snoozed.',
  done: 'No conversation is done.',
  archived: 'No conversation is archived.',
}

export const INBOX_WORDS = {
  search: 'Search the inbox',
  title: 'Inbox',
  placeholder: 'Name, address or words in a message',
  noPeople: 'No buyer or deal has these words.',
  noMessages: 'No message has these words.',
  messages: 'In messages',
  failed: 'Messages could not be searched.',
  searching: 'Searching messages…',
  deal: 'Deal',
  allDeals: 'All deals',
  thisDeal: 'One deal',
  noneAboutDeal: 'Nobody has sent an offer, a request or a question about this deal, or got its card.',
  dealFailed: 'The conversations about this deal could not be loaded.',
  dealLoading: 'Loading the conversations about this deal…',
} as const

/** "3 conversations, 12 messages", said when a search has ended. */
export const foundText = (chats: number, messages: number | null): string =>
  [counted(chats, 'conversation'), messages === null ? null : counted(messages, 'message')]
    .filter(Boolean)
    .join(', ')

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`
