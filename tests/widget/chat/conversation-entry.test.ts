import { describe, expect, test } from 'vitest'
import * as eg from '#tests/support/eg.ts'
import { fromServer, isDoubted, withMessage, withRead, withThread } from '#widget/chat/conversation-entry.ts'

const entry = (unread: number) => fromServer(eg.wireChat({ accountId: 1, unread }), undefined)

test('the unread count never falls below zero, with more marks than unread messages', () => {
  expect(withRead(entry(1), [1, 2, 3]).row.unreadCount).toBe(0)
})

test('a mark that overtakes its message lowers nothing else, and the message is not counted when it comes', () => {
  const wire = eg.wireChat({ accountId: 1, unread: 2, last: eg.wireMessage({ id: 5 }) })
  const read = withRead(fromServer(wire, undefined), [6])
  expect(read.row.unreadCount).toBe(2)
  expect(withMessage(read, eg.message({ id: 6, isRead: false })).row.unreadCount).toBe(2)
  expect(withMessage(read, eg.message({ id: 7, isRead: false })).row.unreadCount).toBe(3)
})

test('the very first message of a conversation is not counted either when its mark overtakes it', () => {
  const read = withRead(fromServer(eg.wireChat({ accountId: 1 }), undefined), [6])
  const first = withMessage(read, eg.message({ id: 6, isRead: false }))
  expect(first.row).toMatchObject({ unreadCount: 0, message: 'Message 6' })
  const second = withMessage(first, eg.message({ id: 7, isRead: false }))
  const both = withRead(second, [7, 8])
  expect(withMessage(both, eg.message({ id: 8, isRead: false })).row.unreadCount).toBe(0)
})

test('a mark for a message that came as read lowers nothing', () => {
  const wire = eg.wireChat({ accountId: 1, unread: 2, last: eg.wireMessage({ id: 5 }) })
  const known = withMessage(fromServer(wire, undefined), eg.message({ id: 6, isRead: true }))
  expect(withRead(known, [6]).row.unreadCount).toBe(2)
})

test('an own message raises no unread count', () => {
  const own = eg.message({ id: 1, type: 'inbound', isRead: false })
  expect(withMessage(entry(0), own).row).toMatchObject({ unreadCount: 0, message: 'Message 1' })
})

test('an older message leaves the preview and counts', () => {
  const last = withMessage(entry(0), eg.message({ id: 5, isRead: false }))
  const older = withMessage(last, eg.message({ id: 4, isRead: false }))
  expect(older.row).toMatchObject({ unreadCount: 2, message: 'Message 5' })
})

test('a message without words is previewed by its photos and files', () => {
  const photo = { id: 1, kind: 'photo', name: 'front.webp' }
  const file = { id: 2, kind: 'file', name: 'contract.pdf' }
  const previewed = (attachments: readonly object[], message = '') =>
    withMessage(entry(0), eg.message({ id: 5, message, attachments: attachments as [] })).row.message
  expect(previewed([photo])).toBe('Photo')
  expect(previewed([photo, photo, file])).toBe('2 photos, contract.pdf')
  expect(previewed([photo], 'The front')).toBe('The front')
})

describe('the thread was read', () => {
  const one = eg.message({ id: 6, isRead: false })
  const two = eg.message({ id: 7, isRead: false })

  test('a message that a page brings first is not counted again by its event', () => {
    const read = withThread(entry(0), [one])
    expect(read.row.unreadCount).toBe(1)
    expect(withMessage(read, one).row.unreadCount).toBe(1)
  })

  test('a whole thread that says another count than the list is a reason to ask the list', () => {
    expect(isDoubted(entry(5), [one, two], true)).toBe(true)
    expect(isDoubted(entry(2), [one, two], true)).toBe(false)
  })

  test('its newest messages alone are one only when they say more', () => {
    expect(isDoubted(entry(5), [one], false)).toBe(false)
    expect(isDoubted(entry(1), [one, two], false)).toBe(true)
  })

  test('one that is older than the list doubts nothing by saying less', () => {
    const wire = eg.wireChat({ accountId: 1, unread: 2, last: eg.wireMessage({ id: 7 }) })
    expect(isDoubted(fromServer(wire, undefined), [{ ...one, atMs: 0 }], true)).toBe(false)
  })
})
