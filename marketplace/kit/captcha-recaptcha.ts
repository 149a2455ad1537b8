/** Asks Google's reCAPTCHA v3 for a token. Its script is fetched with the first question, and again after a failure. */

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
    script.src = trusted(`${SCRIPT}?render=${encodeURIComponent(siteKey)}&trustedtypes=true`)
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

/** What a page that requires Trusted Types takes as the address of a script. Throws where the page's policy admits none. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return (
    trustedTypes?.createPolicy('plat-recaptcha', { createScriptURL: () => url }).createScriptURL('') ?? url
  )
}

/** As far as it is used here; the DOM takes its result where it takes a string. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(given: string): string },
  ): { createScriptURL(given: string): string }
}
