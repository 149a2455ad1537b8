import { expect, test } from 'vitest'
import { documentPolicy, workAppPolicy } from '#server/site/document-policy.ts'

test('without scripts the usual policy stands', () => {
  expect(documentPolicy({})).toBeNull()
})

test('reCAPTCHA adds the two folders of Google it needs; a captcha of our own adds nothing', () => {
  const policy = documentPolicy({}, { driver: 'recaptcha', siteKey: 'site', secretKey: 'secret' })
  expect(policy).toContain(
    "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
  )
  expect(policy).toContain(
    "frame-src 'self' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;",
  )
  expect(policy).toContain("connect-src 'self' https://www.google.com/recaptcha/;")
  expect(policy).not.toMatch(/unsafe|\*|secret/)
  expect(documentPolicy({}, { driver: 'altcha' })).toBeNull()
})

test('a map style adds the origins it fetches from, to be called and nothing else', () => {
  const maps = {
    driver: 'style',
    styleUrl: 'https://maps.example/style.json?key=k',
    hosts: ['https://tiles.example'],
  } as const
  const policy = documentPolicy({}, undefined, maps)
  expect(policy).toContain("connect-src 'self' https://maps.example https://tiles.example;")
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/unsafe|\*|key=/)
})

test('Google’s map may write its styles into the page and run its workers; without it nothing may', () => {
  const policy = documentPolicy({}, undefined, { driver: 'google', key: 'k' })
  expect(policy).toContain("script-src 'self' https://maps.googleapis.com https://maps.gstatic.com;")
  expect(policy).toContain("style-src 'self' 'unsafe-inline' https://fonts.googleapis.com;")
  expect(policy).toContain("worker-src 'self' blob:;")
  expect(policy).not.toContain('unsafe-eval')
})

test('a configured script adds its origin and no other, and nothing inline', () => {
  const policy = documentPolicy({
    tagManager: { src: 'https://tags.example/gtm.js?id=1', containerId: null },
  })
  expect(policy).toContain("script-src 'self' https://tags.example;")
  expect(policy).toContain("connect-src 'self' https://tags.example;")
  expect(policy).not.toMatch(/unsafe|\*/)
})

test('the seller’s app and the console load nothing of others, and Google’s captcha where it is configured', () => {
  expect(workAppPolicy('seller', { driver: 'altcha' })).not.toContain('https:')
  const policy = workAppPolicy('seller', { driver: 'recaptcha', siteKey: 'site', secretKey: 'secret' }).split(
    '; ',
  )
  expect(policy).toContain(
    "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
  )
  expect(policy).toContain(
    'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  )
  expect(policy).toContain("connect-src 'self' https://www.google.com/recaptcha/")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
})

test('a page of the console makes no script address of text, and the seller’s app that of notices alone', () => {
  const typesOf = (policy: string) => policy.split('; ').filter((rule) => rule.startsWith('trusted-types '))
  expect(typesOf(workAppPolicy('admin'))).toEqual(["trusted-types 'none'"])
  expect(typesOf(workAppPolicy('seller'))).toEqual(["trusted-types plat-notices 'allow-duplicates'"])
})
