/**
 * What a person agreed to besides what the site cannot do without. Kept in this browser; changed from the footer and from the
 * privacy page. A Global Privacy Control signal is a no that nobody needs to repeat. An answer to another version of the question
 * allows nothing: the person is asked again, with the earlier choices filled in.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'

export interface Choices {
  /** Which deals and pictures this person looked at. */
  readonly analytics: boolean
  /** The support chat, and scripts that measure advertising. */
  readonly marketing: boolean
}

export interface Answer extends Choices {
  /** Of the question, see `CONSENT_VERSION`. An answer of another version may have nothing else of this. */
  readonly version: number
  /** When it was given, ISO 8601. */
  readonly at: string
}

export interface Consent {
  /** Null while nothing was chosen. */
  readonly chosen: ReadonlySignal<Answer | null>
  /** What holds now: nothing until it was agreed to. */
  readonly allowed: ReadonlySignal<Choices>
  /** Views of deals: with who looked, without, or not at all. */
  readonly views: ReadonlySignal<'with identity' | 'without identity' | 'none'>
  /** The browser says no for its person. */
  readonly hasSignal: boolean
  /** The question is on the screen. */
  readonly isAsking: ReadonlySignal<boolean>
  /** How often somebody asked for the question. */
  readonly asks: ReadonlySignal<number>
  /** See give-consent.ts, which also keeps it. */
  answer(answer: Answer): void
  ask(): void
  close(): void
}

export interface ConsentDeps {
  storage: () => Storage
  /** `navigator`: Global Privacy Control and Do Not Track. */
  navigator: { readonly globalPrivacyControl?: boolean; readonly doNotTrack?: string | null }
}

/** Rises when what the person is asked to agree to changes; then everybody is asked again. */
export const CONSENT_VERSION = 1
export const CONSENT_KEY = 'plat.consent'
const NOTHING: Choices = { analytics: false, marketing: false }

export function createConsent({ storage, navigator }: ConsentDeps): Consent {
  const hasSignal = navigator.globalPrivacyControl === true || navigator.doNotTrack === '1'
  const chosen = signal(read(storage))
  const current = computed(() => (chosen.value?.version === CONSENT_VERSION ? chosen.value : null))
  const isAsking = signal(current.value === null && !hasSignal)
  const asks = signal(0)
  const allowed = computed(() => (hasSignal ? NOTHING : (current.value ?? NOTHING)))
  return {
    chosen,
    allowed,
    views: computed(() =>
      hasSignal ? 'none' : allowed.value.analytics ? 'with identity' : 'without identity',
    ),
    hasSignal,
    isAsking,
    asks,
    answer(answer) {
      chosen.value = answer
      isAsking.value = false
    },
    ask() {
      isAsking.value = true
      asks.value++
    },
    close() {
      isAsking.value = false
    },
  }
}

/** What was kept with this version was written by this version. */
function read(storage: () => Storage): Answer | null {
  try {
    return JSON.parse(storage().getItem(CONSENT_KEY) ?? 'null')
  } catch {
    return null
  }
}
