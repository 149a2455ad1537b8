/** The rows of the authorisation matrix about notifications. */
import { own, type Row } from './kinds.ts'

export const NOTIFICATION_ROWS: Readonly<Record<string, Row>> = {
  listNotifications: own(200),
  countNotifications: own(200),
  // Somebody else's are passed over.
  readNotifications: own(200, () => ({ body: { ids: [1] } })),
  showNotificationPreferences: own(200),
  setNotificationPreferences: own(200, () => ({
    body: { cells: [{ type: 'new_match', channel: 'email', frequency: 'weekly' }] },
  })),
  pushKey: own(200),
  // 422 says that the call got past the door: no push service has this address.
  addPushDevice: own(422, () => ({
    body: { endpoint: 'https://push.example.com/1', keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } },
  })),
  removePushDevice: own(200, () => ({ body: { endpoint: 'https://push.example.com/1' } })),
}
