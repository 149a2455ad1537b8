/** What the element takes, does and tells: attributes, properties, methods, events. */
import type { ManifestAttribute, ManifestEvents, ManifestMethod, ManifestProperty } from './manifest-types.ts'

export const ATTRIBUTES: readonly ManifestAttribute[] = [
  {
    name: 'token',
    type: 'string',
    property: 'token',
    says: 'The bearer token. The element reads and removes it at once, so it never stays in the page. Emptying or removing it logs out.',
  },
  {
    name: 'api-base',
    type: 'string',
    property: 'apiBase',
    says: 'The customer area of the backend, e.g. `https://host/customer/api`.',
  },
  {
    name: 'realtime-config',
    type: 'string',
    property: 'realtimeConfig',
    says: 'The realtime server, as JSON: the answer of `GET /broadcasting/config`.',
  },
  {
    name: 'account',
    type: 'number',
    property: 'account',
    says: 'Opens the conversation with this account once the list has it. If there is no conversation, shows the company and a field for a first message.',
  },
  {
    name: 'property',
    type: 'number',
    property: 'property',
    says: 'The id of a deal of that account. The next message to the account has its card, once.',
  },
  {
    name: 'context',
    type: 'boolean',
    property: 'context',
    says: 'Sends the page’s title and its URL, without query and fragment, to the seller with the next message to that account, once.',
  },
  {
    name: 'data-theme',
    type: "'light' | 'dark'",
    says: 'The theme; it can be changed at any time. The default is the system’s theme.',
  },
  { name: 'dir', type: "'ltr' | 'rtl'", says: 'The text direction. The default is the page’s direction.' },
  {
    name: 'closable',
    type: 'boolean',
    says: 'For popups: shows a close button on small screens, which dispatches `plat-messenger:close`.',
  },
]

export const PROPERTIES: readonly ManifestProperty[] = [
  {
    name: 'token',
    type: 'string | null',
    says: 'Sets the bearer token; null logs out. Reading it always returns null.',
  },
  {
    name: 'tokenProvider',
    type: "((why: { reason: 'missing' | 'expired' | 'refused' }) => Promise<string>) | null",
    says: 'Called for a token when there is none, and once when a token stopped working. The failed call is then repeated once.',
  },
  { name: 'apiBase', type: 'string | null', says: 'Same as the attribute `api-base`.' },
  {
    name: 'realtimeConfig',
    type: 'unknown',
    says: 'Same as the attribute `realtime-config`; may also be an object.',
  },
  {
    name: 'account',
    type: 'number | null',
    says: 'The account whose conversation to open; null closes it. Until it is set, `?account=` of the page’s URL is used.',
  },
  { name: 'property', type: 'number | null', says: 'Same as the attribute `property`.' },
  {
    name: 'context',
    type: 'boolean | { title?: string | null; url?: string | null } | null',
    says: 'Same as the attribute `context`; or another title and URL.',
  },
]

export const METHODS: readonly ManifestMethod[] = [
  {
    name: 'flushReadMarks',
    parameters: [],
    returns: 'Promise<void>',
    says: 'Reports read messages that are not reported yet; resolves when the backend has answered. Await it, for two seconds at most, before your session ends.',
  },
  {
    name: 'logout',
    parameters: [],
    says: 'Logs the user out and removes everything of theirs: conversations, drafts, unsent messages, socket.',
  },
  {
    name: 'focus',
    parameters: [{ name: 'options', type: 'FocusOptions', isOptional: true }],
    says: 'Moves the focus to the text field of the open conversation, or else to the search.',
  },
]

export const EVENTS: ManifestEvents = {
  'plat-messenger:ready': {
    detail: '{}',
    example: {},
    says: 'The token was accepted and the list starts to load.',
  },
  'plat-messenger:unread': {
    detail: '{ count: number }',
    example: { count: 2 },
    says: 'The number of unread messages in all conversations, whenever it changes; first when the list has been loaded.',
  },
  'plat-messenger:conversation': {
    detail: '{ accountId: number | null }',
    example: { accountId: 2 },
    says: 'Another conversation was opened, or the open one closed.',
  },
  'plat-messenger:sent': {
    detail: '{ accountId: number; messageId: number }',
    example: { accountId: 2, messageId: 17 },
    says: 'The server has stored a message that was sent from here.',
  },
  'plat-messenger:property': {
    detail: '{ propertyId: number; messageId: number }',
    example: { propertyId: 1, messageId: 17 },
    says: 'A message with a property is now on the screen. Content that you append to the element with `slot="property-{messageId}"` is shown on its card.',
  },
  'plat-messenger:auth-required': {
    detail: "{ reason: 'missing' | 'refused' | 'expired' }",
    example: { reason: 'expired' },
    says: 'There is no usable token. Show a login, then set a new one.',
  },
  'plat-messenger:error': {
    detail: '{ code: string; message: string }',
    example: { code: 'realtime-config', message: 'realtime-config is not valid JSON.' },
    says: 'A problem for the page’s developer, also logged to the console, once. `code` is `api-base` or `realtime-config` (cannot be read), `unreachable` (no usable answer about the current user), `backend-answer` (a call answered 404 or something other than JSON), `message-fields` (a message lacks the fields to show) or `live-refused` (the realtime server does not know the key).',
  },
  'plat-messenger:close': {
    detail: '{}',
    example: {},
    says: 'The close button of a messenger with `closable` was pressed.',
  },
}
