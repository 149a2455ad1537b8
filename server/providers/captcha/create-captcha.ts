/** The captcha of the settings. */
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import { createAltcha } from './altcha.ts'
import type { Captcha, CaptchaSettings } from './captcha.ts'
import { createRecaptcha } from './recaptcha.ts'

export function createCaptcha(settings: CaptchaSettings, deps: PartsDeps): Captcha {
  switch (settings.driver) {
    case 'none':
      return { challenge: async () => ({ provider: 'none' }), require: async () => {} }
    case 'altcha':
      return createAltcha(settings, deps)
    case 'recaptcha':
      return createRecaptcha(settings, deps)
  }
}
