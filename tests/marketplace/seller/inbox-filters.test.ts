/** Which conversations the inbox shows, and how found words are marked. */
import { expect, test } from 'vitest'
import { excerpt, filtered, markedParts, withWords } from '#marketplace/seller/inbox/inbox-filters.ts'
import { firstNew } from '#marketplace/seller/new-mark.ts'
import type { SellerChat } from '#marketplace/seller/seller-model.ts'
import { hashOf, placeOfHash } from '#shared/contract/seller-places.ts'
import type { Message } from '#shared/thread/model.ts'

const NORA = 3

const chat = (id: number, name: string, more: object = {}) =>
  ({
    id,
    customer: { id, name, visitor: null },
    last_message: null,
    account_unread_count: 0,
    assigned_to: null,
    ...more,
  }) as unknown as SellerChat

const CHATS = [
  chat(1, 'Dana Whitfield', { account_unread_count: 2 }),
  chat(2, 'José Peña', { assigned_to: { id: NORA, name: 'Nora' } }),
  chat(3, 'Marcus Reyes', { assigned_to: { id: 9, name: 'Rui' } }),
  chat(4, 'Guest', {
    customer: { id: 4, name: 'Guest', visitor: { kind: 'guest', email: 'lee@example.com', phone: null } },
    last_message: { property: { full_address: '906 Caplin Street, Houston' } },
  }),
]
const NOW = Date.parse('2026-03-10T15:00:00Z')
/** Unread, nobody's, and out of what the filters show. */
const SET_ASIDE = [
  chat(5, 'Done', { account_unread_count: 1, put_away: 'done' }),
  chat(6, 'Archived', { put_away: 'archived' }),
  chat(7, 'Snoozed', { snoozed_until: '2026-03-10T15:00:01Z' }),
  chat(8, 'Awake again', { assigned_to: { id: 9, name: 'Rui' }, snoozed_until: '2026-03-10T14:59:59Z' }),
]
const FACTS = {
  memberId: NORA,
  nowMs: NOW,
  offers: [
    { customer: { id: 1 }, state: 'submitted', property: { full_address: '2217 Bluebonnet Trail' } },
    { customer: { id: 3 }, state: 'declined', property: { full_address: '5523 Larkspur Bend' } },
  ],
  requests: [
    { customer: { id: 2 }, state: 'pending', property: { full_address: '2301 Hamilton Street' } },
    { customer: { id: 3 }, state: 'granted', property: { full_address: '917 Enid Street' } },
  ],
} as unknown as Parameters<typeof filtered>[1]

const ids = (chats: readonly SellerChat[]) => chats.map(({ id }) => id)

test('each filter shows what its name says', () => {
  const groups = filtered([...CHATS, ...SET_ASIDE], FACTS)
  expect(Object.fromEntries(Object.entries(groups).map(([name, chats]) => [name, ids(chats)]))).toEqual({
    unread: [1],
    mine: [2],
    unassigned: [1, 4],
    offers: [1],
    requests: [2],
    open: [1, 2, 3, 4, 8],
    snoozed: [7],
    done: [5],
    archived: [6],
  })
})

test.each([
  ['whit', [1]],
  ['jose pena', [2]],
  ['LEE@example', [4]],
  ['caplin', [4]],
  ['bluebonnet', [1]],
  ['larkspur marcus', [3]],
  ['hamilton', [2]],
  ['nobody', []],
  [' ', [1, 2, 3, 4]],
])('the words %j find people, contacts and deals', (query, found) => {
  expect(ids(withWords(CHATS, query, FACTS))).toEqual(found)
})

test('found words are marked in any case, signs of patterns as they are', () => {
  const marked = (text: string, query: string) =>
    markedParts(text, query).map((part) => (part.isFound ? `[${part.text}]` : part.text))
  expect(marked('A new Roof, 100% new', 'NEW 100%')).toEqual([
    'A ',
    '[new]',
    ' Roof, ',
    '[100%]',
    ' ',
    '[new]',
  ])
  expect(marked('a.b', '.')).toEqual(['a', '[.]', 'b'])
  expect(marked('A new roof', ' ')).toEqual(['A new roof'])
})

test('a long message is shown from shortly before the first word that was found', () => {
  const text = `${'It was a long way to the old house and '.repeat(4)}the furnace is new.`
  expect(excerpt(text, 'furnace')).toMatch(/^… .{0,24}furnace is new\.$/)
  expect(excerpt('The furnace', 'furnace')).toBe('The furnace')
})

test('the filter is in the address, and an unknown one shows all', () => {
  expect(hashOf({ kind: 'messages', filter: 'mine' })).toBe('#messages/mine')
  expect(hashOf({ kind: 'messages' })).toBe('#messages')
  expect(placeOfHash('#messages/mine')).toEqual({ kind: 'messages', filter: 'mine' })
  expect(placeOfHash('#messages/12')).toEqual({ kind: 'conversation', customerId: 12 })
  expect(placeOfHash('#messages/whatever')).toEqual({ kind: 'messages' })
  expect(hashOf({ kind: 'messages', dealId: 12 })).toBe('#messages/deal/12')
  expect(placeOfHash('#messages/deal/12')).toEqual({ kind: 'messages', dealId: 12 })
  expect(placeOfHash('#messages/deal/x')).toEqual({ kind: 'messages' })
})

test('new is what the buyer wrote last and nobody had read, as of when the conversation was opened', () => {
  const messages = ['inbound', 'inbound', 'outbound', 'inbound', 'inbound'].map(
    (type, index) => ({ type, id: index + 1 }) as Message,
  )
  expect(firstNew(messages, { unread: 0, newestId: 4 })).toBeNull()
  expect(firstNew(messages, { unread: 1, newestId: 4 })).toBe(4)
  expect(firstNew(messages, { unread: 2, newestId: 4 })).toBe(2)
  expect(firstNew(messages.slice(2), { unread: 2, newestId: 4 })).toBeNull()
})
