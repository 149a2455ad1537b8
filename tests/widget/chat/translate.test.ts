import { describe, expect, test } from 'vitest'
import type { ChatWire, TextMessageWire } from '#shared/contract/messenger.ts'
import { instantMs, toConversation, toMessage } from '#shared/thread/translate.ts'
import * as eg from '#tests/support/eg.ts'

const SENT = '2025-06-10T15:00:00.000Z'
const MADE = '2025-06-09T08:00:00.000Z'

describe('the instant of a message', () => {
  test.each<[string, Partial<TextMessageWire>, string | null]>([
    ['is when it was sent', { calculated_send_datetime: SENT, created_at: MADE }, SENT],
    ['else when it was created', { calculated_send_datetime: null, created_at: MADE }, MADE],
    ['passes over one that is no date', { calculated_send_datetime: 'soon', created_at: MADE }, MADE],
    [
      'is Eastern standard time without an offset',
      { calculated_send_datetime: '2025-01-15 14:55:00' },
      '2025-01-15T19:55:00.000Z',
    ],
    [
      'is none beyond the end of time',
      { calculated_send_datetime: '+275760-09-13T00:00:00', created_at: null },
      null,
    ],
    ['is unknown when neither is a date', { calculated_send_datetime: null, created_at: null }, null],
  ])('%s', (_, given, createdAt) => {
    const wire = eg.wireMessage({ id: 1, ...given })
    expect(toMessage(wire)).toMatchObject({ createdAt, atMs: instantMs(createdAt) })
    expect(toConversation(eg.wireChat({ accountId: 3, last: wire })).createdAt).toBe(createdAt)
  })
})

describe('a conversation', () => {
  test('has the chat id as its key, the account id as its id, and the last message as its preview', () => {
    const last = eg.wireMessage({ id: 9, type: 'inbound', action: 'offer', calculated_body: '$112,000' })
    expect(toConversation(eg.wireChat({ accountId: 3, name: 'Gulf Coast', last, unread: 2 }))).toEqual({
      key: 1003,
      id: 3,
      name: 'Gulf Coast',
      logo: null,
      messageType: 'inbound',
      action: 'offer',
      createdAt: last.created_at,
      message: '$112,000',
      unreadCount: 2,
    })
  })

  test('has the logo of the account’s site settings', () => {
    const wire: ChatWire = eg.wireChat({ accountId: 3 })
    const logo = 'https://plat.example/logo.svg'
    const account = { ...wire.account, deals_site_settings: { deals_emails_logo: logo } }
    expect(toConversation({ ...wire, account }).logo).toBe(logo)
  })

  test('that nobody wrote in yet has no preview', () => {
    expect(toConversation(eg.wireChat({ accountId: 3 }))).toMatchObject({ createdAt: null, message: '' })
  })
})
