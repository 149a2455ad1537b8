/** Asks Google's reCAPTCHA v3 for a token. Its script is fetched with the first question, and again after a failure. */

interface Recaptcha {
  ready(run: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string>
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js'
const ACTION = 'entry'

/** Rejects when the script cannot be loaded or gives no token. */
export async function askRecaptcha(siteKey: string): Promise<string> {
  const recaptcha = loaded() ?? (await load(siteKey))
  await new Promise<void>((resolve) => recaptcha.ready(resolve))
  return recaptcha.execute(siteKey, { action: ACTION })
}

const loaded = (): Recaptcha | null =>
  (globalThis as { grecaptcha?: Recaptcha }).grecaptcha?.execute === undefined
    ? null
    : ((globalThis as { grecaptcha?: Recaptcha }).grecaptcha ?? null)

function load(siteKey: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const failed = () => {
      script.remove()
      reject(new Error('The script of reCAPTCHA could not be loaded'))
    }
    script.src = `${SCRIPT}?render=${encodeURIComponent(siteKey)}`
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
