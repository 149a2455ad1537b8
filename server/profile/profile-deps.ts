/** What the parts of the profile room share. */
import type { Background } from '#server/account/background.ts'
import type { Mails } from '#server/account/mails.ts'
import type { Throttle } from '#server/http/throttle.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import type { RoomDeps } from '#server/rooms.ts'

export interface ProfileDeps extends RoomDeps {
  mails: Mails
  messenger: Messenger
  background: Background
  /** Passwords somebody with a stolen session may guess, whichever call they use. */
  passwordTries: Throttle
}
