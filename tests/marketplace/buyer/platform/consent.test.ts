// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import {
  type Choices,
  CONSENT_VERSION,
  type Consent,
  createConsent,
} from '#marketplace/buyer/platform/consent.ts'
import { EVERYTHING, earlierChoices, giveConsent } from '#marketplace/buyer/platform/give-consent.ts'

beforeEach(() => localStorage.clear())
const nowMs = Date.UTC(2026, 5, 2, 8, 30)
const make = (navigator = {}) => createConsent({ storage: () => localStorage, navigator })
const choose = (consent: Consent, choices: Choices) =>
  giveConsent(consent, choices, { storage: () => localStorage, nowMs })

test('a first visit is asked, and nothing is allowed until it answered', () => {
  const consent = make()
  expect(consent.isAsking.value).toBe(true)
  expect(consent.allowed.value).toEqual({ analytics: false, marketing: false })
  expect(consent.views.value).toBe('without identity')
})

test('a choice holds at once and on the next visit, which is not asked again', () => {
  choose(make(), { analytics: true, marketing: false })
  const next = make()
  expect(next.isAsking.value).toBe(false)
  expect(next.allowed.value).toMatchObject({ analytics: true, marketing: false })
})

test('a choice can be taken back', () => {
  const consent = make()
  choose(consent, EVERYTHING)
  consent.ask()
  expect(consent.isAsking.value).toBe(true)
  choose(consent, { analytics: false, marketing: false })
  expect(make().allowed.value).toMatchObject({ analytics: false, marketing: false })
})

test.each([
  ['Global Privacy Control', { globalPrivacyControl: true }],
  ['Do Not Track', { doNotTrack: '1' }],
])('%s is a no without a question, also against an earlier yes', (_name, navigator) => {
  choose(make(), EVERYTHING)
  const consent = make(navigator)
  expect(consent.isAsking.value).toBe(false)
  expect(consent.allowed.value).toEqual({ analytics: false, marketing: false })
  expect(consent.views.value).toBe('none')
})

test.each(['nonsense', '"yes"', '{"analytics":"yes"}', '7'])('a kept %s allows nothing', (kept) => {
  localStorage.setItem('plat.consent', kept)
  expect(earlierChoices(make().chosen.value)).toEqual({ analytics: false, marketing: false })
  expect(make().allowed.value).toEqual({ analytics: false, marketing: false })
})

test('where storage is blocked the choice lasts as long as the page', () => {
  const storage = () => {
    throw new Error('blocked')
  }
  const consent = createConsent({ storage, navigator: {} })
  giveConsent(consent, EVERYTHING, { storage, nowMs })
  expect(consent.allowed.value).toMatchObject(EVERYTHING)
})

test('an answer is kept with the version of the question and the time', () => {
  choose(make(), { analytics: true, marketing: false })
  const kept = { version: CONSENT_VERSION, at: '2026-06-02T08:30:00.000Z', analytics: true, marketing: false }
  expect(JSON.parse(localStorage.getItem('plat.consent') ?? '')).toEqual(kept)
  expect(make().chosen.value).toEqual(kept)
})

test.each([
  ['no version', {}],
  ['an older version', { version: CONSENT_VERSION - 1, at: '2025-01-01T00:00:00.000Z' }],
  ['a version that this page does not know yet', { version: CONSENT_VERSION + 1 }],
])('an answer with %s allows nothing and is asked for again, with its choices filled in', (_name, kept) => {
  localStorage.setItem('plat.consent', JSON.stringify({ ...kept, analytics: true, marketing: true }))
  const consent = make()
  expect(consent.isAsking.value).toBe(true)
  expect(consent.allowed.value).toEqual({ analytics: false, marketing: false })
  expect(consent.views.value).toBe('without identity')
  expect(earlierChoices(consent.chosen.value)).toEqual(EVERYTHING)
  choose(consent, EVERYTHING)
  expect(make().isAsking.value).toBe(false)
  expect(make().allowed.value).toMatchObject(EVERYTHING)
})

test('consent to analytics that is taken back removes the number of the visit', () => {
  const consent = make()
  choose(consent, EVERYTHING)
  localStorage.setItem('plat.session', '{}')
  choose(consent, { analytics: false, marketing: true })
  expect(localStorage.getItem('plat.session')).toBe(null)
})
