// @vitest-environment happy-dom
/** What can be told without a browser; the rest stands in tests/browser/widget-element.test.ts. */
import { afterEach, expect, test } from 'vitest'
import { definePlatMessenger, type PlatMessengerElement } from '#widget/index.ts'

definePlatMessenger()
afterEach(() => document.body.replaceChildren())

function element(): PlatMessengerElement {
  return document.createElement('plat-messenger')
}

test('a token that was handed in cannot be read back', () => {
  const messenger = element()
  messenger.token = 'secret'
  expect(messenger.token).toBeNull()
  expect(messenger.outerHTML).not.toContain('secret')
})

test('a token attribute is taken out at once', () => {
  const messenger = element()
  messenger.setAttribute('token', 'secret')
  expect(messenger.hasAttribute('token')).toBe(false)
})

test('attributes reach their properties, and properties no attribute', () => {
  const messenger = element()
  messenger.setAttribute('api-base', 'https://plat.test/customer/api')
  messenger.setAttribute('account', '5')
  expect([messenger.apiBase, messenger.account]).toEqual(['https://plat.test/customer/api', 5])
  messenger.account = 6
  expect(messenger.getAttribute('account')).toBe('5')
})

test('a configuration may be an object or text', () => {
  const messenger = element()
  messenger.realtimeConfig = { key: 'k' }
  expect(messenger.realtimeConfig).toEqual({ key: 'k' })
  messenger.setAttribute('realtime-config', '{"key":')
  expect(messenger.realtimeConfig).toBe('{"key":')
})

test('defining it twice is one definition', () => {
  const known = customElements.get('plat-messenger')
  definePlatMessenger()
  expect(customElements.get('plat-messenger')).toBe(known)
})
