/** A notification as the wire has it. */
import type { Selectable } from 'kysely'
import type { NotificationsTable } from '#server/core/database/notification-tables.ts'
import type { NotificationWire } from '#shared/contract/notification.ts'

export type NotificationRow = Pick<
  Selectable<NotificationsTable>,
  'id' | 'type' | 'title' | 'body' | 'url' | 'property_id' | 'created_at' | 'read_at'
>

export const notificationWire = ({ created_at, read_at, ...row }: NotificationRow): NotificationWire => ({
  ...row,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
})
