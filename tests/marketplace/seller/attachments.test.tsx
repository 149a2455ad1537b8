// @vitest-environment happy-dom
/** Photos and files of messages in the sellers' app: shown with their words, renewed by the seller's own call, and named in the list. */
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { ChatList } from '#marketplace/seller/ui/chat-list.tsx'
import { Thread } from '#marketplace/seller/ui/thread.tsx'
import { sellerAttachment } from '#shared/contract/attachments.ts'
import { sellerChats, sellerMessages } from '#shared/contract/seller.ts'
import { wireMessage } from '#tests/support/eg.ts'
import { OFFLINE } from '#tests/support/fake-api.ts'
import { buttonNamed, doing, render, the } from '#tests/support/render.tsx'
import { sellerStore } from '#tests/support/seller-store.ts'

const DANA = 7
const photo = (age: string) => ({
  id: 3,
  kind: 'photo',
  name: 'front.webp',
  width: 1200,
  height: 800,
  thumbnail: `https://plat.test/files/3/thumbnail?${age}`,
  url: `https://plat.test/files/3/full?${age}`,
})
const FILE = { id: 4, kind: 'file', name: 'contract.pdf', size: 2048, url: 'https://plat.test/files/4/full' }
const MESSAGE = wireMessage({
  id: 1,
  type: 'inbound',
  calculated_body: null,
  attachments: [photo('first'), FILE],
})

async function threadWithDana() {
  const { server, store } = sellerStore()
  const chat = { id: 1, customer: { id: DANA, name: 'Dana' }, account_unread_count: 0, last_message: MESSAGE }
  server.on(sellerChats, { data: [chat], links: { next: null } })
  server.on(sellerMessages, { data: [MESSAGE], links: { next: null } })
  await store.loadChats()
  store.open(DANA)
  const box = await render(<Thread store={store} />)
  await expect.poll(() => box.querySelector('article')).not.toBeNull()
  await act(() => vi.dynamicImportSettled())
  return { server, store, box }
}

test('a photo and a file without words are shown, and named in the list of conversations', async () => {
  const { store, box } = await threadWithDana()
  const names = [...box.querySelectorAll('article button')].map((one) => one.getAttribute('aria-label'))
  expect(names).toEqual(['Open photo 1 of 1: front.webp', 'Download contract.pdf, PDF · 2 KB'])
  const list = await render(<ChatList store={store} />)
  expect(list.textContent).toContain('Photo, contract.pdf')
})

test('what has expired is renewed for the buyer whose conversation is open, and a row reports that its file cannot be opened', async () => {
  const { server, box } = await threadWithDana()
  server.on(sellerAttachment, { data: photo('new') }, OFFLINE)
  const picture = the<HTMLImageElement>(box, 'article img')
  await doing(() => void picture.dispatchEvent(new Event('error')))
  expect(picture.src).toBe('https://plat.test/files/3/thumbnail?new')
  await doing(() => buttonNamed(box, 'Download contract.pdf, PDF · 2 KB').click())
  await expect.poll(() => box.textContent).toContain('contract.pdf can’t be opened now.')
  expect(server.of(sellerAttachment).map(({ params }) => params)).toEqual([
    { customer: DANA, attachment: 3 },
    { customer: DANA, attachment: 4 },
  ])
})
