import { expect, test, vi } from 'vitest'
import { type Channel, createTabBroadcast } from '#marketplace/buyer/platform/tab-broadcast.ts'

/** Tabs of one browser: what one posts the others hear. */
function browser() {
  const tabs: ((event: { data: unknown }) => void)[] = []
  return {
    post: (data: unknown) => {
      for (const hear of tabs) hear({ data })
    },
    openTab: (): Channel => {
      let mine: ((event: { data: unknown }) => void) | null = null
      return {
        addEventListener: (_, listener) => {
          mine = listener
          tabs.push(listener)
        },
        postMessage: (data) => {
          for (const hear of tabs) if (hear !== mine) hear({ data })
        },
        close: () => void tabs.splice(0),
      }
    },
  }
}

test('what a tab says is heard by the others under its topic, and not by itself', () => {
  const { openTab } = browser()
  const [one, two] = [createTabBroadcast(openTab), createTabBroadcast(openTab)]
  const own = vi.fn()
  const heard = vi.fn()
  const other = vi.fn()
  one.on('login', own)
  two.on('login', heard)
  two.on('logout', other)
  one.say('login', { again: true })
  expect(heard).toHaveBeenCalledExactlyOnceWith({ again: true })
  expect([own, other].map((each) => each.mock.calls.length)).toEqual([0, 0])
})

test('who stopped listening hears no more', () => {
  const { openTab } = browser()
  const [one, two] = [createTabBroadcast(openTab), createTabBroadcast(openTab)]
  const heard = vi.fn()
  two.on('logout', heard)()
  one.say('logout')
  expect(heard).not.toHaveBeenCalled()
})

test.each([[null], ['login'], [{ topic: 7 }], [{}]])(
  'a tab of another build that says %o is passed over',
  (said) => {
    const { post, openTab } = browser()
    const heard = vi.fn()
    createTabBroadcast(openTab).on('login', heard)
    expect(() => post(said)).not.toThrow()
    expect(heard).not.toHaveBeenCalled()
  },
)

test('a browser without channels tells nobody and breaks nothing', () => {
  const tabBroadcast = createTabBroadcast(() => null)
  expect(() => tabBroadcast.say('login')).not.toThrow()
})
