// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { settingsOf } from '#widget/loader/settings.ts'

function script(attributes: Record<string, string>): HTMLElement {
  const element = document.createElement('script')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

const SRC = 'https://cdn.test/v1/loader.js?x=1'

test('the messenger lies beside the loader', () => {
  expect(settingsOf(script({}), SRC).messengerUrl).toBe('https://cdn.test/v1/plat-messenger.js')
})

test('the token is read and taken out of the page', () => {
  const line = script({ 'data-token': 'secret' })
  expect(settingsOf(line, SRC).token).toBe('secret')
  expect(line.outerHTML).not.toContain('secret')
})

test.each([
  ['top-left', 'top-left'],
  ['middle', 'bottom-right'],
  ['', 'bottom-right'],
])('the corner written as "%s" is %s', (written, corner) => {
  expect(settingsOf(script({ 'data-corner': written }), SRC).corner).toBe(corner)
})
