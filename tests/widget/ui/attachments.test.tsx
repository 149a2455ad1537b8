// @vitest-environment happy-dom
/** Photos and files of messages in the messenger: what is shown before and after they load, the viewer, addresses that have expired. */
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { Attachment } from '#shared/thread/attachments/attachment-model.ts'
import { message } from '#tests/support/eg.ts'
import { buttonNamed, doing, press, render, the } from '#tests/support/render.tsx'
import { MessageBubble } from '#widget/ui/thread/message-bubble.tsx'
import { spokenWords } from '#widget/ui/thread/spoken.ts'
import { ALONE, fakeStore } from './fake-store.ts'

const address = (id: number, age: string) => `https://plat.test/files/${id}?${age}`
const photo = (id: number, age = 'first'): Attachment => ({
  id,
  kind: 'photo',
  name: `photo-${id}.webp`,
  width: 1200,
  height: 800,
  thumbnail: address(id, `small-${age}`),
  url: address(id, age),
})
const file = (given: Partial<Attachment> = {}): Attachment => ({
  id: 9,
  kind: 'file',
  name: 'contract.pdf',
  size: 188_416,
  url: address(9, 'first'),
  ...given,
})

async function bubble(
  attachments: readonly Attachment[],
  fresh: (id: number) => Attachment | null = () => null,
) {
  const asked: number[] = []
  const renewAttachment = async (id: number) => {
    asked.push(id)
    return fresh(id)
  }
  const box = await render(
    <MessageBubble
      message={message({ id: 1, message: 'As of this morning.', attachments })}
      joined={ALONE}
      name="Bayou"
      store={{ ...fakeStore().store, renewAttachment }}
      sightings={{ watch: () => () => {} }}
    />,
  )
  await loaded()
  return { box, asked }
}

/** What is fetched when it is needed is there. */
const loaded = () => act(() => vi.dynamicImportSettled())
const tell = (element: Element, event: string) => doing(() => void element.dispatchEvent(new Event(event)))
const opener = (box: HTMLElement, name: string) => buttonNamed(box, name)
const viewerOf = async (box: HTMLElement) => {
  await loaded()
  return the<HTMLDialogElement>(box, 'dialog')
}

/** Addresses of links that were followed. */
function followed(): string[] {
  const found: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    found.push(`${this.href} ${this.target} ${this.rel}`)
  })
  return found
}

