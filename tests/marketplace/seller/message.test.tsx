// @vitest-environment happy-dom
/** The words of a message in the seller app: links to follow, in the direction of their script. */
import { expect, test } from 'vitest'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Message } from '#marketplace/seller/ui/message.tsx'
import { toMessage } from '#shared/thread/translate.ts'
import * as eg from '#tests/support/eg.ts'
import { render } from '#tests/support/render.tsx'

const shown = (text: string) =>
  render(
    <Message
      store={{} as SellerStore}
      message={toMessage(eg.wireMessage({ id: 1, type: 'inbound', calculated_body: text }))}
      isOwnLast={false}
      name="Dana Whitfield"
    />,
  )

test('addresses and phone numbers are links, and open beside the app', async () => {
  const box = await shown('See https://example.com/a?b=1, write to dana@example.com or call (713) 555-0188.')
  const links = [...box.querySelectorAll('a')]
  expect(links.map(({ href }) => href)).toEqual([
    'https://example.com/a?b=1',
    'mailto:dana@example.com',
    'tel:+17135550188',
  ])
  for (const link of links)
    expect([link.target, link.rel, link.dir]).toEqual(['_blank', 'noopener noreferrer', 'ltr'])
})

test('text follows the direction of its script', async () => {
  const box = await shown('هل البيت فارغ؟')
  expect(box.querySelector('p')?.getAttribute('dir')).toBe('auto')
})
