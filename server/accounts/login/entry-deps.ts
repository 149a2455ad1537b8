/** What the doors of the account room share. */
import type { RoomDeps } from '#server/providers/app-context.ts'
import type { Background } from './background.ts'
import type { Mails } from './mails.ts'
import type { SendCaps } from './send-caps.ts'

export interface EntryDeps extends RoomDeps {
  mails: Mails
  background: Background
  sendCaps: SendCaps
}
