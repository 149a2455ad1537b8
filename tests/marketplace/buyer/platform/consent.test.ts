// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createConsent, EVERYTHING } from '#marketplace/buyer/platform/consent.ts'

beforeEach(() => localStorage.clear())
const make = (navigator = {}) => createConsent({ storage: () => localStorage, navigator })

test('a first visit is asked, and nothing is allowed until it answered', () => {
  const consent = make()
  expect(consent.isAsking.value).toBe(true)
  expect(consent.allowed.value).toEqual({ analytics: false, marketing: false })
  expect(consent.views.value).toBe('without identity')
})

test('a choice holds at once and on the next visit, which is not asked again', () => {
  make().choose({ analytics: true, marketing: false })
  const next = make()
  expect(next.isAsking.value).toBe(false)
  expect(next.allowed.value).toEqual({ analytics: true, marketing: false })
})

test('a choice can be taken back', () => {
  const consent = make()
  consent.choose(EVERYTHING)
  consent.ask()
  expect(consent.isAsking.value).toBe(true)
  consent.choose({ analytics: false, marketing: false })
  expect(make().allowed.value).toEqual({ analytics: false, marketing: false })
})

test.each([
  ['Global Privacy Control', { globalPrivacyControl: true }],
  ['Do Not Track', { doNotTrack: '1' }],
])('%s is a no without a question, also against an earlier yes', (_name, navigator) => {
  make().choose(EVERYTHING)
  const consent = make(navigator)
  expect(consent.isAsking.value).toBe(false)
  expect(consent.allowed.value).toEqual({ analytics: false, marketing: false })
  expect(consent.views.value).toBe('none')
})

test.each(['nonsense', '"yes"', '{"analytics":"yes"}', '7'])('a kept %s allows nothing', (kept) => {
  localStorage.setItem('plat.consent', kept)
  expect(make().allowed.value).toEqual({ analytics: false, marketing: false })
})

test('where storage is blocked the choice lasts as long as the page', () => {
  const consent = createConsent({
    storage: () => {
      throw new Error('blocked')
    },
    navigator: {},
  })
  consent.choose(EVERYTHING)
  expect(consent.allowed.value).toEqual(EVERYTHING)
})
