/** Takes an answer to the question about cookies and keeps it with its version and time. Fetched with the question. */
import { type Choices, CONSENT_KEY, CONSENT_VERSION, type Consent } from './consent.ts'

/** Of analytics.ts, kept with consent only. */
export const SESSION_KEY = 'plat.session'

export const EVERYTHING: Choices = { analytics: true, marketing: true }

export interface GivingDeps {
  storage: () => Storage
  nowMs: number
}

/** Where storage is blocked the choice lasts as long as the page. */
export function giveConsent(
  consent: Pick<Consent, 'answer'>,
  { analytics, marketing }: Choices,
  { storage, nowMs }: GivingDeps,
): void {
  const at = new Date(nowMs).toISOString()
  const answer = { version: CONSENT_VERSION, at, analytics, marketing }
  consent.answer(answer)
  try {
    storage().setItem(CONSENT_KEY, JSON.stringify(answer))
    if (!analytics) storage().removeItem(SESSION_KEY)
  } catch {
    return
  }
}

/** What was chosen before, whatever its version: only a clear yes is one. */
export const earlierChoices = (kept: Partial<Choices> | null): Choices => ({
  analytics: kept?.analytics === true,
  marketing: kept?.marketing === true,
})
