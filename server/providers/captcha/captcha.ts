/** What the server needs of a captcha. Which one stands behind it is a setting; the wire calls its token `recaptcha_token`. */
import type { CaptchaChallengeWire } from '#shared/contract/account.ts'

export interface Captcha {
  /** What a form asks before it is sent. */
  challenge(): Promise<CaptchaChallengeWire>
  /**
   * Passes silently, or throws 422 on the field `recaptcha_token`: missing, wrong, expired or used. A service that cannot be
   * reached does not lock people out: it passes, with a warning in the log.
   */
  require(token: string | undefined, ip: string): Promise<void>
}

export type CaptchaSettings =
  | { driver: 'none' }
  /** Proof of work, made and checked here. */
  | { driver: 'altcha'; cost?: number }
  | { driver: 'recaptcha'; siteKey: string; secretKey: string; minScore?: number; verifyUrl?: string }
