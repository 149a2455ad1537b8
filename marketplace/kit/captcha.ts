/**
 * Answers the captcha of this installation, without showing anything. Asked when a form is sent; what a captcha needs, a
 * solver or a script, is fetched then and not before (checklist AUTH-70).
 */
import type { Api } from '#shared/api/client.ts'
import { type CaptchaChallengeWire, getCaptcha } from '#shared/contract/account.ts'

/** The captcha could not be loaded or solved; whoever sends the form may try again. */
export class CaptchaError extends Error {
  override readonly name = 'CaptchaError'
}

export const CAPTCHA_FAILED =
  'The check that you are not a robot could not be loaded. Nothing is lost: try again.'

/** The token to send along, or undefined where none is needed. Rejects with `CaptchaError`. */
export async function solveCaptcha(api: Api): Promise<string | undefined> {
  try {
    const { data } = await api(getCaptcha, {})
    return await answerTo(data)
  } catch (error) {
    throw new CaptchaError('The captcha could not be answered', { cause: error })
  }
}

async function answerTo(challenge: CaptchaChallengeWire): Promise<string | undefined> {
  switch (challenge.provider) {
    case 'none':
      return undefined
    case 'altcha': {
      const { solveAltcha } = await import('./captcha-altcha.ts')
      return solveAltcha(challenge.challenge)
    }
    case 'recaptcha': {
      const { askRecaptcha } = await import('./captcha-recaptcha.ts')
      return askRecaptcha(challenge.site_key)
    }
  }
}
