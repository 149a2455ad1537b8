/** What the element takes, does and tells: attributes, properties, methods, events. */
import type { FaceAttribute, FaceEvents, FaceMethod, FaceProperty } from './face-types.ts'

export const ATTRIBUTES: readonly FaceAttribute[] = [
  {
    name: 'token',
    type: 'string',
    property: 'token',
    says: 'The bearer token. It is taken and removed at once, so it never stands in the page. Emptying or removing it logs out.',
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
    says: 'Where live messages come from, as JSON: what `GET /broadcasting/config` answers.',
  },
  {
    name: 'account',
    type: 'number',
    property: 'account',
    says: 'Opens the conversation with this account once it is in the list. Without one it shows the company, to write to first.',
  },
  {
    name: 'property',
    type: 'number',
    property: 'property',
    says: 'A deal of that account, by its id: its card goes along with the next message to the account, once.',
  },
  {
    name: 'context',
    type: 'boolean',
    property: 'context',
    says: 'The page’s title and its address, without query and fragment, go along with the next message to that account, once, for the seller.',
  },
  {
    name: 'data-theme',
    type: "'light' | 'dark'",
    says: 'The theme; it can be switched at any time. Without it the system’s.',
  },
  { name: 'dir', type: "'ltr' | 'rtl'", says: 'Turns everything around; without it the page’s direction.' },
  {
    name: 'closable',
    type: 'boolean',
    says: 'For a popup: a close button on small screens, which sends `plat-messenger:close`.',
  },
]

export const PROPERTIES: readonly FaceProperty[] = [
  {
    name: 'token',
    type: 'string | null',
    says: 'Hands in a bearer token; null logs out. Reading it always gives null.',
  },
  {
    name: 'tokenProvider',
    type: "((why: { reason: 'missing' | 'expired' | 'refused' }) => Promise<string>) | null",
    says: 'Asked for a token when there is none, and once when one stopped working. The failed call is then repeated once.',
  },
  { name: 'apiBase', type: 'string | null', says: 'As the attribute `api-base`.' },
  {
    name: 'realtimeConfig',
    type: 'unknown',
    says: 'As the attribute `realtime-config`, or the same as an object.',
  },
  {
    name: 'account',
    type: 'number | null',
    says: 'The conversation to open, null to close it. As long as it was never set, `?account=` of the page’s address counts.',
  },
  { name: 'property', type: 'number | null', says: 'As the attribute `property`.' },
  {
    name: 'context',
    type: 'boolean | { title?: string | null; url?: string | null } | null',
    says: 'As the attribute `context`; or another title and address.',
  },
]

export const METHODS: readonly FaceMethod[] = [
  {
    name: 'flushReadMarks',
    parameters: [],
    returns: 'Promise<void>',
    says: 'Reports what was read and is not reported yet; resolves when the backend has answered. Await it, for two seconds at most, before your session ends.',
  },
  {
    name: 'logout',
    parameters: [],
    says: 'Forgets the person and everything that belongs to them: conversations, drafts, unsent messages, socket.',
  },
  {
    name: 'focus',
    parameters: [{ name: 'options', type: 'FocusOptions', isOptional: true }],
    says: 'Puts the focus where one goes on: into the open conversation’s text field, else into the search.',
  },
]

export const EVENTS: FaceEvents = {
  'plat-messenger:ready': {
    detail: '{}',
    example: {},
    says: 'The token was accepted and the list begins to load.',
  },
  'plat-messenger:unread': {
    detail: '{ count: number }',
    example: { count: 2 },
    says: 'Unread messages over all conversations, whenever the number changes.',
  },
  'plat-messenger:conversation': {
    detail: '{ accountId: number | null }',
    example: { accountId: 2 },
    says: 'Another conversation was opened, or the open one closed.',
  },
  'plat-messenger:sent': {
    detail: '{ accountId: number; messageId: number }',
    example: { accountId: 2, messageId: 17 },
    says: 'The server has a message that was written here.',
  },
  'plat-messenger:property': {
    detail: '{ propertyId: number; messageId: number }',
    example: { propertyId: 1, messageId: 17 },
    says: 'A message with a property came onto the screen. What you append to the element with `slot="property-{messageId}"` stands on its card.',
  },
  'plat-messenger:auth-required': {
    detail: "{ reason: 'missing' | 'refused' | 'expired' }",
    example: { reason: 'expired' },
    says: 'There is no usable token. Show a login, then set a new one.',
  },
  'plat-messenger:error': {
    detail: '{ code: string; message: string }',
    example: { code: 'realtime-config', message: 'realtime-config is not valid JSON.' },
    says: 'Something that the page’s developer should know, also written to the console, once. `code` is `api-base` or `realtime-config` (cannot be read), `unreachable` (no usable answer to who this is), `backend-answer` (a call answered 404 or something other than JSON), `message-fields` (a message without the fields that are shown) or `live-refused` (the live server knows no such key).',
  },
  'plat-messenger:close': {
    detail: '{}',
    example: {},
    says: 'The close button of a messenger with `closable` was pressed.',
  },
}
