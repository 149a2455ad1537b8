/** What the page "On your site" says about keys. Pure. */
import { BRAND } from '#marketplace/kit/brand.ts'
import { dayWords } from '#marketplace/kit/date-labels.ts'

export const KEY_LABELS = {
  title: 'On your site',
  intro:
    'Visitors of your own site message you without leaving it, and you answer in the same inbox. Create a key and paste its line into your pages. For users who log in on your site, the snippets below bring their name along: let your server answer /my-token.',
  keys: 'Keys',
  none: 'No keys yet. Your server needs one to get tokens for your visitors.',
  failed: 'The keys could not be loaded.',
  codeNotLoaded: 'The code for your pages could not be loaded.',
  add: 'Create a key',
  name: 'Name',
  nameHint: 'Only you see this name. It helps to tell keys apart, e.g. by site.',
  origins: 'Allowed origins',
  originsHint:
    'One per line, like https://www.example.com. Only pages there may use tokens of this key. Empty allows every page.',
  jwks: 'Public keys (JWKS)',
  jwksHint:
    'Only if your server signs assertions with its own key pair instead of the secret key. Paste the key set as JSON, public keys only, each with a kid.',
  jwksWrong: 'Paste a key set like {"keys": [{"kty": "EC", "kid": "…", …}]}.',
  save: 'Save',
  cancel: 'Cancel',
  publishable: 'Publishable key',
  secret: 'Secret key',
  anyPage: 'Every page',
  visitors: 'Without a login',
  guestsCan: 'Visitors can write',
  guestsCannot: 'Visitors cannot write',
  neverUsed: 'Never used',
  rotateTitle: 'Replace the secret key?',
  rotateText:
    'You get a new secret key. The current one keeps working for 24 hours, so you have time to put the new one on your server. A secret from an earlier replacement stops at once.',
  revokeText:
    'Its secret key and every token it issued stop working at once. Visitors who are chatting are disconnected. This cannot be undone.',
  secretTitle: 'Copy your secret key',
  secretText:
    'It is shown only now. Keep it on your server, e.g. in the environment variable PLAT_SECRET_KEY, never in a page or an app.',
  isKept: 'I have saved the secret key',
  done: 'Done',
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'Select it and copy it by hand.',
  line: 'Paste before </body>',
  launcher: 'With your users’ logins: a launcher in the corner',
  tag: 'As an element of your page',
  server: 'On your server: /my-token (Node with Express)',
  otherLanguages: `Ask ${BRAND} for the embedding guide: it has /my-token for PHP, Laravel, Python, Ruby, C#, Go and Cloudflare Workers too, and shows how your server can sign an assertion instead of calling this one.`,
} as const

/** The form of a key's launcher. */
export const LAUNCHER_LABELS = {
  open: 'Launcher',
  formOf: (name: string) => `Launcher of ${name}`,
  guests: 'Visitors without a login can write',
  guestsHint: 'They leave a name and how to reach them. The conversation stays in their browser.',
  contact: 'Ask visitors for',
  contacts: {
    email: 'Email',
    phone: 'Phone number',
    either: 'Email or phone number',
    both: 'Email and phone number',
  },
  greeting: 'Greeting',
  greetingHint: 'Shown to visitors who have not written yet.',
  consent: 'Consent text',
  consentHint:
    'Shown above the button that sends the form, with a link to the privacy policy. Empty shows the standard text.',
  corner: 'Corner',
  corners: {
    'bottom-right': 'Bottom right',
    'bottom-left': 'Bottom left',
    'top-right': 'Top right',
    'top-left': 'Top left',
  },
  accent: 'Accent color',
  accentHint: 'Like #0b6477. Empty uses the standard color.',
  pages: 'Pages it appears on',
  pagesHint: 'One path per line, like /homes/*. Empty means every page.',
  hours: 'Show opening hours',
  hoursHint: 'Visitors see whether you are open now.',
  timeZone: 'Time zone',
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  closed: 'Closed',
} as const

export const revokeTitle = (name: string) => `Revoke “${name}”?`

export const lastUsedLabel = (at: string | null | undefined): string =>
  at ? `Last used ${dayWords(at)}` : KEY_LABELS.neverUsed

export const formerLabel = (until: string | null | undefined, nowMs: number): string | null => {
  const hours = until ? Math.ceil((Date.parse(until) - nowMs) / HOUR_MS) : 0
  if (hours <= 0) return null
  return `The previous secret key works for ${hours} more ${hours === 1 ? 'hour' : 'hours'}`
}

const HOUR_MS = 3_600_000
