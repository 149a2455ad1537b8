/**
 * What a person agreed to besides what the site cannot do without. Kept in this browser; changed from the footer and from the
 * privacy page. A Global Privacy Control signal is a no that nobody needs to repeat.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'

export interface Choices {
  /** Which deals and pictures this person looked at. */
  readonly analytics: boolean
  /** The support chat, and scripts that measure advertising. */
  readonly marketing: boolean
}

export interface Consent {
  /** Null while nothing was chosen. */
  readonly chosen: ReadonlySignal<Choices | null>
  /** What holds now: nothing until it was agreed to. */
  readonly allowed: ReadonlySignal<Choices>
  /** Views of deals: with who looked, without, or not at all. */
  readonly views: ReadonlySignal<'with identity' | 'without identity' | 'none'>
  /** The browser says no for its person. */
  readonly hasSignal: boolean
  /** The question is on the screen. */
  readonly isAsking: ReadonlySignal<boolean>
  choose(choices: Choices): void
  ask(): void
  close(): void
}

export interface ConsentDeps {
  storage: () => Storage
  /** `navigator`: Global Privacy Control and Do Not Track. */
  navigator: { readonly globalPrivacyControl?: boolean; readonly doNotTrack?: string | null }
}

const KEY = 'plat.consent'
const NOTHING: Choices = { analytics: false, marketing: false }
export const EVERYTHING: Choices = { analytics: true, marketing: true }

export function createConsent({ storage, navigator }: ConsentDeps): Consent {
  const hasSignal = navigator.globalPrivacyControl === true || navigator.doNotTrack === '1'
  const chosen = signal(read(storage))
  const isAsking = signal(chosen.value === null && !hasSignal)
  const allowed = computed(() => (hasSignal ? NOTHING : (chosen.value ?? NOTHING)))
  return {
    chosen,
    allowed,
    views: computed(() =>
      hasSignal ? 'none' : allowed.value.analytics ? 'with identity' : 'without identity',
    ),
    hasSignal,
    isAsking,
    choose(choices) {
      chosen.value = choices
      isAsking.value = false
      keep(storage, choices)
    },
    ask() {
      isAsking.value = true
    },
    close() {
      isAsking.value = false
    },
  }
}

function read(storage: () => Storage): Choices | null {
  try {
    const kept = JSON.parse(storage().getItem(KEY) ?? 'null')
    return kept && typeof kept === 'object'
      ? { analytics: kept.analytics === true, marketing: kept.marketing === true }
      : null
  } catch {
    return null
  }
}

/** Where storage is blocked the choice lasts as long as the page. */
function keep(storage: () => Storage, choices: Choices): void {
  try {
    storage().setItem(KEY, JSON.stringify(choices))
  } catch {
    return
  }
}
