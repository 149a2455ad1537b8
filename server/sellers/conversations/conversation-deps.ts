/** What the calls of a seller’s side share. */
import type { Messenger } from '#server/messaging/messenger.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'

export interface SellerDeps extends RoomDeps {
  messenger: Messenger
}
