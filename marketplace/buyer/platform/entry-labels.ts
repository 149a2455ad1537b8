/** The words of what every form at a door may run into, written once. */
import { BRAND } from '#marketplace/kit/brand.ts'
import { CAPTCHA_FAILED } from '#marketplace/kit/captcha.ts'
import type { Refusal } from './entrance.ts'

export const UNREACHABLE = `${BRAND} cannot be reached. Nothing is lost: try again in a moment.`
export const EMAIL_WANTED = 'Enter an email address like name@example.com.'

/** Good enough to spare a call; the server has the last word. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** A refusal that concerns no field in one sentence; null for a wait, which has a countdown of its own. */
export function refusalWords(refusal: Refusal): string | null {
  switch (refusal.kind) {
    case 'unreachable':
      return UNREACHABLE
    case 'captcha':
      return CAPTCHA_FAILED
    case 'throttled':
      return null
    case 'refused':
      return refusal.errors.recaptcha_token === undefined ? refusal.message : CAPTCHA_FAILED
  }
}
