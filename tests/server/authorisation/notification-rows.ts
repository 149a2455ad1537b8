/** The rows of the authorisation matrix about notifications. */
import { desk, own, type Row } from './kinds.ts'

const subscription = () => ({
  body: { endpoint: 'https://push.example.com/1', keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } },
})
const removed = () => ({ body: { endpoint: 'https://push.example.com/1' } })

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
  addPushDevice: own(422, subscription),
  removePushDevice: own(200, removed),
  sellerNotificationPreferences: desk(200),
  sellerSetNotificationPreferences: desk(200, () => ({ body: { cells: [] } })),
  sellerPushKey: desk(200),
  sellerAddPushDevice: desk(422, subscription),
  sellerRemovePushDevice: desk(200, removed),
}
