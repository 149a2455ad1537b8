import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '#demo/seed/rows.ts'
import { makeWorld } from '#demo/seed/seed.ts'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'

const NOW = Date.UTC(2026, 2, 3, 16, 0)
const world = makeWorld({ messages: 200, nowMs: NOW })
const dana = world.messages.filter(({ customer }) => customer === 'buyer1')
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

describe('the demo world', () => {
  it('is the same for the same seed, size and moment', () => {
    expect(makeWorld({ messages: 200, nowMs: NOW })).toEqual(world)
  })

  it('differs in its long threads for another seed', () => {
    expect(makeWorld({ messages: 200, nowMs: NOW, seed: 2 })).not.toEqual(world)
  })

  it('gives a buyer ten conversations that show every action, channel and card', () => {
    expect(new Set(dana.map(({ account }) => account)).size).toBe(10)
    expect(new Set(dana.map(({ action }) => action))).toEqual(
      new Set([
        null,
        'blast',
        'deals_digest',
        'inquiry',
        'address_request',
        'offer',
        'offer_countered',
        'offer_accepted',
        'offer_confirmed',
        'offer_signed',
        'offer_closed',
        'offer_declined',
        'offer_expired',
      ]),
    )
    expect(new Set(dana.map(({ channel }) => channel))).toEqual(new Set([null, 'sms', 'email']))
    expect(dana.some(({ action, body }) => action === 'blast' && body === 'Blast')).toBe(true)
    expect(dana.some(({ body }) => body.includes('https://'))).toBe(true)
    expect(dana.some(({ body }) => body.length > 400)).toBe(true)
    const withoutArv = world.deals.filter(({ arvUsd }) => arvUsd === null).map(({ key }) => key)
    expect(dana.some(({ deal }) => deal !== null && withoutArv.includes(deal))).toBe(true)
  })

  it('reaches from today back into last year, and never into the future', () => {
    expect(dana.some(({ sentAtMs }) => NOW - sentAtMs < 2 * 60 * 60_000)).toBe(true)
    expect(dana.some(({ sentAtMs }) => new Date(sentAtMs).getUTCFullYear() === 2025)).toBe(true)
    expect(world.messages.every(({ sentAtMs }) => sentAtMs < NOW)).toBe(true)
  })

  it('says nothing longer than a person may send', () => {
    expect(Math.max(...world.messages.map(({ body }) => body.length))).toBeLessThanOrEqual(MESSAGE_MAX_LENGTH)
  })

  it('has its logos and drawings', () => {
    for (const { logo } of world.accounts)
      if (logo) expect(existsSync(file(`demo/seed/logos/${logo}`)), logo).toBe(true)
    for (const { drawing } of world.deals)
      expect(existsSync(file(`shared/ui/drawings/${drawing}.svg`)), drawing).toBe(true)
  })

  it.each([0, 1, 200, 20_000])('makes long threads of exactly %i messages in rising order', (count) => {
    const long = makeWorld({ messages: count, nowMs: NOW }).messages.filter(
      ({ customer, account }) => customer === 'buyer1' && account === 'third-coast',
    )
    expect(long).toHaveLength(count)
    expect(
      long.every(({ sentAtMs }, index) => index === 0 || sentAtMs > (long[index - 1]?.sentAtMs ?? 0)),
    ).toBe(true)
  })
})

describe('the rows of the demo world', () => {
  const tables = rowsOf(world, new Map([['buyer1', 'a hash']]))

  it('count what is unread on both sides of each conversation', () => {
    const unread = (column: string) => tables.chats.reduce((sum, chat) => sum + Number(chat[column]), 0)
    const open = (direction: string) =>
      world.messages.filter((message) => message.direction === direction && !message.isRead).length
    expect(unread('customer_unread_count')).toBe(open('outbound'))
    expect(unread('account_unread_count')).toBe(open('inbound'))
  })

  it('point each conversation at its newest message', () => {
    for (const chat of tables.chats) {
      const own = tables.messages.filter(
        (row) => row.customer_id === chat.customer_id && row.account_id === chat.account_id,
      )
      expect(own.at(-1)?.id).toBe(chat.last_message_id)
      expect(own.at(-1)?.sort_at).toBe(chat.last_message_at)
    }
  })

  it('carry a password hash only for who has a login', () => {
    expect(tables.customers.map(({ password_hash }) => password_hash)).toEqual([
      'a hash',
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })
})
