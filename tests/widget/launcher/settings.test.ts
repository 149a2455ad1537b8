// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { beside, POPUP_FILE } from '#widget/launcher/files.ts'
import { settingsOf } from '#widget/launcher/settings.ts'

function script(attributes: Record<string, string>): HTMLElement {
  const element = document.createElement('script')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

const SRC = 'https://cdn.test/v1/loader.js?x=1'

test.each([
  [{}, 'https://cdn.test/v1/plat-messenger-lite.js'],
  [{ 'data-flavour': 'lite' }, 'https://cdn.test/v1/plat-messenger-lite.js'],
  [{ 'data-flavour': 'full' }, 'https://cdn.test/v1/plat-messenger.js'],
])('the messenger lies beside the loader: with %j it is %s', (attributes, url) => {
  expect(settingsOf(script(attributes), SRC).messengerUrl).toBe(url)
})

test.each([
  ['https://cdn.test/v1/plat-messenger.js?x=1', 'https://cdn.test/v1/plat-popup.js'],
  ['/widget/plat-messenger.js', '/widget/plat-popup.js'],
  ['plat-messenger.js', 'plat-popup.js'],
])('beside the messenger at %s lies the popup at %s', (messengerUrl, popupUrl) => {
  expect(beside(POPUP_FILE, messengerUrl)).toBe(popupUrl)
})

test('the token is read and taken out of the page', () => {
  const line = script({ 'data-token': 'secret' })
  expect(settingsOf(line, SRC).token).toBe('secret')
  expect(line.outerHTML).not.toContain('secret')
})

test.each([
  ['top-left', 'top-left'],
  ['middle', undefined],
  ['', undefined],
])('the corner written as "%s" is %s', (written, corner) => {
  expect(settingsOf(script({ 'data-corner': written }), SRC).corner).toBe(corner)
})

test('the look, the words and the pages are read as they are written, and an empty one is not the same as none', () => {
  const attributes = {
    'data-accent': '#0b6477',
    'data-greeting': 'Hello',
    'data-hours': '',
    'data-pages': '/a /b',
  }
  const { accent, greeting, hours, pages } = settingsOf(script(attributes), SRC)
  expect({ accent, greeting, hours, pages }).toEqual({
    accent: '#0b6477',
    greeting: 'Hello',
    hours: '',
    pages: '/a /b',
  })
  expect(settingsOf(script({}), SRC)).toMatchObject({ greeting: undefined, pages: undefined })
})
