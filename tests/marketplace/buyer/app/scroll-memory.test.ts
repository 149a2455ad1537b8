// @vitest-environment happy-dom
/** Where pages were left, when the browser tells of scrolling late. */
import { afterEach, expect, test } from 'vitest'
import { createScrollMemory, type ScrollMemory } from '#marketplace/buyer/app/scroll-memory.ts'

let memory: ScrollMemory | undefined

afterEach(() => {
  memory?.dispose()
  window.scrollTo(0, 0)
  history.replaceState(null, '', '/')
})

/** As the router goes to another page: it tells the window. */
function go(path: string) {
  history.pushState(null, '', path)
  window.dispatchEvent(new Event('pushState'))
}

test('a page that is left right after it was scrolled is found where it was left', () => {
  memory = createScrollMemory({ window, storage: () => sessionStorage })
  expect(memory.arrived()).toBeNull()
  const first = history.state
  window.scrollTo(0, 640)
  go('/terms-of-service')
  window.scrollTo(0, 0)
  memory.arrived()
  history.replaceState(first, '', '/privacy-policy')
  expect(memory.arrived()).toBe(640)
})

test('what is scrolled between two pages belongs to neither', () => {
  memory = createScrollMemory({ window, storage: () => sessionStorage })
  memory.arrived()
  const first = history.state
  go('/terms-of-service')
  window.scrollTo(0, 300)
  go('/deals')
  memory.arrived()
  history.replaceState(first, '', '/privacy-policy')
  expect(memory.arrived()).toBe(0)
})
