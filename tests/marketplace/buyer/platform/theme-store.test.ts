// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createThemeStore } from '#marketplace/buyer/platform/theme-store.ts'

const root = document.documentElement

function setUp({ isDark = false, storage = () => localStorage } = {}) {
  const listeners: ((change: { matches: boolean }) => void)[] = []
  const prefersDark = {
    matches: isDark,
    addEventListener: (_type: string, listener: (change: { matches: boolean }) => void) =>
      listeners.push(listener),
  } as unknown as MediaQueryList
  const store = createThemeStore({ root, storage, prefersDark })
  const systemTurns = (matches: boolean) => {
    for (const listener of listeners) listener({ matches })
  }
  return { store, systemTurns }
}

beforeEach(() => {
  localStorage.clear()
  delete root.dataset.theme
})

test('without a choice the system decides and the page carries no theme of its own', () => {
  const { store, systemTurns } = setUp({ isDark: true })
  expect(store.shown.value).toBe('dark')
  systemTurns(false)
  expect(store.shown.value).toBe('light')
  expect(root.dataset.theme).toBeUndefined()
})

test('the toggle shows the other theme and keeps it for the next visit', () => {
  const { store } = setUp()
  store.toggle()
  expect([store.shown.value, root.dataset.theme, localStorage.getItem('plat.theme')]).toEqual([
    'dark',
    'dark',
    'dark',
  ])
})

test('a choice stands when the system changes', () => {
  const { store, systemTurns } = setUp()
  store.toggle()
  systemTurns(false)
  expect(store.shown.value).toBe('dark')
})

test('where storage is blocked the toggle still works for this page', () => {
  const { store } = setUp({
    storage: () => {
      throw new Error('blocked')
    },
  })
  store.toggle()
  expect(root.dataset.theme).toBe('dark')
})

test('a choice of an earlier visit is taken over from the page', () => {
  root.dataset.theme = 'dark'
  expect(setUp().store.shown.value).toBe('dark')
})
