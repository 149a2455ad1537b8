// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLeaveGuard, type LeaveGuard } from '#marketplace/kit/leave-guard.ts'
import { createUnsaved, type Unsaved } from '#marketplace/kit/unsaved.ts'

const navigate = vi.fn<(to: string) => void>()
let unsaved: Unsaved
let letGo: () => void
let guard: LeaveGuard

beforeEach(() => {
  unsaved = createUnsaved(window)
  letGo = () => {}
  navigate.mockReset()
  document.body.innerHTML =
    '<a id="in" href="/messenger?account=1#x"><b>in</b></a><a id="same" href="?a=1#y">same</a>' +
    '<a id="out" href="https://elsewhere.example/">out</a><a id="new" href="/x" target="_blank">new</a>'
  guard = createLeaveGuard({ window, unsaved, navigate })
})

afterEach(() => {
  guard.dispose()
  letGo()
})

function type() {
  letGo = unsaved.hold()
}

function press(selector: string, init: MouseEventInit = {}): MouseEvent {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
  // Nothing here follows links.
  document.body.addEventListener('click', (click) => click.preventDefault(), { once: true })
  document.querySelector(selector)?.dispatchEvent(event)
  return event
}

test('without unsaved input a link is followed unasked', () => {
  press('#in')
  expect(guard.isAsking.value).toBe(false)
})

test('a link waits for the answer, and goes where it led', () => {
  type()
  press('#in b')
  expect(guard.isAsking.value).toBe(true)
  expect(navigate).not.toHaveBeenCalled()
  guard.leave()
  expect(navigate.mock.calls).toEqual([['/messenger?account=1#x']])
  expect(guard.isAsking.value).toBe(false)
})

test('who stays is asked again the next time', () => {
  type()
  press('#in')
  guard.stay()
  expect(guard.isAsking.value).toBe(false)
  guard.leave()
  expect(navigate).not.toHaveBeenCalled()
  press('#in')
  expect(guard.isAsking.value).toBe(true)
})

test.each(['#same', '#out', '#new'])('%s leaves nothing in this app behind and is not held', (selector) => {
  type()
  press(selector)
  expect(guard.isAsking.value).toBe(false)
})

test('a link opened in a new tab is not held', () => {
  type()
  press('#in', { ctrlKey: true })
  expect(guard.isAsking.value).toBe(false)
})

test('the router does not hear of Back while the question is open, and the address stays', () => {
  const heard = vi.fn()
  history.pushState(null, '', '/profile/personal')
  type()
  window.addEventListener('popstate', heard)
  history.pushState(null, '', '/elsewhere')
  window.dispatchEvent(new PopStateEvent('popstate'))
  window.removeEventListener('popstate', heard)
  expect(heard).not.toHaveBeenCalled()
  expect(location.pathname).toBe('/profile/personal')
  expect(guard.isAsking.value).toBe(true)
})

test('closing the tab is asked by the browser only with unsaved input', () => {
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(close()).toBe(false)
  type()
  expect(close()).toBe(true)
})

test('while a save is not answered, a link waits for the answer, and asks only when it was refused', () => {
  type()
  unsaved.saving.value = 1
  press('#in')
  expect(guard.isAsking.value).toBe(false)
  unsaved.saving.value = 0
  expect(guard.isAsking.value).toBe(true)
  guard.stay()

  unsaved.saving.value = 1
  press('#in')
  letGo()
  unsaved.saving.value = 0
  expect(guard.isAsking.value).toBe(false)
  expect(navigate.mock.calls).toEqual([['/messenger?account=1#x']])
})

test('an answer that takes long is asked about, and leads on when it comes', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  type()
  unsaved.saving.value = 1
  press('#in')
  vi.runAllTimers()
  expect(guard.isAsking.value).toBe(true)
  expect(navigate).not.toHaveBeenCalled()
  letGo()
  unsaved.saving.value = 0
  expect(guard.isAsking.value).toBe(false)
  expect(navigate.mock.calls).toEqual([['/messenger?account=1#x']])

  type()
  unsaved.saving.value = 1
  press('#in')
  guard.stay()
  vi.runAllTimers()
  letGo()
  unsaved.saving.value = 0
  expect(guard.isAsking.value).toBe(false)
  expect(navigate).toHaveBeenCalledTimes(1)
})
