// @vitest-environment happy-dom
/** Seen means really visible: on screen by enough, in a document that is looked at. The screen itself is played by the test. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChatStore } from '#shared/thread/model.ts'
import { doing, render, the } from '#tests/support/render.tsx'
import { useSightings } from '#widget/ui/thread/use-sightings.ts'
import { fakeStore } from './fake-store.ts'

const RealObserver = globalThis.IntersectionObserver
let report: (entry: Partial<IntersectionObserverEntry>) => void
let isVisible = true

beforeEach(() => {
  isVisible = true
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isVisible ? 'visible' : 'hidden'),
  })
  globalThis.IntersectionObserver = class {
    constructor(heard: IntersectionObserverCallback) {
      report = (entry) => heard([entry as IntersectionObserverEntry], this as never)
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  } as never
})
afterEach(() => {
  globalThis.IntersectionObserver = RealObserver
  Reflect.deleteProperty(document, 'visibilityState')
})

function Watched({ store }: { store: ChatStore }) {
  const sightings = useSightings(store)
  return <p ref={(element) => (element ? sightings.watch(element, 42) : undefined)}>Unread</p>
}

async function watched() {
  const said: string[] = []
  const store: ChatStore = {
    ...fakeStore().store,
    sighted: (id) => void said.push(`sighted ${id}`),
    unsighted: (id) => void said.push(`unsighted ${id}`),
  }
  const box = await render(<Watched store={store} />)
  const target = the(box, 'p')
  const shown = (share: number, height = 40) =>
    report({
      target,
      isIntersecting: share > 0,
      intersectionRatio: share,
      intersectionRect: { height } as DOMRectReadOnly,
      rootBounds: { height: 600 } as DOMRectReadOnly,
    })
  const look = (next: boolean) =>
    doing(() => {
      isVisible = next
      document.dispatchEvent(new Event('visibilitychange'))
    })
  return { said, shown, look }
}

test.each([
  ['half of a bubble', 0.5, 40, ['sighted 42']],
  ['its edge', 0.25, 10, []],
  ['a bubble higher than the screen that fills half of it', 0.2, 300, ['sighted 42']],
] as const)('%s on screen', async (_, share, height, expected) => {
  const { said, shown } = await watched()
  shown(share, height)
  expect(said).toEqual(expected)
})

test('leaving the screen takes it back, and reports of the same change nothing', async () => {
  const { said, shown } = await watched()
  for (const share of [0.5, 0.75, 1, 0]) shown(share)
  expect(said).toEqual(['sighted 42', 'unsighted 42'])
})

test('in a document nobody looks at nothing is seen, until somebody comes back', async () => {
  const { said, shown, look } = await watched()
  await look(false)
  shown(1)
  expect(said).toEqual([])
  await look(true)
  expect(said).toEqual(['sighted 42'])
  await look(false)
  expect(said).toEqual(['sighted 42', 'unsighted 42'])
})
