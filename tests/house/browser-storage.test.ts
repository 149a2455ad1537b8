/** The list behind the privacy policy names every cookie, storage key and database that the source uses, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { BROWSER_STORAGE } from '#marketplace/buyer/features/legal/browser-storage.ts'
import { PRIVACY } from '#marketplace/buyer/features/legal/privacy-text.ts'
import { CONSENT_VERSION } from '#marketplace/buyer/platform/consent.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FILES = ['marketplace', 'shared', 'widget', 'server'].flatMap((room) =>
  readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|js|html)$/.test(file) && !file.includes('features/legal/'))
    .map((file) => `${room}/${file}`),
)
const SOURCES = FILES.map((file) => ({ file, text: readFileSync(ROOT + file, 'utf8') }))

/** Names that begin like a storage key in the browser's rooms, and are something else. */
const NO_STORAGE = new Set(['plat.billing'])

function inBrowser(): string[] {
  const texts = SOURCES.filter(({ file }) => !file.startsWith('server/')).map(({ text }) => text)
  const keys = texts.flatMap((text) =>
    [...text.matchAll(/['"`](plat\.(?:[\w.-]|\$\{mark\})+)/g)].map(([, key = '']) => key),
  )
  const isOfMark = /\$\{mark\}/
  const marks = keys.flatMap((key) =>
    isOfMark.test(key) ? ['favourites', 'hidden'].map((mark) => key.replace(isOfMark, mark)) : [key],
  )
  return marks.filter((key) => !NO_STORAGE.has(key))
}

const cookies = () => {
  const session = SOURCES.find(({ file }) => file.endsWith('login/session-cookie.ts'))?.text ?? ''
  const social = SOURCES.find(({ file }) => file.endsWith('login/social-routes.ts'))?.text ?? ''
  const csrf = SOURCES.find(({ file }) => file.endsWith('contract/login-limits.ts'))?.text ?? ''
  return [
    ...[...session.matchAll(/name: '(\w+)'/g)].map(([, name]) => name),
    ...[...social.matchAll(/COOKIE = '(\w+)'/g)].map(([, name]) => name),
    ...[...csrf.matchAll(/'(XSRF-TOKEN[\w-]*)'/g)].map(([, name]) => name),
  ]
}

const namesAt = (...places: string[]) =>
  BROWSER_STORAGE.filter(({ place }) => places.includes(place)).map(({ name }) => name)
const unique = (names: readonly (string | undefined)[]) => [...new Set(names)].sort()

it('every storage key in the source is in the list, and every key of the list is in the source', () => {
  const listed = namesAt('localStorage', 'sessionStorage').filter((name) => name.startsWith('plat.'))
  expect(unique(inBrowser())).toEqual(unique(listed))
})

it('the keys of the messenger and of the seller app’s replies begin as the list says', () => {
  const prefix = SOURCES.find(({ file }) => file.endsWith('lib/kept-in-browser.ts'))?.text
  expect(prefix).toContain("KEPT_PREFIX = 'plat-messenger/'")
  expect(prefix).toContain("SELLER_PREFIX = 'plat-seller/'")
  const listed = namesAt('localStorage', 'sessionStorage').filter((name) => !name.startsWith('plat.'))
  expect(listed.every((name) => /^plat-(messenger|seller)\//.test(name))).toBe(true)
})

it('a file that writes to the storage of the browser names what it writes', () => {
  const writing = SOURCES.filter(({ text }) =>
    /\.setItem\(|document\.cookie\s*=[^=]|indexedDB\.open|cookieStore|caches\.open/.test(text),
  )
  const unnamed = writing.filter(({ text }) => !/['"`]plat[.-]/.test(text)).map(({ file }) => file)
  // The names of the first three are in give-consent.ts and seen-marks.ts; the last two write what begins with the messenger's prefix.
  expect(unnamed.sort()).toEqual([
    'marketplace/buyer/platform/analytics.ts',
    'marketplace/buyer/platform/last-visit.ts',
    'marketplace/buyer/platform/viewed-deals.ts',
    'shared/lib/web-stores.ts',
    'widget/launcher/site-key/guest.ts',
  ])
})

it('every cookie of the server is in the list', () => {
  const setting = SOURCES.filter(({ text }) => /\.setCookie\(/.test(text)).map(({ file }) => file)
  expect(setting.sort()).toEqual([
    'server/accounts/login/session-cookie.ts',
    'server/accounts/login/social-routes.ts',
  ])
  expect(unique(cookies())).toEqual(unique(namesAt('cookie')))
})

it('every database is in the list', () => {
  const opening = SOURCES.filter(({ text }) => /\.open\(DATABASE, |indexedDB\.open\(/.test(text))
  const names = opening.flatMap(({ text }) =>
    [...text.matchAll(/(?:DATABASE = |indexedDB\.open\()'([\w-]+)'/g)].map(([, name]) => name),
  )
  expect(unique(names)).toEqual(unique(namesAt('indexedDB')))
})

it('the privacy policy names everything in the list', () => {
  const text = JSON.stringify(PRIVACY.find(({ id }) => id === 'cookies'))
  for (const { name, why } of BROWSER_STORAGE) {
    expect(text).toContain(`${name}`)
    expect(text).toContain(why)
  }
})

it('what needs consent is what this version of the question asks for', () => {
  const asked = BROWSER_STORAGE.filter(({ purpose }) => purpose === 'analytics').map(({ name }) => name)
  // Another list is another question: raise CONSENT_VERSION, so that everybody is asked again.
  expect({ version: CONSENT_VERSION, asked }).toEqual({ version: 1, asked: ['plat.session'] })
})
