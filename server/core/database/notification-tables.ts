/** The tables of notifications and of what goes out, as TypeScript sees them; made by migrations 0009, 0030 and 0044. */
import type { Generated } from 'kysely'
import type { Channel, Frequency, NotificationType } from '#shared/contract/notifications.ts'
import type { MailType } from '#shared/contract/subscriptions.ts'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export interface NotificationsTable {
  id: Generated<number>
  customer_id: number
  type: NotificationType
  /** Unique for each customer. */
  key: string
  title: string
  body: Maybe<string>
  /** A path of the marketplace. */
  url: string
  property_id: Maybe<number>
  created_at: Stamp
  read_at: MaybeStamp
  /** Not said live yet. */
  is_untold: Generated<boolean>
}

/** Of a customer or a member. */
export interface NotificationPreferencesTable {
  customer_id: Maybe<number>
  member_id: Maybe<number>
  type: NotificationType
  channel: Channel
  frequency: Frequency
}

/** Of a customer or a member. */
export interface QuietHoursTable {
  customer_id: Maybe<number>
  member_id: Maybe<number>
  /** e.g. `22:00`; null for none. */
  quiet_from: Maybe<string>
  quiet_until: Maybe<string>
}

/** Of a customer or a member. */
export interface PushDevicesTable {
  id: Generated<number>
  customer_id: Maybe<number>
  member_id: Maybe<number>
  /** The login it was turned on in, and ends with. */
  session_id: number
  endpoint: string
  p256dh: string
  auth: string
  created_at: Stamp
  used_at: Stamp
}

/** One row. */
export interface PushKeysTable {
  is_only: Generated<boolean>
  /** The uncompressed point, base64url. */
  public_key: string
  /** PKCS #8. */
  private_key: string
}

export interface DeliveriesTable {
  id: Generated<number>
  key: string
  channel: Exclude<Channel, 'in_app'>
  customer_id: Maybe<number>
  member_id: Maybe<number>
  /** Not sent once this message is read. */
  message_id: Maybe<number>
  recipient: Maybe<string>
  type: NotificationType
  mail_type: Maybe<MailType>
  /** See server/notifications/deliveries/contents. */
  content: Json<unknown>
  state: Generated<'waiting' | 'sent' | 'dropped' | 'failed'>
  note: Maybe<string>
  tries: Generated<number>
  due_at: Date
  claimed_until: Stamp
  created_at: Stamp
  ended_at: MaybeStamp
  /** Of the request that caused it; null when none did. */
  request_id: Maybe<string>
}