test('photos keep a place of their shape while they load, above the words', async () => {
  const { box } = await bubble([photo(1)])
  const grid = the(box, '[data-photos]')
  expect(Number.parseFloat(grid.style.aspectRatio)).toBe(1.5)
  expect(the<HTMLImageElement>(grid, 'img').src).toBe(address(1, 'small-first'))
  expect(grid.compareDocumentPosition(the(box, '[data-bubble]'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a photo much higher than wide, and one without a size, have a place within limits', async () => {
  const ratio = async (given: Partial<Attachment>) =>
    Number.parseFloat(the((await bubble([{ ...photo(1), ...given }])).box, '[data-photos]').style.aspectRatio)
  expect(await ratio({ width: 100, height: 900 })).toBe(0.75)
  expect(await ratio({ width: 900, height: 100 })).toBe(2)
  expect(await ratio({ width: null, height: null })).toBe(1)
})

test('of seven photos four are tiles with names, and the last says how many more there are', async () => {
  const { box } = await bubble([1, 2, 3, 4, 5, 6, 7].map((id) => photo(id)))
  const tiles = [...box.querySelectorAll('[data-photos] button')]
  expect(tiles.map((tile) => tile.getAttribute('aria-label'))).toEqual(
    [1, 2, 3, 4].map((id) => `Open photo ${id} of 7: photo-${id}.webp`),
  )
  expect(tiles.map((tile) => tile.textContent)).toEqual(['', '', '', '+3'])
})

test('the viewer opens at the photo, walks by keys within the ends, zooms and closes', async () => {
  const { box } = await bubble([photo(1), photo(2), photo(3)])
  await doing(() => opener(box, 'Open photo 2 of 3: photo-2.webp').click())
  const viewer = await viewerOf(box)
  const shown = () => the<HTMLImageElement>(viewer, 'img')
  expect(viewer.open).toBe(true)
  expect([shown().src, shown().alt]).toEqual([address(2, 'first'), 'photo-2.webp'])
  const walked: string[] = []
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft', 'End']) {
    await press(viewer, key)
    walked.push(the(viewer, 'p').textContent ?? '')
  }
  const said = (id: number) => `${id} of 3 · photo-${id}.webp`
  expect(walked).toEqual([3, 3, 2, 1, 1, 3].map(said))
  expect(buttonNamed(viewer, 'Next photo').getAttribute('aria-disabled')).toBe('true')

  await doing(() => buttonNamed(viewer, 'Zoom in').click())
  expect(shown().style.transform).toContain('scale(1.5)')
  await doing(() => buttonNamed(viewer, 'Previous photo').click())
  expect(shown().style.transform).toContain('scale(1)')
  await doing(() => buttonNamed(viewer, 'Close').click())
  expect(box.querySelector('dialog')).toBeNull()
})

test('keys in the viewer do not reach the thread behind it', async () => {
  const { box } = await bubble([photo(1)])
  await doing(() => opener(box, 'Open photo 1 of 1: photo-1.webp').click())
  const viewer = await viewerOf(box)
  const heard: string[] = []
  document.body.addEventListener('keydown', ({ key }) => heard.push(key), { once: true })
  await press(viewer, 'ArrowUp')
  expect(heard).toEqual([])
  expect(the(viewer, 'p').textContent).toBe('photo-1.webp')
})

test('a picture whose address has expired is asked for once and shown from its new one, each time it expires', async () => {
  let age = 0
  const { box, asked } = await bubble([photo(1)], (id) => photo(id, `age-${++age}`))
  const tile = () => the<HTMLImageElement>(box, '[data-photos] img')
  await tell(tile(), 'error')
  await tell(tile(), 'error')
  expect([asked, tile().src]).toEqual([[1], address(1, 'small-age-1')])
  await tell(tile(), 'load')
  await tell(tile(), 'error')
  expect([asked, tile().src]).toEqual([[1, 1], address(1, 'small-age-2')])
})

test('a file says what it is, and a press opens it at a new address in a new tab', async () => {
  const links = followed()
  const { box, asked } = await bubble([file()], () => file({ url: address(9, 'new') }))
  const row = opener(box, 'Download contract.pdf, PDF · 184 KB')
  expect(row.textContent).toBe('contract.pdfPDF · 184 KB')
  await doing(() => row.click())
  expect([asked, links]).toEqual([[9], [`${address(9, 'new')} _blank noopener noreferrer`]])
})

test('a file that waits for its scan says so, and is opened once it can', async () => {
  const links = followed()
  let isScanned = false
  const { box } = await bubble([file({ url: null })], () => file(isScanned ? {} : { url: null }))
  const row = opener(box, 'Download contract.pdf, Being checked')
  await doing(() => row.click())
  expect([the(box, '[role=status]').textContent, links]).toEqual(['contract.pdf is being checked.', []])
  isScanned = true
  await doing(() => row.click())
  expect([the(box, '[role=status]').textContent, row.textContent, links.length]).toEqual([
    '',
    'contract.pdfPDF · 184 KB',
    1,
  ])
})

test('a file that waits for its scan is looked at again by itself, less and less often, and in the end no more', async () => {
  vi.useFakeTimers()
  try {
    const { box, asked } = await bubble([file({ url: null })])
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await pass(4000)
    await pass(4000)
    expect(asked).toEqual([9])
    for (let minute = 0; minute < 10; minute++) await pass(60_000)
    expect([asked.length, the(box, '[data-file]').textContent]).toEqual([
      6,
      'contract.pdfCan’t be opened now',
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('a file whose scan has ended can be opened without a press before it', async () => {
  vi.useFakeTimers()
  try {
    const { box } = await bubble([file({ url: null })], () => file())
    await act(() => vi.advanceTimersByTimeAsync(4000))
    expect(the(box, '[data-file]').textContent).toBe('contract.pdfPDF · 184 KB')
  } finally {
    vi.useRealTimers()
  }
})

test('an address that is none of the web is not used', async () => {
  const links = followed()
  const bad = 'javascript:alert(1)'
  const { box } = await bubble([{ ...photo(1), thumbnail: bad }, file()], () => file({ url: bad }))
  expect(the(box, 'img').getAttribute('src')).toBeNull()
  await doing(() => opener(box, 'Download contract.pdf, PDF · 184 KB').click())
  expect(links).toEqual([])
})

test.each([
  [{ name: 'a.xlsx', size: 3 }, 'XLSX · 1 KB'],
  [{ name: 'a.docx', size: 1_992_295 }, 'DOCX · 1.9 MB'],
  [{ name: 'a.pptx', size: 24_117_249 }, 'PPTX · 23 MB'],
  [{ name: 'plan', size: null }, ''],
])('a file of %j is said as "%s"', async (given, line) => {
  const { box } = await bubble([file(given)])
  expect(the(box, 'small').textContent).toBe(line)
})

test('who listens hears what came with the words', () => {
  const said = (attachments: readonly Attachment[]) =>
    spokenWords(message({ id: 1, message: 'Here.', attachments }))
  expect(said([photo(1), photo(2), file()])).toBe('Here., 2 photos, contract.pdf')
  expect(said([photo(1)])).toBe('Here., Photo')
  expect(said([])).toBe('Here.')
})

test('a message without attachments has no place for them', async () => {
  const box = await render(
    <MessageBubble
      message={message({ id: 1, attachments: [] })}
      joined={ALONE}
      name="Bayou"
      store={fakeStore().store}
      sightings={{ watch: () => () => {} }}
    />,
  )
  expect(box.querySelector('[data-message]')?.children).toHaveLength(3)
})
