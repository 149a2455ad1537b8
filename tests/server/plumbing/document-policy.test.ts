import { expect, test } from 'vitest'
import { documentPolicy } from '#server/plumbing/document-policy.ts'

test('without scripts the usual policy stands', () => {
  expect(documentPolicy({})).toBeNull()
})

test('reCAPTCHA adds the two folders of Google it needs; a captcha of our own adds nothing', () => {
  const policy = documentPolicy({}, { driver: 'recaptcha', siteKey: 'site', secretKey: 'secret' })
  expect(policy).toContain(
    "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
  )
  expect(policy).toContain(
    'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;',
  )
  expect(policy).toContain("connect-src 'self' https://www.google.com/recaptcha/;")
  expect(policy).not.toMatch(/unsafe|\*|secret/)
  expect(documentPolicy({}, { driver: 'altcha' })).toBeNull()
})

test('a configured script adds its origin and no other, and nothing inline', () => {
  const policy = documentPolicy({
    tagManager: { src: 'https://tags.example/gtm.js?id=1', containerId: null },
  })
  expect(policy).toContain("script-src 'self' https://tags.example;")
  expect(policy).toContain("connect-src 'self' https://tags.example;")
  expect(policy).not.toMatch(/unsafe|\*/)
})
