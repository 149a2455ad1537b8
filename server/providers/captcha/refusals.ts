/** What a captcha says when it does not let somebody pass. The field has the name of the wire. */
import { invalid } from '#server/core/http/refusal.ts'

export const captchaMissing = () =>
  invalid({ recaptcha_token: ['The check that you are not a robot is missing. Try again.'] })

export const captchaFailed = () =>
  invalid({ recaptcha_token: ['The check that you are not a robot failed. Try again.'] })
