/** What the parts of the profile room share. */
import type { Background } from '#server/accounts/login/background.ts'
import type { Mails } from '#server/accounts/login/mails.ts'
import type { Throttle } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type { AfterLeaving, Leaving, ReviewRedactor } from './leaving.ts'

/** What the profile needs of other groups. */
export interface ProfileNeeds {
  leaving: Leaving
  afterLeaving: AfterLeaving
  redactReviews: ReviewRedactor
}

export interface ProfileDeps extends RoomDeps, ProfileNeeds {
  mails: Mails
  background: Background
  /** Passwords somebody with a stolen session may guess, whichever call they use. */
  passwordTries: Throttle
}
