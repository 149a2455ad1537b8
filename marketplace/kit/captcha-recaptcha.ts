/** Asks Google's reCAPTCHA v3 for a token. Its script is fetched with the first question, and again after a failure. */
import { trustedUrl } from './trusted-url.ts'

interface Recaptcha {
  ready(run: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string>
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js'
const ACTION = 'entry'
const READY_MAX_MS = 15_000

/** Rejects when the scripts cannot be loaded in time or give no token. */
export async function askRecaptcha(siteKey: string): Promise<string> {
  const { ready } = loaded() ?? (await load(siteKey))
  // The first script loads a second one, which brings `execute`.
  await new Promise<void>((resolve, reject) => {
    setTimeout(reject, READY_MAX_MS, new Error('reCAPTCHA is not ready'))
    ready(resolve)
  })
  const recaptcha = loaded()
  if (!recaptcha) throw new Error('reCAPTCHA is gone')
  return recaptcha.execute(siteKey, { action: ACTION })
}

const loaded = (): Recaptcha | undefined => (globalThis as { grecaptcha?: Recaptcha }).grecaptcha

function load(siteKey: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const failed = () => {
      script.remove()
      reject(new Error('The script of reCAPTCHA could not be loaded'))
    }
    const src = `${SCRIPT}?render=${encodeURIComponent(siteKey)}&trustedtypes=true`
    script.src = trustedUrl('plat-recaptcha', src)
    script.async = true
    script.onerror = failed
    script.onload = () => {
      const recaptcha = loaded()
      if (recaptcha) resolve(recaptcha)
      else failed()
    }
    document.head.append(script)
  })
}
