// @vitest-environment happy-dom
/** The bare tag in React: what the compiler lets be written on it reaches the element. */
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import {
  definePlatMessenger,
  type PlatMessengerAttributes,
  type PlatMessengerElement,
} from '#widget/index.ts'

definePlatMessenger()

test('React 19 sets properties, listens by the event’s name, and hands out the element', () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  let element: PlatMessengerElement | null = null
  const counts: number[] = []
  const provider = async () => 'token'
  flushSync(() =>
    root.render(
      <plat-messenger
        ref={(one) => {
          element = one
        }}
        apiBase="https://plat.test/customer/api"
        realtimeConfig={{ key: 'k' }}
        tokenProvider={provider}
        account={5}
        data-theme="dark"
        {...{
          'onplat-messenger:unread': ({ detail }: CustomEvent<{ count: number }>) =>
            counts.push(detail.count),
        }}
      />,
    ),
  )
  const found = place.querySelector('plat-messenger')
  expect(found).toBe(element)
  expect([found?.apiBase, found?.account, found?.realtimeConfig]).toEqual([
    'https://plat.test/customer/api',
    5,
    { key: 'k' },
  ])
  expect(found?.tokenProvider).toBe(provider)
  expect(found?.dataset.theme).toBe('dark')
  found?.dispatchEvent(new CustomEvent('plat-messenger:unread', { detail: { count: 3 } }))
  expect(counts).toEqual([3])
  flushSync(() => root.unmount())
})

test('what no messenger has is refused by the compiler', () => {
  // @ts-expect-error a theme is light or dark
  const blue = <plat-messenger data-theme="blue" />
  expect(blue.type).toBe('plat-messenger')
  const unread: PlatMessengerAttributes['onplat-messenger:unread'] = ({ detail }) => detail.count.toFixed()
  // @ts-expect-error a count is no text
  const wrong: PlatMessengerAttributes['onplat-messenger:unread'] = ({ detail }) => detail.count.trim()
  expect([unread, wrong]).toHaveLength(2)
  document.addEventListener('plat-messenger:sent', () => {})
  document.body.addEventListener('plat-messenger:sent', ({ detail }) => detail.messageId.toFixed())
})
