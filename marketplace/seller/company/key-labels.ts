/** What the page "On your site" says about keys. Pure. */
import { dayWords } from '#marketplace/kit/date-labels.ts'

export const KEY_LABELS = {
  title: 'On your site',
  intro:
    'Visitors of your own site message you without leaving it, and you answer in the same inbox. Make a key, put one of the two snippets on your pages, and let your server answer /my-token.',
  keys: 'Keys',
  none: 'No keys yet. Your server needs one to get tokens for your visitors.',
  failed: 'The keys could not be loaded.',
  add: 'Create a key',
  name: 'Name',
  nameHint: 'For you, to tell keys apart, e.g. the site it is for.',
  origins: 'Allowed origins',
  originsHint:
    'One per line, like https://www.example.com. Only pages there may use tokens of this key. Empty allows every page.',
  save: 'Save',
  cancel: 'Cancel',
  publishable: 'Publishable key',
  secret: 'Secret key',
  anyPage: 'Every page',
  neverUsed: 'Never used',
  rotateTitle: 'Replace the secret key?',
  rotateText:
    'You get a new secret key. The present one keeps working for 24 hours, so you have time to put the new one on your server. A secret from an earlier replacement stops at once.',
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
  launcher: 'One line, with a launcher in the corner',
  tag: 'As an element of your page',
  server: 'On your server: /my-token (Node with Express)',
  otherLanguages:
    'The embedding guide (docs/embedding.md) has /my-token for PHP, Laravel, Python and Ruby too.',
} as const

export const revokeTitle = (name: string) => `Revoke “${name}”?`

export const lastUsedLabel = (at: string | null | undefined): string =>
  at ? `Last used ${dayWords(at)}` : KEY_LABELS.neverUsed

export const formerLabel = (until: string | null | undefined, nowMs: number): string | null => {
  const hours = until ? Math.ceil((Date.parse(until) - nowMs) / HOUR_MS) : 0
  if (hours <= 0) return null
  return `The former secret key works for ${hours} more ${hours === 1 ? 'hour' : 'hours'}`
}

const HOUR_MS = 3_600_000
