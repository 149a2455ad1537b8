import { expect, test } from 'vitest'
import { forgetKept } from '#shared/lib/kept-in-browser.ts'

function storageOf(entries: Record<string, string>): Storage {
  const storage = { ...entries }
  const removeItem = (key: string) => void delete storage[key]
  return Object.defineProperty(storage, 'removeItem', {
    value: removeItem,
    enumerable: false,
  }) as unknown as Storage
}

test('whoever ends a session clears away what the messenger kept, and nothing else; a blocked storage is passed over', () => {
  const storage = storageOf({
    'plat-messenger/unsent/1|x': '[]',
    'plat-messenger/draft/1|x': 'Half',
    theirs: 'stays',
  })
  const blocked = () => {
    throw new DOMException('no', 'SecurityError')
  }
  forgetKept(blocked, () => storage)
  expect(Object.keys(storage)).toEqual(['theirs'])
})
