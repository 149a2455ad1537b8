/** The wire's value types decode what a Laravel backend sends and encode what ours sends. */
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createdMessage, listChats, sendTextMessage, textMessage } from '#shared/contract/messenger.ts'
import { realtimeConfig } from '#shared/contract/realtime-config.ts'
import { amount, flag, hasNextPage, id, pageNumber } from '#shared/contract/wire.ts'

describe('values on the wire', () => {
  it.each([
    ['an id as a number', id(), 7, 7],
    ['an id as a string', id(), '7', 7],
    ['a yes as 1', flag(), 1, true],
    ['a no as 0', flag(), 0, false],
    ['a yes as true', flag(), true, true],
    ['an amount as a number', amount(), 184500.5, 184500.5],
    ['an amount as DECIMAL text', amount(), '184500.50', 184500.5],
    ['an absent page number', pageNumber(), undefined, undefined],
    ['a page number', pageNumber(), '12', 12],
  ])('%s is understood', (_, schema, wire, value) => {
    expect(z.decode(schema as z.ZodMiniType, wire)).toEqual(value)
  })

  it.each([
    ['id zero', id(), 0],
    ['a negative id', id(), -3],
    ['an id with letters', id(), '7a'],
    ['page zero', pageNumber(), '0'],
    ['a page of words', pageNumber(), 'two'],
    ['yes as a word', flag(), 'yes'],
  ])('%s is refused', (_, schema, wire) => {
    expect(z.safeDecode(schema as z.ZodMiniType, wire).success).toBe(false)
  })

  it('what a reply schema does not name is stripped on the way out', () => {
    const reply = z.encode(textMessage, { id: 1, type: 'inbound', password_hash: 'x' } as never)
    expect(reply).toEqual({ id: 1, type: 'inbound' })
  })

  it('a created message is read wrapped and bare', () => {
    const bare = { id: '43', type: 'inbound', account_id: '3' }
    expect(createdMessage(z.decode(sendTextMessage.reply, { data: bare } as never)).id).toBe(43)
    expect(createdMessage(z.decode(sendTextMessage.reply, bare as never)).id).toBe(43)
  })

  it.each([
    [
      'a resource page with a next link',
      { data: [], links: { next: 'http://other.host/chats?page=2', prev: null } },
      true,
    ],
    ['a resource page at its end', { data: [], links: { next: null, prev: null } }, false],
    ['a raw paginator with more', { data: [], links: [], next_page_url: 'http://h/chats?page=2' }, true],
    ['a raw paginator at its end', { data: [], links: [], next_page_url: null }, false],
    ['a bare list', { data: [] }, false],
  ])('%s says whether there is more', (_, body, more) => {
    expect(hasNextPage(z.decode(listChats.reply, body as never))).toBe(more)
  })

  it('a realtime configuration needs a key and takes ports as text', () => {
    expect(z.safeParse(realtimeConfig, {}).success).toBe(false)
    expect(z.parse(realtimeConfig, { key: 'k', wsPort: '6001', more: 1 })).toEqual({ key: 'k', wsPort: 6001 })
  })
})
