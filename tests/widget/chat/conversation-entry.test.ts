import { expect, test } from 'vitest'
import * as eg from '#tests/support/eg.ts'
import { fromServer, withMessage, withRead } from '#widget/chat/conversation-entry.ts'

const entry = (unread: number) => fromServer(eg.wireChat({ accountId: 1, unread }), undefined)

test.each([
  ['more marks than unread messages', withRead(entry(1), [1, 2, 3], null)],
  ['a total below zero', withRead(entry(1), [], -2)],
])('the unread count never falls below zero: %s', (_, after) => {
  expect(after.row.unreadCount).toBe(0)
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
