/** Google's reCAPTCHA v3: the browser's token is shown to Google, who answers with a score. */
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import type { Captcha, CaptchaSettings } from './captcha.ts'
import { captchaFailed, captchaMissing } from './refusals.ts'

const VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify'
/** Google's own proposal. */
const MIN_SCORE = 0.5
/** Less than a client waits for its call. */
const PATIENCE_MS = 2000
const TOKEN_MAX_LENGTH = 8192

export function createRecaptcha(
  {
    siteKey,
    secretKey,
    minScore = MIN_SCORE,
    verifyUrl = VERIFY_URL,
  }: Extract<CaptchaSettings, { driver: 'recaptcha' }>,
  { log }: Pick<PartsDeps, 'log'>,
): Captcha {
  async function ask(token: string, ip: string): Promise<Verdict | null> {
    try {
      const response = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response: token, remoteip: ip }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (!response.ok) throw new Error(`It answered ${response.status}`)
      return (await response.json()) as Verdict
    } catch (error) {
      log.warn({ err: error }, 'reCAPTCHA does not answer; the call passes without it')
      return null
    }
  }

  return {
    challenge: async () => ({ provider: 'recaptcha', site_key: siteKey }),

    async require(token, ip) {
      if (!token) throw captchaMissing()
      if (token.length > TOKEN_MAX_LENGTH) throw captchaFailed()
      const verdict = await ask(token, ip)
      if (!verdict) return
      if (verdict['error-codes']?.some((code) => code.includes('secret')))
        log.error({ codes: verdict['error-codes'] }, 'reCAPTCHA does not know our secret key')
      if (verdict.success !== true || (verdict.score ?? 1) < minScore) throw captchaFailed()
    },
  }
}

/** Google also sends `challenge_ts`, `hostname` and `action`; its own console limits the host names. */
interface Verdict {
  success?: boolean
  /** From 0, a robot, to 1; v2 keys have none. */
  score?: number
  'error-codes'?: string[]
}
